//! `/api/ghosts`: runs that race beside a racer who is alone.

use std::time::Duration;

use chrono::Utc;
use serde_json::{Value, json};
use shared::messages::RecordResult;
use shared::racer::RaceResult;
use shared::{Evidence, RaceId, TextId, UserId};
use typing::score;
use uuid::Uuid;

use crate::support::App;
use crate::support::engine::{code, race};
use crate::support::results::{TEXT, add_racers, base64, is_now, result, send, short, typed};

/// A text of the same class of length, and one of another.
const OTHER: &str = "Another text, which is a little longer than the first one, but still a short one to race through.";
const LONG: &str = "A long text, which is there so that a racer may have a best one of another length: it goes on and on, \
    past the first line and into the second, where nothing happens either, until it finds an end.";

/// Starts an app with these users, of whom only Ana can log in, and the texts [`TEXT`], [`OTHER`] and [`LONG`]. Returns it
/// with Ana's token.
async fn with_racers(others: &[&str]) -> (App, String) {
    let (app, ana) = App::with_ana().await;
    add_racers(&app, &others.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    app.set_texts(&[TEXT, OTHER, LONG]);
    (app, ana)
}

fn text_id(app: &App, text: &str) -> TextId {
    TextId(app.number(&format!("SELECT id FROM texts WHERE text = '{text}'")) as i64)
}

/// Saves a run through `text` at this speed, and returns its race.
pub(crate) async fn raced(app: &App, username: &str, text: &str, wpm: f64) -> RaceId {
    let race = RaceId(Uuid::new_v4());
    raced_in(app, race, username, text, wpm).await;
    race
}

/// Saves a verified run through `text` at this speed in a race.
pub(crate) async fn raced_in(app: &App, race: RaceId, username: &str, text: &str, wpm: f64) {
    let time = score::time_at(wpm, text.chars().count());
    let hand = Uuid::new_v4().as_u64_pair().0 as u32;
    let keys = Some(base64(&typed(text, wpm, hand).encode(text)));
    let message = result(app, username);
    let result = RaceResult { time, wpm, ..message.result.clone() };
    let evidence = Some(Evidence::default());
    let message = RecordResult { race, text: text_id(app, text), result, keys, evidence, ..message };
    assert!(is_now(&send(&app.api.start_result_recorder(), &message).await));
}

/// Returns the ghosts of Ana's race through [`TEXT`].
pub(crate) async fn ghosts(app: &App, token: &str, race_id: RaceId, more: Value) -> Vec<Value> {
    let receipt =
        app.tokens.receipt(UserId(app.user_id("ana")), code(), race_id, text_id(app, TEXT), Utc::now(), Duration::ZERO);
    let mut body = json!({ "token": token, "receipt": receipt });
    let fields = body.as_object_mut().expect("it is an object");
    fields.extend(more.as_object().expect("it is an object").clone());
    let answer = app.post("/api/ghosts", &body).await.json();
    answer["ghosts"].as_array().expect("it is a list").clone()
}

/// Returns kind, name and speed of each ghost.
pub(crate) fn names(ghosts: &[Value]) -> Vec<String> {
    let name = |ghost: &Value| format!("{} {} {}", ghost["kind"], ghost["username"], ghost["wpm"]).replace('"', "");
    ghosts.iter().map(name).collect()
}

#[actix_web::test]
async fn a_racer_alone_meets_their_best_and_the_nearest_others() {
    let (app, ana) = with_racers(&["bob", "cyd", "dan", "eve"]).await;
    for (name, wpm) in
        [("ana", 60.0), ("ana", 80.0), ("bob", 72.0), ("bob", 71.0), ("cyd", 75.0), ("dan", 100.0), ("eve", 66.0)]
    {
        raced(&app, name, TEXT, wpm).await;
    }
    let ghosts = ghosts(&app, &ana, race(), json!({})).await;
    assert_eq!(names(&ghosts), ["own ana 80.0", "near bob 71.0", "near eve 66.0"]);
    let length = TEXT.chars().count();
    for ghost in &ghosts {
        let arrivals: Vec<u32> = serde_json::from_value(ghost["arrivals"].clone()).expect("they are whole numbers");
        assert!(arrivals.len() == length && arrivals.is_sorted(), "{ghost}");
        let finish = score::time_at(ghost["wpm"].as_f64().expect("a speed"), length).as_millis() as u32;
        assert!(arrivals.last().is_some_and(|last| last.abs_diff(finish) <= 1), "{ghost}");
        assert_eq!(
            (&ghost["time"], &ghost["skin"]),
            (&json!(f64::from(arrivals[length - 1]) / 1000.0), &json!("hummingbird"))
        );
    }
}

#[actix_web::test]
async fn runs_through_the_same_text_come_first_and_others_are_stretched() {
    let (app, ana) = with_racers(&["bob", "cyd"]).await;
    for (name, text, wpm) in [("ana", OTHER, 70.0), ("ana", LONG, 70.0), ("bob", OTHER, 70.0), ("cyd", TEXT, 75.0)] {
        raced(&app, name, text, wpm).await;
    }
    let ghosts = ghosts(&app, &ana, race(), json!({})).await;
    assert_eq!(names(&ghosts), ["own ana 70.0", "near cyd 75.0", "near bob 70.0"]);
    for ghost in ghosts {
        assert_eq!(ghost["arrivals"].as_array().map(Vec::len), Some(TEXT.len()), "{ghost}");
    }
}

#[actix_web::test]
async fn the_ghost_of_the_own_best_is_the_fastest_run_in_the_language_of_any_length() {
    let (app, ana) = with_racers(&[]).await;
    for (text, wpm) in [(TEXT, 70.0), (LONG, 90.0), (OTHER, 80.0)] {
        raced(&app, "ana", text, wpm).await;
    }
    assert_eq!(names(&ghosts(&app, &ana, race(), json!({})).await), ["own ana 90.0"]);
    app.execute("UPDATE results SET language = 'es' WHERE wpm = 90");
    assert_eq!(names(&ghosts(&app, &ana, race(), json!({})).await), ["own ana 80.0"]);
}

#[actix_web::test]
async fn a_racer_without_an_average_meets_runs_near_that_of_typists_and_the_one_that_was_shared() {
    let (app, ana) = with_racers(&["bob", "cyd"]).await;
    let shared = raced(&app, "bob", TEXT, 70.0).await;
    assert_eq!(ghosts(&app, &ana, race(), json!({})).await, [json!(null); 0]);
    raced(&app, "cyd", TEXT, 48.0).await;
    assert_eq!(names(&ghosts(&app, &ana, race(), json!({})).await), ["near cyd 48.0"]);
    let more = json!({ "race": short(shared), "username": "BOB" });
    assert_eq!(names(&ghosts(&app, &ana, race(), more).await), ["shared bob 70.0", "near cyd 48.0"]);
    raced(&app, "ana", TEXT, 68.0).await;
    let more = json!({ "race": short(shared), "username": "bob" });
    assert_eq!(names(&ghosts(&app, &ana, race(), more).await), ["shared bob 70.0", "own ana 68.0"], "each racer once");
}

#[actix_web::test]
async fn runs_that_are_hidden_held_unranked_without_keys_or_of_changed_texts_are_no_ghosts() {
    let (app, ana) = with_racers(&["bob"]).await;
    raced(&app, "ana", OTHER, 70.0).await;
    let shared = raced(&app, "bob", TEXT, 70.0).await;
    let more = json!({ "race": short(shared), "username": "bob" });
    let seen = async || names(&ghosts(&app, &ana, race(), more.clone()).await);
    let (all, own) = (["shared bob 70.0", "own ana 70.0"], ["own ana 70.0"]);
    assert_eq!(seen().await, all);
    let of_bob = "WHERE user_id = (SELECT id FROM users WHERE username = 'bob')";
    for (without, with) in [
        ("is_hidden = true", "is_hidden = false"),
        ("unranked = true, won = false", "unranked = false, won = true"),
        ("verdict = 'held', unranked = true, won = false", "verdict = 'accepted', unranked = false, won = true"),
        ("unranked = true, won = false, late = true", "unranked = false, won = true, late = false"),
    ] {
        app.execute(&format!("UPDATE results SET {without} {of_bob}"));
        assert_eq!(seen().await, own, "{without}");
        app.execute(&format!("UPDATE results SET {with} {of_bob}"));
        assert_eq!(seen().await, all, "{with}");
    }
    app.execute(&format!("UPDATE races SET text_id = (SELECT max(id) FROM texts) WHERE id = '{shared}'"));
    assert_eq!(seen().await, own, "the keys do not give the text of the race");
    app.execute(&format!("UPDATE races SET text_id = (SELECT min(id) FROM texts) WHERE id = '{shared}'"));
    assert_eq!(seen().await, all);
    app.execute("DELETE FROM result_keys WHERE result_id = (SELECT max(id) FROM results)");
    assert_eq!(seen().await, own);
    app.execute("DELETE FROM users WHERE username = 'bob'");
    assert_eq!(seen().await, own);
}

#[actix_web::test]
async fn a_shared_race_that_is_unknown_or_malformed_gives_no_ghost() {
    let (app, ana) = with_racers(&["bob"]).await;
    let shared = short(raced(&app, "bob", TEXT, 70.0).await);
    for (race_id, username) in [
        (json!("AAAAAAAAAAAAAAAAAAAAAA"), json!("bob")),
        (json!("../../etc"), json!("bob")),
        (json!(null), json!("bob")),
        (json!(shared), json!("ana")),
        (json!(shared), json!("' OR 1=1 --")),
        (json!(shared), json!(null)),
    ] {
        let more = json!({ "race": race_id, "username": username });
        assert_eq!(ghosts(&app, &ana, race(), more.clone()).await, [json!(null); 0], "{more}");
    }
}

#[actix_web::test]
async fn a_receipt_of_someone_else_gives_no_ghosts() {
    let (app, ana) = with_racers(&["bob"]).await;
    let of_bob =
        app.tokens.receipt(UserId(app.user_id("bob")), code(), race(), text_id(&app, TEXT), Utc::now(), Duration::ZERO);
    for receipt in [of_bob.as_str(), "", "1795600000.k3f9wq2m"] {
        let body = json!({ "token": ana, "receipt": receipt });
        app.post("/api/ghosts", &body).await.refuses(403, "no-seat");
    }
}
