//! The standing of results: what counts needs evidence, and is near what its account has shown before.

use actix::Recipient;
use serde_json::{Value, json};
use shared::Evidence;
use shared::messages::{RecordResult, Recorded, Standing};
use shared::racer::Win;
use typing::key_log::TimedKeys;

use crate::support::App;
use crate::support::results::{STATS_THAT_DIFFER, TEXT, base64, is_now, racer, result_at, seen, send, typed};

const NOTHING_COUNTS: &str = "SELECT (SELECT count(*) FROM user_stats) + (SELECT count(*) FROM owned_skins)";

/// Sends a result, and returns how it stands.
async fn standing(to: &Recipient<RecordResult>, message: &RecordResult) -> Standing {
    match send(to, message).await {
        Ok(Recorded::Now { standing, .. }) => standing,
        other => panic!("not recorded: {other:?}"),
    }
}

/// The standing of a verified result that won.
fn won() -> Standing {
    Standing { win: Some(Win::Won), ..Standing::default() }
}

/// Returns a verified run of the user at this speed, by a hand of its own.
fn run(wpm: f64, hand: u32, app: &App, username: &str) -> RecordResult {
    seen(&typed(TEXT, wpm, hand), app, username)
}

/// Lets the user show this speed in ten verified races.
async fn show(wpm: f64, to: &Recipient<RecordResult>, app: &App, username: &str) {
    let first = 100 * app.user_id(username) as u32;
    for hand in first..first + 10 {
        let standing = standing(to, &run(wpm, hand, app, username)).await;
        assert_eq!(standing, won(), "{hand}");
    }
}

fn rules(standing: &Standing) -> Vec<&'static str> {
    standing.findings.iter().map(|finding| finding.rule.name()).collect()
}

/// Lets Ana ask for a look at her last result, and an admin accept it.
async fn accept(app: &App) {
    let id = app.number("SELECT max(id) FROM results") as i64;
    let (ana, ruth) = (app.login("ana").await, app.admin("ruth").await);
    app.post("/api/askforlook", &json!({ "token": ana, "run": format!("r{id}") })).await.json();
    let decide = json!({ "token": ruth, "id": id, "accept": true, "explanation": "I have seen them type." });
    app.post("/api/admin/decideresult", &decide).await.json();
}

#[actix_web::test]
async fn a_copy_of_the_text_as_keys_ranks_nowhere_above_250_wpm() {
    let (app, to) = racer().await;
    let keys = |wpm: f64| Some(base64(&typed(TEXT, wpm, 1).encode(TEXT)));
    let copy = RecordResult { keys: keys(300.0), ..result_at(300.0, &app, "ana") };
    let late = Evidence { late_keys: 40, ..Evidence::default() };
    let late = RecordResult { evidence: Some(late), ..run(300.0, 2, &app, "ana") };
    for message in [copy, late] {
        let Standing { unranked, unverified, held, .. } = standing(&to, &message).await;
        assert_eq!((unranked, unverified, held), (true, true, false));
    }
    assert_eq!(app.number(NOTHING_COUNTS), 0.0);
    let board = app.post("/api/leaderboard", &json!({ "type": "bestRace" })).await.json();
    assert_eq!(board["data"], json!([]));
    assert!(!standing(&to, &result_at(200.0, &app, "ana")).await.unranked, "slower ones count");
}

#[actix_web::test]
async fn a_result_far_above_what_the_account_has_shown_is_held() {
    let (app, to) = racer().await;
    show(100.0, &to, &app, "ana").await;
    let above = standing(&to, &run(160.0, 1, &app, "ana")).await;
    assert!(above.held && above.unranked, "{above:?}");
    let found = above.findings[0];
    assert_eq!((found.rule.name(), found.measured.round(), found.bound.round()), ("above-shown", 160.0, 150.0));
    assert_eq!(standing(&to, &run(149.0, 2, &app, "ana")).await, won());
    let keyless = standing(&to, &result_at(160.0, &app, "ana")).await;
    assert_eq!(rules(&keyless), ["above-shown"], "whether or not its keys were seen");
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);

    let ana = app.login("ana").await;
    let id = format!("r{}", app.number("SELECT max(id) FROM results"));
    let run = app.post("/api/history/run", &json!({ "token": ana, "id": id })).await.json();
    assert_eq!((&run["verdict"], &run["findings"][0]["rule"]), (&json!("held"), &json!("above-shown")));
}

#[actix_web::test]
async fn nobody_passes_220_wpm_unseen() {
    let (app, to) = racer().await;
    assert_eq!(standing(&to, &run(219.0, 1, &app, "ana")).await, won());
    assert_eq!(rules(&standing(&to, &run(222.0, 2, &app, "ana")).await), ["above-shown"]);
    show(200.0, &to, &app, "ana").await;
    assert_eq!(rules(&standing(&to, &run(222.0, 3, &app, "ana")).await), ["above-shown"]);
}

#[actix_web::test]
async fn an_accepted_result_raises_the_bar_of_its_account() {
    let (app, to) = racer().await;
    app.signup("boo").await;
    show(100.0, &to, &app, "ana").await;
    show(100.0, &to, &app, "boo").await;
    assert!(standing(&to, &run(240.0, 1, &app, "ana")).await.held);
    accept(&app).await;
    assert_eq!(standing(&to, &run(239.0, 2, &app, "ana")).await, won());
    assert!(standing(&to, &run(245.0, 3, &app, "ana")).await.held, "what nobody has seen");
    assert!(standing(&to, &run(239.0, 4, &app, "boo")).await.held, "another account");
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}

