//! Results from the engine: each is recorded once, with the stats in the same transaction.

use std::time::Duration;

use serde_json::json;
use shared::messages::{RecordError, RecordResult, Recorded, Standing};
use shared::racer::{RaceResult, SeatProof};
use shared::{GuestId, RacerId, RoomCode, TextId, UserId};
use typing::score::{self, MAX_WPM};

use crate::support::postgres;
use crate::support::results::{STATS_THAT_DIFFER, TEXT, is_before, is_now, racer, result, result_at, send};

#[actix_web::test]
async fn the_stats_are_the_sums_of_the_results() {
    let (app, to) = racer().await;
    let runs = [(88.54, 98.5, true), (61.2, 100.0, false), (120.01, 93.33, true), (10.0, 0.0, false)];
    for (wpm, accuracy, won) in runs {
        let mut message = result_at(wpm, &app, "ana");
        message.result = RaceResult { accuracy, won, ..message.result };
        assert!(is_now(&send(&to, &message).await));
        assert!(is_before(&send(&to, &message).await), "each counts once");
    }
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!(stats["racesTotal"], 4);
    assert_eq!(stats["racesWon"], 2);
    assert_eq!(stats["wpm"], 69.94);
    assert_eq!(stats["accuracy"], 72.96);
    assert_eq!(stats["bestRace"], 120.01);
    let seconds: f64 = runs.iter().map(|(wpm, ..)| score::time_at(*wpm, TEXT.len()).as_secs_f64()).sum();
    assert!((stats["time"].as_f64().expect("seconds") - seconds).abs() < 0.01, "{stats}");
}

#[actix_web::test]
async fn an_unranked_result_is_saved_but_counts_for_nothing() {
    let (app, to) = racer().await;
    let mut fast = result_at(349.9, &app, "ana");
    fast.result = RaceResult { won: false, unranked: true, ..fast.result };
    let standing = Standing { unranked: true, unverified: true, ..Standing::default() };
    let saved = Ok(Recorded::Now { skins: Vec::new(), standing: standing.clone() });
    assert_eq!(send(&to, &fast).await, saved);
    assert_eq!(send(&to, &fast).await, Ok(Recorded::Before(standing)));
    assert_eq!(app.number("SELECT count(*) FROM results WHERE unranked"), 1.0);
    assert_eq!(app.number("SELECT (SELECT count(*) FROM user_stats) + (SELECT count(*) FROM owned_skins)"), 0.0);

    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    fast.race = result(&app, "ana").race;
    assert_eq!(send(&to, &fast).await, saved);
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["bestRace"]), (&json!(1), &json!(88.54)));
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}

#[actix_web::test]
async fn a_result_for_a_seat_that_the_api_did_not_give_is_refused_permanently() {
    let (app, to) = racer().await;
    app.signup("boo").await;
    let good = result(&app, "ana");
    let (ana, boo) = (good.result.racer, UserId(app.user_id("boo")).into());
    let other_site = crate::support::App::start().await;
    let proofs = [
        ("made up", SeatProof("1795600000.c2lnbmVk".to_owned())),
        ("another racer's", app.tokens.seat_proof(boo, good.room)),
        ("for another room", app.tokens.seat_proof(ana, RoomCode::from_random(1))),
        ("with another key", other_site.tokens.seat_proof(ana, good.room)),
    ];
    for (case, proof) in proofs {
        let answer = send(&to, &RecordResult { proof, ..good.clone() }).await;
        assert_eq!(answer, Err(RecordError::Impossible("the api did not give this seat".to_owned())), "{case}");
    }
    assert_eq!(app.number("SELECT (SELECT count(*) FROM races) + (SELECT count(*) FROM user_stats)"), 0.0);
    // Any api of the site accepts the proof.
    let beside = app.start_beside(api::Settings::default()).await.api.start_result_recorder();
    assert!(is_now(&send(&beside, &good).await));
}

#[actix_web::test]
async fn the_seat_of_a_call_is_proven_by_what_the_engine_gets() {
    let (app, to) = racer().await;
    let token = app.login("ana").await;
    let good = result(&app, "ana");
    app.post("/api/play", &json!({ "token": token, "code": good.room.as_str() })).await.json();
    let proof = app.engine().seats_asked[0].proof.clone();
    assert!(is_now(&send(&to, &RecordResult { proof, ..good }).await));
}

#[actix_web::test]
async fn the_speed_is_that_of_the_text_and_the_time_whatever_the_engine_says() {
    let (app, to) = racer().await;
    let mut message = result_at(60.0, &app, "ana");
    message.result.wpm = 349.0;
    assert!(is_now(&send(&to, &message).await));
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!(stats["bestRace"], 60.0);
}

