//! The questions of an orchestrator: whether the process is alive, and whether it can do its work.

use actix_web::{HttpResponse, web};

use crate::Services;

/// Mounts `/healthz` and `/readyz`, beside the calls of [`Api::configure`](crate::Api::configure).
pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/healthz", web::get().to(healthz));
    cfg.route("/readyz", web::get().to(readyz));
}

/// `GET /healthz`: 200 for as long as the process answers at all.
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().body("alive")
}

/// `GET /readyz`: 200 while the engine runs and the database answers and is up to date, else 503.
async fn readyz(services: web::Data<Services>) -> HttpResponse {
    match services.obstacle().await {
        None => HttpResponse::Ok().body("ready"),
        Some(obstacle) => HttpResponse::ServiceUnavailable().body(obstacle),
    }
}
