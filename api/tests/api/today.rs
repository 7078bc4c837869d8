//! `/api/today`, `/api/today/start`: one text for all, one attempt, one board.

use api::Settings;
use futures_util::future::join;
use serde_json::{Value, json};
use shared::RaceId;
use shared::messages::{LinkError, RecordResult, TakeSeatError};
use uuid::Uuid;

use crate::ghosts::{ghosts, names, raced, raced_in};
use crate::support::App;
use crate::support::engine::{code, race};
use crate::support::results::{TEXT, is_now, result, send, short};

const OVER: &str = "attempt-over";
const SPANISH: &str = "Un texto bastante largo para correr por el en una prueba de la carrera de hoy.";

async fn start(app: &App, token: &str, language: &str) -> crate::support::Answer {
    app.post("/api/today/start", &json!({ "token": token, "language": language })).await
}

async fn today(app: &App, token: Option<&str>, language: &str) -> Value {
    app.post("/api/today", &json!({ "token": token, "language": language })).await.json()
}

/// Starts an app with Ana and a text for today's race.
async fn with_ana() -> (App, String) {
    let (app, ana) = App::with_ana().await;
    app.set_texts(&[TEXT]);
    (app, ana)
}

/// Lets a new user have an attempt that ends at this speed.
async fn attempt(app: &App, name: &str, wpm: f64) -> String {
    let token = app.signup(name).await;
    start(app, &token, "en").await.json();
    raced_in(app, race(), name, TEXT, wpm).await;
    token
}

fn ranks(today: &Value) -> Vec<String> {
    let board = today["board"].as_array().expect("it is a list").iter();
    board.map(|entry| format!("{} {}", entry["rank"], entry["username"]).replace('"', "")).collect()
}

#[actix_web::test]
async fn an_attempt_has_one_private_room_with_the_text_of_the_day_until_it_is_over() {
    let (app, ana) = with_ana().await;
    let before = today(&app, Some(&ana), "en").await;
    assert_eq!((&before["attempt"], &before["code"], &before["racers"]), (&json!("open"), &json!(null), &json!(0)));
    for _ in 0..2 {
        assert_eq!(start(&app, &ana, "en").await.json(), json!({ "code": code() }));
        let begun = today(&app, Some(&ana), "en").await;
        assert_eq!((&begun["attempt"], &begun["code"]), (&json!("begun"), &json!(code())));
    }
    let asked = std::mem::take(&mut app.engine().rooms_asked);
    let [room] = &asked[..] else { panic!("one room: {asked:?}") };
    assert!(room.private && room.solo && room.text.as_ref().is_some_and(|text| text.text == TEXT), "{room:?}");
    raced_in(&app, race(), "ana", TEXT, 70.0).await;
    let refused = start(&app, &ana, "en").await;
    refused.refuses(409, OVER);
    let over = today(&app, Some(&ana), "en").await;
    let day = app.text("SELECT (now() AT TIME ZONE 'UTC')::date::text");
    let own = json!({ "rank": 1, "username": "ana", "skin": "hummingbird", "country": "CR", "wpm": 70.0,
        "accuracy": 98.5, "time": over["own"]["time"], "race": short(race()) });
    let expected = json!({ "day": day, "today": day, "language": "en", "board": [own], "racers": 1, "own": own, "attempt": "over",
        "code": null, "held": null });
    assert_eq!(over, expected);
    assert_eq!(over["own"]["time"], app.number("SELECT time_ms / 1000.0 FROM results"));
}

#[actix_web::test]
async fn two_starts_at_the_same_time_are_one_attempt() {
    let (app, ana) = with_ana().await;
    let (one, other) = join(start(&app, &ana, "en"), start(&app, &ana, "en")).await;
    assert_eq!(one.json(), other.json());
    assert_eq!(app.number("SELECT count(*) FROM daily_attempts"), 1.0);
}

#[actix_web::test]
async fn an_attempt_whose_room_is_gone_is_over() {
    for gone in [TakeSeatError::Unknown, TakeSeatError::Joinable, TakeSeatError::Full] {
        let (app, ana) = with_ana().await;
        start(&app, &ana, "en").await.json();
        app.engine().refuse_seat = Some(LinkError::Unreachable.into());
        assert_eq!(start(&app, &ana, "en").await.status, 503, "nobody knows");
        app.engine().refuse_seat = Some(gone);
        start(&app, &ana, "en").await.refuses(409, OVER);
        app.engine().refuse_seat = None;
        start(&app, &ana, "en").await.refuses(409, OVER);
        let over = today(&app, Some(&ana), "en").await;
        assert_eq!((&over["attempt"], &over["own"]), (&json!("over"), &json!(null)));
    }
}