#[actix_web::test]
async fn a_run_whose_words_came_at_once_is_held_until_one_is_accepted() {
    let (app, to) = racer().await;
    app.signup("boo").await;
    let of_chords = |nth: u32, username: &str| {
        let mut before = ' ';
        let times = TEXT.chars().enumerate().scan(0, |ms, (index, key)| {
            let starts = before == ' ' || before.is_alphanumeric() && !key.is_alphanumeric() && key != ' ';
            *ms += if starts { 250 + (7919 * (index as u32 + nth)) % 600 } else { 1 };
            before = key;
            Some(*ms)
        });
        seen(&TimedKeys { times: times.collect(), keystrokes: TEXT.to_owned() }, &app, username)
    };
    let first = standing(&to, &of_chords(1, "ana")).await;
    assert_eq!((first.held, rules(&first)), (true, vec!["words-at-once"]));
    accept(&app).await;
    assert_eq!(standing(&to, &of_chords(2, "ana")).await, won());
    assert!(standing(&to, &of_chords(3, "boo")).await.held, "another account");
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}

#[actix_web::test]
async fn what_is_not_verified_counts_only_up_to_what_its_account_usually_types() {
    let (app, to) = racer().await;
    show(60.0, &to, &app, "ana").await;
    let late = |wpm: f64, hand| RecordResult {
        evidence: Some(Evidence { late_keys: 40, ..Evidence::default() }),
        ..run(wpm, hand, &app, "ana")
    };
    let Standing { unranked, unverified, held, findings, .. } = standing(&to, &late(89.0, 1)).await;
    assert_eq!((unranked, unverified, held, findings.len()), (false, true, false, 1));
    let above = standing(&to, &late(92.0, 2)).await;
    assert_eq!((above.unranked, above.held), (true, false));
    assert_eq!(standing(&to, &run(92.0, 3, &app, "ana")).await, won(), "a verified one counts");
}

#[actix_web::test]
async fn a_replay_of_anothers_run_is_held_also_when_scaled() {
    let (app, to) = racer().await;
    app.signup("boo").await;
    let original = typed(TEXT, 90.0, 1);
    assert_eq!(standing(&to, &seen(&original, &app, "ana")).await, won());
    let changed = |change: &dyn Fn(usize, u32) -> u32| {
        let times: Vec<u32> = original.times.iter().enumerate().map(|(index, ms)| change(index, *ms)).collect();
        TimedKeys { times, keystrokes: original.keystrokes.clone() }
    };
    for (name, keys) in [
        ("exact", original.clone()),
        ("faster by a third", changed(&|_, ms| ms * 3 / 4)),
        ("with noise", changed(&|index, ms| ms + 30 + (index as u32 * 37) % 11)),
    ] {
        for username in ["boo", "ana"] {
            let standing = standing(&to, &seen(&keys, &app, username)).await;
            assert!(standing.held, "{name} by {username}");
            assert_eq!(rules(&standing), ["like-another-run"], "{name} by {username}");
        }
    }
    assert_eq!(standing(&to, &run(90.0, 2, &app, "boo")).await, won(), "one's own hands");
}

#[actix_web::test]
async fn a_run_sent_twice_is_not_held_for_itself() {
    let (app, to) = racer().await;
    let message = run(90.0, 1, &app, "ana");
    assert_eq!(standing(&to, &message).await, won());
    assert_eq!(send(&to, &message).await, Ok(Recorded::Before(won())));
    assert_eq!(app.number("SELECT count(*) FROM result_findings"), 0.0);
}

#[actix_web::test]
async fn a_deleted_account_takes_its_digests_along() {
    let (app, to) = racer().await;
    let boo = app.signup("boo").await;
    assert_eq!(standing(&to, &run(90.0, 1, &app, "boo")).await, won());
    assert_eq!(app.number("SELECT count(*) FROM run_digests"), 1.0);
    app.post("/api/deleteaccount", &json!({ "token": boo, "confirmationText": "IRREVERSIBLE" })).await.json();
    assert_eq!(app.number("SELECT count(*) FROM run_digests"), 0.0);
    assert_eq!(standing(&to, &run(90.0, 1, &app, "ana")).await, won());
}

#[actix_web::test]
async fn a_held_result_tells_its_rules_again_and_the_usual_time_of_a_look() {
    let (app, to) = racer().await;
    let message = run(230.0, 1, &app, "ana");
    let first = standing(&to, &message).await;
    assert_eq!((first.held, first.look_seconds), (true, None), "nobody has decided yet");
    assert_eq!(send(&to, &message).await, Ok(Recorded::Before(first)));

    for (hand, hours) in [3, 5, 9, 2, 30].into_iter().enumerate() {
        assert!(is_now(&send(&to, &run(90.0, 10 + hand as u32, &app, "ana")).await));
        app.execute(&format!(
            "INSERT INTO result_reviews (result_id, won, unranked, asked_at, decided_at, explanation)
            SELECT max(id), false, false, now() - interval '{hours} hours', now(), 'Seen.' FROM results"
        ));
    }
    let again: Value = match send(&to, &message).await {
        Ok(Recorded::Before(standing)) => json!(standing.look_seconds),
        other => panic!("{other:?}"),
    };
    assert_eq!(again, 5 * 3600);
}
