//! Verdicts about results: what is held back counts for nothing until an admin has accepted it.

use actix::Recipient;
use api::Settings;
use serde_json::{Value, json};
use shared::Evidence;
use shared::messages::{RecordResult, Recorded};
use typing::key_log::TimedKeys;

use crate::support::App;
use crate::support::app::without_limits;
use crate::support::results::{STATS_THAT_DIFFER, TEXT, base64, is_now, racer, result, send, typed};

/// Returns a result of Ana whose keys the room has seen: 100 ms between any two.
fn machine(app: &App) -> RecordResult {
    let times = (1..=TEXT.len() as u32).map(|index| index * 100).collect();
    with_keys(app, TimedKeys::new(TEXT.to_owned(), times).expect("there is a time for each key"), Evidence::default())
}

fn with_keys(app: &App, keys: TimedKeys, evidence: Evidence) -> RecordResult {
    RecordResult { keys: Some(base64(&keys.encode(TEXT))), evidence: Some(evidence), ..result(app, "ana") }
}

/// Returns keys whose intervals differ, with longer ones before words.
fn uneven() -> TimedKeys {
    let mut now = 0;
    let mut after = ' ';
    let times = TEXT.chars().enumerate().map(|(index, due)| {
        now += 80 + (index * index * 31 % 97) as u32 + if after == ' ' { 140 } else { 0 };
        after = due;
        now
    });
    TimedKeys { times: times.collect(), keystrokes: TEXT.to_owned() }
}

async fn held(app: &App, to: &Recipient<RecordResult>) -> i64 {
    let answer = send(to, &machine(app)).await;
    assert!(matches!(&answer, Ok(Recorded::Now { standing, .. }) if standing.held), "{answer:?}");
    app.number("SELECT max(id) FROM results") as i64
}

/// Holds the last result back, and lets Ana, who is an admin, ask for a look and accept it.
pub(crate) async fn hold_and_accept(app: &App, ana: &str) {
    let id = app.number("SELECT max(id) FROM results") as i64;
    app.execute(&format!("UPDATE results SET won = false, unranked = true, verdict = 'held' WHERE id = {id}"));
    app.execute(&format!("INSERT INTO result_reviews (result_id, won, unranked) VALUES ({id}, true, false)"));
    app.post("/api/askforlook", &json!({ "token": ana, "run": format!("r{id}") })).await.json();
    app.post("/api/admin/getheldresults", &json!({ "token": ana })).await.json();
    let decide = json!({ "token": ana, "id": id, "accept": true, "explanation": "Mine." });
    app.post("/api/admin/decideresult", &decide).await.json();
}

async fn run_of(app: &App, token: &str, id: i64) -> Value {
    app.post("/api/history/run", &json!({ "token": token, "id": format!("r{id}") })).await.json()
}

#[actix_web::test]
async fn a_held_result_counts_for_nothing_and_its_owner_sees_why() {
    let (app, to) = racer().await;
    let id = held(&app, &to).await;
    assert_eq!(app.number("SELECT (SELECT count(*) FROM user_stats) + (SELECT count(*) FROM owned_skins)"), 0.0);
    let ana = app.login("ana").await;
    let bests = app.post("/api/history/bests", &json!({ "token": ana })).await.json();
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!(json!([bests["bests"], stats["bestRaceId"]]), json!([[], null]));
    let run = run_of(&app, &ana, id).await;
    let replay = app.post("/api/replay", &json!({ "race": run["race"] })).await.json();
    let lane = &replay["lanes"][0];
    assert_eq!(json!([lane["place"], lane["won"], lane["unranked"]]), json!([null, false, true]));
    assert_eq!((&run["verdict"], &run["unranked"]), (&json!("held"), &json!(true)));
    let even = json!({ "rule": "even-rhythm", "measured": 0.0, "bound": 0.13 });
    assert!(run["findings"].as_array().is_some_and(|found| found.contains(&even)), "{run}");
    assert_eq!(run["review"], json!({ "asked": null, "decided": null, "explanation": null, "look": null }));
}

#[actix_web::test]
async fn a_result_whose_keys_were_seen_is_verified_and_one_without_is_not() {
    let (app, to) = racer().await;
    let seen = Evidence { credited_ms: 38, ..Evidence::default() };
    assert!(is_now(&send(&to, &with_keys(&app, uneven(), seen)).await));
    let verified = run_of(&app, &app.login("ana").await, app.number("SELECT max(id) FROM results") as i64).await;
    assert_eq!((&verified["verdict"], &verified["credited"]), (&json!("verified"), &json!(38)), "{verified}");
    let late = Evidence { late_keys: 90, ..seen };
    assert!(is_now(&send(&to, &with_keys(&app, typed(TEXT, 80.0, 1), late)).await));
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    assert_eq!(app.number("SELECT count(*) FROM results WHERE verdict = 'unverified'"), 2.0);
    assert_eq!(app.number("SELECT races_total FROM user_stats"), 3.0);
}

