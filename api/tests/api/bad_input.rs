//! Bad input to every call: the answer is a 4xx with a sentence for people, never a 5xx, and nothing changes.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use api::{Settings, admin};
use futures_util::future::{join_all, select_all};
use net::proxies::TrustedProxies;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::app::{signup_form, with, without_limits};
use crate::support::document::{self, Call};
use crate::support::{Answer, App, PASSWORD};

const HOSTILE: [&str; 12] = [
    "",
    " ",
    "' OR '1'='1",
    "'; DROP TABLE users; --",
    "<script>alert(1)</script>",
    "a\0b",
    "a\u{1b}[31mb",
    "a\r\nSet-Cookie: x=y",
    "ana\u{202e}gnp.exe",
    "an\u{feff}a\u{200b}na",
    "🐦🏁👩‍👩‍👧‍👦",
    "%s%n{}${7*7}../../etc/passwd",
];

/// Characters that programs show, count or store in different ways.
const INVISIBLE: &str = "\u{7f}\u{85}\u{a0}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{2028}\
    \u{202e}\u{2066}\u{3000}\u{feff}\u{fffe}\u{e0001}\u{10ffff}";

/// A text that may be suggested.
const TYPEABLE: &str = "The hummingbird stands in the air before each flower, drinks, and is gone.";

/// A query that returns the account of `ana` as a number, which changes with any part of the account.
const ANA_AS_A_NUMBER: &str =
    "SELECT ('x' || left(md5(users::text), 8))::bit(32)::int::float8 FROM users WHERE username = 'ana'";

/// A statement that adds the race in the bodies below.
pub(crate) const ADD_RACE: &str = "INSERT INTO races (id, room, text_id, racers, started_at)
    SELECT '00000000-0000-0000-0000-000000000000', 'k3f9wq2m', min(id), 1, now() FROM texts";

/// The calls whose success changes little, each with a valid body.
pub(crate) fn calls(token: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("/api/signup", with(&signup_form("bob"), "bag", "")),
        ("/api/login", json!({ "email": "ana@example.org", "password": PASSWORD })),
        ("/api/getstats", json!({ "token": token, "username": "ana", "language": "es" })),
        ("/api/races", json!({ "token": token, "username": "ana" })),
        ("/api/leaderboard", json!({ "type": "wpm", "language": "es", "division": 60 })),
        ("/api/play", json!({ "token": token, "code": "k3f9wq2m" })),
        (
            "/api/singleplayer",
            json!({
                "token": token, "time": 30, "wpm": 60, "accuracy": 98, "date": "2026-01-02T03:04:05Z", "text": "ab",
                "mode": "own", "language": "en", "keystrokes": "ab", "times": [0, 300],
                "sentAt": "2026-01-02T03:05:05Z", "rules": 1, "mark": "paused",
            }),
        ),
        (
            "/api/history",
            json!({
                "token": token, "kind": "practice", "mode": "text", "language": "en", "from": "2026-11-01",
                "to": "2026-11-30", "zone": "UTC", "after": "1795600000000000p1", "limit": 10,
            }),
        ),
        (
            "/api/history/plot",
            json!({
                "token": token, "kind": "race", "mode": "text", "language": "es", "from": "2026-11-01", "to": "2026-11-30",
                "zone": "America/Costa_Rica",
            }),
        ),
        ("/api/history/days", json!({ "token": token, "zone": "Asia/Kathmandu" })),
        ("/api/account/data", json!({ "token": token, "zone": "UTC" })),
        ("/api/keys", json!({ "token": token, "range": "1000runs", "language": "en" })),
        ("/api/history/bests", json!({ "token": token, "language": "en" })),
        ("/api/account/forgot", json!({ "email": "nobody@example.org" })),
        ("/api/changecountry", json!({ "token": token, "country": "CR" })),
        ("/api/account/watching", json!({ "token": token, "shownToWatchers": true, "overlay": true })),
        ("/api/watch/racer", json!({ "username": "ana" })),
        ("/api/changesettings", json!({ "token": token, "settings": { "theme": "dark" } })),
        ("/api/changeskin", json!({ "token": token, "skin": "hummingbird" })),
        (
            "/api/multiplayer",
            json!({ "token": token, "private": true, "friends": true, "after": "k3f9wq2m", "language": "es",
                "alone": "k3f9wq2m", "race": "AAAAAAAAAAAAAAAAAAAAAA" }),
        ),
        ("/api/today", json!({ "token": token, "language": "es", "day": "2026-11-26" })),
        ("/api/admin/gettextrequests", json!({ "token": token, "after": 0 })),
        ("/api/admin/getheldresults", json!({ "token": token, "after": 0 })),
        ("/api/admin/users", json!({ "token": token, "query": "nobody@example.org" })),
        ("/api/admin/reports", json!({ "token": token, "after": 0 })),
    ]
}

