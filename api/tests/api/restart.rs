//! Postgres stops without warning and comes back, several times, while all kinds of work run.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

use private_postgres::{DATABASE, Durability, PrivatePostgres};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio::sync::watch;

use crate::support::app::signup_form;
use crate::support::postgres;
use crate::support::results::{STATS_THAT_DIFFER, result, send};
use crate::support::{App, PASSWORD};

const STOPS: usize = 2;
/// The items that each kind of work must complete before a stop, and again when Postgres is back.
const DONE_BETWEEN: usize = 6;

#[derive(Default)]
struct Acknowledged {
    signups: RefCell<Vec<String>>,
    /// Times of practices in milliseconds, all different.
    practices: RefCell<Vec<usize>>,
    races: RefCell<Vec<String>>,
    /// The length of the shortest of the three lists.
    count: watch::Sender<usize>,
    is_over: Cell<bool>,
}

impl Acknowledged {
    fn add<T>(&self, list: &RefCell<Vec<T>>, what: T) {
        list.borrow_mut().push(what);
        let counts = [self.signups.borrow().len(), self.practices.borrow().len(), self.races.borrow().len()];
        self.count.send_replace(counts.into_iter().min().unwrap_or_default());
    }

    async fn more(&self) {
        let until = *self.count.borrow() + DONE_BETWEEN;
        self.count.subscribe().wait_for(|count| *count >= until).await.expect("the counter lives");
    }
}

/// Ends the server as a power cut would, except that the system still writes its files to the disk.
fn stop_at_once(url: &str) {
    let pid = postgres::texts(url, "SELECT pg_read_file('postmaster.pid')");
    let pid = pid[0].lines().next().and_then(|pid| pid.parse().ok()).and_then(Pid::from_raw);
    kill_process(pid.expect("it says its number"), Signal::QUIT).expect("it runs");
}

async fn sign_up(app: Rc<App>, done: Rc<Acknowledged>, worker: usize) {
    for n in 0.. {
        if done.is_over.get() {
            return;
        }
        let name = format!("new-{worker}-{n}");
        if app.post("/api/signup", &signup_form(&name)).await.status == 200 {
            done.add(&done.signups, name);
        }
    }
}

async fn practise(app: Rc<App>, done: Rc<Acknowledged>, token: String, worker: usize) {
    for n in 0.. {
        if done.is_over.get() {
            return;
        }
        let ms = 1000 + 100_000 * worker + n;
        let date = "2026-01-02T03:04:05Z";
        let practice = json!({ "token": token, "time": ms as f64 / 1000.0, "wpm": 60, "accuracy": 98, "date": date });
        if app.post("/api/singleplayer", &practice).await.status == 200 {
            done.add(&done.practices, ms);
        }
    }
}

/// Sends each result until it is acknowledged, as the engine does.
async fn race(app: Rc<App>, done: Rc<Acknowledged>, template: shared::messages::RecordResult) {
    let to = api::result_recorder(&app.database);
    while !done.is_over.get() {
        let race = shared::RaceId(uuid::Uuid::new_v4());
        let message = shared::messages::RecordResult { race, ..template.clone() };
        while send(&to, &message).await.is_err() {}
        done.add(&done.races, race.0.to_string());
    }
}

/// Asserts that each of these is there once; work that was not acknowledged may be there, too.
fn assert_each_once(app: &App, what: &str, expected: &[String], sql: &str) {
    let mut found = postgres::texts(&app.database_url, sql);
    let n = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), n, "{what}: something is there twice");
    let missing: Vec<_> = expected.iter().filter(|one| found.binary_search(one).is_err()).collect();
    assert!(missing.is_empty(), "{what}: {missing:?} of {}", expected.len());
}

#[actix_web::test]
async fn acknowledged_work_survives_a_database_that_stops_and_the_api_goes_on() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("postgres-that-stops-{}", std::process::id()));
    let server = PrivatePostgres::start(&dir, &postgres::programs(), Durability::Full).expect("it starts");
    let url = server.url(DATABASE);
    postgres::connect(&url).migrate().expect("the migrations are right");
    let app = Rc::new(App::start_on(url.clone(), None).await);
    app.signup("ana").await;
    let login = json!({ "email": "ana@example.org", "password": PASSWORD });
    let token = app.post("/api/login", &login).await.token();

    let done = Rc::new(Acknowledged::default());
    let template = result(&app, "ana");
    let mut work = vec![];
    for worker in 0..2 {
        work.push(actix_web::rt::spawn(sign_up(app.clone(), done.clone(), worker)));
        work.push(actix_web::rt::spawn(practise(app.clone(), done.clone(), token.clone(), worker)));
        work.push(actix_web::rt::spawn(race(app.clone(), done.clone(), template.clone())));
    }
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

    let practices: Vec<String> = done.practices.borrow().iter().map(ToString::to_string).collect();
    assert_each_once(&app, "accounts", &done.signups.borrow(), "SELECT username FROM users");
    assert_each_once(&app, "practices", &practices, "SELECT time_ms FROM practice_results");
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
