//! The public API at `/api/v1`.

use std::collections::BTreeSet;
use std::time::Duration;

use api::Settings;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use shared::messages::RecordResult;

use crate::api_keys::{key, list, make, revoke};
use crate::support::app::without_limits;
use crate::support::engine::race;
use crate::support::results::{TEXT, result, result_at, seen, send, short, typed};
use crate::support::{Answer, App, document};

const NO_KEY: &str = "invalid-api-key";

/// Returns an app with one user, who has raced twice with a rank, once without, and practiced; and a key of the user.
async fn ana_who_raced(settings: Settings) -> (App, String) {
    let app = App::start_with(settings).await;
    let token = app.signup("ana").await;
    app.set_texts(&[TEXT]);
    let recorder = app.api.start_result_recorder();
    let mut unranked = result_at(120.0, &app, "ana");
    (unranked.result.unranked, unranked.result.won) = (true, false);
    for result in [result(&app, "ana"), result_at(60.0, &app, "ana"), unranked] {
        assert!(send(&recorder, &result).await.is_ok());
    }
    let practice = json!({ "token": token, "time": 30, "wpm": 200, "accuracy": 99, "date": "2026-01-02T03:04:05Z" });
    app.post("/api/singleplayer", &practice).await.json();
    let key = key(&app, &token).await;
    (app, key)
}

async fn get(app: &App, key: &str, path: &str) -> Answer {
    app.get_with(&format!("/api/v1{path}"), &[("authorization", &format!("Bearer {key}"))]).await
}

/// Returns the JSON without its dates, which no test knows.
fn undated(mut json: Value) -> Value {
    match &mut json {
        Value::Object(fields) => {
            fields.remove("date");
            fields.values_mut().for_each(|value| *value = undated(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = undated(item.take())),
        _ => {}
    }
    json
}

#[actix_web::test]
async fn a_profile_has_the_statistics_that_the_site_shows() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let profile = get(&app, &key, "/users/ANA").await;
    assert_eq!(profile.header("content-type"), "application/json");
    let profile = profile.json();
    assert_eq!(profile, app.post("/api/getstats", &json!({ "username": "ana" })).await.json());
    let expected = json!({ "username": "ana", "country": "CR", "skin": "hummingbird", "accuracy": 98.5, "racesTotal": 2,
        "racesWon": 2, "bestRace": profile["bestRace"], "bestRaceId": profile["bestRaceId"], "wpm": profile["wpm"],
        "time": profile["time"], "divisions": [] });
    assert_eq!(undated(profile), expected);
    let in_spanish = get(&app, &key, "/users/ana?language=es").await.json();
    assert_eq!((&in_spanish["username"], &in_spanish["racesTotal"]), (&json!("ana"), &json!(0)));
}

#[actix_web::test]
async fn bests_are_of_ranked_races_and_never_of_practice() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let wpm = get(&app, &key, "/users/ana").await.json()["bestRace"].clone();
    let bests = undated(get(&app, &key, "/users/ana/bests").await.json());
    let best = json!({ "language": "en", "length": "short", "wpm": wpm, "accuracy": 98.5 });
    assert_eq!(bests, json!({ "bests": [best] }));
    assert_eq!(get(&app, &key, "/users/ana/bests?language=es").await.json(), json!({ "bests": [] }));
}

#[actix_web::test]
async fn a_leaderboard_has_one_number_for_each_statistic() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let profile = undated(get(&app, &key, "/users/ana").await.json());
    let row = json!({ "username": "ana", "country": "CR", "wpm": profile["wpm"], "accuracy": 98.5, "racesTotal": 2,
        "racesWon": 2, "bestRace": profile["bestRace"] });
    for query in ["", "?order=age", "?order=bestRace&language=en"] {
        let board = get(&app, &key, &format!("/leaderboard{query}")).await.json();
        assert_eq!(undated(board), json!({ "rows": [row] }), "{query}");
    }
    assert_eq!(get(&app, &key, "/leaderboard?language=es").await.json(), json!({ "rows": [] }));
}

