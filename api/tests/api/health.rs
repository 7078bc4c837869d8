//! `/healthz` and `/readyz`.

use api::Database;

use crate::support::{App, postgres};

#[actix_web::test]
async fn an_api_with_its_database_is_alive_and_ready() {
    let app = App::start().await;
    assert_eq!(app.get("/healthz").await.status, 200);
    assert_eq!(app.get("/readyz").await.status, 200);
}

#[actix_web::test]
async fn a_database_without_its_migrations_is_not_ready() {
    let database = postgres::connect(&postgres::empty_database("unready"));
    assert!(!database.is_ready().await);
    database.migrate().expect("the migrations are right");
    assert!(database.is_ready().await);
}

#[test]
fn a_database_that_is_not_there_is_refused_at_once() {
    let error = Database::connect("postgres:///nothing?host=/nowhere", 1).err().expect("nobody answers there");
    let cause = std::error::Error::source(&error).expect("libpq says why").to_string();
    assert!(cause.contains("/nowhere"), "{cause}");
}
