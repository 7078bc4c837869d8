//! `/api/replay`, `/api/replay/room` and `/api/hidereplay`, and the ids of races in other answers.

use serde_json::{Value, json};
use shared::messages::RecordResult;
use shared::racer::RaceResult;
use typing::key_log::TimedKeys;
use typing::score;

use crate::support::App;
use crate::support::results::{TEXT, base64, is_now, result_at, send, short};

const UNKNOWN: &str = "unknown-race";

/// Returns the keys of a run through the text with a mistake in it, at an even speed.
fn keys() -> TimedKeys {
    let keystrokes = TEXT.replacen("long", "lomg\u{8}\u{8}ng", 1);
    let times = (0..).step_by(120).skip(5).take(keystrokes.chars().count()).collect();
    TimedKeys::new(keystrokes, times).expect("they belong together")
}

/// Starts an app with a race that Ana won against Bob, at 100 and 80 wpm, both with their keys. Returns it with the race
/// and the tokens of both.
async fn with_race() -> (App, RecordResult, [String; 2]) {
    let app = App::start().await;
    let tokens = [app.signup("ana").await, app.signup("bob").await];
    app.set_texts(&[TEXT]);
    let keys = Some(base64(&keys().encode(TEXT)));
    let first = RecordResult { keys, ..result_at(100.0, &app, "ana") };
    let second = result_at(80.0, &app, "bob");
    let second = RecordResult {
        race: first.race,
        keys: first.keys.clone(),
        result: RaceResult { place: 2, won: false, ..second.result.clone() },
        ..second
    };
    let to = app.api.start_result_recorder();
    for message in [&first, &second] {
        assert!(is_now(&send(&to, message).await));
    }
    (app, first, tokens)
}

async fn replay(app: &App, race: &str) -> Value {
    app.post("/api/replay", &json!({ "race": race })).await.json()
}

/// Returns the fields of each lane.
fn fields(replay: &Value, name: &str) -> Vec<Value> {
    replay["lanes"].as_array().expect("it is a list").iter().map(|lane| lane[name].clone()).collect()
}

#[actix_web::test]
async fn a_replay_has_the_text_and_every_lane_with_its_keys() {
    let (app, race, _) = with_race().await;
    app.execute("UPDATE users SET skin = 'quetzal', country = '' WHERE username = 'bob'");
    let keys = keys();
    let lane = |username: &str, skin: &str, country: &str, wpm: f64, place: i32| {
        let time = score::time_at(wpm, TEXT.len()).as_millis() as f64 / 1000.0;
        json!({
            "username": username, "skin": skin, "country": country, "time": time, "wpm": wpm, "accuracy": 98.5,
            "place": place, "won": place == 1, "unranked": false, "proven": false, "late": false, "isHidden": false, "keystrokes": keys.keystrokes,
            "times": keys.times,
        })
    };
    let expected = json!({
        "text": TEXT, "author": "1", "work": "A test", "language": "en", "date": race.started_at, "racers": 2,
        "lanes": [lane("ana", "hummingbird", "CR", 100.0, 1), lane("bob", "quetzal", "", 80.0, 2)],
    });
    let mut replay = replay(&app, &short(race.race)).await;
    // Postgres keeps microseconds.
    replay["date"] = expected["date"].clone();
    assert_eq!(replay, expected);
}

#[actix_web::test]
async fn hidden_keys_are_for_their_racer_only_until_they_are_shown_again() {
    let (app, race, [ana, bob]) = with_race().await;
    let id = short(race.race);
    let hide = |token: &str, hidden: bool| json!({ "token": token, "race": id, "hidden": hidden });
    assert_eq!(app.post("/api/hidereplay", &hide(&ana, true)).await.json(), json!({ "status": "ok" }));
    for token in [json!(bob), json!("bad"), json!(null)] {
        let seen = app.post("/api/replay", &json!({ "race": id, "token": token })).await.json();
        assert_eq!(fields(&seen, "username"), ["ana", "bob"]);
        assert_eq!(fields(&seen, "isHidden"), [true, false]);
        for field in ["keystrokes", "times"] {
            assert_eq!(fields(&seen, field).iter().map(Value::is_null).collect::<Vec<_>>(), [true, false], "{field}");
        }
    }
    let own = app.post("/api/replay", &json!({ "race": id, "token": ana })).await.json();
    assert_eq!((&own["lanes"][0]["isHidden"], &own["lanes"][0]["times"]), (&json!(true), &json!(keys().times)));
    app.post("/api/hidereplay", &hide(&ana, false)).await.json();
    assert_eq!(fields(&replay(&app, &id).await, "keystrokes"), [keys().keystrokes, keys().keystrokes]);
}

#[actix_web::test]
async fn keys_that_are_no_longer_kept_leave_the_lane() {
    let (app, race, _) = with_race().await;
    app.execute("DELETE FROM result_keys USING results JOIN users ON users.id = user_id WHERE result_id = results.id AND username = 'ana'");
    let seen = replay(&app, &short(race.race)).await;
    assert_eq!(fields(&seen, "username"), ["ana", "bob"]);
    assert_eq!(fields(&seen, "times"), [json!(null), json!(keys().times)]);
    assert_eq!(fields(&seen, "isHidden"), [false, false]);
}