#[actix_web::test]
async fn the_board_of_a_day_and_a_replay_are_those_that_guests_see() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let ana = app.login("ana").await;
    app.post("/api/today/start", &json!({ "token": ana, "language": "en" })).await.json();
    let result = RecordResult { race: race(), ..seen(&typed(TEXT, 80.0, 1), &app, "ana") };
    assert!(send(&app.api.start_result_recorder(), &result).await.is_ok());
    let today = app.post("/api/today", &json!({ "language": "en" })).await.json();
    let day = today["day"].as_str().expect("it is a date");
    let board = get(&app, &key, &format!("/days/{day}")).await.json();
    assert_eq!((&board["racers"], &board["board"][0]["username"]), (&json!(1), &json!("ana")));
    for field in ["day", "language", "board", "racers"] {
        assert_eq!(board[field], today[field], "{field}");
    }
    let other = get(&app, &key, &format!("/days/{day}?language=es")).await.json();
    assert_eq!(other, json!({ "day": day, "language": "es", "board": [], "racers": 0 }));
    get(&app, &key, "/days/today").await.refuses(422, "not-date; field=day");

    let id = short(race());
    app.post("/api/hidereplay", &json!({ "token": ana, "race": id, "hidden": true })).await.json();
    let replay = get(&app, &key, &format!("/replays/{id}")).await.json();
    assert_eq!(replay, app.post("/api/replay", &json!({ "race": id })).await.json());
    assert_eq!((&replay["lanes"][0]["isHidden"], &replay["lanes"][0]["keystrokes"]), (&json!(true), &json!(null)));
    get(&app, &key, "/replays/nope").await.refuses(404, "unknown-race");
}

#[actix_web::test]
async fn unknown_users_and_invalid_parameters_are_refused_with_their_codes() {
    let (app, key) = ana_who_raced(without_limits()).await;
    for path in ["/users/nobody", "/users/a", "/users/%C3%B1%20x", "/users/nobody/bests"] {
        get(&app, &key, path).await.refuses(404, "unknown-user");
    }
    get(&app, &key, "/users/ana?language=fr").await.refuses(422, "wrong-type; field=language");
    get(&app, &key, "/users/a%00b").await.refuses(422, "nul-character; field=username");
    let refused = get(&app, &key, "/leaderboard?order=fame").await;
    refused.refuses(422, "wrong-type; field=order");
    for path in ["", "/", "/users", "/users/", "/users/ana/", "/users/ana/races", "/nothing"] {
        let refused = get(&app, &key, path).await;
        assert_eq!(refused.error(), (404, "unknown-call"), "{path}");
    }
}

#[actix_web::test]
async fn a_call_without_a_good_key_is_refused_and_learns_nothing() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let other = App::with_ana().await;
    let foreign = crate::api_keys::key(&other.0, &other.1).await;
    let wrong = ["", &format!("{key}x"), &key[..47], &foreign].map(|key| format!("Bearer {key}"));
    for header in wrong.iter().map(String::as_str).chain(["", "Bearer", "Basic YTpi", &key]) {
        for path in ["/api/v1/users/ana", "/api/v1/users/nobody", "/api/v1/leaderboard?order=fame"] {
            let refused = app.get_with(path, &[("authorization", header)]).await;
            refused.refuses(401, NO_KEY);
            assert_eq!((refused.header("www-authenticate"), refused.header("cache-control")), ("Bearer", "no-store"));
        }
    }
    app.get(&format!("/api/v1/users/ana?key={key}")).await.refuses(401, NO_KEY);
    assert_eq!(app.get_with("/api/v1/users/ana", &[("authorization", &format!("bearer {key}"))]).await.status, 200);
}