#[actix_web::test]
async fn unverified_results_count_for_nothing_if_the_operator_wants() {
    let (app, _) = racer().await;
    let strict = app.start_beside(Settings { rank_unverified: false, ..without_limits() }).await;
    let to = strict.api.start_result_recorder();
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    assert_eq!(app.number("SELECT count(*) FROM results WHERE unranked AND NOT won"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM user_stats"), 0.0);
    assert!(is_now(&send(&to, &with_keys(&app, uneven(), Evidence::default())).await));
    assert_eq!(app.number("SELECT races_total FROM user_stats"), 1.0);
}

#[actix_web::test]
async fn an_owner_asks_once_and_an_accepted_result_counts_exactly_once() {
    let (app, to) = racer().await;
    let id = held(&app, &to).await;
    let (ana, ruth) = (app.login("ana").await, app.admin("ruth").await);
    let decide = json!({ "token": ruth, "id": id, "accept": true, "explanation": "I have seen them type." });
    app.post("/api/admin/decideresult", &decide).await.refuses(409, "not-waiting");
    let unknown = json!({ "token": ruth, "id": id + 1, "accept": true, "explanation": "Which?" });
    app.post("/api/admin/decideresult", &unknown).await.refuses(404, "unknown-run");
    let ask = json!({ "token": ana, "run": format!("r{id}") });
    app.post("/api/askforlook", &ask).await.json();
    app.post("/api/askforlook", &ask).await.refuses(409, "already-asked");
    let listed = app.post("/api/admin/getheldresults", &json!({ "token": ruth })).await.json();
    assert_eq!((&listed["open"], &listed["results"][0]["username"]), (&json!(1), &json!("ana")));
    assert_eq!(listed["results"][0]["run"]["keystrokes"], TEXT);

    let of_keys = "SELECT string_agg(key_days::text, '' ORDER BY key_days) FROM key_days";
    let before = app.text(of_keys);
    app.post("/api/admin/decideresult", &decide).await.json();
    app.post("/api/admin/decideresult", &decide).await.refuses(409, "not-waiting");
    assert_eq!(app.number("SELECT count(*) FROM results WHERE verdict = 'accepted' AND won AND NOT unranked"), 1.0);
    assert_eq!(app.number("SELECT races_total FROM user_stats"), 1.0);
    assert_eq!((app.number(STATS_THAT_DIFFER), app.text(of_keys)), (0.0, before));
    assert!(app.number("SELECT count(*) FROM owned_skins") > 0.0);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'result_accepted'"), 1.0);
    assert_eq!(run_of(&app, &ana, id).await["review"]["explanation"], "I have seen them type.");
}

#[actix_web::test]
async fn a_rejected_result_goes_on_to_count_for_nothing() {
    let (app, to) = racer().await;
    let id = held(&app, &to).await;
    let (ana, ruth) = (app.login("ana").await, app.admin("ruth").await);
    app.post("/api/askforlook", &json!({ "token": ana, "run": format!("r{id}") })).await.json();
    let decide = |reason: &str| json!({ "token": ruth, "id": id, "accept": false, "explanation": reason });
    app.post("/api/admin/decideresult", &decide(" "))
        .await
        .refuses(422, "length; field=explanation; least=1; most=500");
    app.post("/api/admin/decideresult", &decide("100 ms, always.")).await.json();
    assert_eq!(app.number("SELECT count(*) FROM results WHERE verdict = 'rejected' AND unranked"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM user_stats"), 0.0);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'result_rejected'"), 1.0);
}

#[actix_web::test]
async fn a_decision_outlives_the_account_of_its_admin_and_goes_with_that_of_the_racer() {
    let (app, to) = racer().await;
    let id = held(&app, &to).await;
    let (ana, ruth) = (app.login("ana").await, app.admin("ruth").await);
    app.post("/api/askforlook", &json!({ "token": ana, "run": format!("r{id}") })).await.json();
    let decide = json!({ "token": ruth, "id": id, "accept": false, "explanation": "100 ms, always." });
    app.post("/api/admin/decideresult", &decide).await.json();
    let delete = |token: &str| json!({ "token": token, "confirmationText": "IRREVERSIBLE" });
    app.post("/api/deleteaccount", &delete(&ruth)).await.json();
    assert_eq!(run_of(&app, &ana, id).await["review"]["explanation"], "100 ms, always.");
    app.post("/api/deleteaccount", &delete(&ana)).await.json();
    let left = "SELECT (SELECT count(*) FROM result_reviews) + (SELECT count(*) FROM result_findings)";
    assert_eq!(app.number(left), 0.0);
}

#[actix_web::test]
async fn only_a_held_result_of_ones_own_can_be_asked_about() {
    let (app, to) = racer().await;
    let id = held(&app, &to).await;
    let boo = app.signup("boo").await;
    let unknown = json!({ "token": boo, "run": format!("r{id}") });
    app.post("/api/askforlook", &unknown).await.refuses(404, "unknown-run");
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    let counts = format!("r{}", app.number("SELECT max(id) FROM results"));
    let ana = app.login("ana").await;
    app.post("/api/askforlook", &json!({ "token": ana, "run": counts })).await.refuses(409, "not-held");
}
