//! The divisions of racers, at their seats and on their profiles.

use serde_json::{Value, json};
use shared::Language;
use shared::messages::{RecordResult, Recorded};
use shared::racer::Division;

use crate::support::App;
use crate::support::results::{TEXT, racer, result_at, seen, send, short, typed};

/// Returns a verified run of Ana at this speed, by a hand of its own.
fn run(wpm: f64, hand: u32, app: &App) -> RecordResult {
    seen(&typed(TEXT, wpm, hand), app, "ana")
}

/// Returns the divisions on Ana's profile.
async fn shown(app: &App) -> Value {
    app.post("/api/getstats", &json!({ "username": "ana" })).await.json()["divisions"].take()
}

fn english(division: u16) -> Value {
    json!([{ "language": "en", "division": division }])
}

#[actix_web::test]
async fn only_verified_races_give_a_division() {
    let (app, to) = racer().await;
    assert_eq!(shown(&app).await, json!([]));
    assert!(send(&to, &result_at(62.0, &app, "ana")).await.is_ok(), "without keys, so not verified");
    assert_eq!(shown(&app).await, json!([]));
    assert!(send(&to, &run(40.0, 1, &app)).await.is_ok());
    assert_eq!(shown(&app).await, english(30));
    let held = send(&to, &run(230.0, 2, &app)).await;
    assert!(matches!(&held, Ok(Recorded::Now { standing, .. }) if standing.held), "{held:?}");
    assert_eq!(shown(&app).await, english(30));
}

#[actix_web::test]
async fn a_seat_is_asked_for_with_the_racers_divisions() {
    let (app, to) = racer().await;
    let token = app.login("ana").await;
    let divisions = async || {
        app.post("/api/play", &json!({ "token": token, "code": "k3f9wq2m" })).await.json();
        app.engine().seats_asked.pop().expect("the engine got the request").divisions
    };
    assert_eq!(divisions().await, []);
    assert!(send(&to, &run(62.0, 1, &app)).await.is_ok());
    assert_eq!(divisions().await, [(Language::English, Division(60))]);
}

#[actix_web::test]
async fn a_racer_falls_after_ten_slower_races_or_when_the_fast_one_is_cleared() {
    let (app, to) = racer().await;
    let admin = app.admin("ruth").await;
    assert!(send(&to, &run(62.0, 1, &app)).await.is_ok());
    for hand in 2..=10 {
        assert!(send(&to, &run(50.0, hand, &app)).await.is_ok());
    }
    assert_eq!(shown(&app).await, english(60));
    assert!(send(&to, &run(50.0, 11, &app)).await.is_ok());
    assert_eq!(shown(&app).await, english(45));
    let fast = run(81.0, 12, &app);
    assert!(send(&to, &fast).await.is_ok());
    assert_eq!(shown(&app).await, english(80));
    let clear =
        json!({ "token": admin, "username": "ana", "race": short(fast.race), "explanation": "It was not Ana." });
    app.post("/api/admin/clearresult", &clear).await.json();
    assert_eq!(shown(&app).await, english(45));
}