/// The calls whose success deletes or changes an account, grants or sends something, or needs a code from a mail; each
/// with a body that has every field.
fn other_calls(token: &str) -> Vec<(&'static str, Value)> {
    let new = "magenta throat at noon";
    vec![
        ("/api/account/verify", json!({ "username": "ana", "code": "c0de" })),
        ("/api/account/reset", json!({ "username": "ana", "code": "c0de", "password": new, "passwordConfirm": new })),
        ("/api/account/restoreemail", json!({ "username": "ana", "code": "c0de" })),
        ("/api/changeusername", json!({ "token": token, "username": "taken" })),
        ("/api/account/changeemail", json!({ "token": token, "email": "ana@example.org", "password": PASSWORD })),
        (
            "/api/account/changepassword",
            json!({ "token": token, "oldPassword": "not mine", "newPassword": new, "confirmPassword": new }),
        ),
        ("/api/unlockskin", json!({ "token": token, "skin": "snowcap" })),
        ("/api/shop/buy", json!({ "token": token, "skin": "jesus" })),
        (
            "/api/shop/success",
            json!({ "token": token, "paymentId": "PAYID-0123456789", "payerId": "0123456789ABC", "skin": "jesus" }),
        ),
        ("/api/deleteaccount", json!({ "token": token, "confirmationText": "no" })),
        ("/api/latefinish", json!({ "token": token, "receipt": "1795600000.k3f9wq2m", "log": "AAEC" })),
        (
            "/api/ghosts",
            json!({ "token": token, "receipt": "1795600000.k3f9wq2m", "race": "AAAAAAAAAAAAAAAAAAAAAA", "username": "ana" }),
        ),
        ("/api/today/start", json!({ "token": token, "language": "en" })),
        ("/api/history/run", json!({ "token": token, "id": "r0" })),
        ("/api/replay", json!({ "token": token, "race": "AAAAAAAAAAAAAAAAAAAAAA" })),
        ("/api/replay/room", json!({ "token": token, "code": "k3f9wq2m" })),
        ("/api/hidereplay", json!({ "token": token, "race": "AAAAAAAAAAAAAAAAAAAAAA", "hidden": true })),
        ("/api/history/delete", json!({ "token": token, "id": "p0", "all": true })),
        ("/api/makeapikey", json!({ "token": token, "keyName": "Class board" })),
        ("/api/revokeapikey", json!({ "token": token, "keyName": "No such key" })),
        ("/api/feedback", json!({ "token": token, "feedback": "Hi!" })),
        (
            "/api/textrequest",
            json!({ "token": token, "text": TYPEABLE, "author": "A", "url": "https://example.org", "language": "es" }),
        ),
        (
            "/api/events/open",
            json!({ "token": token, "title": "Class 7b", "language": "en", "rounds": [{ "kind": "chosen", "id": 0 }],
                "joining": "everyone", "scoring": "places" }),
        ),
        ("/api/events/look", of_no_event(token, json!({ "guest": "a guest's" }))),
        ("/api/events/join", of_no_event(token, json!({ "name": "Ana" }))),
        ("/api/events/seat", of_no_event(token, json!({ "guest": "a guest's" }))),
        ("/api/events/table", of_no_event(token, json!({ "guest": "a guest's", "key": "a key" }))),
        ("/api/events/host", of_no_event(token, json!({ "key": "a key" }))),
        ("/api/events/wall", of_no_event(token, json!({ "key": "a key" }))),
        (
            "/api/events/edit",
            of_no_event(
                token,
                json!({ "key": "a key", "title": "Class 7b", "rounds": [{ "kind": "words", "words": 10 }],
                    "joining": "members", "scoring": "speed", "locked": true, "showsNames": true }),
            ),
        ),
        ("/api/events/remove", of_no_event(token, json!({ "key": "a key", "racer": 0 }))),
        ("/api/events/start", of_no_event(token, json!({ "key": "a key", "round": 1 }))),
        ("/api/events/end", of_no_event(token, json!({ "key": "a key" }))),
        ("/api/events/csv", of_no_event(token, json!({ "key": "a key" }))),
        (
            "/api/admin/addskin",
            json!({ "token": token, "name": "Colibri", "filename": "new", "description": "A bird.", "price": 1, "image": "" }),
        ),
        (
            "/api/admin/approvetextrequest",
            json!({ "token": token, "id": 0, "text": TYPEABLE, "author": "A", "language": "es" }),
        ),
        ("/api/admin/rejecttextrequest", json!({ "token": token, "id": 0, "reason": "No." })),
        ("/api/askforlook", json!({ "token": token, "run": "r0" })),
        ("/api/ban/reply", json!({ "token": token, "reply": "It was my brother." })),
        (
            "/api/report",
            json!({ "token": token, "kind": "name", "username": "nobody", "race": "AAAAAAAAAAAAAAAAAAAAAA", "words": "Rude." }),
        ),
        ("/api/block", json!({ "token": token, "username": "nobody" })),
        ("/api/unblock", json!({ "token": token, "username": "nobody" })),
        ("/api/admin/ban", json!({ "token": token, "username": "nobody", "days": 3, "explanation": "Cheats." })),
        ("/api/admin/unban", json!({ "token": token, "username": "nobody", "explanation": "A mistake." })),
        (
            "/api/admin/rename",
            json!({ "token": token, "username": "nobody", "newUsername": "somebody", "explanation": "Rude." }),
        ),
        (
            "/api/admin/clearresult",
            json!({ "token": token, "username": "nobody", "race": "AAAAAAAAAAAAAAAAAAAAAA", "explanation": "Cheats." }),
        ),
        ("/api/admin/note", json!({ "token": token, "username": "nobody", "note": "Friendly." })),
        (
            "/api/admin/settlereports",
            json!({ "token": token, "id": 0, "retireText": true, "explanation": "Harmless." }),
        ),
        ("/api/admin/decideresult", json!({ "token": token, "id": 0, "accept": true, "explanation": "Yes." })),
    ]
}

