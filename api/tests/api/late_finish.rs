//! `/api/latefinish`: finishes that their rooms never got.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures_util::join;
use serde_json::{Value, json};
use shared::messages::RecordResult;
use shared::racer::RaceResult;
use shared::{TextId, UserId};
use typing::key_log::TimedKeys;
use typing::score;

use crate::support::App;
use crate::support::engine::{code, race};
use crate::support::results::{STATS_THAT_DIFFER, TEXT, base64, is_now, result, send, short};

/// The text of the seats that the engine gives.
const RACED: &str = TEXT;

/// Returns the log of a run through `text` with this many milliseconds between its keys.
fn log(text: &str, ms: u32) -> String {
    let times = (1..=text.chars().count() as u32).map(|n| n * ms).collect();
    base64(&TimedKeys { keystrokes: text.to_owned(), times }.encode(RACED))
}

/// Returns the receipt of a seat that Ana took this long ago.
fn receipt(app: &App, ago: TimeDelta) -> String {
    app.tokens.receipt(UserId(app.user_id("ana")), code(), race(), app.engine().text, Utc::now() - ago, Duration::ZERO)
}

/// Returns Ana's app, her token and the receipt of her seat in a race that is over.
async fn seated() -> (App, String, String) {
    let (app, token) = App::with_ana().await;
    app.set_texts(&[RACED]);
    app.engine().text = TextId(app.number("SELECT min(id) FROM texts") as i64);
    let receipt = receipt(&app, TimeDelta::hours(1));
    (app, token, receipt)
}

#[actix_web::test]
async fn a_late_finish_waits_until_the_race_is_over() {
    let (app, token, _) = seated().await;
    let answer = app.post("/api/play", &json!({ "token": token, "code": "k3f9wq2m" })).await.json();
    let of_seat = answer["receipt"].as_str().expect("a receipt").to_owned();
    // Waiting and the countdown, and the time limit.
    let longest = TimeDelta::seconds(120 + score::time_limit(RACED.len()).as_secs() as i64 + 1);
    for receipt in [of_seat, receipt(&app, longest - TimeDelta::seconds(30))] {
        let body = json!({ "token": token, "receipt": receipt, "log": log(RACED, 100) });
        let refused = app.post("/api/latefinish", &body).await;
        assert_eq!(refused.status, 503, "{}", refused.body);
        assert!(refused.error().1.starts_with("race-running; seconds="), "{:?}", refused.headers);
        let wait: i64 = refused.header("retry-after").parse().expect("seconds");
        assert!((1..=longest.num_seconds()).contains(&wait), "{wait}");
    }
    // Friends may wait for each other first.
    app.engine().waits = Duration::from_mins(30);
    let of_friends = app.post("/api/play", &json!({ "token": token, "code": "k3f9wq2m" })).await.json();
    let body = json!({ "token": token, "receipt": of_friends["receipt"], "log": log(RACED, 100) });
    let wait: i64 = app.post("/api/latefinish", &body).await.header("retry-after").parse().expect("seconds");
    assert!(wait > 30 * 60, "{wait}");
    assert_eq!(app.number("SELECT count(*) FROM results"), 0.0);
    let body = json!({ "token": token, "receipt": receipt(&app, longest), "log": log(RACED, 100) });
    app.post("/api/latefinish", &body).await.json();
}

#[actix_web::test]
async fn a_late_finish_is_saved_once_and_counts_for_nothing() {
    let (app, token, receipt) = seated().await;
    let body = json!({ "token": token, "receipt": receipt, "log": log(RACED, 100) });
    let time = f64::from(RACED.len() as u32) / 10.0;
    let saved = json!({ "time": time, "wpm": 120.0, "unranked": true });
    for _ in 0..2 {
        assert_eq!(app.post("/api/latefinish", &body).await.json(), saved);
    }
    let other = json!({ "token": token, "receipt": receipt, "log": log(RACED, 200) });
    assert_eq!(app.post("/api/latefinish", &other).await.json(), saved, "the first one counts");

    let runs = app.post("/api/history", &json!({ "token": token })).await.json();
    let [run] = &runs["runs"].as_array().expect("runs")[..] else { panic!("one run: {runs}") };
    let shown = json!([run["kind"], run["place"], run["unranked"], run["hasKeys"]]);
    assert_eq!(shown, json!(["race", null, true, true]));
    let whole = app.post("/api/history/run", &json!({ "token": token, "id": run["id"] })).await.json();
    assert_eq!(whole["keystrokes"], RACED);
    assert_eq!(app.number("SELECT (SELECT count(*) FROM user_stats) + (SELECT count(*) FROM owned_skins)"), 0.0);
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}

#[actix_web::test]
async fn a_late_finish_leaves_the_result_of_the_room_as_it_is() {
    let (app, token, receipt) = seated().await;
    let to = app.api.start_result_recorder();
    assert!(is_now(&send(&to, &of_the_room(&app)).await));
    let body = json!({ "token": token, "receipt": receipt, "log": log(RACED, 100) });
    let answer = app.post("/api/latefinish", &body).await.json();
    assert_eq!((&answer["wpm"], &answer["unranked"]), (&json!(88.54), &json!(false)));
    assert_eq!(app.number("SELECT count(*) FROM results"), 1.0);
}

