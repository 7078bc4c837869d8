//! The estimated speeds of users, by which they are put into rooms.

use api::admin;
use serde_json::{Value, json};
use shared::messages::{RecordResult, Recorded};

use crate::moderation::act;
use crate::support::App;
use crate::support::post::AppWithMail;
use crate::support::results::{TEXT, racer, result_at, seen, send, short, typed};
use crate::support::runs::{ago, history, save, typed as practice, with_ana};

/// All that is kept of the estimates.
const KEPT: &str = "SELECT coalesce(string_agg(speeds::text, '; ' ORDER BY user_id, language), '') FROM speeds";

/// The estimated speed of the only user, in wpm.
const ESTIMATED: &str = "SELECT exp(mean) FROM speeds";

/// Returns a verified run of the user at this speed, by a hand of its own.
fn run(wpm: f64, hand: u32, app: &App, username: &str) -> RecordResult {
    seen(&typed(TEXT, wpm, hand), app, username)
}

/// Checks that the estimates are the same when they are worked out anew.
fn assert_kept(app: &App) {
    let kept = app.text(KEPT);
    admin::work_out_speeds(&app.database).expect("it answers");
    assert_eq!(app.text(KEPT), kept);
}

#[actix_web::test]
async fn verified_races_make_the_estimate_and_others_change_nothing() {
    let (app, to) = racer().await;
    assert!(send(&to, &result_at(60.0, &app, "ana")).await.is_ok(), "without keys, so not verified");
    assert_eq!(app.number("SELECT count(*) FROM speeds"), 0.0);
    for hand in 1..=10 {
        assert!(send(&to, &run(80.0, hand, &app, "ana")).await.is_ok());
    }
    let estimated = app.number(ESTIMATED);
    assert!((estimated - 79.7).abs() < 0.5, "{estimated}");
    let kept = app.text(KEPT);
    let held = send(&to, &run(150.0, 20, &app, "ana")).await;
    assert!(matches!(&held, Ok(Recorded::Now { standing, .. }) if standing.held), "{held:?}");
    assert!(send(&to, &result_at(20.0, &app, "ana")).await.is_ok());
    assert_eq!(app.text(KEPT), kept);
    assert_kept(&app);
}

#[actix_web::test]
async fn practice_of_texts_counts_and_other_practice_does_not() {
    let (app, token) = with_ana().await;
    save(&app, &practice(&token, TEXT, TEXT, &ago(3))).await;
    let estimated = app.number(ESTIMATED);
    assert!((estimated - 59.0).abs() < 2.0, "{estimated}");
    let kept = app.text(KEPT);
    let mut own = practice(&token, "A text of their own.", "A text of their own.", &ago(2));
    own["mode"] = json!("own");
    let mut paused = practice(&token, TEXT, TEXT, &ago(1));
    paused["times"] = (0..TEXT.len()).map(|nth| if nth < 9 { nth } else { 20_000 + nth * 100 }).collect();
    let without_keys = json!({ "token": token, "time": 9, "wpm": 300, "accuracy": 99, "date": ago(0), "text": TEXT });
    for form in [own, paused, without_keys] {
        save(&app, &form).await;
        assert_eq!(app.text(KEPT), kept, "{form}");
    }
    assert_kept(&app);
}

#[actix_web::test]
async fn a_deleted_run_leaves_the_estimate_as_it_would_be_without() {
    let (app, token) = with_ana().await;
    save(&app, &practice(&token, TEXT, TEXT, &ago(9))).await;
    let kept = app.text(KEPT);
    let mut fast = practice(&token, TEXT, TEXT, &ago(1));
    fast["times"] = (0..TEXT.len()).map(|nth| nth * 100).collect();
    save(&app, &fast).await;
    assert_ne!(app.text(KEPT), kept);
    let runs = history(&app, json!({ "token": token })).await;
    let delete = |form: Value| {
        let app = &app;
        async move { app.post("/api/history/delete", &form).await.json() }
    };
    delete(json!({ "token": token, "id": runs[0]["id"] })).await;
    assert_eq!(app.text(KEPT), kept);
    delete(json!({ "token": token, "all": true })).await;
    assert_eq!(app.text(KEPT), "");
}

#[actix_web::test]
async fn estimates_that_are_worked_out_anew_are_those_that_were_kept() {
    let (app, to) = racer().await;
    app.signup("boo").await;
    for hand in 0..25 {
        for (username, wpm) in [("ana", 60.0), ("boo", 90.0)] {
            let number = hand + if username == "ana" { 100 } else { 200 };
            assert!(send(&to, &run(wpm + f64::from(hand % 7), number, &app, username)).await.is_ok());
        }
    }
    let token = app.login("ana").await;
    save(&app, &practice(&token, TEXT, TEXT, &ago(0))).await;
    assert_eq!(app.number("SELECT min(cardinality(wpms)) FROM speeds"), 20.0);
    assert_kept(&app);
    // What no run explains is mended.
    let kept = app.text(KEPT);
    app.execute("UPDATE speeds SET mean = 0, wpms[3] = 9");
    app.execute("INSERT INTO speeds SELECT user_id, 'es', ran_at, text_ids, wpms, mean, variance FROM speeds");
    admin::work_out_speeds(&app.database).expect("it answers");
    assert_eq!(app.text(KEPT), kept);
}

