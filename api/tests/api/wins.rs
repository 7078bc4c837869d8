//! Wins: a first place is one once an opponent counts, in private rooms once a day against the same account.

use actix::Recipient;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use shared::messages::{RecordResult, Recorded};
use shared::racer::Win;
use shared::{Evidence, RaceId, UserId};
use typing::key_log::TimedKeys;
use uuid::Uuid;

use crate::support::App;
use crate::support::results::{STATS_THAT_DIFFER, TEXT, add_racers, base64, racer, result, send};

/// Returns Ana's first place in a race of its own, of which no opponent is known.
fn first(app: &App) -> RecordResult {
    let mut record = result(app, "ana");
    record.result.won = false;
    record
}

/// Returns the result of another racer, second in the race of `first`.
fn second(app: &App, username: &str, first: &RecordResult) -> RecordResult {
    let mut record = RecordResult { race: first.race, ..result(app, username) };
    (record.result.place, record.result.won) = (2, false);
    record
}

/// Gives the result keys at one pace, which are held back.
fn with_even_keys(record: RecordResult) -> RecordResult {
    let times = (1..=TEXT.len() as u32).map(|index| index * 100).collect();
    let keys = TimedKeys::new(TEXT.to_owned(), times).expect("there is a time for each key");
    RecordResult { keys: Some(base64(&keys.encode(TEXT))), evidence: Some(Evidence::default()), ..record }
}

/// Records a result, and returns what is said of the win, and whether it says so for the first time.
async fn win(to: &Recipient<RecordResult>, record: &RecordResult) -> (bool, Option<Win>) {
    match send(to, record).await.expect("it is saved") {
        Recorded::Now { standing, .. } => (true, standing.win),
        Recorded::Before(standing) => (false, standing.win),
    }
}

fn won(app: &App) -> f64 {
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    app.number("SELECT coalesce(sum(races_won), 0) FROM user_stats")
}

/// Lets Ana, who is an admin, accept the last result of this racer.
async fn accept(app: &App, username: &str) {
    let (owner, ana) = (app.user_id(username), app.login("ana").await);
    let id = app.number(&format!("SELECT max(id) FROM results WHERE user_id = {owner}")) as i64;
    app.execute("UPDATE users SET role = 'admin' WHERE username = 'ana'");
    app.execute(&format!("UPDATE result_reviews SET asked_at = now() WHERE result_id = {id}"));
    let decide = json!({ "token": ana, "id": id, "accept": true, "explanation": "Seen." });
    app.post("/api/admin/decideresult", &decide).await.json();
}

