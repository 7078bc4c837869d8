//! `/api/getstats`.

use chrono::{DateTime, Utc};
use serde_json::json;

use crate::support::App;
use crate::support::app::filenames;

#[actix_web::test]
async fn before_the_first_race_all_numbers_are_zero() {
    let (app, _) = App::with_ana().await;
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    let date: DateTime<Utc> = stats["date"].as_str().expect("it is text").parse().expect("it is a date");
    assert!((Utc::now() - date).num_seconds() < 60, "{date}");
    let expected = json!({
        "username": "ana", "wpm": 0.0, "accuracy": 0.0, "racesTotal": 0, "racesWon": 0, "bestRace": 0.0,
        "bestRaceId": null, "date": stats["date"], "country": "CR", "time": 0.0, "skin": "hummingbird",
        "divisions": [],
    });
    assert_eq!(stats, expected);
}

#[actix_web::test]
async fn only_a_users_own_profile_shows_the_skins() {
    let app = App::start().await;
    let (ana, bo) = (app.signup("ana").await, app.signup("bob").await);
    let own = app.post("/api/getstats", &json!({ "username": "ana", "token": ana })).await.json();
    assert_eq!(filenames(&own["skins"]), ["hummingbird"]);
    assert!(filenames(&own["toBeUnlocked"]).contains(&"snowcap"), "{own}");
    for token in [json!(bo), json!("bad"), json!(null)] {
        let stats = app.post("/api/getstats", &json!({ "username": "ana", "token": token })).await.json();
        assert!(stats.get("skins").is_none() && stats.get("toBeUnlocked").is_none(), "{stats}");
    }
}

#[actix_web::test]
async fn an_unknown_name_is_404() {
    let app = App::start().await;
    for username in ["nobody", "", "' OR 1=1 --", "ana\u{202e}", "<b>", "%"] {
        let answer = app.post("/api/getstats", &json!({ "username": username })).await;
        answer.refuses(404, "unknown-user");
    }
}