/// Returns the body of a call about an event that does not exist.
fn of_no_event(token: &str, fields: Value) -> Value {
    with(&with(&fields, "token", token), "code", "k3f9wq2m")
}

/// Returns every call of the document that has a body, with one from the lists above. Add new calls to one of the
/// lists.
pub(crate) async fn every_call(app: &App, token: &str) -> Vec<(Call, Value)> {
    let mut bodies: HashMap<_, _> = calls(token).into_iter().chain(other_calls(token)).collect();
    let described = document::calls(app).await.into_iter().filter(|call| call.method == "post");
    let mut every: Vec<_> = described
        .map(|call| {
            let body = bodies.remove(call.path.as_str()).unwrap_or_else(|| json!({ "token": token }));
            let named: BTreeSet<&String> = body.as_object().expect("it is an object").keys().collect();
            assert_eq!(named, call.fields.iter().collect(), "a body with every field of {} is missing here", call.path);
            (call, body)
        })
        .collect();
    assert!(bodies.is_empty(), "there is no such call: {bodies:?}");
    // Last, since it revokes the token of the others.
    every.sort_by_key(|(call, _)| call.path == "/api/account/logouteverywhere");
    every
}

fn fields(body: &Value) -> Vec<String> {
    let fields = body.as_object().expect("it is an object").keys();
    fields.filter(|field| *field != "token").cloned().collect()
}

