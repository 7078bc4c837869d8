//! Bad input over every call: a 4xx with a sentence for people, never a 5xx, and nothing changes.

use std::time::Duration;

use api::Settings;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::app::{signup_form, without_limits};
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
    "\u{feff}ana\u{200b}",
    "🐦🏁👩‍👩‍👧‍👦",
    "%s%n{}${7*7}../../etc/passwd",
];

/// The calls that need no field but the token.
const TOKEN_ONLY: [&str; 5] = [
    "/api/isloggedin",
    "/api/multiplayer",
    "/api/singleplayer/stats",
    "/api/account/verifyanother",
    "/api/shop/getShop",
];

/// The other calls that have a body, each with one that it takes.
fn calls(token: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("/api/signup", signup_form("bob")),
        ("/api/login", json!({ "email": "ana@example.org", "password": PASSWORD })),
        ("/api/getstats", json!({ "username": "ana" })),
        ("/api/leaderboard", json!({ "type": "wpm" })),
        ("/api/play", json!({ "token": token, "code": "k3f9wq2m" })),
        (
            "/api/singleplayer",
            json!({ "token": token, "time": 30, "wpm": 60, "accuracy": 98, "date": "2026-01-02T03:04:05Z" }),
        ),
        ("/api/account/forgot", json!({ "email": "nobody@example.org" })),
        ("/api/changecountry", json!({ "token": token, "country": "CR" })),
        ("/api/changeskin", json!({ "token": token, "skin": "hummingbird" })),
    ]
}

/// The calls that end or change an account when they are taken, or need a code from a mail; each with a body that has
/// every field in its form, and is refused for another reason.
fn calls_that_refuse(token: &str) -> Vec<(&'static str, Value)> {
    let new = "magenta throat at noon";
    vec![
        ("/api/account/verify", json!({ "username": "ana", "code": "c0de" })),
        ("/api/account/reset", json!({ "username": "ana", "code": "c0de", "password": new, "passwordConfirm": new })),
        ("/api/changeusername", json!({ "token": token, "username": "taken" })),
        ("/api/account/changeemail", json!({ "token": token, "email": "ana@example.org", "password": PASSWORD })),
        (
            "/api/account/changepassword",
            json!({ "token": token, "oldPassword": "not mine", "newPassword": new, "confirmPassword": new }),
        ),
        ("/api/unlockskin", json!({ "token": token, "skin": "snowcap" })),
        ("/api/deleteaccount", json!({ "token": token, "confirmationText": "no" })),
    ]
}

/// Every call that has a body with fields.
fn calls_with_fields(token: &str) -> Vec<(&'static str, Value)> {
    calls(token).into_iter().chain(calls_that_refuse(token)).collect()
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
    let app = App::start().await;
    let token = app.signup("ana").await;
    (app, token)
}

