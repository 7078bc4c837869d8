//! Skins: `/api/changeskin`, `/api/unlockskin`, and the skins that results unlock.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use api::database::MIGRATIONS;
use diesel_migrations::MigrationHarness as _;
use serde_json::{Value, json};
use shared::messages::{RecordResult, Recorded};
use shared::racer::RaceResult;
use shared::testing::assert_generated;

use crate::support::app::filenames;
use crate::support::engine::code;
use crate::support::{App, postgres, results};

const TEXT: &str = "A text that is long enough to be raced through in a test of the skins.";

async fn racer() -> (App, String) {
    let (app, token) = App::with_ana().await;
    app.set_texts(&[TEXT]);
    (app, token)
}

fn result(app: &App, wpm: f64, accuracy: f64, won: bool) -> RecordResult {
    let usual = results::result_at(wpm, app, "ana");
    RecordResult { result: RaceResult { accuracy, won, ..usual.result }, ..usual }
}

/// Returns the file names of the skins that ana unlocked, in alphabetical order.
fn unlocked(app: &App) -> Vec<String> {
    postgres::texts(&app.database_url, "SELECT skin FROM owned_skins ORDER BY 1")
}

async fn own_stats(app: &App, token: &str) -> Value {
    app.post("/api/getstats", &json!({ "username": "ana", "token": token })).await.json()
}

#[actix_web::test]
async fn a_new_racer_owns_the_first_skin_and_sees_how_to_get_the_others() {
    let (app, token) = racer().await;
    let own = own_stats(&app, &token).await;
    let first = json!([{
        "name": "Colibri", "filename": "hummingbird", "price": null,
        "description": "The bird that everybody starts with, and that gave the place its name.",
    }]);
    assert_eq!((&own["skin"], &own["skins"]), (&json!("hummingbird"), &first));
    let locked = own["toBeUnlocked"].as_array().expect("it is a list");
    assert_eq!(locked.len() as f64 + 1.0, app.number("SELECT count(*) FROM skins"));
    let of = |filename: &str| locked.iter().find(|skin| skin["filename"] == filename).expect("it is there").clone();
    let expected = [
        ("firethroat", "wpm", json!(60.0), "Type faster: reach 60 wpm in a race", json!(null)),
        ("hermit", "races", json!(25.0), "Complete and win more races: complete 25", json!(null)),
        ("goldentail", "wins", json!(1.0), "Complete and win more races: win 1", json!(null)),
        ("fairy", "accuracy", json!(95.0), "Improve your accuracy: average 95% over at least 10 races", json!(null)),
        ("snowcap", "verified", json!(null), "Verify your email address", json!(null)),
        ("plumeleteer", "feedback", json!(null), "Leave feedback", json!(null)),
        ("cat", "egg", json!(null), "Look for easter eggs", json!(null)),
        ("coquette", "shop", json!(null), "Buy", json!(1.99)),
    ];
    for (filename, rule, threshold, hint, price) in expected {
        let skin = of(filename);
        assert_eq!((&skin["rule"], &skin["threshold"]), (&json!(rule), &threshold), "{filename}");
        assert_eq!((&skin["hint"], &skin["price"]), (&json!(hint), &price), "{filename}");
    }
}

#[actix_web::test]
async fn every_skin_has_an_image() {
    let app = App::start().await;
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client/static/img/skins");
    for filename in postgres::texts(&app.database_url, "SELECT filename FROM skins") {
        assert!(images.join(format!("{filename}.png")).is_file(), "{filename}");
    }
}

