//! A whole site within a process.
//!
//! Started from the ground up (settings, Postgres, schema, engine, api, HTTP) and stopped from the top down: no newcomers, the
//! races that run end, then HTTP, then Postgres.

use std::io;
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{App, web};
use anyhow::{Context as _, bail};
use api::Api;
use api::mail::Delivery;
use api::payments::Reconciliation;
use engine::Engine;
use engine::socketio::Http;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::task::JoinHandle;
use tracing_actix_web::TracingLogger;

use crate::database::Postgres;
use crate::page::Pages;
use crate::payments::Till;
use crate::security_headers::security_headers;
use crate::settings::{PublicUrl, Serve, Settings, Switch, Target};
use crate::{assets, health, keys, mail, request_span};

/// The longest time that running races have to end once the site was told to stop.
const DRAIN_AT_MOST: Duration = Duration::from_secs(60);
/// The longest time that requests have to be answered after that, in seconds.
const SHUTDOWN_TIMEOUT_S: u64 = 5;
/// The pause between two tidyings of the histograms.
const METRICS_UPKEEP: Duration = Duration::from_secs(5);

/// The site: engine, api and web client.
#[derive(Debug)]
pub struct Site;

impl Site {
    /// Starts the site that the settings describe. Call it inside a running actix system.
    ///
    /// # Errors
    /// When a setting cannot be used, the database cannot be reached, or the address cannot be listened at.
    pub async fn start(Settings { data, serve }: &Settings) -> anyhow::Result<Running> {
        if serve.target != Target::All || serve.nats_url.is_some() {
            bail!(
                "NATS_URL, which --target api and --target engine need, is not supported by this version; use --target all"
            );
        }
        let tokens = keys::load(data)?;
        let transport = mail::transport(&serve.mail, data)?;
        let till = Till::new(&serve.payments)?;
        let postgres = Postgres::start(data)?;
        tracing::info!(database = postgres.kind(), "database found");
        let database = postgres.connect(serve.database_connections)?;
        database.migrate().context("the schema could not be brought up to date")?;
        let metrics = record_metrics()?;

        let links = engine::Links { draw_text: database.draw_text(), record_result: database.record_result() };
        let engine = Engine::start(engine_settings(serve), links, tokens.reader());
        let links = api::Links { open_room: engine.open_room(), take_seat: engine.take_seat() };
        let api = Api::new(api_settings(serve), database.clone(), tokens, links);

        let pages = Pages::new(database.clone(), serve.operator.clone());
        let is_https = serve.public_url.as_ref().is_some_and(PublicUrl::is_https);
        let app = {
            let (engine, api, till, pages) = (engine.clone(), api.clone(), till.clone(), pages.clone());
            move || {
                App::new()
                    .wrap(TracingLogger::<request_span::RequestSpan>::new())
                    .wrap(security_headers(is_https))
                    .app_data(web::Data::new(database.clone()))
                    .app_data(web::Data::new(metrics.clone()))
                    .configure(health::configure)
                    .configure(|cfg| engine.configure(cfg))
                    .configure(|cfg| api.configure(cfg))
                    .configure(|cfg| till.configure(cfg))
                    .app_data(web::Data::new(pages.clone()))
                    .configure(assets::configure)
            }
        };
        let http = Http { shutdown_timeout_s: SHUTDOWN_TIMEOUT_S, ..Http::default() };
        let (address, server) = http
            .bind(serve.listen, app, engine.websockets())
            .with_context(|| format!("COLIBRI_LISTEN: {}", serve.listen))?;
        let public_url = serve.public_url.clone().unwrap_or_else(|| PublicUrl::of(address));
        pages.are_at(public_url.clone());
        let delivery = api.deliver_mails(mail::settings(serve, transport, &public_url));
        let reconciliation = till.open(&api, address, &public_url)?;
        let (http, server) = (server.handle(), actix::spawn(server));
        let delivery = Some(delivery);
        Ok(Running { address, public_url, engine, http, server, delivery, reconciliation, _postgres: postgres })
    }
}

/// A running site. Stop it before it is dropped: a private Postgres stops with it.
pub struct Running {
    address: SocketAddr,
    public_url: PublicUrl,
    engine: Engine,
    http: ServerHandle,
    server: JoinHandle<io::Result<()>>,
    delivery: Option<Delivery>,
    reconciliation: Option<Reconciliation>,
    // Last, so that a private Postgres outlives all that uses it.
    _postgres: Postgres,
}

impl Running {
    /// The address that it listens at.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address at which browsers reach it: scheme, host and port.
    #[must_use]
    pub fn url(&self) -> String {
        self.public_url.to_string()
    }

    /// Stops in order: no new races, those under way may end, then requests, payments and mails.
    ///
    /// # Errors
    /// When the HTTP server failed.
    pub async fn stop(&mut self) -> anyhow::Result<()> {
        self.engine.drain(DRAIN_AT_MOST).await;
        self.http.stop(true).await;
        if let Some(reconciliation) = self.reconciliation.take() {
            reconciliation.stop().await;
        }
        if let Some(delivery) = self.delivery.take() {
            delivery.stop().await;
        }
        Ok((&mut self.server).await??)
    }

    /// Stops without waiting for races and requests, also while [`Running::stop`] was under way.
    ///
    /// # Errors
    /// When the HTTP server failed.
    pub async fn stop_at_once(&mut self) -> anyhow::Result<()> {
        self.http.stop(false).await;
        Ok((&mut self.server).await??)
    }
}

fn engine_settings(serve: &Serve) -> engine::Settings {
    engine::Settings {
        waiting: serve.waiting,
        countdown: serve.countdown,
        room_capacity: usize::from(serve.room_capacity),
        ping_interval: serve.ping_interval,
        ping_timeout: serve.ping_timeout,
        max_connections: serve.max_connections,
        max_connections_per_address: serve.connections_per_address,
        packets_per_second: serve.packets_per_second,
        sockets_per_user: usize::from(serve.sockets_per_user),
        rooms_per_user: usize::from(serve.rooms_per_user),
        trusted_proxies: serve.trusted_proxies(),
        allowed_origins: serve.allowed_origins(),
    }
}

fn api_settings(serve: &Serve) -> api::Settings {
    api::Settings {
        rate_limits: serve.rate_limits == Switch::On,
        trusted_proxies: serve.trusted_proxies(),
        allowed_origins: serve.allowed_origins(),
        leaderboard_kept: serve.leaderboard_kept,
        skin_images: assets::skin_images(),
        ..api::Settings::default()
    }
}

/// The recorder of what the crates measure, for `/metrics`. A process has one, however many sites run in it.
fn record_metrics() -> anyhow::Result<PrometheusHandle> {
    static RECORDER: LazyLock<Result<PrometheusHandle, BuildError>> = LazyLock::new(|| {
        let durations = Matcher::Suffix("_seconds".to_owned());
        let buckets = &engine::metrics::DURATION_BUCKETS;
        let handle = PrometheusBuilder::new().set_buckets_for_metric(durations, buckets)?.install_recorder()?;
        engine::metrics::describe();
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