fn refused(answer: &Answer, what: &str) {
    assert!(answer.status.is_client_error(), "{what}: {answer:?}");
    let sentence = &answer.body;
    assert!(!sentence.is_empty() && sentence.len() < 150 && !sentence.contains('\n'), "{what}: {sentence}");
    for debris in ["invalid type", "expected", "line 1", "column", "serde", "SELECT", "diesel", "panicked", "f64"] {
        assert!(!sentence.contains(debris), "{what}: {sentence}");
    }
}

async fn app() -> (App, String) {
    let (app, token) = App::with_ana().await;
    // Ana is an admin, so that the admins' calls accept her, too.
    admin::grant(&app.database, "ana").expect("there is such a user");
    (app, token)
}

/// Asserts that the refused calls left no trace.
fn nothing_changed(app: &App) {
    assert_eq!(app.number("SELECT count(*) FROM users"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM practice_results"), 0.0);
    assert_eq!(app.number("SELECT count(*) FROM owned_skins"), 0.0);
    // Only the mail of the signup.
    assert_eq!(app.number("SELECT count(*) FROM mails"), 1.0);
    let as_it_was = "username = 'ana' AND email = 'ana@example.org' AND country = 'CR' AND token_version = 1";
    assert_eq!(app.number(&format!("SELECT count(*) FROM users WHERE {as_it_was}")), 1.0);
}

#[actix_web::test]
async fn a_missing_field_is_named() {
    let (app, token) = app().await;
    for (call, body) in every_call(&app, &token).await {
        for field in call.required.iter().filter(|field| *field != "token") {
            let mut body = body.clone();
            body.as_object_mut().expect("it is an object").remove(field);
            app.post(&call.path, &body).await.refuses(422, &format!("missing; field={field}"));
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn a_field_of_the_wrong_type_is_named() {
    let (app, token) = app().await;
    for (call, body) in every_call(&app, &token).await {
        for field in fields(&body) {
            let value = &body[&field];
            let other = if value.is_string() { json!(5) } else { json!("5") };
            let mut wrong = vec![json!([]), json!([value]), json!({ "0": value }), other];
            if !value.is_boolean() {
                wrong.push(json!(true));
            }
            if !value.is_object() {
                wrong.push(json!({}));
            }
            // Optional fields may be null.
            if call.required.contains(&field) {
                wrong.push(json!(null));
            }
            for wrong in wrong {
                let body = with(&body, &field, wrong);
                let answer = app.post(&call.path, &body).await;
                refused(&answer, &format!("{} {body}", call.path));
                let names_it = answer.body.starts_with(&format!("{field}: "));
                assert_eq!((answer.status.as_u16(), names_it), (422, true), "{} {answer:?}", call.path);
            }
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn hostile_text_is_refused_in_every_field() {
    let (app, token) = app().await;
    let every_call = every_call(&app, &token).await.into_iter();
    // A room that cannot be has had no race, which is an answer.
    for (call, body) in every_call.filter(|(call, _)| call.path != "/api/replay/room") {
        // Free text accepts most of it, and a damaged bag counts as none; the tests of those calls cover the rest.
        for field in fields(&body).iter().filter(|field| !call.is_free_text(field) && *field != "bag") {
            for hostile in HOSTILE.into_iter().filter(|hostile| (field.as_str(), hostile.trim()) != ("country", "")) {
                let body = with(&body, field, hostile);
                refused(&app.post(&call.path, &body).await, &format!("{} {body}", call.path));
            }
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn no_text_in_any_field_causes_a_server_error() {
    let (app, token) = app().await;
    let long = ["x".repeat(60_000), "🐦".repeat(10_000), "a\u{301}".repeat(10_000)];
    let addresses: Vec<_> = INVISIBLE.chars().map(|invisible| format!("https://example.org/{invisible}")).collect();
    let invisible = format!("ana{INVISIBLE}");
    let texts = long.iter().chain([&invisible]).map(String::as_str).chain(HOSTILE);
    for (call, body) in every_call(&app, &token).await {
        for (field, text) in fields(&body).iter().flat_map(|field| texts.clone().map(move |text| (field, text))) {
            let status = app.post(&call.path, &with(&body, field, text)).await.status;
            assert!(!status.is_server_error(), "{} {field}: {status} {text:.40}", call.path);
        }
        // The database has a rule of its own for these characters.
        for address in addresses.iter().filter(|_| call.fields.iter().any(|field| field == "url")) {
            let mut body = with(&body, "url", address.as_str());
            body["text"] = format!("{TYPEABLE} {:?}", address.chars().last()).into();
            let status = app.post(&call.path, &body).await.status;
            assert!(!status.is_server_error(), "{} url: {status} {address:?}", call.path);
        }
    }
}

#[actix_web::test]
async fn no_number_in_any_field_causes_a_server_error() {
    let (app, token) = app().await;
    let numbers =
        ["-1", "-0.0", "1e308", "-1e308", "5e-324", "9223372036854775807", "9223372036854775808", "1e-400", "0.1e1"];
    for (call, body) in every_call(&app, &token).await {
        for (field, number) in fields(&body).iter().flat_map(|field| numbers.map(move |number| (field, number))) {
            let text = with(&body, field, "NUMBER").to_string().replace("\"NUMBER\"", number);
            let status = app.post_bytes(&call.path, text).await.status;
            assert!(!status.is_server_error(), "{} {field}: {number} {status}", call.path);
        }
        for text in ["NaN", "Infinity", "-Infinity", "1e400", "0x10", "01", "1_000", "+1"] {
            let text = with(&body, "more", "NUMBER").to_string().replace("\"NUMBER\"", text);
            app.post_bytes(&call.path, text).await.refuses(400, "malformed");
        }
    }
}

#[actix_web::test]
async fn deeply_nested_bodies_are_refused() {
    let (app, token) = app().await;
    let nest = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for (call, body) in every_call(&app, &token).await {
        for field in fields(&body) {
            let nested = |depth| with(&body, &field, "NEST").to_string().replace("\"NEST\"", &nest(depth));
            assert_eq!(app.post_bytes(&call.path, nested(100)).await.status, 422, "{} {field}", call.path);
            let answer = app.post_bytes(&call.path, nested(20_000)).await;
            answer.refuses(400, "malformed");
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn the_last_of_two_fields_with_the_same_name_counts() {
    let (app, token) = app().await;
    for (call, body) in every_call(&app, &token).await {
        for field in fields(&body) {
            let twice = format!("{},\"{field}\":[]}}", body.to_string().trim_end_matches('}'));
            let answer = app.post_bytes(&call.path, twice).await;
            refused(&answer, &call.path);
            assert!(answer.body.starts_with(&format!("{field}: ")), "{} {answer:?}", call.path);
        }
        if call.required.iter().any(|field| field == "token") {
            let twice = format!("{},\"token\":\"another\"}}", body.to_string().trim_end_matches('}'));
            app.post_bytes(&call.path, twice).await.refuses(401, "not-logged-in");
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn an_invalid_token_is_refused_by_every_call_that_needs_one() {
    let (app, token) = app().await;
    let other = App::start().await;
    let forged = other.signup("ana").await;
    let (gone, revoked) = (app.signup("gone").await, app.signup("revoked").await);
    app.post("/api/deleteaccount", &json!({ "token": gone, "confirmationText": "IRREVERSIBLE" })).await.json();
    app.execute("UPDATE users SET token_version = token_version + 1 WHERE username = 'revoked'");
    let unsigned = token.rsplit_once('.').expect("it has three parts").0.to_owned() + ".";
    let texts = [forged.as_str(), &gone, &revoked, &unsigned, "", "\0", "a.b.c"].map(|text| json!(text));
    for (call, body) in every_call(&app, &token).await {
        if call.required.iter().any(|field| field == "token") {
            // A stranger does not learn which fields are invalid.
            let wrong = json!(call.fields.iter().map(|field| (field.as_str(), [])).collect::<HashMap<_, [u8; 0]>>());
            for bad in texts.iter().chain([&json!(null), &json!(7), &json!([token])]) {
                for body in [&body, &wrong] {
                    app.post(&call.path, &with(body, "token", bad.clone())).await.refuses(401, "not-logged-in");
                }
            }
            app.post_bytes(&call.path, "").await.refuses(401, "not-logged-in");
        }
    }
    app.execute("DELETE FROM users WHERE username = 'revoked'");
    nothing_changed(&app);
}

#[actix_web::test]
async fn no_one_acts_for_another_user_by_naming_them() {
    let (app, ana) = app().await;
    let eve = app.signup("eve").await;
    let before = app.number(ANA_AS_A_NUMBER);
    let id = app.user_id("ana");
    for (call, mut body) in every_call(&app, &eve).await {
        for (field, value) in
            [("user", json!("ana")), ("userId", json!(id)), ("user_id", json!(id)), ("owner", json!(id))]
        {
            body[field] = value;
        }
        for (field, value) in [("id", json!(id)), ("username", json!("ana")), ("email", json!("ana@example.org"))] {
            if !call.fields.iter().any(|known| known == field) {
                body[field] = value;
            }
        }
        let status = app.post(&call.path, &body).await.status;
        assert!(!status.is_server_error(), "{} {status}", call.path);
        if call.path.starts_with("/api/admin") {
            assert_eq!(status, 403, "{}", call.path);
        }
    }
    assert_eq!(app.number(ANA_AS_A_NUMBER), before);
    assert_eq!(app.post("/api/isloggedin", &json!({ "token": ana })).await.json()["loggedin"], true);
    assert_eq!(app.number(&format!("SELECT count(*) FROM practice_results WHERE user_id = {id}")), 0.0);
}

#[actix_web::test]
async fn a_body_that_is_not_a_json_object_is_refused() {
    let (app, token) = app().await;
    let bodies: [&[u8]; 9] = [
        b"{",
        b"null",
        b"[]",
        b"[\"ana\"]",
        b"\"ana\"",
        b"username=ana",
        b"{\"username\": \"\xff\"}",
        b"{\"username\": \"\\ud800\"}",
        b"{\"wpm\": 1e999}",
    ];
    for (call, _) in every_call(&app, &token).await {
        for body in bodies {
            app.post_bytes(&call.path, body.to_vec()).await.refuses(400, "malformed");
        }
    }
}

#[actix_web::test]
async fn a_body_of_more_than_64_kib_is_refused_except_for_images_and_keys() {
    let (app, token) = app().await;
    for (call, body) in every_call(&app, &token).await {
        let kib = match call.path.as_str() {
            "/api/admin/addskin" => 405,
            "/api/singleplayer" => 384,
            _ => 64,
        };
        for length in [(kib + 1) * 1024, 1024 * 1024] {
            app.post(&call.path, &with(&body, "more", "x".repeat(length)))
                .await
                .refuses(413, &format!("too-large; kib={kib}"));
        }
    }
}

#[actix_web::test]
async fn a_body_that_does_not_arrive_times_out() {
    let app = App::start_with(Settings { body_timeout: Duration::from_millis(200), ..without_limits() }).await;
    let mut stream = TcpStream::connect(app.host()).await.expect("the api listens");
    let head = "POST /api/login HTTP/1.1\r\nHost: colibri\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.expect("the api reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the api answers and closes");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.ends_with("The request took too long to arrive."), "{answer}");
}

#[actix_web::test]
async fn an_address_that_sends_too_many_bodies_at_once_is_refused_and_others_are_not() {
    let networks = vec!["127.0.0.0/8".parse().expect("it is a network")];
    let trusted_proxies = TrustedProxies { networks, ..TrustedProxies::default() };
    let settings = Settings { trusted_proxies, body_timeout: Duration::from_mins(1), ..without_limits() };
    for (path, length, at_once) in [("/api/login", 64 * 1024, 64), ("/api/admin/addskin", 100 * 1024, 1)] {
        let app = App::start_with(settings.clone()).await;
        let begin = async || {
            let mut stream = TcpStream::connect(app.host()).await.expect("the api listens");
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: colibri\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: {length}\r\n\r\n{{{:5000}",
                ""
            );
            stream.write_all(head.as_bytes()).await.expect("the api reads");
            stream
        };
        let mut streams = join_all((0..=at_once).map(|_| begin())).await;
        let answers = streams.iter_mut().map(|stream| {
            Box::pin(async move {
                let mut answer = String::new();
                stream.read_to_string(&mut answer).await.map(|_| answer)
            })
        });
        let (answer, _, others) = select_all(answers).await;
        let answer = answer.expect("the api answers and closes");
        assert!(answer.starts_with("HTTP/1.1 503 "), "{path}: {answer}");
        assert_eq!(others.len(), at_once);
        let headers = [("content-type", "application/json"), ("x-forwarded-for", "192.0.2.2")];
        let body = " ".repeat(length - 2) + "{}";
        assert_ne!(app.post_with(path, &headers, body).await.status, 503, "{path}");
    }
}

#[actix_web::test]
async fn a_body_for_which_there_is_no_space_is_not_counted() {
    let app = App::start_with(Settings { body_timeout: Duration::from_mins(10), ..Settings::default() }).await;
    let begin = async || {
        let mut stream = TcpStream::connect(app.host()).await.expect("the api listens");
        let head = "POST /api/login HTTP/1.1\r\nHost: colibri\r\nContent-Length: 65536\r\n\r\n";
        stream.write_all(format!("{head}{{{:5000}", "").as_bytes()).await.expect("the api reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("the api answers and closes");
        answer
    };
    // All but one of these have the space of this address, for as long as the test lasts.
    let (_, _, _waiting) = select_all((0..=64).map(|_| Box::pin(begin()))).await;
    // More than an address may call.
    for _ in 0..11 {
        for answer in join_all((0..100).map(|_| begin())).await {
            assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        }
    }
}

#[actix_web::test]
async fn strangers_long_bodies_take_no_place_of_those_with_a_token() {
    let networks = vec!["127.0.0.0/8".parse().expect("it is a network")];
    let trusted_proxies = TrustedProxies { networks, ..TrustedProxies::default() };
    let app = App::start_with(Settings { trusted_proxies, ..without_limits() }).await;
    let token = app.signup("ana").await;
    let mut strangers = vec![];
    for n in 1..=4 {
        let mut stream = TcpStream::connect(app.host()).await.expect("the api listens");
        let head = format!(
            "POST /api/singleplayer HTTP/1.1\r\nHost: colibri\r\nX-Forwarded-For: 192.0.2.{n}\r\nContent-Length: 300000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("the api reads");
        stream.write_all(&[b' '; 250_000]).await.expect("the api reads");
        strangers.push(stream);
    }
    let body = format!(r#"{{"token":"{token}","time":"{}"}}"#, "x".repeat(200_000));
    assert_eq!(app.post_bytes("/api/singleplayer", body).await.status, 422);
}

#[actix_web::test]
async fn unknown_fields_are_ignored() {
    let (app, token) = app().await;
    app.execute(ADD_RACE);
    for (path, mut body) in calls(&token) {
        body["more"] = json!({ "of": ["everything"] });
        assert_eq!(app.post(path, &body).await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn an_unknown_path_is_404() {
    let (app, _) = app().await;
    for path in ["/api", "/api/", "/api/nothing", "/api/signup/", "/api/account", "/api/singleplayer/stats/x"] {
        assert_eq!(app.post(path, &json!({})).await.status, 404, "{path}");
        assert_eq!(app.get(path).await.status, 404, "{path}");
    }
}
