//! What operators and their machines ask: alive, ready, how much.

use actix_web::{HttpResponse, web};
use metrics_exporter_prometheus::PrometheusHandle;

/// Mounts `/healthz`, `/readyz` and `/metrics`.
pub(crate) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.configure(api::health::configure);
    cfg.route("/metrics", web::get().to(metrics));
}

/// Prometheus text exposition format 0.0.4.
async fn metrics(recorder: web::Data<PrometheusHandle>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(recorder.render())
}
