//! The engine's results: each recorded once, with the stats in the same transaction.

use std::time::Duration;

use actix::Recipient;
use chrono::Utc;
use serde_json::json;
use shared::messages::{RaceResult, RecordError, RecordResult, Recorded};
use shared::score::MAX_WPM;
use shared::{RaceId, TextId, UserId};
use uuid::Uuid;

use crate::support::engine::code;
use crate::support::{App, PASSWORD, postgres};

const TEXT: &str = "A text that is long enough to be raced through in a test of the results.";

/// A result of the user in a race of its own.
fn result(app: &App, username: &str) -> RecordResult {
    RecordResult {
        race: RaceId(Uuid::new_v4()),
        room: code(),
        text: TextId(app.number("SELECT min(id) FROM texts") as i64),
        racers: 2,
        started_at: Utc::now(),
        result: RaceResult {
            user_id: UserId(app.user_id(username)),
            place: 1,
            won: true,
            time: Duration::from_millis(31_070),
            wpm: 88.54,
            accuracy: 98.5,
        },
    }
}

async fn send(to: &Recipient<RecordResult>, message: &RecordResult) -> Result<Recorded, RecordError> {
    to.send(message.clone()).await.expect("somebody answers")
}

async fn racer() -> (App, Recipient<RecordResult>) {
    let app = App::start().await;
    app.signup("ana").await;
    app.set_texts(&[TEXT]);
    let record_result = app.database.record_result();
    (app, record_result)
}

#[actix_web::test]
async fn a_result_that_is_sent_twice_is_recorded_once() {
    let (app, to) = racer().await;
    let message = result(&app, "ana");
    assert_eq!(send(&to, &message).await, Ok(Recorded::Now));
    assert_eq!(send(&to, &message).await, Ok(Recorded::Before));
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["time"]), (&json!(1), &json!(31.07)));
    assert_eq!(app.number("SELECT count(*) FROM results"), 1.0);
}

#[actix_web::test]
async fn a_result_that_is_sent_many_times_at_once_is_recorded_once() {
    let (app, to) = racer().await;
    let message = result(&app, "ana");
    let answers = futures_util::future::join_all((0..8).map(|_| send(&to, &message))).await;
    assert_eq!(answers.iter().filter(|answer| **answer == Ok(Recorded::Now)).count(), 1, "{answers:?}");
    assert_eq!(app.number("SELECT races_total FROM user_stats"), 1.0);
}

#[actix_web::test]
async fn the_racers_of_one_race_are_recorded_side_by_side() {
    let (app, to) = racer().await;
    app.signup("bob").await;
    let first = result(&app, "ana");
    let mut second = RecordResult { race: first.race, ..result(&app, "bob") };
    second.result = RaceResult { place: 2, won: false, ..second.result };
    let (one, two) = futures_util::future::join(send(&to, &first), send(&to, &second)).await;
    assert_eq!((one, two), (Ok(Recorded::Now), Ok(Recorded::Now)));
    assert_eq!(app.number("SELECT count(*) FROM races"), 1.0);
    assert_eq!(app.number("SELECT sum(races_won) FROM user_stats"), 1.0);
}

#[actix_web::test]
async fn the_stats_are_what_the_results_add_up_to() {
    let (app, to) = racer().await;
    let runs = [(88.54, 98.5, true), (61.2, 100.0, false), (120.01, 93.33, true), (0.0, 0.0, false)];
    for (wpm, accuracy, won) in runs {
        let mut message = result(&app, "ana");
        message.result = RaceResult { wpm, accuracy, won, ..message.result };
        assert_eq!(send(&to, &message).await, Ok(Recorded::Now));
    }
    let differences = "SELECT count(*) FROM user_stats JOIN (
            SELECT user_id, count(*) AS n, count(*) FILTER (WHERE won) AS won, sum(wpm) AS wpm, sum(accuracy) AS accuracy,
                max(wpm) AS best, sum(time_ms) AS time_ms FROM results GROUP BY user_id
        ) AS added USING (user_id)
        WHERE (races_total, races_won, best_wpm, user_stats.time_ms) IS DISTINCT FROM (n, won, best, added.time_ms)
            OR abs(wpm_sum - wpm) > 1e-6 OR abs(accuracy_sum - accuracy) > 1e-6";
    assert_eq!(app.number(differences), 0.0);
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!(stats["racesTotal"], 4);
    assert_eq!(stats["racesWon"], 2);
    assert_eq!(stats["wpm"], 67.44);
    assert_eq!(stats["accuracy"], 72.96);
    assert_eq!(stats["bestRace"], 120.01);
    assert_eq!(stats["time"], 124.28);
}

#[actix_web::test]
async fn what_can_never_be_recorded_is_refused_for_good_and_leaves_nothing() {
    let (app, to) = racer().await;
    let good = result(&app, "ana");
    let with = |change: fn(&mut RecordResult)| {
        let mut message = good.clone();
        change(&mut message);
        message
    };
    let cases = [
        ("nobody's account", with(|message| message.result.user_id = UserId(-1))),
        ("a text that is not there", with(|message| message.text = TextId(-1))),
        ("an impossible speed", with(|message| message.result.wpm = MAX_WPM + 0.01)),
        ("a speed that is no number", with(|message| message.result.wpm = f64::NAN)),
        ("an impossible accuracy", with(|message| message.result.accuracy = 100.5)),
        ("no time", with(|message| message.result.time = Duration::ZERO)),
        ("a time beyond all bounds", with(|message| message.result.time = Duration::MAX)),
        ("a place beyond all bounds", with(|message| message.result.place = usize::MAX)),
        ("a winner who is not first", with(|message| message.result.place = 2)),
    ];
    for (case, message) in cases {
        let answer = send(&to, &message).await;
        assert!(matches!(answer, Err(RecordError::Impossible(_))), "{case}: {answer:?}");
    }
    let left =
        "SELECT (SELECT count(*) FROM races) + (SELECT count(*) FROM results) + (SELECT count(*) FROM user_stats)";
    assert_eq!(app.number(left), 0.0);
    assert_eq!(send(&to, &good).await, Ok(Recorded::Now));
}

#[actix_web::test]
async fn the_fastest_speed_of_the_rules_is_what_the_schema_lets_in() {
    let (app, to) = racer().await;
    let mut message = result(&app, "ana");
    message.result.wpm = MAX_WPM;
    assert_eq!(send(&to, &message).await, Ok(Recorded::Now));
    let login = json!({ "email": "ana@example.org", "password": PASSWORD });
    let token = app.post("/api/login", &login).await.token();
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
async fn a_database_that_is_away_is_tried_again_later() {
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
    assert_eq!(app.get("/readyz").await.status, 503);
    assert_eq!(app.get("/healthz").await.status, 200);
    postgres::execute(&server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true"));
    assert_eq!(send(&to, &message).await, Ok(Recorded::Now));
    assert_eq!(app.get("/readyz").await.status, 200);
}
