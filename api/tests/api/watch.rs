//! `/api/watch`, `/api/watch/racer`, `/api/account/watching`: what there is to watch, and who wants to be seen.

use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::messages::{OpenRace, OpenRacePhase, Races};
use shared::{Language, Percent, RoomCode, UserId};

use crate::ghosts::raced;
use crate::support::App;
use crate::support::engine::code;
use crate::support::results::{TEXT, add_racers, short};

async fn watch(app: &App) -> Value {
    app.get("/api/watch").await.json()
}

async fn set(app: &App, token: &str, changes: Value) -> Value {
    let mut body = json!({ "token": token });
    body.as_object_mut().expect("it is an object").extend(changes.as_object().expect("it is an object").clone());
    app.post("/api/account/watching", &body).await.json()
}

#[actix_web::test]
async fn guests_see_what_runs_and_the_race_that_is_shown_to_everyone() {
    let app = App::start().await;
    let other = RoomCode::from_random(7);
    let ahead = Percent::try_from(42).expect("a percent");
    let running = OpenRacePhase::Running { ms: 9000, ahead, gap: 3, wpm: 77 };
    app.engine().races = Races {
        featured: Some(code()),
        races: vec![
            OpenRace { code: code(), language: Language::Spanish, racers: 3, phase: running },
            OpenRace { code: other, language: Language::English, racers: 2, phase: OpenRacePhase::Waiting },
        ],
    };
    let expected = json!({
        "featured": code(),
        "races": [
            { "code": code(), "language": "es", "racers": 3, "running": { "completed": 42, "wpm": 77 } },
            { "code": other, "language": "en", "racers": 2, "running": null },
        ],
        "best": null,
    });
    assert_eq!(watch(&app).await, expected);
}

#[actix_web::test]
async fn a_crowd_of_visitors_asks_the_engine_once() {
    let app = App::start().await;
    join_all((0..50).map(|_| watch(&app))).await;
    assert_eq!(app.engine().times_listed, 1);
}

#[actix_web::test]
async fn without_its_engine_the_server_is_busy() {
    let app = App::start_without_engine().await;
    app.get("/api/watch").await.refuses(503, "unavailable");
}

#[actix_web::test]
async fn while_no_race_runs_the_best_public_replay_of_the_day_is_named() {
    let app = App::start().await;
    app.set_texts(&[TEXT]);
    let hidden = [
        ("old", "UPDATE results SET created_at = now() - interval '25 hours' WHERE id = RUN"),
        ("unproven", "UPDATE results SET verdict = 'unverified' WHERE id = RUN"),
        ("unranked", "UPDATE results SET unranked = true, won = false WHERE id = RUN"),
        ("keyhidden", "UPDATE results SET is_hidden = true WHERE id = RUN"),
        ("keyless", "DELETE FROM result_keys WHERE result_id = RUN"),
        ("private", "UPDATE races SET private = true FROM results WHERE races.id = race_id AND results.id = RUN"),
        ("banned", "INSERT INTO bans (user_id, reason) SELECT user_id, 'cheats' FROM results WHERE id = RUN"),
        (
            "unseen",
            "UPDATE users SET shown_to_watchers = false FROM results WHERE users.id = user_id AND results.id = RUN",
        ),
    ];
    let names = hidden.iter().map(|(name, _)| *name).chain(["ana", "bob", "alone"]);
    add_racers(&app, &names.map(str::to_owned).collect::<Vec<_>>());
    for (name, hide) in hidden {
        raced(&app, name, TEXT, 90.0).await;
        let run = format!("(SELECT id FROM results WHERE user_id = {})", app.user_id(name));
        assert_eq!(app.execute(&hide.replace("RUN", &run)), 1, "{name}");
    }
    raced(&app, "alone", TEXT, 80.0).await;
    app.execute("UPDATE races SET racers = 1 FROM results JOIN users ON users.id = user_id WHERE races.id = race_id AND username = 'alone'");
    raced(&app, "ana", TEXT, 60.0).await;
    let best = raced(&app, "bob", TEXT, 70.0).await;
    let expected = json!({
        "race": short(best), "username": "bob", "skin": "hummingbird", "wpm": 70.0, "language": "en", "racers": 2,
    });
    assert_eq!(watch(&app).await, json!({ "featured": null, "races": [], "best": expected }));
}

#[actix_web::test]
async fn the_race_of_a_racer_is_told_once_they_switch_the_overlay_on() {
    let (app, ana) = App::with_ana().await;
    app.engine().race_of = Some(code());
    let ask = async |name: &str| app.post("/api/watch/racer", &json!({ "username": name })).await;
    for name in ["ana", "nobody", "not a name"] {
        ask(name).await.refuses(404, "unknown-user");
    }
    assert_eq!(app.engine().racers_asked, []);
    assert_eq!(set(&app, &ana, json!({ "overlay": true })).await["overlay"], true);
    assert_eq!(ask("Ana").await.json(), json!({ "code": code() }));
    assert_eq!(app.engine().racers_asked, [UserId(app.user_id("ana"))]);
    app.engine().race_of = None;
    assert_eq!(ask("ana").await.json(), json!({ "code": null }));
    set(&app, &ana, json!({ "overlay": false })).await;
    ask("ana").await.refuses(404, "unknown-user");
}

#[actix_web::test]
async fn a_change_of_one_setting_leaves_the_other() {
    let (app, ana) = App::with_ana().await;
    for (changes, shown, overlay) in [
        (json!({}), true, false),
        (json!({ "overlay": true }), true, true),
        (json!({ "shownToWatchers": false }), false, true),
        (json!({ "shownToWatchers": null, "overlay": false }), false, false),
        (json!({}), false, false),
    ] {
        assert_eq!(set(&app, &ana, changes).await, json!({ "shownToWatchers": shown, "overlay": overlay }));
    }
}

#[actix_web::test]
async fn a_seat_says_if_watchers_may_see_the_racer() {
    let (app, ana) = App::with_ana().await;
    for shown in [true, false] {
        set(&app, &ana, json!({ "shownToWatchers": shown })).await;
        app.post("/api/play", &json!({ "token": ana, "code": code() })).await.json();
        let seat = app.engine().seats_asked.pop().expect("a seat was asked for");
        assert_eq!(seat.racer.shown, shown);
    }
}