#[actix_web::test]
async fn a_start_that_the_engine_does_not_answer_is_not_counted() {
    let app = App::start_with(Settings::default()).await;
    app.set_texts(&[TEXT]);
    let ana = app.signup("ana").await;
    start(&app, &ana, "en").await.json();
    app.engine().refuse_seat = Some(LinkError::Unreachable.into());
    for _ in 0..30 {
        assert_eq!(start(&app, &ana, "en").await.status, 503);
    }
    app.engine().refuse_seat = None;
    start(&app, &ana, "en").await.json();
}

#[actix_web::test]
async fn the_text_is_the_same_for_all_and_not_one_of_the_last_thirty_days() {
    let app = App::start().await;
    let texts: Vec<String> = (10..20).map(|n| format!("{n} {TEXT}")).collect();
    app.set_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    app.execute(
        "INSERT INTO daily_races SELECT (now() AT TIME ZONE 'UTC')::date - row_number() OVER (ORDER BY id)::int, 'en', id
        FROM texts WHERE author <> '7'",
    );
    for name in ["ana", "bob"] {
        let token = app.signup(name).await;
        start(&app, &token, "en").await.json();
        let asked = app.engine().rooms_asked.pop().expect("the engine got the request");
        assert_eq!(asked.text.map(|text| text.author), Some("7".to_owned()), "the only one that is not recent");
    }
}

#[actix_web::test]
async fn without_a_text_there_is_no_race_today() {
    let (app, ana) = App::with_ana().await;
    app.set_texts(&[]);
    start(&app, &ana, "en").await.refuses(404, "no-texts");
}

#[actix_web::test]
async fn the_board_has_ranked_attempts_by_time_and_equal_ones_share_a_rank() {
    let (app, ana) = with_ana().await;
    start(&app, &ana, "en").await.json();
    raced_in(&app, race(), "ana", TEXT, 60.0).await;
    for (name, wpm) in [("bob", 80.0), ("cyd", 80.0), ("dan", 70.0), ("eve", 90.0)] {
        attempt(&app, name, wpm).await;
    }
    raced(&app, "eve", TEXT, 120.0).await;
    let board = today(&app, Some(&ana), "en").await;
    assert_eq!(ranks(&board), ["1 eve", "2 bob", "2 cyd", "4 dan", "5 ana"], "no other race counts");
    assert_eq!((&board["racers"], &board["own"]["rank"]), (&json!(5), &json!(5)));

    let of_eve = format!("WHERE race_id = '{}' AND wpm > 85", race());
    app.execute(&format!("UPDATE results SET verdict = 'held', unranked = true, won = false {of_eve}"));
    app.execute("DELETE FROM users WHERE username = 'bob'");
    let board = today(&app, Some(&ana), "en").await;
    assert_eq!(
        (ranks(&board), &board["own"]["rank"]),
        (["1 cyd", "2 dan", "3 ana"].map(String::from).to_vec(), &json!(3))
    );
    app.execute(&format!("UPDATE results SET verdict = 'accepted', unranked = false {of_eve}"));
    assert_eq!(ranks(&today(&app, None, "en").await), ["1 eve", "2 cyd", "3 dan", "4 ana"]);
}

#[actix_web::test]
async fn the_board_takes_verified_attempts_and_those_that_an_admin_has_accepted() {
    let (app, ana) = with_ana().await;
    start(&app, &ana, "en").await.json();
    let race = RecordResult { race: race(), ..result(&app, "ana") };
    assert!(is_now(&send(&app.api.start_result_recorder(), &race).await));
    let board = today(&app, Some(&ana), "en").await;
    assert_eq!((ranks(&board).len(), &board["own"], &board["attempt"]), (0, &json!(null), &json!("over")));
    assert_eq!(app.number("SELECT races_total FROM user_stats"), 1.0, "it counts elsewhere");
    for (verdict, racers) in [("verified", 1), ("unverified", 0), ("accepted", 1)] {
        app.execute(&format!("UPDATE results SET verdict = '{verdict}'"));
        assert_eq!(today(&app, None, "en").await["racers"], racers, "{verdict}");
    }
}