#[actix_web::test]
async fn a_key_is_used_until_it_is_revoked_or_its_account_deleted() {
    let (app, ana) = App::with_ana().await;
    let bob = app.signup("bob").await;
    let (first, of_bob) = (key(&app, &ana).await, key(&app, &bob).await);
    let second = make(&app, &ana, "Second").await.json()["key"].as_str().expect("it is text").to_owned();
    let status = async |key: &str| get(&app, key, "/users/bob").await.status.as_u16();
    assert_eq!([status(&first).await, status(&second).await, status(&of_bob).await], [200; 3]);
    let today = app.text("SELECT (now() AT TIME ZONE 'UTC')::date::text");
    assert_eq!(list(&app, &ana).await[0]["lastUsed"], json!(today));
    revoke(&app, &ana, "Class board").await.json();
    assert_eq!([status(&first).await, status(&second).await], [401, 200]);
    app.post("/api/account/logouteverywhere", &json!({ "token": ana })).await.json();
    assert_eq!(status(&second).await, 200, "keys are no sessions");
    let delete = json!({ "token": app.login("ana").await, "confirmationText": "IRREVERSIBLE" });
    app.post("/api/deleteaccount", &delete).await.json();
    assert_eq!([status(&second).await, status(&of_bob).await], [401, 200]);
}

#[actix_web::test]
async fn an_answer_that_has_not_changed_is_not_sent_again() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let bearer = format!("Bearer {key}");
    let ask = async |tag: &str| {
        app.get_with("/api/v1/users/ana", &[("authorization", &bearer), ("if-none-match", tag)]).await
    };
    let first = get(&app, &key, "/users/ana").await;
    let tag = first.header("etag").to_owned();
    assert_eq!(first.header("cache-control"), "private, max-age=60");
    for known in [tag.as_str(), &format!("\"other\", {tag}"), "*"] {
        let again = ask(known).await;
        assert_eq!((again.status.as_u16(), again.body.as_str(), again.header("etag")), (304, "", tag.as_str()));
    }
    assert_eq!(ask("\"other\"").await.status, 200);
    app.execute("UPDATE user_stats SET races_total = races_total + 1");
    let changed = ask(&tag).await;
    assert_eq!(changed.json()["racesTotal"], 3);
    assert_ne!(changed.header("etag"), tag);
}

#[actix_web::test]
async fn pages_of_other_sites_may_read_and_nothing_else() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let origin = ("origin", "https://club.example");
    let bearer = format!("Bearer {key}");
    let read = app.get_with("/api/v1/users/ana", &[origin, ("authorization", &bearer)]).await;
    assert_eq!((read.status.as_u16(), read.header("access-control-allow-origin")), (200, "*"));
    assert_eq!(read.header("access-control-allow-credentials"), "");
    for header in ["etag", "ratelimit-remaining", "retry-after", "colibri-error"] {
        let exposed = read.header("access-control-expose-headers").to_ascii_lowercase();
        assert!(exposed.split(',').any(|name| name.trim() == header), "{header}: {exposed}");
    }
    let refused = app.get_with("/api/v1/users/ana", &[origin]).await;
    assert_eq!(
        (refused.status.as_u16(), refused.header("access-control-allow-origin")),
        (401, "*"),
        "its code is read"
    );

    // A page that traces its requests adds headers to all of them.
    let added = "authorization,content-type,traceparent";
    let asks = async |path: &str, method: &str| {
        let headers = [origin, ("access-control-request-method", method), ("access-control-request-headers", added)];
        app.send(Method::OPTIONS, path, &headers).await
    };
    let preflight = asks("/api/v1/users/ana", "GET").await;
    assert_eq!((preflight.status.as_u16(), preflight.header("access-control-allow-origin")), (200, "*"));
    for header in added.split(',') {
        assert!(preflight.header("access-control-allow-headers").to_ascii_lowercase().contains(header), "{header}");
    }
    assert_eq!(asks("/api/v1/users/ana", "DELETE").await.status, 400);
    for path in ["/api/getstats", "/api/gettext", "/api/openapi.json"] {
        assert_eq!(asks(path, "GET").await.header("access-control-allow-origin"), "", "{path}");
        assert_eq!(app.get_with(path, &[origin]).await.header("access-control-allow-origin"), "", "{path}");
    }
}