#[actix_web::test]
async fn an_impossible_result_is_refused_permanently_and_leaves_nothing() {
    let (app, to) = racer().await;
    let good = result(&app, "ana");
    let with = |change: fn(&mut RecordResult)| {
        let mut message = good.clone();
        change(&mut message);
        message
    };
    let of = |racer: RacerId| {
        let proof = app.tokens.seat_proof(racer, good.room);
        RecordResult { result: RaceResult { racer, ..good.result.clone() }, proof, ..good.clone() }
    };
    let cases = [
        ("nobody's account", of(UserId(-1).into())),
        ("a guest's", of(RacerId::Guest(GuestId(7)))),
        ("a text that does not exist", with(|message| message.text = TextId(-1))),
        ("an impossible speed", with(|message| message.result.time = score::time_at(MAX_WPM + 0.1, TEXT.len()))),
        ("an impossible accuracy", with(|message| message.result.accuracy = 100.5)),
        ("no time", with(|message| message.result.time = Duration::ZERO)),
        ("a time out of range", with(|message| message.result.time = Duration::MAX)),
        ("a place out of range", with(|message| message.result.place = usize::MAX)),
        ("a winner who is not first", with(|message| message.result.place = 2)),
    ];
    for (case, message) in cases {
        let answer = send(&to, &message).await;
        assert!(matches!(answer, Err(RecordError::Impossible(_))), "{case}: {answer:?}");
    }
    let left =
        "SELECT (SELECT count(*) FROM races) + (SELECT count(*) FROM results) + (SELECT count(*) FROM user_stats)";
    assert_eq!(app.number(left), 0.0);
    assert!(is_now(&send(&to, &good).await));
}

#[actix_web::test]
async fn the_highest_speed_is_the_same_in_the_rules_and_in_the_schema() {
    let (app, to) = racer().await;
    assert!(is_now(&send(&to, &result_at(MAX_WPM, &app, "ana")).await));
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    app.execute(&format!("UPDATE user_stats SET best_wpm = {MAX_WPM}"));
    let token = app.login("ana").await;
    let practice =
        |wpm: f64| json!({ "token": token, "time": 30, "wpm": wpm, "accuracy": 98, "date": "2026-01-02T03:04:05Z" });
    assert_eq!(app.post("/api/singleplayer", &practice(MAX_WPM)).await.status, 200);
    assert_eq!(app.post("/api/singleplayer", &practice(MAX_WPM + 0.01)).await.status, 422);
    for (table, column) in
        [("results", "wpm"), ("user_stats", "best_wpm"), ("practice_results", "wpm"), ("practice_stats", "best_wpm")]
    {
        let faster = format!("UPDATE {table} SET {column} = {column} + 0.01");
        assert!(postgres::try_execute(&app.database_url, &faster).is_err(), "{table}.{column}");
    }
}

#[actix_web::test]
async fn a_result_is_retried_while_the_database_is_down() {
    let (app, to) = racer().await;
    let message = result(&app, "ana");
    let name = app.database_url.split(['/', '?']).nth(3).expect("the address has a name").to_owned();
    let server = postgres::server_url();
    postgres::execute(&server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false"));
    let sessions = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    postgres::execute(&server, &sessions);
    assert_eq!(send(&to, &message).await, Err(RecordError::Unavailable));
    let answer = app.post("/api/getstats", &json!({ "username": "ana" })).await;
    answer.refuses(503, "unavailable");
    assert!(app.api.obstacle().await.is_some());
    postgres::execute(&server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true"));
    assert!(is_now(&send(&to, &message).await));
    assert_eq!(app.api.obstacle().await, None);
}

#[actix_web::test]
async fn results_count_for_the_language_of_their_text() {
    let (app, to) = racer().await;
    app.execute(&format!(
        "INSERT INTO texts (language, author, text, source) VALUES ('es', 'A', '{}', 'A test')",
        TEXT.replacen("A text", "Un texto", 1)
    ));
    let spanish = TextId(app.number("SELECT id FROM texts WHERE language = 'es'") as i64);
    for (wpm, text) in [(60.0, None), (80.0, Some(spanish)), (90.0, Some(spanish)), (70.0, None)] {
        let mut message = result_at(wpm, &app, "ana");
        message.text = text.unwrap_or(message.text);
        assert!(is_now(&send(&to, &message).await));
    }
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    for (language, races) in [(json!(null), 4), (json!("en"), 2), (json!("es"), 2)] {
        let asked = json!({ "username": "ana", "language": language });
        let stats = app.post("/api/getstats", &asked).await.json();
        assert_eq!((&stats["racesTotal"], &stats["racesWon"]), (&json!(races), &json!(races)), "{language}");
        let board = app.post("/api/leaderboard", &json!({ "type": "wpm", "language": language })).await.json();
        assert_eq!(board["data"][0]["racesTotal"], races, "{language}");
        assert_eq!(board["data"][0]["bestRace"], stats["bestRace"], "{language}");
    }
}