#[actix_web::test]
async fn a_held_attempt_names_its_run_to_its_racer_until_it_is_decided() {
    let (app, ana) = with_ana().await;
    start(&app, &ana, "en").await.json();
    raced_in(&app, race(), "ana", TEXT, 60.0).await;
    let run = format!("r{}", app.number("SELECT max(id) FROM results"));
    for (verdict, held) in [("verified", None), ("held", Some(run)), ("rejected", None)] {
        app.execute(&format!("UPDATE results SET verdict = '{verdict}', unranked = true, won = false"));
        let seen = today(&app, Some(&ana), "en").await;
        assert_eq!((&seen["attempt"], &seen["held"]), (&json!("over"), &json!(held)), "{verdict}");
    }
    app.execute("UPDATE results SET verdict = 'held'");
    assert_eq!(today(&app, None, "en").await["held"], json!(null));
}

#[actix_web::test]
async fn the_board_ends_after_fifty_and_the_own_entry_does_not() {
    let (app, ana) = with_ana().await;
    start(&app, &ana, "en").await.json();
    raced_in(&app, race(), "ana", TEXT, 10.0).await;
    app.execute(
        "INSERT INTO users (username, email, password_hash) SELECT 'racer' || n, n || '@example.org', '!'
        FROM generate_series(1, 60) AS n",
    );
    app.execute(
        "INSERT INTO daily_attempts (day, language, user_id, race_id) SELECT day, daily_attempts.language, users.id, race_id
        FROM daily_attempts, users WHERE username LIKE 'racer%'",
    );
    app.execute(
        "INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy, verdict)
        SELECT race_id, users.id, 1, false, 1000 + users.id, 60, 98, 'verified'
        FROM results, users WHERE username LIKE 'racer%'",
    );
    let board = today(&app, Some(&ana), "en").await;
    assert_eq!((ranks(&board).len(), &board["racers"], &board["own"]["rank"]), (50, &json!(61), &json!(61)));
}

#[actix_web::test]
async fn each_language_has_a_race_of_its_own() {
    let (app, ana) = with_ana().await;
    app.execute(&format!("INSERT INTO texts (author, text, source, language) VALUES ('A', '{SPANISH}', 'B', 'es')"));
    start(&app, &ana, "en").await.json();
    raced_in(&app, race(), "ana", TEXT, 60.0).await;
    let other = RaceId(Uuid::new_v4());
    app.engine().race = other;
    start(&app, &ana, "es").await.json();
    let asked = app.engine().rooms_asked.pop().and_then(|room| room.text).expect("a text");
    assert_eq!(asked.text, SPANISH);
    assert_eq!(ranks(&today(&app, None, "es").await), [""; 0]);
    raced_in(&app, other, "ana", SPANISH, 50.0).await;
    for (language, race) in [("en", race()), ("es", other)] {
        assert_eq!(today(&app, None, language).await["board"][0]["race"], json!(short(race)), "{language}");
    }
}

#[actix_web::test]
async fn an_earlier_day_keeps_its_board_and_takes_no_attempts() {
    let (app, ana) = with_ana().await;
    start(&app, &ana, "en").await.json();
    raced_in(&app, race(), "ana", TEXT, 60.0).await;
    app.execute("INSERT INTO daily_races SELECT '2026-11-20', language, text_id FROM daily_races");
    app.execute("UPDATE daily_attempts SET day = '2026-11-20'");
    let day =
        async |day: &str| app.post("/api/today", &json!({ "token": ana, "language": "en", "day": day })).await.json();
    let (earlier, none) = (day("2026-11-20").await, day("2026-11-19").await);
    assert_eq!((ranks(&earlier), &earlier["attempt"]), (vec!["1 ana".to_owned()], &json!("over")));
    assert_eq!((ranks(&none), &none["attempt"]), (vec![], &json!("over")));
    assert_eq!(today(&app, Some(&ana), "en").await["attempt"], "open");
}

#[actix_web::test]
async fn a_racer_of_today_meets_those_just_ahead() {
    let (app, ana) = with_ana().await;
    raced(&app, "ana", TEXT, 60.0).await;
    start(&app, &ana, "en").await.json();
    assert_eq!(names(&ghosts(&app, &ana, race(), json!({})).await), ["own ana 60.0"], "nobody has raced yet");
    for (name, wpm) in [("bob", 70.0), ("cyd", 80.0), ("dan", 65.0), ("eve", 90.0), ("flo", 50.0)] {
        attempt(&app, name, wpm).await;
    }
    let met = ghosts(&app, &ana, race(), json!({})).await;
    assert_eq!(names(&met), ["ahead dan 65.0", "ahead bob 70.0", "ahead cyd 80.0"]);
    let elsewhere = ghosts(&app, &ana, RaceId(Uuid::new_v4()), json!({})).await;
    assert_eq!(names(&elsewhere), ["own ana 60.0", "near dan 65.0"], "in another race");
}