#[actix_web::test]
async fn each_key_has_calls_of_its_own_and_is_told_how_many() {
    let (app, first) = ana_who_raced(Settings::default()).await;
    let second = make(&app, &app.login("ana").await, "Second").await.json()["key"].as_str().expect("text").to_owned();
    let rate =
        |answer: &Answer, name: &str| answer.header(&format!("ratelimit-{name}")).parse::<u64>().expect("a number");
    let answer = get(&app, &first, "/leaderboard").await;
    assert_eq!((rate(&answer, "limit"), rate(&answer, "remaining")), (60, 59));
    let mut n_accepted = 1;
    let refused = loop {
        let answer = get(&app, &first, "/users/ana").await;
        if answer.status != 200 {
            break answer;
        }
        n_accepted += 1;
        assert!(n_accepted < 1000, "it is never refused");
    };
    assert!(n_accepted >= 60, "{n_accepted}");
    refused.refuses_for_about(1);
    assert_eq!((refused.header("retry-after"), rate(&refused, "remaining")), ("1", 0));
    assert!((50..=60).contains(&rate(&refused, "reset")), "{refused:?}");
    assert_eq!(get(&app, &second, "/users/ana").await.status, 200);
    assert_eq!(app.post("/api/getstats", &json!({ "username": "ana" })).await.status, 200, "the site is not affected");
}

#[actix_web::test]
async fn calls_for_which_the_database_fails_are_not_counted() {
    let (app, key) = ana_who_raced(Settings::default()).await;
    app.execute("ALTER TABLE user_stats RENAME TO stats_away");
    for _ in 0..70 {
        let answer = get(&app, &key, "/users/ana").await;
        answer.refuses(503, "unavailable");
        assert_eq!(answer.header("ratelimit-remaining"), "60");
    }
    app.execute("ALTER TABLE stats_away RENAME TO user_stats");
    assert_eq!(get(&app, &key, "/users/ana").await.header("ratelimit-remaining"), "59");
}

#[actix_web::test]
async fn guesses_are_counted_by_address_before_they_are_looked_up() {
    let (app, key) = ana_who_raced(Settings::default()).await;
    let other = App::with_ana().await;
    let unknown = crate::api_keys::key(&other.0, &other.1).await;
    let at_once = |key: &str| {
        let (app, key) = (&app, key.to_owned());
        // More than are regained while they are sent.
        async move { join_all((0..50).map(|_| get(app, &key, "/users/ana"))).await }
    };
    for guess in [unknown.as_str(), "colibri_guess"] {
        let mut n_guesses = 0;
        while at_once(guess).await.iter().all(|answer| answer.status == 401) {
            n_guesses += 50;
            assert!(n_guesses < 5000, "they are never refused");
        }
    }
    let answers = at_once(&key).await;
    let refused = answers.iter().find(|answer| answer.status == 429).expect("too many calls came from the address");
    assert_eq!(refused.header("ratelimit-limit"), "", "the key was not looked up");
}

#[actix_web::test]
async fn a_board_is_cached_like_that_of_the_site() {
    let kept = Duration::from_secs(3600);
    let (app, key) = ana_who_raced(Settings { leaderboard_kept: kept, ..without_limits() }).await;
    let before = get(&app, &key, "/leaderboard").await.json();
    app.execute("UPDATE user_stats SET wpm_sum = wpm_sum + 1");
    assert_eq!(get(&app, &key, "/leaderboard").await.json(), before);
}

#[actix_web::test]
async fn answers_have_the_fields_and_statuses_of_the_document() {
    let (app, key) = ana_who_raced(without_limits()).await;
    let document = document::public_document(&app).await;
    let race = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    let race = race["bestRaceId"].as_str().expect("she has raced").to_owned();
    for call in document::calls_of(&document) {
        assert_eq!(call.method, "get", "{}", call.path);
        assert_eq!(call.operation["security"], json!([{ "key": [] }]), "{}", call.path);
        for status in [200, 304, 401, 422, 429, 503] {
            assert!(call.statuses().contains(&status), "{} {status}", call.path);
        }
        let path = call.path.replace("{username}", "ana").replace("{day}", "2026-11-27").replace("{race}", &race);
        let answer = app.get_with(&path, &[("authorization", &format!("Bearer {key}"))]).await.json();
        let schema = &call.operation["responses"]["200"]["content"]["application/json"]["schema"];
        let named = document::fields(&document, schema);
        let answered: BTreeSet<String> = answer.as_object().expect("it is an object").keys().cloned().collect();
        assert_eq!(answered, named, "{path}");
    }
}
