//! `/api/singleplayer`, `/api/singleplayer/stats`.

use serde_json::{Value, json};

use crate::support::App;
use crate::support::app::with;

fn form(token: &str, wpm: f64, accuracy: f64, time: f64) -> Value {
    json!({ "token": token, "wpm": wpm, "accuracy": accuracy, "time": time, "date": "2026-01-02T03:04:05.678Z" })
}

#[actix_web::test]
async fn results_are_saved_and_add_up() {
    let (app, token) = App::with_ana().await;
    for (wpm, accuracy, time) in [(60.0, 98.5, 30.25), (90.5, 100.0, 20.5)] {
        let answer = app.post("/api/singleplayer", &form(&token, wpm, accuracy, time)).await;
        assert_eq!(answer.json(), json!({ "status": "ok" }));
    }
    let stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    let expected = json!({
        "status": "ok", "wpm": 75.25, "accuracy": 99.25, "time": 50.75, "racesTotal": 2, "bestRace": 90.5,
    });
    assert_eq!(stats, expected);
    assert_eq!(app.number("SELECT count(*) FROM practice_results"), 2.0);
}

#[actix_web::test]
async fn a_result_that_is_sent_again_counts_once() {
    let (app, token) = App::with_ana().await;
    for _ in 0..2 {
        let answer = app.post("/api/singleplayer", &form(&token, 60.0, 98.5, 30.25)).await;
        assert_eq!(answer.json(), json!({ "status": "ok" }));
    }
    let stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["time"]), (&json!(1), &json!(30.25)));
}

#[actix_web::test]
async fn before_the_first_practice_all_numbers_are_zero() {
    let (app, token) = App::with_ana().await;
    let stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    let expected =
        json!({ "status": "ok", "wpm": 0.0, "accuracy": 0.0, "time": 0.0, "racesTotal": 0, "bestRace": 0.0 });
    assert_eq!(stats, expected);
}

#[actix_web::test]
async fn practice_is_private() {
    let (app, token) = App::with_ana().await;
    app.post("/api/singleplayer", &form(&token, 60.0, 98.5, 30.0)).await.json();
    let stats = app.post("/api/getstats", &json!({ "username": "ana", "token": token })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["bestRace"]), (&json!(0), &json!(0.0)));
    assert_eq!(app.post("/api/leaderboard", &json!({ "type": "wpm" })).await.json(), json!({ "data": [] }));
}

#[actix_web::test]
async fn the_clock_of_a_device_decides_nothing() {
    let (app, token) = App::with_ana().await;
    let dates = [
        "2999-01-01T00:00:00.000Z",
        "+010000-01-01T00:00:00.000Z",
        "1970-01-02T00:00:00.000Z",
        "-000001-01-01T00:00:00.000Z",
    ];
    for date in dates {
        let form = with(&form(&token, 60.0, 98.5, 30.0), "date", date);
        assert_eq!(app.post("/api/singleplayer", &form).await.json(), json!({ "status": "ok" }), "{date}");
    }
    assert_eq!(app.number("SELECT count(*) FROM practice_results"), 4.0);
}

#[actix_web::test]
async fn an_impossible_result_is_refused_and_not_saved() {
    let (app, token) = App::with_ana().await;
    let cases = [
        ("wpm", json!(350.01), "out-of-range; field=wpm; least=0; most=350"),
        ("wpm", json!(-1), "out-of-range; field=wpm; least=0; most=350"),
        ("wpm", json!("fast"), "wrong-type; field=wpm"),
        ("accuracy", json!(100.01), "out-of-range; field=accuracy; least=0; most=100"),
        ("accuracy", json!(null), "wrong-type; field=accuracy"),
        ("time", json!(0), "not-time; field=time"),
        ("time", json!(-5), "not-time; field=time"),
        ("time", json!(1e300), "not-time; field=time"),
        ("date", json!("yesterday"), "not-date; field=date"),
        ("date", json!(1_700_000_000), "wrong-type; field=date"),
    ];
    for (field, value, code) in cases {
        let mut form = form(&token, 60.0, 98.5, 30.0);
        form[field] = value;
        app.post("/api/singleplayer", &form).await.refuses(422, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM practice_results"), 0.0);
}