#[actix_web::test]
async fn a_deleted_account_has_no_lane_and_the_others_keep_their_places() {
    let (app, race, [ana, bob]) = with_race().await;
    let id = short(race.race);
    app.post("/api/deleteaccount", &json!({ "token": ana, "confirmationText": "IRREVERSIBLE" })).await.json();
    let seen = replay(&app, &id).await;
    assert_eq!((fields(&seen, "username"), fields(&seen, "place")), (vec![json!("bob")], vec![json!(2)]));
    assert_eq!(seen["racers"], 2);
    app.post("/api/deleteaccount", &json!({ "token": bob, "confirmationText": "IRREVERSIBLE" })).await.json();
    app.post("/api/replay", &json!({ "race": id })).await.refuses(404, UNKNOWN);
}

#[actix_web::test]
async fn an_unranked_lane_is_last_and_has_no_place() {
    let (app, race, _) = with_race().await;
    app.execute("UPDATE results SET unranked = true, won = false WHERE place = 1");
    let seen = replay(&app, &short(race.race)).await;
    assert_eq!(
        (fields(&seen, "username"), fields(&seen, "place")),
        (vec![json!("bob"), json!("ana")], vec![json!(2), json!(null)])
    );
    assert_eq!(fields(&seen, "unranked"), [false, true]);
}

#[actix_web::test]
async fn a_race_that_is_unknown_or_of_others_cannot_be_seen_or_hidden() {
    let (app, race, _) = with_race().await;
    let eve = app.signup("eve").await;
    let uuid = race.race.to_string();
    for id in ["AAAAAAAAAAAAAAAAAAAAAA", &uuid, "", "' OR 1=1 --", "r1"] {
        app.post("/api/replay", &json!({ "race": id })).await.refuses(404, UNKNOWN);
        app.post("/api/hidereplay", &json!({ "token": eve, "race": id, "hidden": true })).await.refuses(404, UNKNOWN);
    }
    let others = json!({ "token": eve, "race": short(race.race), "hidden": true });
    app.post("/api/hidereplay", &others).await.refuses(404, UNKNOWN);
    assert_eq!(app.number("SELECT count(*) FROM results WHERE is_hidden"), 0.0);
}

#[actix_web::test]
async fn history_profile_and_leaderboard_have_the_ids_of_races() {
    let app = App::start().await;
    let ana = app.signup("ana").await;
    app.set_texts(&[TEXT]);
    let to = app.api.start_result_recorder();
    let mut races = vec![];
    for (wpm, unranked) in [(60.0, false), (90.0, false), (70.0, false), (120.0, true)] {
        let mut message = result_at(wpm, &app, "ana");
        (message.result.unranked, message.result.won) = (unranked, !unranked);
        assert!(is_now(&send(&to, &message).await));
        races.push(short(message.race));
    }
    app.post(
        "/api/singleplayer",
        &json!({ "token": ana, "time": 30, "wpm": 60, "accuracy": 98, "date": "2026-01-02T03:04:05Z" }),
    )
    .await
    .json();
    let history = app.post("/api/history", &json!({ "token": ana })).await.json();
    let listed = history["runs"].as_array().expect("it is a list").iter();
    let (of_races, of_practice): (Vec<_>, Vec<_>) = listed.partition(|run| run["kind"] == "race");
    assert_eq!(of_races.iter().rev().map(|run| &run["race"]).collect::<Vec<_>>(), races.iter().collect::<Vec<_>>());
    assert_eq!(of_practice.iter().map(|run| &run["race"]).collect::<Vec<_>>(), [&json!(null)]);
    for (language, best) in [(json!(null), json!(races[1])), (json!("en"), json!(races[1])), (json!("es"), json!(null))]
    {
        let stats = app.post("/api/getstats", &json!({ "username": "ana", "language": language })).await.json();
        assert_eq!(stats["bestRaceId"], best, "{language}");
        let board = app.post("/api/leaderboard", &json!({ "type": "wpm", "language": language })).await.json();
        assert_eq!(board["data"].get(0).map_or(&json!(null), |row| &row["bestRaceId"]), &best, "{language}");
    }
    assert_eq!(replay(&app, &races[1]).await["lanes"][0]["username"], "ana");
}

#[actix_web::test]
async fn the_code_of_a_room_leads_to_its_last_race_that_somebody_finished() {
    let (app, race, [_, bob]) = with_race().await;
    let of_room = async |code: &str| app.post("/api/replay/room", &json!({ "token": bob, "code": code })).await;
    let code = race.room.as_str();
    assert_eq!(of_room(code).await.json(), json!({ "race": short(race.race) }));
    assert_eq!(of_room(&code.to_uppercase()).await.json(), json!({ "race": short(race.race) }));
    for unknown in ["aaaaaaaa", "nope", "", "../../etc"] {
        assert_eq!(of_room(unknown).await.json(), json!({ "race": null }), "{unknown}");
    }
    app.execute("DELETE FROM results");
    assert_eq!(of_room(code).await.json(), json!({ "race": null }));
}

#[actix_web::test]
async fn the_code_of_a_room_leads_guests_to_a_public_race_only() {
    let (app, race, [ana, _]) = with_race().await;
    let of_room = async |token: Option<&str>| {
        let call = json!({ "token": token, "code": race.room });
        app.post("/api/replay/room", &call).await.json()["race"].clone()
    };
    assert_eq!(of_room(None).await, short(race.race));
    app.execute("UPDATE races SET private = true");
    assert_eq!((of_room(None).await, of_room(Some(&ana)).await), (json!(null), json!(short(race.race))));
}
