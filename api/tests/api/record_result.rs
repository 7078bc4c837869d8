//! Results from the engine: each is recorded once, with the stats in the same transaction.

use std::time::Duration;

use serde_json::json;
use shared::messages::{RaceResult, RecordError, RecordResult, Recorded};
use shared::score::MAX_WPM;
use shared::{TextId, UserId};

use crate::support::postgres;
use crate::support::results::{STATS_THAT_DIFFER, is_now, racer, result, send};

#[actix_web::test]
async fn the_stats_are_the_sums_of_the_results() {
    let (app, to) = racer().await;
    let runs = [(88.54, 98.5, true), (61.2, 100.0, false), (120.01, 93.33, true), (0.0, 0.0, false)];
    for (wpm, accuracy, won) in runs {
        let mut message = result(&app, "ana");
        message.result = RaceResult { wpm, accuracy, won, ..message.result };
        assert!(is_now(&send(&to, &message).await));
        assert_eq!(send(&to, &message).await, Ok(Recorded::Before), "each counts once");
    }
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!(stats["racesTotal"], 4);
    assert_eq!(stats["racesWon"], 2);
    assert_eq!(stats["wpm"], 67.44);
    assert_eq!(stats["accuracy"], 72.96);
    assert_eq!(stats["bestRace"], 120.01);
    assert_eq!(stats["time"], 124.28);
}

#[actix_web::test]
async fn an_unranked_result_is_saved_but_counts_for_nothing() {
    let (app, to) = racer().await;
    let mut fast = result(&app, "ana");
    fast.result = RaceResult { wpm: 349.9, won: false, unranked: true, ..fast.result };
    let saved = Ok(Recorded::Now { skins: Vec::new() });
    assert_eq!(send(&to, &fast).await, saved);
    assert_eq!(send(&to, &fast).await, Ok(Recorded::Before));
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
async fn an_impossible_result_is_refused_permanently_and_leaves_nothing() {
    let (app, to) = racer().await;
    let good = result(&app, "ana");
    let with = |change: fn(&mut RecordResult)| {
        let mut message = good.clone();
        change(&mut message);
        message
    };
    let cases = [
        ("nobody's account", with(|message| message.result.user_id = UserId(-1))),
        ("a text that does not exist", with(|message| message.text = TextId(-1))),
        ("an impossible speed", with(|message| message.result.wpm = MAX_WPM + 0.01)),
        ("a speed that is not a number", with(|message| message.result.wpm = f64::NAN)),
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
    let mut message = result(&app, "ana");
    message.result.wpm = MAX_WPM;
    assert!(is_now(&send(&to, &message).await));
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
    answer.refuses(503, "The server is busy. Please try again in a moment.");
    assert!(app.api.obstacle().await.is_some());
    postgres::execute(&server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true"));
    assert!(is_now(&send(&to, &message).await));
    assert_eq!(app.api.obstacle().await, None);
}
