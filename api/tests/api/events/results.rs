//! Results of events, and what is kept of them.

use std::time::{Duration, Instant};

use api::Settings;
use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::messages::{RecordError, RecordResult};
use shared::{GuestId, RacerId, RoomCode};

use super::{Event, OWN, form, id_of, own};
use crate::support::App;
use crate::support::app::without_limits;
use crate::support::post::AppWithMail;
use crate::support::postgres;
use crate::support::results::send;

/// Every value of every table.
const DUMP: &str = "SELECT table_name || query_to_xml(format('SELECT * FROM %I', table_name), true, true, '')
    FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'";

#[actix_web::test]
async fn results_of_an_event_are_recorded_once_and_count_for_nothing_else() {
    let event = Event::open(1).await;
    let bob = event.seated_member("bob").await;
    event.seated("Ana").await;
    event.start(1).await.json();
    for (name, ms) in [("Ana", 4000), ("bob", 5000), ("Ana", 1000)] {
        event.record(name, 1, ms).await;
    }
    assert_eq!(event.table().await, [("Ana".to_owned(), 5, 1), ("bob".to_owned(), 3, 2)]);
    assert_eq!(event.app.number("SELECT max(time_ms) FROM event_results"), 5000.0, "the first result stays");
    for table in ["results", "races", "user_stats", "language_stats", "speeds", "key_days"] {
        assert_eq!(event.app.number(&format!("SELECT count(*) FROM {table}")), 0.0, "{table}");
    }
    let history = event.app.post("/api/history", &json!({ "token": bob })).await.json();
    assert_eq!(history["runs"], json!([]));
}

#[actix_web::test]
async fn racers_who_ask_for_the_table_again_and_again_cost_one_look_at_the_results() {
    let kept = Duration::from_secs(3600);
    let app = App::start_with(Settings { event_tables_kept: kept, ..without_limits() }).await;
    let event = Event::open_at(app, 1).await;
    let guests = join_all(["Ana", "Bea", "Cy"].map(|name| event.seated(name))).await;
    event.start(1).await.json();
    event.record("Ana", 1, 4000).await;
    let first = event.host("table", json!({})).await.json();
    // From now on, whoever looks at the results fails.
    event.app.execute("ALTER TABLE event_results RENAME TO hidden");
    for table in
        join_all(guests.iter().cycle().take(100).map(|guest| event.call("table", json!({ "guest": guest })))).await
    {
        assert_eq!(table.json(), first);
    }
    event.app.execute("ALTER TABLE hidden RENAME TO event_results");
    event.host("remove", json!({ "racer": id_of(&event, "Bea") })).await.json();
    event.call("table", json!({ "guest": guests[1] })).await.refuses(403, "removed-from-event");
}

#[actix_web::test]
async fn racers_see_a_new_result_within_two_seconds() {
    let app =
        App::start_with(Settings { event_tables_kept: Settings::default().event_tables_kept, ..without_limits() });
    let event = Event::open_at(app.await, 1).await;
    let ana = event.seated("Ana").await;
    event.start(1).await.json();
    let lines = async || event.call("table", json!({ "guest": ana })).await.json()["table"].as_array().map(Vec::len);
    assert_eq!(lines().await, Some(0));
    event.record("Ana", 1, 4000).await;
    let recorded = Instant::now();
    while lines().await == Some(0) {
        assert!(recorded.elapsed() < Duration::from_secs(2), "the table stays as it was");
    }
}