#[actix_web::test]
async fn a_run_counts_once_an_admin_has_accepted_it_until_one_clears_it() {
    let (app, to) = racer().await;
    for hand in 1..=10 {
        assert!(send(&to, &run(100.0, hand, &app, "ana")).await.is_ok());
    }
    let fast = run(160.0, 20, &app, "ana");
    assert!(send(&to, &fast).await.is_ok());
    let before = app.number(ESTIMATED);
    let id = app.number("SELECT max(id) FROM results") as i64;
    let (ana, ruth) = (app.login("ana").await, app.admin("ruth").await);
    app.post("/api/askforlook", &json!({ "token": ana, "run": format!("r{id}") })).await.json();
    let decide = json!({ "token": ruth, "id": id, "accept": true, "explanation": "I have seen them type." });
    app.post("/api/admin/decideresult", &decide).await.json();
    assert!(app.number(ESTIMATED) > before);
    assert_kept(&app);
    let clear = json!({ "username": "ana", "race": short(fast.race) });
    act(&app, &ruth, "clearresult", clear).await.json();
    assert_eq!(app.number(ESTIMATED), before);
    assert_kept(&app);
}

#[actix_web::test]
async fn a_request_for_a_public_room_carries_the_estimate() {
    let (app, to) = racer().await;
    let token = app.login("ana").await;
    assert!(send(&to, &run(80.0, 1, &app, "ana")).await.is_ok());
    app.post("/api/multiplayer", &json!({ "token": token, "language": "en" })).await.json();
    let asked = app.engine().rooms_asked.pop().expect("the engine got the request");
    let speed = asked.speed_in(shared::Language::English).expect("it is known").0.exp();
    assert!((speed - app.number(ESTIMATED)).abs() < 1e-6 && asked.speeds.len() == 1, "{speed}");
    app.post("/api/multiplayer", &json!({ "token": token, "private": true })).await.json();
    assert_eq!(app.engine().rooms_asked.pop().expect("another request").speeds, []);
}

#[actix_web::test]
async fn the_effects_of_texts_are_worked_out_by_the_runs_through_them() {
    let (app, to) = racer().await;
    app.execute("INSERT INTO texts (author, text, source) SELECT author, text || ' Harder?', source FROM texts");
    for hand in 1..=8 {
        assert!(send(&to, &run(80.0, hand, &app, "ana")).await.is_ok());
    }
    // The same keys as through another text.
    app.execute(
        "UPDATE races SET text_id = (SELECT max(id) FROM texts) WHERE id IN (SELECT race_id FROM results WHERE id % 2 = 0)",
    );
    app.execute("UPDATE results SET wpm = 70 WHERE id % 2 = 0");
    admin::work_out_speeds(&app.database).expect("it answers");
    let mail = AppWithMail::beside(app).await;
    mail.app.until("SELECT count(*) = 2 FROM text_effects").await;
    let effect =
        |which: &str| mail.app.number(&format!("SELECT effect FROM text_effects ORDER BY text_id {which} LIMIT 1"));
    assert!(effect("DESC") < -0.03 && effect("ASC") > 0.03, "{} {}", effect("DESC"), effect("ASC"));
    let without = mail.app.number("SELECT variance FROM speeds");
    admin::work_out_speeds(&mail.app.database).expect("it answers");
    assert!(mail.app.number("SELECT variance FROM speeds") < without, "less scatter is left");
    assert_eq!(
        mail.app.number("SELECT count(*) FROM speeds WHERE effects_of = (SELECT max(day) FROM text_effects)"),
        1.0
    );
}

#[actix_web::test]
async fn runs_of_banned_users_tell_nothing_about_texts() {
    let (app, to) = racer().await;
    app.signup("boo").await;
    app.execute("INSERT INTO texts (author, text, source) SELECT author, text || ' Harder?', source FROM texts");
    for (hand, name) in [(1, "ana"), (2, "boo"), (3, "ana"), (4, "boo")] {
        assert!(send(&to, &run(80.0, hand, &app, name)).await.is_ok());
    }
    app.execute(
        "UPDATE races SET text_id = (SELECT max(id) FROM texts) WHERE id IN (SELECT race_id FROM results
        JOIN users ON users.id = user_id WHERE username = 'boo')",
    );
    let ruth = app.admin("ruth").await;
    crate::moderation::ban(&app, &ruth, "ana").await.json();
    let mail = AppWithMail::beside(app).await;
    mail.app.until("SELECT count(*) > 0 FROM text_effects").await;
    assert_eq!(
        mail.app.text("SELECT string_agg((text_id = (SELECT max(id) FROM texts))::text, ' ') FROM text_effects"),
        "true"
    );
}
