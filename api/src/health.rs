//! What an orchestrator asks: whether the process is alive, and whether it can do its work.

use actix_web::{HttpResponse, web};

use crate::database::Database;

/// `GET /healthz`: 200 for as long as the process answers at all.
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().body("alive")
}

/// `GET /readyz`: 200 while the database answers and is up to date, else 503. Needs the database as `web::Data`.
pub async fn readyz(database: web::Data<Database>) -> HttpResponse {
    if database.is_ready().await {
        HttpResponse::Ok().body("ready")
    } else {
        HttpResponse::ServiceUnavailable().body("the database does not answer or is not migrated")
    }
}