#[actix_web::test]
async fn a_result_needs_the_proof_of_a_seat_in_the_event() {
    let event = Event::open(1).await;
    event.seated("Ana").await;
    event.start(1).await.json();
    let to = event.app.api.start_result_recorder();
    let good = event.result("Ana", (1, 1), 4000);
    let (racer, room) = (good.result.racer, good.room);
    let refused = |reason: &str| Err(RecordError::Impossible(reason.to_owned()));
    let other = event.app.tokens.event_seat_proof(RacerId::Guest(GuestId(0)), room);
    let of_race = event.app.tokens.seat_proof(racer, room);
    for proof in [other, event.app.tokens.event_seat_proof(racer, RoomCode::from_random(0))] {
        let answer = send(&to, &RecordResult { proof, ..good.clone() }).await;
        assert_eq!(answer, refused("the api did not give this seat"));
    }
    let answer = send(&to, &RecordResult { proof: of_race, ..good.clone() }).await;
    assert!(matches!(answer, Err(RecordError::Impossible(_))), "{answer:?}");
    let mut fast = good.clone();
    fast.result.time = Duration::from_millis(10);
    let answer = send(&to, &fast).await;
    assert!(matches!(answer, Err(RecordError::Impossible(_))), "{answer:?}");
    assert_eq!(event.app.number("SELECT count(*) FROM event_results"), 0.0);
    assert!(send(&to, &good).await.is_ok());
}

#[actix_web::test]
async fn the_file_for_spreadsheets_equals_the_database_and_runs_nothing() {
    let event = Event::open(2).await;
    for name in ["-1-1", "O'Hara", "Ana"] {
        event.seated(name).await;
    }
    event.seated_member("bob").await;
    event.start(1).await.json();
    for (name, ms) in [("-1-1", 4000), ("bob", 4000), ("Ana", 5125)] {
        event.record(name, 1, ms).await;
    }
    let answer = event.host("csv", json!({})).await;
    assert_eq!(answer.header("content-disposition"), format!("attachment; filename=\"{}.csv\"", event.code));
    assert!(answer.header("content-type").starts_with("text/csv"));
    let rows: Vec<&str> = answer.body.trim_start_matches('\u{feff}').lines().collect();
    let expected = postgres::texts(
        &event.app.database_url,
        "SELECT concat_ws(',', res.round, res.heat, rank() OVER (ORDER BY time_ms), CASE WHEN name LIKE '-%' THEN '''' || name ELSE coalesce(name, username) END,
            CASE WHEN user_id IS NULL THEN 'yes' ELSE 'no' END, to_char(time_ms / 1000.0, 'FM990.000'), to_char(wpm, 'FM990.00'),
            to_char(accuracy, 'FM990.00'), (ARRAY[5, 3, 2, 1])[rank() OVER (ORDER BY time_ms)])
        FROM event_results res JOIN event_racers r ON r.id = racer_id LEFT JOIN users ON users.id = user_id ORDER BY time_ms, racer_id",
    );
    assert_eq!(rows[0], "round,heat,place,name,guest,seconds,wpm,accuracy,points");
    assert_eq!(rows[1..], expected);
}

#[actix_web::test]
async fn members_find_the_events_that_they_hosted_and_raced_in() {
    let event = Event::open(1).await;
    let bob = event.seated_member("bob").await;
    event.seated("Ana").await;
    event.start(1).await.json();
    event.record("Ana", 1, 4000).await;
    event.record("bob", 1, 5000).await;
    let hosted = event.app.post("/api/events/hosted", &json!({ "token": event.host })).await.json();
    let raced = event.app.post("/api/events/raced", &json!({ "token": bob })).await.json();
    let (hosted, raced) = (&hosted["events"][0], &raced["events"][0]);
    for listed in [hosted, raced] {
        let facts = (&listed["code"], &listed["title"], &listed["state"]);
        assert_eq!(facts, (&json!(event.code), &json!("Class 7b"), &json!("open")));
        assert!(listed["date"].as_str().is_some_and(|date| date.parse::<DateTime<Utc>>().is_ok()));
    }
    assert_eq!(raced["place"], 2);
    event.app.post("/api/deleteaccount", &json!({ "token": bob, "confirmationText": "IRREVERSIBLE" })).await.json();
    assert_eq!(event.table().await, [("Ana".to_owned(), 5, 1)], "the racer goes with the account");
}