/// Nothing of what was refused left a trace.
fn nothing_changed(app: &App) {
    assert_eq!(app.number("SELECT count(*) FROM users"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM practice_results"), 0.0);
    assert_eq!(app.number("SELECT count(*) FROM owned_skins"), 0.0);
    // The mail of the signup, and no other.
    assert_eq!(app.number("SELECT count(*) FROM mails"), 1.0);
    let as_it_was = "username = 'ana' AND email = 'ana@example.org' AND country = 'CR' AND token_version = 1";
    assert_eq!(app.number(&format!("SELECT count(*) FROM users WHERE {as_it_was}")), 1.0);
}

#[actix_web::test]
async fn a_missing_field_is_named() {
    let (app, token) = app().await;
    for (path, body) in calls_with_fields(&token) {
        let fields: Vec<String> = body.as_object().expect("it is an object").keys().cloned().collect();
        for field in fields.iter().filter(|field| *field != "token") {
            let mut body = body.clone();
            body.as_object_mut().expect("it is an object").remove(field);
            app.post(path, &body).await.refuses(422, &format!("{field}: is missing."));
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn a_field_of_the_wrong_type_is_named() {
    let (app, token) = app().await;
    for (path, body) in calls_with_fields(&token) {
        for (field, value) in body.as_object().expect("it is an object").iter().filter(|(field, _)| *field != "token") {
            let other = if value.is_string() { json!(5) } else { json!("5") };
            for wrong in [json!(null), json!(true), json!([]), json!({}), json!([value]), json!({ "0": value }), other]
            {
                let mut body = body.clone();
                body[field] = wrong;
                let answer = app.post(path, &body).await;
                refused(&answer, &format!("{path} {body}"));
                assert_eq!(
                    (answer.status.as_u16(), answer.body.starts_with(&format!("{field}: "))),
                    (422, true),
                    "{answer:?}"
                );
            }
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn hostile_text_is_refused_in_every_field() {
    let (app, token) = app().await;
    for (path, body) in calls_with_fields(&token) {
        for field in body.as_object().expect("it is an object").keys() {
            for hostile in HOSTILE {
                if (field.as_str(), hostile) == ("country", "") {
                    continue;
                }
                let mut body = body.clone();
                body[field] = hostile.into();
                refused(&app.post(path, &body).await, &format!("{path} {body}"));
            }
        }
    }
    nothing_changed(&app);
}

#[actix_web::test]
async fn what_is_no_json_object_is_refused() {
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
    let deep = "[".repeat(10_000);
    for (path, _) in calls_with_fields(&token).into_iter().chain(TOKEN_ONLY.map(|path| (path, json!({})))) {
        for body in bodies.into_iter().chain([deep.as_bytes()]) {
            app.post_bytes(path, body.to_vec()).await.refuses(400, "The request must be a JSON object.");
        }
    }
}

#[actix_web::test]
async fn a_body_of_more_than_64_kib_is_refused() {
    let (app, token) = app().await;
    for (path, mut body) in calls_with_fields(&token).into_iter().chain(TOKEN_ONLY.map(|path| (path, json!({})))) {
        for length in [64 * 1024, 1024 * 1024] {
            body["more"] = "x".repeat(length).into();
            app.post(path, &body).await.refuses(413, "The request is larger than 64 KiB.");
        }
    }
}

#[actix_web::test]
async fn a_body_that_does_not_arrive_is_not_waited_for_without_end() {
    let app = App::start_with(Settings { body_wait: Duration::from_millis(200), ..without_limits() }).await;
    let mut stream = TcpStream::connect(app.host()).await.expect("the api listens");
    let head = "POST /api/login HTTP/1.1\r\nHost: colibri\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.expect("the api reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the api answers and closes");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.ends_with("The request took too long to arrive."), "{answer}");
}

#[actix_web::test]
async fn fields_that_nobody_knows_are_ignored() {
    let (app, token) = app().await;
    for (path, mut body) in calls(&token) {
        body["more"] = json!({ "of": ["everything"] });
        assert_eq!(app.post(path, &body).await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn an_unknown_path_is_404_and_a_wrong_method_is_405() {
    let (app, token) = app().await;
    for path in ["/api", "/api/", "/api/nothing", "/api/signup/", "/api/account", "/api/singleplayer/stats/x"] {
        assert_eq!(app.post(path, &json!({})).await.status, 404, "{path}");
        assert_eq!(app.get(path).await.status, 404, "{path}");
    }
    for path in calls_with_fields(&token).into_iter().map(|(path, _)| path).chain(TOKEN_ONLY) {
        let answer = app.get(path).await;
        answer.refuses(405, "This call takes POST only.");
        assert_eq!(answer.header("allow"), "POST");
    }
    app.post("/api/gettext", &json!({})).await.refuses(405, "This call takes GET only.");
}

#[actix_web::test]
async fn every_answer_is_for_this_moment_only_and_is_what_it_says_it_is() {
    let (app, _) = app().await;
    for path in ["/api/isloggedin", "/api/leaderboard", "/api/play", "/api/nothing"] {
        let answer = app.post(path, &json!({})).await;
        assert_eq!((answer.header("cache-control"), answer.header("x-content-type-options")), ("no-store", "nosniff"));
    }
}
