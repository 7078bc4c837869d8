//! Changes of a large table, as migrations make them, while calls go on.

use std::env;
use std::time::{Duration, Instant};

use actix_web::rt::task::spawn_blocking;
use diesel::connection::SimpleConnection as _;
use serde_json::json;
use shared::messages::RecordError;

use crate::support::results::{TEXT, add_racers, is_before, is_now, result, send};
use crate::support::{App, postgres};

/// The longest time that a call waits for a lock before it is answered with 503.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// The number of racers, and of races in which each of them has a result. `make test-all` sets 1,000, which is a million
/// results.
fn n_racers() -> usize {
    env::var("COLIBRI_TEST_RACERS").map_or(50, |n| n.parse().expect("it is a number"))
}

/// Changes as migrations make them, each in a migration of its own.
const CHANGES: [(&str, &str); 8] = [
    ("add a column", "ALTER TABLE results ADD COLUMN a integer"),
    ("add a column with a default", "ALTER TABLE results ADD COLUMN b boolean NOT NULL DEFAULT false"),
    ("fill a column", "UPDATE results SET a = 1"),
    ("add a check, not valid", "ALTER TABLE results ADD CONSTRAINT results_a_positive CHECK (a > 0) NOT VALID"),
    ("validate it", "ALTER TABLE results VALIDATE CONSTRAINT results_a_positive"),
    ("create an index", "CREATE INDEX results_a ON results (wpm, a)"),
    ("drop an index", "DROP INDEX results_a"),
    ("drop a column", "ALTER TABLE results DROP COLUMN a"),
];

/// Returns an app with results of many racers, one of them Ana.
async fn with_results() -> (App, String) {
    let (app, token) = App::with_ana().await;
    app.set_texts(&[TEXT]);
    let n = n_racers();
    add_racers(&app, &(1..n).map(|number| format!("racer-{number}")).collect::<Vec<_>>());
    // Without triggers and the checks of foreign keys, which take most of the time.
    let fill = format!(
        "SET session_replication_role = replica;
        INSERT INTO races (id, room, text_id, racers, started_at)
            SELECT gen_random_uuid(), 'k3f9wq2m', (SELECT min(id) FROM texts), 2, now() - n * interval '1 minute'
            FROM generate_series(1, {n}) n;
        INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy, verdict, created_at)
            SELECT races.id, users.id, 2, false, 30000, 60, 98, 'verified', started_at FROM races, users;
        ANALYZE results"
    );
    postgres::connection(&app.database_url).batch_execute(&fill).expect("the rows are valid");
    (app, token)
}

#[actix_web::test]
#[expect(clippy::print_stdout, reason = "the figures of migrations/README.md")]
async fn results_are_read_and_saved_while_migrations_change_their_table() {
    let (app, token) = with_results().await;
    let to = app.api.start_result_recorder();
    for (what, sql) in CHANGES {
        let mut connection = postgres::connection(&app.database_url);
        let began = Instant::now();
        let change = spawn_blocking(move || {
            connection.batch_execute(sql).expect("it is valid");
            began.elapsed()
        });
        let (mut longest_read, mut longest_write) = (Duration::ZERO, Duration::ZERO);
        while !change.is_finished() {
            let (message, began) = (result(&app, "ana"), Instant::now());
            let mut saved = send(&to, &message).await;
            // As the engine does with a result whose table is locked for too long.
            while saved == Err(RecordError::Unavailable) {
                saved = send(&to, &message).await;
            }
            assert!(is_now(&saved) || is_before(&saved), "{what}: {saved:?}");
            longest_write = longest_write.max(began.elapsed());
            let began = Instant::now();
            app.post("/api/history", &json!({ "token": token })).await.json();
            longest_read = longest_read.max(began.elapsed());
        }
        let took = change.await.expect("it did not panic");
        println!("{what}: {took:?}, longest read {longest_read:?}, until a result was saved {longest_write:?}");
        assert!(longest_read < LOCK_TIMEOUT, "{what}: a call waited {longest_read:?}");
    }
}