async fn racers(names: &[&str]) -> (App, Recipient<RecordResult>) {
    let (app, to) = racer().await;
    add_racers(&app, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    (app, to)
}

#[actix_web::test]
async fn a_first_place_waits_until_another_result_counts() {
    let (app, to) = racers(&["bob"]).await;
    let ana = first(&app);
    assert_eq!(win(&to, &ana).await, (true, Some(Win::Pending)));
    assert_eq!(win(&to, &ana).await, (false, Some(Win::Pending)));
    assert_eq!(win(&to, &second(&app, "bob", &ana)).await, (true, None));
    assert_eq!(win(&to, &ana).await, (true, Some(Win::Won)));
    assert_eq!(win(&to, &ana).await, (false, Some(Win::Won)));
    assert_eq!(won(&app), 1.0);
}

#[actix_web::test]
async fn a_first_place_waits_until_an_opponent_has_typed_half() {
    let (app, to) = racers(&["bob"]).await;
    let ana = first(&app);
    assert_eq!(win(&to, &ana).await, (true, Some(Win::Pending)));
    let opponents = vec![UserId(app.user_id("bob")), UserId(i64::MAX)];
    assert_eq!(win(&to, &RecordResult { opponents, ..ana.clone() }).await, (true, Some(Win::Won)));
    assert_eq!(won(&app), 1.0);
    let of_a_win = "SELECT count(*) FROM skins JOIN owned_skins ON filename = skin WHERE unlock = 'wins'";
    assert_eq!(app.number(of_a_win), app.number("SELECT count(*) FROM skins WHERE unlock = 'wins' AND threshold = 1"));
}

#[actix_web::test]
async fn opponents_of_a_repeated_message_count_also_beside_the_first() {
    let (app, to) = racers(&["bob"]).await;
    for _ in 0..10 {
        let ana = first(&app);
        let again = RecordResult { opponents: vec![UserId(app.user_id("bob"))], ..ana.clone() };
        let (one, other) = (to.send(ana.clone()), to.send(again));
        one.await.expect("somebody answers").expect("it is saved");
        other.await.expect("somebody answers").expect("it is saved");
        assert_eq!(win(&to, &ana).await, (false, Some(Win::Won)));
    }
    assert_eq!(won(&app), 10.0);
}

#[actix_web::test]
async fn an_opponent_whose_account_is_gone_makes_no_win() {
    let (app, to) = racers(&[]).await;
    let ana = RecordResult { opponents: vec![UserId(i64::MAX)], ..first(&app) };
    assert_eq!(win(&to, &ana).await, (true, Some(Win::Pending)));
}

#[actix_web::test]
async fn a_race_alone_is_no_win_and_waits_for_none() {
    let (app, to) = racers(&[]).await;
    assert_eq!(win(&to, &RecordResult { racers: 1, ..first(&app) }).await, (true, None));
    assert_eq!(won(&app), 0.0);
}

#[actix_web::test]
async fn an_opponent_whose_result_counts_for_nothing_makes_no_win() {
    let (app, to) = racers(&["bob"]).await;
    let ana = first(&app);
    let mut bo = second(&app, "bob", &ana);
    bo.result.unranked = true;
    win(&to, &bo).await;
    assert_eq!(win(&to, &ana).await, (true, Some(Win::Pending)));
}

#[actix_web::test]
async fn a_held_first_place_is_a_win_once_it_is_accepted() {
    let (app, to) = racers(&["bob"]).await;
    let ana = with_even_keys(first(&app));
    assert_eq!(win(&to, &ana).await, (true, None));
    // The opponent types half after that.
    let opponents = vec![UserId(app.user_id("bob"))];
    assert_eq!(win(&to, &RecordResult { keys: None, opponents, ..ana }).await, (false, None));
    assert_eq!(won(&app), 0.0);
    accept(&app, "ana").await;
    assert_eq!(won(&app), 1.0);
}

#[actix_web::test]
async fn a_held_result_of_an_opponent_brings_the_win_once_it_is_accepted() {
    let (app, to) = racers(&["bob"]).await;
    let ana = first(&app);
    win(&to, &ana).await;
    win(&to, &with_even_keys(second(&app, "bob", &ana))).await;
    assert_eq!(win(&to, &ana).await, (false, Some(Win::Pending)));
    accept(&app, "bob").await;
    assert_eq!(won(&app), 1.0);
    assert_eq!(win(&to, &ana).await, (false, Some(Win::Won)));
}

#[actix_web::test]
async fn private_rooms_give_one_win_a_day_against_the_same_account() {
    let (app, to) = racers(&["bob", "cyd"]).await;
    let [bo, cy] = ["bob", "cyd"].map(|name| UserId(app.user_id(name)));
    let noon: DateTime<Utc> = "2026-03-04T12:00:00Z".parse().expect("a time");
    let private = |opponents: &[UserId], hours: i64| {
        let mut record = result(&app, "ana");
        (record.private, record.opponents) = (true, opponents.to_vec());
        record.started_at = noon + TimeDelta::hours(hours);
        record
    };
    let cases = [
        ("the first", vec![bo], 0, Win::Won),
        ("the same opponent again", vec![bo], 1, Win::Repeated),
        ("and another", vec![bo, cy], 2, Win::Won),
        ("both again", vec![cy, bo], 3, Win::Repeated),
        ("late in the evening", vec![cy], 11, Win::Repeated),
        ("on the next day", vec![cy], 12, Win::Won),
        ("and on the day before", vec![cy], -13, Win::Won),
    ];
    for (what, opponents, hours, expected) in cases {
        assert_eq!(win(&to, &private(&opponents, hours)).await, (true, Some(expected)), "{what}");
    }
    assert_eq!(won(&app), 4.0);
    let public = RecordResult { private: false, ..private(&[bo], 1) };
    assert_eq!(win(&to, &public).await, (true, Some(Win::Won)), "matchmaking chooses the opponents");
}

#[actix_web::test]
async fn private_results_at_the_same_time_give_one_win() {
    let (app, to) = racers(&["bob"]).await;
    let opponents = vec![UserId(app.user_id("bob"))];
    let sent: Vec<_> = (0..40)
        .map(|_| {
            let race = RaceId(Uuid::new_v4());
            to.send(RecordResult { race, private: true, opponents: opponents.clone(), ..result(&app, "ana") })
        })
        .collect();
    for answer in sent {
        answer.await.expect("somebody answers").expect("it is saved");
    }
    assert_eq!((won(&app), app.number("SELECT races_total FROM user_stats")), (1.0, 40.0));
}

#[actix_web::test]
async fn results_of_a_race_at_the_same_time_give_its_win() {
    let (app, to) = racers(&["bob"]).await;
    for _ in 0..20 {
        let ana = first(&app);
        let bo = second(&app, "bob", &ana);
        let (one, other) = (to.send(ana.clone()), to.send(bo));
        one.await.expect("somebody answers").expect("it is saved");
        other.await.expect("somebody answers").expect("it is saved");
        // As its room does after the other result.
        assert_eq!(win(&to, &ana).await.1, Some(Win::Won));
    }
    assert_eq!(won(&app), 20.0);
}
