//! `/api/races`.

use serde_json::{Value, json};
use shared::messages::RecordResult;
use shared::racer::RaceResult;

use crate::support::App;
use crate::support::results::{TEXT, base64, is_now, racer, result_at, send, short, typed};
use crate::support::runs::{ago, save, typed as practice};

async fn races(app: &App, username: &str) -> Value {
    app.post("/api/races", &json!({ "username": username })).await.json()
}

/// Returns a field of each race of a list.
fn fields(races: &Value, name: &str) -> Vec<Value> {
    races.as_array().expect("it is a list").iter().map(|race| race[name].clone()).collect()
}

#[actix_web::test]
async fn everyone_sees_the_last_races_and_the_fastest_of_each_length() {
    let (app, to) = racer().await;
    let keys = Some(base64(&typed(TEXT, 70.0, 1).encode(TEXT)));
    let first = RecordResult { keys, ..result_at(70.0, &app, "ana") };
    let second = result_at(60.0, &app, "ana");
    for message in [&first, &second] {
        assert!(is_now(&send(&to, message).await));
    }
    let found = races(&app, "ANA").await;
    let expected = json!({
        "race": short(first.race), "date": found["races"][1]["date"], "language": "en", "length": "short", "wpm": 70.0,
        "accuracy": 98.5, "place": 1, "racers": 2, "hasKeys": true,
    });
    assert_eq!(found["races"][1], expected);
    assert_eq!(fields(&found["races"], "race"), [short(second.race), short(first.race)]);
    assert_eq!(found["bests"], json!([expected]));
}

#[actix_web::test]
async fn neither_practice_nor_an_unranked_race_is_public() {
    let (app, to) = racer().await;
    let token = app.login("ana").await;
    save(&app, &practice(&token, TEXT, TEXT, &ago(1))).await;
    let message = result_at(70.0, &app, "ana");
    let unranked =
        RecordResult { result: RaceResult { unranked: true, won: false, ..message.result.clone() }, ..message };
    assert!(is_now(&send(&to, &unranked).await));
    assert_eq!(races(&app, "ana").await, json!({ "races": [], "bests": [] }));
}

#[actix_web::test]
async fn a_race_whose_keys_are_hidden_has_none_to_race_against() {
    let (app, to) = racer().await;
    let token = app.login("ana").await;
    let keys = Some(base64(&typed(TEXT, 70.0, 1).encode(TEXT)));
    let message = RecordResult { keys, ..result_at(70.0, &app, "ana") };
    assert!(is_now(&send(&to, &message).await));
    let hiding = json!({ "token": token, "race": short(message.race), "hidden": true });
    app.post("/api/hidereplay", &hiding).await.json();
    assert_eq!(fields(&races(&app, "ana").await["bests"], "hasKeys"), [false]);
}

#[actix_web::test]
async fn only_the_last_hundred_races_are_listed() {
    let (app, to) = racer().await;
    assert!(is_now(&send(&to, &result_at(70.0, &app, "ana")).await));
    app.execute(
        "WITH copied AS (
            INSERT INTO races (id, room, text_id, racers, started_at)
            SELECT gen_random_uuid(), room, text_id, racers, started_at FROM races, generate_series(1, 120) RETURNING id
        ) INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy, unranked, language)
        SELECT copied.id, user_id, place, false, time_ms, 50, accuracy, false, language FROM results, copied",
    );
    let found = races(&app, "ana").await;
    assert_eq!(found["races"].as_array().map(Vec::len), Some(100));
    assert_eq!(fields(&found["bests"], "wpm"), [70.0]);
}

#[actix_web::test]
async fn the_races_of_an_unknown_name_are_404() {
    let app = App::start().await;
    for username in ["nobody", "", "<b>"] {
        app.post("/api/races", &json!({ "username": username })).await.refuses(404, "unknown-user");
    }
}