#[actix_web::test]
async fn a_result_unlocks_and_names_skins_and_takes_none_away() {
    let (app, token) = racer().await;
    let to = app.api.start_result_recorder();
    let cases: [(f64, bool, &[&str]); 3] =
        [(59.99, false, &["emerald", "violetear"]), (60.0, true, &["firethroat", "goldentail"]), (10.0, false, &[])];
    for (wpm, won, expected) in cases {
        match to.send(result(&app, wpm, 50.0, won)).await.expect("somebody answers") {
            Ok(Recorded::Now { skins, .. }) => assert_eq!(skins, expected),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(unlocked(&app), ["emerald", "firethroat", "goldentail", "violetear"]);
    let own = own_stats(&app, &token).await;
    assert_eq!(filenames(&own["skins"]), ["hummingbird", "violetear", "emerald", "firethroat", "goldentail"]);
    let locked: HashSet<_> = filenames(&own["toBeUnlocked"]).into_iter().collect();
    assert!(filenames(&own["skins"]).iter().all(|skin| !locked.contains(skin)), "{own}");
}

#[actix_web::test]
async fn average_accuracy_counts_from_the_tenth_race_on() {
    let (app, _) = racer().await;
    let to = app.api.start_result_recorder();
    for n in 1..=10 {
        let accuracy_skins = unlocked(&app).into_iter().filter(|skin| ["fairy", "talamanca"].contains(&skin.as_str()));
        assert_eq!(accuracy_skins.count(), 0, "before race {n}");
        let result = result(&app, 20.0, if n == 1 { 50.0 } else { 100.0 }, false);
        assert!(results::is_now(&results::send(&to, &result).await));
    }
    // 95% on average, in ten races.
    assert_eq!(unlocked(&app), ["fairy", "thorntail"]);
}

#[actix_web::test]
async fn a_skin_is_unlocked_with_the_result_or_not_at_all() {
    let (app, _) = racer().await;
    app.execute("ALTER TABLE owned_skins ADD CONSTRAINT owned_skins_none CHECK (false)");
    let to = app.api.start_result_recorder();
    let answer = to.send(result(&app, 60.0, 100.0, true)).await.expect("somebody answers");
    assert!(answer.is_err(), "{answer:?}");
    assert_eq!(app.number("SELECT (SELECT count(*) FROM results) + (SELECT count(*) FROM user_stats)"), 0.0);
}

#[actix_web::test]
async fn practice_unlocks_nothing() {
    let (app, token) = racer().await;
    let practice = json!({ "token": token, "time": 30, "wpm": 200, "accuracy": 100, "date": "2026-01-02T03:04:05Z" });
    app.post("/api/singleplayer", &practice).await.json();
    assert_eq!(unlocked(&app), Vec::<String>::new());
}

#[actix_web::test]
async fn an_easter_egg_is_found_once() {
    let (app, token) = racer().await;
    for egg in ["cat", "capybara", "bee", "jesus"] {
        let form = json!({ "token": token, "skin": egg });
        let found = app.post("/api/unlockskin", &form).await.json();
        assert_eq!(found, json!({ "status": "ok", "skin": egg }));
        assert_eq!(app.post("/api/unlockskin", &form).await.json(), json!({ "status": "ok" }));
    }
    assert_eq!(unlocked(&app), ["bee", "capybara", "cat", "jesus"]);
}

#[actix_web::test]
async fn only_easter_eggs_are_unlocked_on_request() {
    let (app, token) = racer().await;
    for skin in ["hummingbird", "quetzal", "mango", "woodnymph", "starthroat", "snowcap", "plumeleteer", "coquette"] {
        let answer = app.post("/api/unlockskin", &json!({ "token": token, "skin": skin })).await;
        answer.refuses(403, "not-an-egg");
    }
    for skin in ["dodo", "", "CAT", "cat.png", "../cat", "' OR 1=1 --"] {
        let answer = app.post("/api/unlockskin", &json!({ "token": token, "skin": skin })).await;
        answer.refuses(404, "unknown-skin");
    }
    app.post("/api/unlockskin", &json!({ "skin": "cat" })).await.refuses(401, "not-logged-in");
    assert_eq!(unlocked(&app), Vec::<String>::new());
}

#[actix_web::test]
async fn an_owned_skin_can_be_worn_and_shows_in_races() {
    let (app, token) = racer().await;
    app.post("/api/unlockskin", &json!({ "token": token, "skin": "cat" })).await.json();
    let worn = app.post("/api/changeskin", &json!({ "token": token, "skin": "cat" })).await.json();
    assert_eq!(worn, json!({ "skin": "cat" }));
    assert_eq!(app.post("/api/isloggedin", &json!({ "token": token })).await.json()["skin"], "cat");
    assert_eq!(app.post("/api/getstats", &json!({ "username": "ana" })).await.json()["skin"], "cat");
    let seat = app.post("/api/play", &json!({ "token": token, "code": code().as_str() })).await.json();
    assert_eq!(seat["participants"][0]["skin"], "cat");
    let back = app.post("/api/changeskin", &json!({ "token": token, "skin": "hummingbird" })).await.json();
    assert_eq!(back, json!({ "skin": "hummingbird" }));
}

#[actix_web::test]
async fn a_skin_that_is_not_owned_cannot_be_worn() {
    let (app, token) = racer().await;
    let change =
        async |token: &str, skin: &str| app.post("/api/changeskin", &json!({ "token": token, "skin": skin })).await;
    for skin in ["cat", "quetzal", "snowcap", "coquette"] {
        change(&token, skin).await.refuses(403, "skin-locked");
    }
    let other = app.signup("bob").await;
    app.post("/api/unlockskin", &json!({ "token": other, "skin": "cat" })).await.json();
    change(&token, "cat").await.refuses(403, "skin-locked");
    change(&token, "dodo").await.refuses(404, "unknown-skin");
    change("bad", "hummingbird").await.refuses(401, "not-logged-in");
    assert_eq!(own_stats(&app, &token).await["skin"], "hummingbird");
}

#[actix_web::test]
async fn new_skins_are_granted_retroactively() {
    let (app, _) = racer().await;
    app.execute(
        "INSERT INTO user_stats (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
         SELECT id, created_at, 30, 1, 1800, 2850, 62, 900000 FROM users",
    );
    app.execute("DELETE FROM owned_skins");
    let earned = "SELECT count(*) FROM owned_skins";
    app.database.migrate().expect("there is nothing to migrate");
    assert_eq!(app.number(earned), 0.0, "nothing was new");
    postgres::connection(&app.database_url).revert_last_migration(MIGRATIONS).expect("it can be undone");
    app.database.migrate().expect("it can be run again");
    let reached = "SELECT count(*) FROM skins WHERE (unlock = 'wpm' AND threshold <= 62)
         OR (unlock = 'races' AND threshold <= 30) OR (unlock = 'wins' AND threshold <= 1)
         OR (unlock = 'accuracy' AND threshold <= 95)";
    assert_ne!(app.number(reached), 0.0);
    assert_eq!(app.number(earned), app.number(reached));
}

/// The names of skins and the numbers of their rules, from which the client makes its own words.
#[actix_web::test]
async fn the_clients_names_of_skins_are_generated() {
    let app = App::start().await;
    let names = postgres::texts(&app.database_url, "SELECT json_object_agg(filename, name)::text FROM skins").remove(0);
    let names: BTreeMap<String, String> = serde_json::from_str(&names).expect("an object of names");
    let now = json!({ "accuracyRaces": api::ACCURACY_RACES, "names": names });
    let now = format!("{now:#}\n");
    assert_generated("shared/fixtures/skins.json", &now);
}
