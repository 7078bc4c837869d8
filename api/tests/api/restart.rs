//! Postgres stops without warning and restarts several times, while all kinds of work run.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use private_postgres::{DATABASE, Durability, PrivatePostgres};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use shared::RaceId;
use shared::messages::RecordResult;
use tokio::sync::watch;

use crate::support::App;
use crate::support::app::signup_form;
use crate::support::postgres;
use crate::support::results::{STATS_THAT_DIFFER, result, send};

const STOPS: usize = 2;
/// The rounds of work that must complete before each stop, and again after the restart.
const ROUNDS_BETWEEN: usize = 6;
const WORKERS: usize = 4;

#[derive(Default)]
struct Acknowledged {
    signups: RefCell<Vec<String>>,
    /// The times of practices in milliseconds, all different.
    practices: RefCell<Vec<String>>,
    races: RefCell<Vec<String>>,
    /// The number of rounds in which all three were acknowledged.
    rounds: watch::Sender<usize>,
    is_over: Cell<bool>,
}

impl Acknowledged {
    async fn more(&self) {
        let until = *self.rounds.borrow() + ROUNDS_BETWEEN;
        self.rounds.subscribe().wait_for(|rounds| *rounds >= until).await.expect("the counter lives");
    }
}

/// Stops the server as a power cut would, except that the system still writes its files to the disk.
fn stop_at_once(url: &str) {
    let pid = postgres::texts(url, "SELECT pg_read_file('postmaster.pid')");
    let pid = pid[0].lines().next().and_then(|pid| pid.parse().ok()).and_then(Pid::from_raw);
    kill_process(pid.expect("it says its number"), Signal::QUIT).expect("it runs");
}

/// Signs up, practices and races, round after round.
async fn work(app: Rc<App>, done: Rc<Acknowledged>, token: String, worker: usize) {
    let (to, template) = (app.api.start_result_recorder(), result(&app, "ana"));
    for n in 0.. {
        if done.is_over.get() {
            return;
        }
        let name = format!("new-{worker}-{n}");
        let is_signed_up = app.post("/api/signup", &signup_form(&name)).await.status == 200;
        done.signups.borrow_mut().extend(is_signed_up.then_some(name));
        let (ms, date) = (1000 + 100_000 * worker + n, "2026-01-02T03:04:05Z");
        let practice = json!({ "token": token, "time": ms as f64 / 1000.0, "wpm": 60, "accuracy": 98, "date": date });
        let is_saved = app.post("/api/singleplayer", &practice).await.status == 200;
        done.practices.borrow_mut().extend(is_saved.then_some(ms.to_string()));
        // Repeated until it is acknowledged, as the engine does.
        let message = RecordResult { race: RaceId(uuid::Uuid::new_v4()), ..template.clone() };
        let saved = async { while send(&to, &message).await.is_err() {} };
        tokio::time::timeout(Duration::from_secs(60), saved).await.expect("it is saved");
        done.races.borrow_mut().push(message.race.0.to_string());
        if is_signed_up && is_saved {
            done.rounds.send_modify(|rounds| *rounds += 1);
        }
    }
}

/// Asserts that each of these exists once. Work that was not acknowledged may exist, too.
fn assert_each_once(app: &App, what: &str, expected: &[String], sql: &str) {
    let mut found = postgres::texts(&app.database_url, sql);
    let n = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), n, "{what}: something exists twice");
    let missing: Vec<_> = expected.iter().filter(|one| found.binary_search(one).is_err()).collect();
    assert!(missing.is_empty(), "{what}: {missing:?} of {}", expected.len());
}

#[actix_web::test]
async fn acknowledged_work_survives_database_crashes() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("postgres-that-stops-{}", std::process::id()));
    let server = PrivatePostgres::start(&dir, &postgres::programs(), Durability::Full).expect("it starts");
    let url = server.url(DATABASE);
    postgres::connect(&url).migrate().expect("the migrations are right");
    let app = Rc::new(App::start_on(url.clone(), None).await);
    let token = app.signup("ana").await;
    let done = Rc::new(Acknowledged::default());
    let work: Vec<_> = (0..WORKERS)
        .map(|worker| actix_web::rt::spawn(work(app.clone(), done.clone(), token.clone(), worker)))
        .collect();
    for _ in 0..STOPS {
        done.more().await;
        stop_at_once(&url);
    }
    done.more().await;
    done.is_over.set(true);
    for work in work {
        work.await.expect("it does not panic");
    }
    assert_eq!(app.api.obstacle().await, None);

    assert_each_once(&app, "accounts", &done.signups.borrow(), "SELECT username FROM users");
    assert_each_once(&app, "practices", &done.practices.borrow(), "SELECT time_ms FROM practice_results");
    assert_each_once(&app, "results", &done.races.borrow(), "SELECT race_id FROM results");
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    let practice_sums = "SELECT count(*) FROM practice_stats FULL JOIN (
            SELECT user_id, count(*) AS n, sum(time_ms) AS ms FROM practice_results GROUP BY user_id
        ) AS added USING (user_id) WHERE (races_total, time_ms) IS DISTINCT FROM (n, ms)";
    assert_eq!(app.number(practice_sums), 0.0);
    let mails = "SELECT count(*) FROM users
        WHERE (SELECT count(*) FROM mails WHERE user_id = users.id AND kind = 'verify') <> 1";
    assert_eq!(app.number(mails), 0.0, "an account and its mail are one transaction");
    drop(server);
    std::fs::remove_dir_all(&dir).expect("it is ours");
}
