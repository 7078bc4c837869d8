//! A whole site within a process, or the half of one that the process runs.
//!
//! It starts from the bottom up (settings, listener, NATS, Postgres, schema, api, engine, HTTP) and stops from the top
//! down: new racers are refused and running races end, then HTTP, the services for other processes, and Postgres stop.

mod api_half;
mod targets;

use std::io;
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use actix_web::dev::{ServerHandle, Service as _};
use actix_web::http::Method;
use actix_web::{App, web};
use anyhow::Context as _;
use cluster::{Rooms, Services};
use engine::{Engine, SOCKET_PATH};
use futures_util::TryFutureExt as _;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use net::origin::Origin;
use socketio::Http;
use socketio::websocket::WebSockets;
use tokio::task::JoinHandle;
use tracing_actix_web::TracingLogger;

use self::api_half::ApiHalf;
use self::targets::Parts;
use crate::health::{self, LastAnswer, Readiness};
use crate::open_files;
use crate::process_metrics;
use crate::request_span;
use crate::security_headers::security_headers;
use crate::settings::{Settings, default_url};
use crate::unread::UnreadAnswers;

/// The longest time for running races to end once the site is shutting down.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(60);
/// The longest time for requests to be answered after that, in seconds.
const SHUTDOWN_TIMEOUT_S: u64 = 5;
const METRICS_UPKEEP: Duration = Duration::from_secs(5);

/// The site: engine, api and web client, or one half of it.
#[derive(Debug)]
pub struct Site;

impl Site {
    /// Starts the parts that the settings select. Call it inside a running actix system.
    ///
    /// # Errors
    /// Fails if a setting cannot be used, the database or NATS cannot be reached, or the address cannot be bound.
    pub async fn start(settings: &Settings) -> anyhow::Result<Running> {
        let serve = &settings.serve;
        let metrics = record_metrics()?;
        let open_files = open_files::raise_limit();
        tracing::info!(limit = open_files, "open files");
        // The other half is for sockets, for requests that are being answered, and for the database.
        let max_kept_open = open_files.and_then(|limit| usize::try_from(limit / 2).ok()).unwrap_or(usize::MAX);
        let http = Http { shutdown_timeout_s: SHUTDOWN_TIMEOUT_S, max_kept_open, ..Http::default() };
        // First, so that all later parts know the address. Connections wait until everything has started.
        let listener = http.listen(serve.listen).with_context(|| format!("COLIBRI_LISTEN: {}", serve.listen))?;
        let address = listener.local_addr()?;
        let public_url = serve.public_url.clone().unwrap_or_else(|| default_url(address));
        let mut parts = targets::start(settings, address, &public_url).await?;
        let (engine, mounted) = (parts.engine.clone(), parts.mounted.take());
        let readiness = Readiness {
            engine: engine.clone(),
            link: parts.link.clone(),
            api: mounted.as_ref().map(|mounted| mounted.api.clone()),
            last: LastAnswer::default(),
        };
        let is_https = serve.public_url.as_ref().is_some_and(Origin::is_https);
        let unread = UnreadAnswers::new(serve.trusted_proxies());
        let websockets = engine.as_ref().map_or_else(WebSockets::new, Engine::websockets);
        let app = move || {
            App::new()
                .wrap_fn(|mut request, service| {
                    // A resource that has GET must also have HEAD (RFC 9110, section 9.1). Actix sends no body to it. At the
                    // sockets, GET is not safe: it opens a session, or takes its packets.
                    if request.method() == Method::HEAD && !request.path().starts_with(SOCKET_PATH) {
                        request.head_mut().method = Method::GET;
                    }
                    service.call(request)
                })
                .wrap_fn({
                    let unread = unread.clone();
                    move |request, service| {
                        let unread = unread.clone();
                        service.call(request).map_ok(move |answer| unread.bound(answer))
                    }
                })
                .wrap(TracingLogger::<request_span::RequestSpan>::new())
                .wrap(security_headers(is_https))
                .app_data(web::Data::new(metrics.clone()))
                .app_data(web::Data::new(readiness.clone()))
                .configure(health::configure)
                .configure(|cfg| engine.iter().for_each(|engine| engine.configure(cfg)))
                .configure(|cfg| mounted.iter().for_each(|mounted| mounted.configure(cfg)))
        };
        if let Some(engine) = &parts.engine {
            engine.revocations_asked().await;
        }
        let server = http.serve(listener, app, websockets)?;
        if let Some(api) = &mut parts.api {
            api.open(serve, &public_url);
        }
        let (http, server) = (server.handle(), actix::spawn(server));
        // Last, so that other processes are answered only once this one listens, and a process that cannot listen has
        // accepted no request.
        let services = parts.serve().await?;
        let Parts { engine, rooms, api, .. } = parts;
        Ok(Running { address, public_url, engine, rooms, http, server, services, api })
    }
}

/// A running site. Stop it before dropping it: a private Postgres stops with it.
pub struct Running {
    address: SocketAddr,
    public_url: Origin,
    engine: Option<Engine>,
    http: ServerHandle,
    server: JoinHandle<io::Result<()>>,
    services: Option<Services>,
    rooms: Option<Rooms>,
    // Last, so that a private Postgres is dropped after everything that uses it.
    api: Option<ApiHalf>,
}

impl Running {
    /// Returns the address at which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL at which browsers reach it: scheme, host and port.
    #[must_use]
    pub fn url(&self) -> String {
        self.public_url.to_string()
    }

    /// Stops in an orderly way: refuses new races and lets running ones end, then stops requests, answers to other
    /// processes, payments and mails.
    ///
    /// # Errors
    /// Fails if the HTTP server failed.
    pub async fn stop(&mut self) -> anyhow::Result<()> {
        if let Some(engine) = &self.engine {
            engine.drain(DRAIN_TIMEOUT).await;
        }
        if let Some(rooms) = &self.rooms {
            rooms.leave_for_good().await;
        }
        self.http.stop(true).await;
        if let Some(services) = self.services.take() {
            services.stop().await;
        }
        if let Some(api) = &mut self.api {
            api.stop().await;
        }
        Ok((&mut self.server).await??)
    }

    /// Stops without waiting for races and requests, even while [`Running::stop`] is running.
    ///
    /// # Errors
    /// Fails if the HTTP server failed.
    pub async fn stop_at_once(&mut self) -> anyhow::Result<()> {
        self.http.stop(false).await;
        Ok((&mut self.server).await??)
    }
}

/// Installs the metrics recorder for `/metrics`. There is one per process, however many sites run in it.
fn record_metrics() -> anyhow::Result<PrometheusHandle> {
    static RECORDER: LazyLock<Result<PrometheusHandle, BuildError>> = LazyLock::new(|| {
        let durations = Matcher::Suffix("_seconds".to_owned());
        let buckets = &engine::metrics::DURATION_BUCKETS;
        let handle = PrometheusBuilder::new().set_buckets_for_metric(durations, buckets)?.install_recorder()?;
        engine::metrics::describe();
        api::metrics::describe();
        cluster::metrics::describe();
        process_metrics::describe();
        process_metrics::started();
        Ok(handle)
    });
    let recorder = RECORDER.as_ref().context("metrics")?;
    actix::spawn(async {
        let mut every = tokio::time::interval(METRICS_UPKEEP);
        loop {
            every.tick().await;
            recorder.run_upkeep();
        }
    });
    Ok(recorder.clone())
}
