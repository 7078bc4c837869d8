//! Many results at once: written together, each once, even if others or the database fail.

use std::collections::HashMap;
use std::time::Duration;

use actix::Recipient;
use api::Settings;
use diesel::PgConnection;
use diesel::connection::SimpleConnection as _;
use futures_util::future::join_all;
use futures_util::{StreamExt as _, stream};
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use shared::messages::{RecordError, RecordResult, Recorded};
use shared::racer::RaceResult;
use shared::{TextId, UserId};

use crate::support::results::{STATS_THAT_DIFFER, add_racers, is_before, is_now, racer, result, result_at, send};
use crate::support::{App, postgres};

/// The number of results in flight: the most that one engine sends.
const AT_ONCE: usize = 32;

type Answer = Result<Recorded, RecordError>;

/// Locks the stats against writes until it is dropped.
fn hold_stats(app: &App) -> PgConnection {
    let mut holder = postgres::connection(&app.database_url);
    holder.batch_execute("BEGIN; LOCK TABLE user_stats IN EXCLUSIVE MODE").expect("nobody else holds it");
    holder
}

/// Waits until a transaction of the app waits for the lock.
async fn until_held(app: &App) {
    app.until(
        "SELECT count(*) > 0 FROM pg_locks WHERE relation = 'user_stats'::regclass AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
    .await;
}

/// Sends the first one and, while its transaction is blocked, the others.
async fn send_together(
    app: &App,
    to: &Recipient<RecordResult>,
    first: &RecordResult,
    others: &[RecordResult],
) -> (Answer, Vec<Answer>) {
    let held = hold_stats(app);
    let release = async {
        until_held(app).await;
        let others = join_all(others.iter().map(|message| send(to, message)));
        futures_util::future::join(others, async { drop(held) }).await.0
    };
    futures_util::future::join(send(to, first), release).await
}

/// Returns results of this many racers, each in a separate race.
fn results_of(app: &App, n: usize) -> Vec<RecordResult> {
    let names: Vec<String> = (0..n).map(|n| format!("racer-{n}")).collect();
    add_racers(app, &names);
    names.iter().map(|name| result(app, name)).collect()
}

fn all_now(answers: &[Answer]) -> bool {
    answers.iter().all(is_now)
}

#[actix_web::test]
async fn results_that_arrive_during_a_transaction_are_written_together() {
    let (app, to) = racer().await;
    let first = result(&app, "ana");
    let others = results_of(&app, 40);
    let (answer, answers) = send_together(&app, &to, &first, &others).await;
    assert!(is_now(&answer) && all_now(&answers), "{answer:?} {answers:?}");
    assert_eq!(app.number("SELECT count(*) FROM results"), 41.0);
    // The first one, those that start another transaction, and one for all that still wait.
    let transactions = app.number("SELECT count(DISTINCT xmin::text) FROM results");
    assert!(transactions <= 5.0, "{transactions}");
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}

#[actix_web::test]
async fn several_results_of_a_user_in_one_transaction_all_count() {
    let (app, to) = racer().await;
    let first = result(&app, "ana");
    let mut others: Vec<RecordResult> = (0..12).map(|n| result_at(60.0 + f64::from(n), &app, "ana")).collect();
    // The same result several times, and once more after it was written.
    others.extend([others[0].clone(), others[0].clone(), first.clone()]);
    let (_, answers) = send_together(&app, &to, &first, &others).await;
    assert!(all_now(&answers[1..12]), "{answers:?}");
    // The first transaction decides which of the copies is written.
    let same = [&answers[0], &answers[12], &answers[13]];
    assert_eq!(same.iter().filter(|answer| is_now(answer)).count(), 1, "{same:?}");
    assert_eq!(same.iter().filter(|answer| is_before(answer)).count(), 2, "{same:?}");
    assert!(is_before(&answers[14]), "{answers:?}");
    assert_eq!(app.number("SELECT races_total FROM user_stats"), 13.0);
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    // The skins for 5 races, for 45 and 60 wpm or more, and for one and ten wins. Several are unlocked in one
    // transaction, each once.
    assert_eq!(app.number("SELECT count(*) FROM owned_skins WHERE skin IN ('thorntail', 'emerald', 'woodnymph')"), 3.0);
}

#[actix_web::test]
async fn a_refused_result_does_not_affect_others() {
    let (app, to) = racer().await;
    let first = result(&app, "ana");
    let mut others = results_of(&app, 12);
    others[2].result.place = 2;
    others[5].text = TextId(-1);
    others[8].result.racer = UserId(-1).into();
    others[8].proof = app.tokens.seat_proof(UserId(-1).into(), first.room);
    let (answer, answers) = send_together(&app, &to, &first, &others).await;
    assert!(is_now(&answer));
    for (n, answer) in answers.iter().enumerate() {
        match n {
            2 | 5 | 8 => assert!(matches!(answer, Err(RecordError::Impossible(_))), "{n}: {answer:?}"),
            _ => assert!(is_now(answer), "{n}: {answer:?}"),
        }
    }
    assert_eq!(app.number("SELECT count(*) FROM results"), 10.0);
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}

#[actix_web::test]
async fn a_result_that_the_database_cannot_handle_delays_no_other() {
    let (app, to) = racer().await;
    let (first, others) = (result(&app, "ana"), results_of(&app, 12));
    // An error that violates no constraint, so that it may be the database's.
    let fail = format!("IF NEW.user_id = {} THEN RAISE numeric_value_out_of_range; END IF", others[5].result.racer);
    let body = format!("BEGIN {fail}; RETURN NEW; END");
    app.execute(&format!("CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$"));
    app.execute("CREATE TRIGGER fail BEFORE INSERT ON results FOR EACH ROW EXECUTE FUNCTION fail()");
    let (answer, answers) = send_together(&app, &to, &first, &others).await;
    assert!(is_now(&answer));
    for (n, answer) in answers.iter().enumerate() {
        if n == 5 {
            assert_eq!(*answer, Err(RecordError::Unavailable));
        } else {
            assert!(is_now(answer), "{n}: {answer:?}");
        }
    }
}

/// Everything that can happen to results, in random order, but always with the same outcome.
async fn race_at_random(seed: u64, breaks_connections: bool) {
    let mut random = StdRng::seed_from_u64(seed);
    let (app, to) = racer().await;
    // Two processes on one database.
    let writers = [to, app.start_beside(Settings::default()).await.api.start_result_recorder()];
    let names: Vec<String> = (0..12).map(|n| format!("racer-{n}")).collect();
    add_racers(&app, &names);
    let template = result(&app, "ana");
    let users: Vec<UserId> = names.iter().map(|name| UserId(app.user_id(name))).collect();

    let mut messages = vec![];
    for _ in 0..40 {
        let race = result(&app, "ana").race;
        let mut racers = users.clone();
        racers.shuffle(&mut random);
        racers.truncate(random.random_range(1..=5));
        for (index, user_id) in racers.iter().enumerate() {
            let result = RaceResult {
                racer: (*user_id).into(),
                place: index + 1,
                won: index == 0,
                time: Duration::from_millis(random.random_range(5_000..50_000)),
                ..template.result.clone()
            };
            let proof = app.tokens.seat_proof((*user_id).into(), template.room);
            let message = RecordResult { race, racers: racers.len(), result, proof, ..template.clone() };
            for _ in 0..random.random_range(1..=3) {
                messages.push((message.clone(), random.random_range(0..writers.len())));
            }
        }
    }
    messages.shuffle(&mut random);
    let breaks_at = random.random_range(0..messages.len());
    let answers: Vec<_> = stream::iter(messages.iter().enumerate())
        .map(|(n, (message, writer))| {
            let (app, writers) = (&app, &writers);
            async move {
                if breaks_connections && n % 50 == breaks_at % 50 {
                    app.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()",
                    );
                }
                loop {
                    let answer = send(&writers[*writer], message).await;
                    let is_broken = breaks_connections && answer == Err(RecordError::Unavailable);
                    if !is_broken {
                        return ((message.race, message.result.racer), answer);
                    }
                }
            }
        })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;

    let mut written: HashMap<_, usize> = HashMap::new();
    for (key, answer) in answers {
        let n = written.entry(key).or_default();
        match answer {
            Ok(Recorded::Now { .. }) => *n += 1,
            Ok(Recorded::Before(_)) => {}
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    // A result whose connection broke right after the commit is reported as written earlier when it is sent again.
    let as_expected = |n: &usize| if breaks_connections { *n <= 1 } else { *n == 1 };
    assert!(written.values().all(as_expected), "seed {seed}: {written:?}");
    assert_eq!(app.number("SELECT count(*) FROM results"), written.len() as f64, "seed {seed}");
    assert_eq!(app.number("SELECT count(*) FROM races"), 40.0, "seed {seed}");
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0, "seed {seed}");
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(app.number(deadlocks), 0.0, "seed {seed}");
}

#[actix_web::test]
async fn each_result_is_written_once_without_deadlocks_in_any_order() {
    for seed in 0..4 {
        race_at_random(seed, false).await;
    }
}

#[actix_web::test]
async fn each_result_is_written_once_despite_broken_connections() {
    for seed in 4..6 {
        race_at_random(seed, true).await;
    }
}

#[actix_web::test]
async fn the_deletion_of_an_account_costs_no_one_else_a_result() {
    let (app, to) = racer().await;
    let others = results_of(&app, 30);
    let gone = others[7].result.racer;
    let sending = join_all(others.iter().map(|message| send(&to, message)));
    let deleting = async {
        app.execute(&format!("DELETE FROM users WHERE id = {gone}"));
    };
    let (answers, ()) = futures_util::future::join(sending, deleting).await;
    for (message, answer) in others.iter().zip(&answers) {
        // Either written, and deleted with the account, or refused.
        let was_gone = message.result.racer == gone && matches!(answer, Err(RecordError::Impossible(_)));
        assert!(is_now(answer) || was_gone, "{answer:?}");
    }
    assert_eq!(app.number("SELECT count(*) FROM results"), 29.0);
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
}