#[actix_web::test]
async fn guests_and_own_texts_are_gone_after_the_days_for_which_they_are_kept() {
    let event = Event::open(1).await;
    event.seated_member("bob").await;
    event.seated("Zoraida Q").await;
    event.start(1).await.json();
    for (name, ms) in [("Zoraida Q", 4000), ("bob", 5000)] {
        event.record(name, 1, ms).await;
    }
    let host = event.app.login("ms-ortega").await;
    let raced = json!({ "token": event.app.login("bob").await });
    assert_eq!(event.app.post("/api/events/raced", &raced).await.json()["events"][0]["place"], 2);
    event.age("30 days");
    let younger = event.app.post("/api/events/open", &form(&host, &[own(OWN)])).await.json();
    let join = json!({ "code": younger["code"], "name": "Yolanda Q" });
    event.app.post("/api/events/join", &join).await.json();
    let found = |words: &str| postgres::texts(&event.app.database_url, DUMP).concat().to_lowercase().contains(words);
    assert!(found("zoraida") && found(&OWN.to_lowercase()));
    event
        .app
        .execute("UPDATE events SET hosted_at = hosted_at - interval '1 h' WHERE hosted_at < now() - interval '1 day'");
    let Event { app, .. } = event;
    let post = AppWithMail::beside(app).await;
    post.app.until("SELECT bool_or(cleared) FROM events").await;
    let dump = postgres::texts(&post.app.database_url, DUMP).concat().to_lowercase();
    assert!(!dump.contains("zoraida"), "her name is nowhere");
    assert!(dump.contains("yolanda"), "others' are kept");
    let left = "SELECT count(*) FROM event_results JOIN event_racers ON id = racer_id WHERE user_id IS NOT NULL";
    assert_eq!((post.app.number(left), post.app.number("SELECT count(*) FROM event_results")), (1.0, 1.0));
    assert_eq!(post.app.number("SELECT count(*) FROM event_rounds WHERE text = ''"), 1.0);
    // Alone in the table, he would be the first.
    let raced = post.app.post("/api/events/raced", &raced).await.json();
    assert_eq!((&raced["events"][0]["title"], &raced["events"][0]["place"]), (&json!("Class 7b"), &Value::Null));
}

#[actix_web::test]
async fn an_event_without_a_host_is_deleted_after_the_same_days() {
    let event = Event::open(1).await;
    event.guest("Ana").await;
    event
        .app
        .post("/api/deleteaccount", &json!({ "token": event.host, "confirmationText": "IRREVERSIBLE" }))
        .await
        .json();
    event.age("31 days");
    // One who deletes the account later leaves an event that was cleared.
    event.app.execute("UPDATE events SET cleared = true");
    let post = AppWithMail::beside(event.app).await;
    post.app.until("SELECT count(*) = 0 FROM events").await;
    assert_eq!(post.app.number("SELECT count(*) FROM event_racers"), 0.0);
}

#[actix_web::test]
async fn an_archive_has_the_events_of_a_member() {
    let event = Event::open(1).await;
    event.call("join", json!({ "token": event.host })).await.json();
    event.call("seat", json!({ "token": event.host })).await.json();
    event.start(1).await.json();
    event.record("ms-ortega", 1, 4000).await;
    let files = crate::data::Files::of(&event.app, &event.host).await;
    let hosted = json!([{ "code": event.code, "title": "Class 7b", "texts": [OWN] }]);
    let undated = |name: &str| files.rows(name).iter().map(crate::data::undated).collect::<Value>();
    assert_eq!(undated("hosted-events"), hosted);
    let raced = json!([{ "code": event.code, "title": "Class 7b", "round": 1, "heat": 1, "time": 4.0,
        "wpm": 57.0, "accuracy": 98.5 }]);
    assert_eq!(undated("raced-events"), raced);
}
