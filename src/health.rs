//! The endpoints for operators and monitoring: liveness, readiness, and metrics.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::{HttpResponse, web};
use api::Api;
use cluster::Link;
use engine::Engine;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::Mutex;

use crate::process_metrics;

/// The parts that this process needs in order to work.
#[derive(Clone)]
pub(crate) struct Readiness {
    pub(crate) engine: Option<Engine>,
    pub(crate) link: Option<Link>,
    pub(crate) api: Option<Api>,
    pub(crate) last: LastAnswer,
}

/// The api's last answer, and its time: anyone may ask, and each question takes a connection to the database.
pub(crate) type LastAnswer = Arc<Mutex<Option<(Instant, Option<&'static str>)>>>;

/// The time for which the api is not asked again.
const ANSWER_TTL: Duration = Duration::from_millis(500);

impl Readiness {
    /// Returns the reason the process is not ready, or `None` if it is.
    async fn obstacle(&self) -> Option<&'static str> {
        if self.engine.as_ref().is_some_and(|engine| !engine.open_room_recipient().connected()) {
            Some("the engine has stopped")
        } else if self.engine.as_ref().is_some_and(Engine::is_leaving) {
            Some("the engine is shutting down")
        } else if self.link.as_ref().is_some_and(|link| !link.is_connected()) {
            Some("NATS does not answer")
        } else if let Some(api) = &self.api {
            let mut last = self.last.lock().await;
            match *last {
                Some((at, obstacle)) if at.elapsed() < ANSWER_TTL => obstacle,
                _ => {
                    let obstacle = api.obstacle().await;
                    *last = Some((Instant::now(), obstacle));
                    obstacle
                }
            }
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

/// Answers 200 while the process responds at all.
async fn healthz() -> HttpResponse {
    HttpResponse::Ok().body("alive")
}

/// Answers 200 while the process is ready, else 503.
async fn readyz(readiness: web::Data<Readiness>) -> HttpResponse {
    match readiness.obstacle().await {
        None => HttpResponse::Ok().body("ready"),
        Some(obstacle) => HttpResponse::ServiceUnavailable().body(obstacle),
    }
}

/// Answers with the metrics, in Prometheus' text exposition format 0.0.4.
async fn metrics(recorder: web::Data<PrometheusHandle>) -> HttpResponse {
    process_metrics::update();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(recorder.render())
}

#[cfg(test)]
mod tests {
    use std::any::Any;

    use actix::actors::mocker::Mocker;
    use actix::{Actor as _, Arbiter};
    use actix_web::App;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use api::TokenIssuer;
    use engine::Links;
    use shared::messages::{LinkError, ListRevocationsError, Revocations};
    use tokio::sync::oneshot;

    use super::*;

    /// Starts an engine whose lobby runs on `thread`.
    async fn engine_on(thread: &Arbiter) -> Engine {
        let (started, engine) = oneshot::channel();
        thread.spawn_fn(move || {
            let refuse = |_, _: &mut _| -> Box<dyn Any> {
                let refused: Result<Revocations, ListRevocationsError> = Err(LinkError::Unreachable.into());
                Box::new(Some(refused))
            };
            let other_half = Mocker::<()>::mock(Box::new(refuse)).start();
            let links = Links {
                draw_text: other_half.clone().recipient(),
                record_result: other_half.clone().recipient(),
                list_revocations: other_half.recipient(),
                rooms: None,
                peers: None,
            };
            let key = TokenIssuer::generate();
            let tokens = TokenIssuer::from_pem(&key).expect("it was just made").reader();
            _ = started.send(Engine::start(engine::Settings::default(), links, tokens));
        });
        engine.await.expect("it starts")
    }

    #[actix_web::test]
    async fn a_process_without_a_lobby_is_alive_and_not_ready() {
        let thread = Arbiter::new();
        let readiness =
            Readiness { engine: Some(engine_on(&thread).await), link: None, api: None, last: LastAnswer::default() };
        let app = init_service(App::new().app_data(web::Data::new(readiness)).configure(configure)).await;
        let ask = async |path: &str| {
            let answer = call_service(&app, TestRequest::get().uri(path).to_request()).await;
            (answer.status().as_u16(), read_body(answer).await)
        };
        assert_eq!(ask("/readyz").await, (200, "ready".into()));
        thread.stop();
        thread.join().expect("it did not panic");
        assert_eq!(ask("/readyz").await, (503, "the engine has stopped".into()));
        assert_eq!(ask("/healthz").await, (200, "alive".into()));
    }
}
