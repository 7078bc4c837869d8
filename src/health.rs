//! What operators and their machines ask: alive, ready, how much.

use actix_web::{HttpResponse, web};
use api::Api;
use api::health::healthz;
use cluster::Link;
use engine::Engine;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::process_metrics;

/// What this process must have to do its work.
#[derive(Clone)]
pub(crate) struct Readiness {
    pub(crate) engine: Option<Engine>,
    pub(crate) link: Option<Link>,
    pub(crate) api: Option<Api>,
}

impl Readiness {
    /// What keeps the process from its work at this moment.
    async fn obstacle(&self) -> Option<&'static str> {
        if self.engine.as_ref().is_some_and(|engine| !engine.open_room().connected()) {
            Some("the engine has stopped")
        } else if self.link.as_ref().is_some_and(|link| !link.is_connected()) {
            Some("NATS does not answer")
        } else if let Some(api) = &self.api {
            api.obstacle().await
        } else {
            None
        }
    }
}

/// Mounts `/healthz`, `/readyz` and `/metrics`.
pub(crate) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/healthz", web::get().to(healthz));
    cfg.route("/readyz", web::get().to(readyz));
    cfg.route("/metrics", web::get().to(metrics));
}

/// 200 while the process has all that it needs, else 503.
async fn readyz(readiness: web::Data<Readiness>) -> HttpResponse {
    match readiness.obstacle().await {
        None => HttpResponse::Ok().body("ready"),
        Some(obstacle) => HttpResponse::ServiceUnavailable().body(obstacle),
    }
}

/// Prometheus text exposition format 0.0.4.
async fn metrics(recorder: web::Data<PrometheusHandle>) -> HttpResponse {
    process_metrics::measure();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(recorder.render())
}
