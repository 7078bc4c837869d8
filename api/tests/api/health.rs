//! The reasons an api is not ready.

use std::time::{Duration, Instant};

use api::Database;
use diesel::connection::SimpleConnection as _;
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{App, postgres};

#[actix_web::test]
async fn a_database_without_its_migrations_is_not_ready() {
    let database = postgres::connect(&postgres::empty_database("unready"));
    assert!(database.obstacle().await.is_some());
    database.migrate().expect("the migrations are right");
    assert_eq!(database.obstacle().await, None);
}

#[actix_web::test]
async fn a_database_that_answers_too_late_is_not_ready() {
    let url = postgres::new_database();
    let (database, mut holder) = (postgres::connect(&url), postgres::connection(&url));
    holder.batch_execute("BEGIN; LOCK TABLE __diesel_schema_migrations").expect("it is free");
    let began = Instant::now();
    assert!(database.obstacle().await.is_some());
    assert!(began.elapsed() < Duration::from_secs(2), "the check gave up before the lock timeout");
    drop(holder);
    assert_eq!(database.obstacle().await, None);
}

#[actix_web::test]
async fn an_api_without_a_free_connection_is_not_ready() {
    let (app, _) = App::with_ana().await;
    let mut holder = postgres::connection(&app.database_url);
    holder.batch_execute("BEGIN; LOCK TABLE user_stats").expect("it is free");
    let stats = json!({ "username": "ana" });
    let calls = join_all((0..postgres::CONNECTIONS).map(|_| app.post("/api/getstats", &stats)));
    let health = async {
        let waiting = format!(
            "SELECT count(*) = {} FROM pg_locks WHERE relation = 'user_stats'::regclass AND NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            postgres::CONNECTIONS
        );
        app.until(&waiting).await;
        let obstacle = app.api.obstacle().await;
        drop(holder);
        obstacle
    };
    let (_, obstacle) = futures_util::future::join(calls, health).await;
    assert_eq!(obstacle, Some("the database does not answer or is not migrated"));
    assert_eq!(app.api.obstacle().await, None);
}

#[test]
fn a_missing_database_is_an_error_at_once() {
    let error = Database::connect("postgres:///nothing?host=/nowhere", 1).err().expect("nobody answers there");
    let cause = std::error::Error::source(&error).expect("libpq says why").to_string();
    assert!(cause.contains("/nowhere"), "{cause}");
}