#[actix_web::test]
async fn a_late_finish_makes_way_for_the_result_of_the_room() {
    let (app, token, receipt) = seated().await;
    let to = app.api.start_result_recorder();
    let body = json!({ "token": token, "receipt": receipt, "log": log(RACED, 100) });
    app.post("/api/latefinish", &body).await.json();
    assert!(is_now(&send(&to, &of_the_room(&app)).await));
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["bestRace"]), (&json!(1), &json!(88.54)));
    assert_eq!(app.number("SELECT count(*) FROM results"), 1.0);
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}

#[actix_web::test]
async fn the_result_of_the_room_stays_when_a_late_finish_comes_at_the_same_time() {
    let (app, token, _) = seated().await;
    let to = app.api.start_result_recorder();
    for n in 0..20 {
        let result = result(&app, "ana");
        let at = Utc::now() - TimeDelta::hours(1);
        let user = result.result.racer.user().expect("an account");
        let receipt = app.tokens.receipt(user, code(), result.race, result.text, at, Duration::ZERO);
        let body = json!({ "token": token, "receipt": receipt, "log": log(RACED, 100) });
        let (answer, recorded) = join!(app.post("/api/latefinish", &body), send(&to, &result));
        assert_eq!(answer.status, 200);
        assert!(is_now(&recorded), "race {n}: {recorded:?}");
    }
    assert_eq!(app.number("SELECT count(*) FROM results WHERE late"), 0.0);
    assert_eq!(app.number("SELECT races_total FROM user_stats"), 20.0);
}

#[actix_web::test]
async fn a_late_finish_changes_nothing_about_the_race_of_the_others() {
    let (app, token, receipt) = seated().await;
    app.signup("boo").await;
    let to = app.api.start_result_recorder();
    let body = json!({ "token": token, "receipt": receipt, "log": log(RACED, 100) });
    app.post("/api/latefinish", &body).await.json();
    let of_room = RecordResult { racers: 3, start_spread_ms: Some(12), ..of_the_room(&app) };
    let proof = app.tokens.seat_proof(UserId(app.user_id("boo")).into(), code());
    let of_boo = RaceResult { racer: UserId(app.user_id("boo")).into(), ..of_room.result };
    assert!(is_now(&send(&to, &RecordResult { result: of_boo, proof, ..of_room }).await));
    assert_eq!(app.number("SELECT count(*) FROM races WHERE racers = 3 AND start_spread_ms = 12"), 1.0);

    let replay = app.post("/api/replay", &json!({ "race": short(race()) })).await.json();
    let lane = |index: usize| {
        let lane = &replay["lanes"][index];
        json!([lane["username"], lane["place"], lane["won"], lane["unranked"], lane["late"]])
    };
    assert_eq!((lane(0), lane(1)), (json!(["boo", 1, true, false, false]), json!(["ana", null, false, true, true])));
}

/// Returns Ana's result as the room of her seat sends it.
fn of_the_room(app: &App) -> RecordResult {
    RecordResult { race: race(), room: code(), ..result(app, "ana") }
}

#[actix_web::test]
async fn a_receipt_is_good_for_its_racer_for_two_days() {
    let (app, token, receipt) = seated().await;
    let log = log(RACED, 100);
    let boo = app.signup("boo").await;
    let not_yours = "no-seat";
    let forged = receipt.replace('.', ".1");
    for (token, receipt) in [(&boo, &receipt), (&token, &forged), (&token, &String::new())] {
        let body = json!({ "token": token, "receipt": receipt, "log": log });
        app.post("/api/latefinish", &body).await.refuses(403, not_yours);
    }
    let ana = UserId(app.user_id("ana"));
    for (hours, is_good) in [(47, true), (49, false)] {
        let old = app.tokens.receipt(
            ana,
            code(),
            race(),
            app.engine().text,
            Utc::now() - TimeDelta::hours(hours),
            Duration::ZERO,
        );
        let answer = app.post("/api/latefinish", &json!({ "token": token, "receipt": old, "log": log })).await;
        if is_good {
            assert_eq!(answer.status, 200);
        } else {
            answer.refuses(403, "race-over");
        }
    }
}

#[actix_web::test]
async fn a_log_that_is_no_run_through_the_text_is_refused() {
    let (app, token, receipt) = seated().await;
    let wrong = "wrong-keys";
    let many = "x\u{8}".repeat(1000) + RACED;
    let cases: [(String, &str); 7] = [
        ("not base64!".to_owned(), wrong),
        (base64(&[1]), wrong),
        (base64(&[2; 5000]), wrong),
        (String::new(), "wrong-keys"),
        (log(&RACED[..20], 100), "wrong-keys"),
        (log(RACED, 20), "too-fast"),
        (log(&many, 10), "too-many-keys"),
    ];
    for (log, code) in cases {
        let body: Value = json!({ "token": token, "receipt": receipt, "log": log });
        app.post("/api/latefinish", &body).await.refuses(422, code);
    }
    let slow = base64(&TimedKeys { keystrokes: RACED.to_owned(), times: vec![3_700_000; RACED.len()] }.encode(RACED));
    let body = json!({ "token": token, "receipt": receipt, "log": slow });
    app.post("/api/latefinish", &body).await.refuses(422, "wrong-times");
    assert_eq!(app.number("SELECT count(*) FROM races"), 0.0);
}
