//! The site, from its start to its end.
//!
//! Started from the ground up (Postgres, schema, engine, api, HTTP) and stopped from the top down: no newcomers, the
//! races that run end, then HTTP, then Postgres.

use std::time::Duration;

use actix_web::{App, web};
use anyhow::{Context as _, bail};
use api::Api;
use engine::Engine;
use engine::socketio::Http;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing_actix_web::TracingLogger;

use crate::database::Postgres;
use crate::page::Pages;
use crate::payments::Till;
use crate::security_headers::security_headers;
use crate::settings::{Data, PublicUrl, Serve, Switch, Target};
use crate::{assets, health, keys, mail, request_span};

/// How long races that run may take to end once the process was told to.
const DRAIN_AT_MOST: Duration = Duration::from_secs(60);
/// How long requests that are being answered may take after that, in seconds.
const SHUTDOWN_TIMEOUT_S: u64 = 5;
/// How often histograms are tidied up.
const METRICS_UPKEEP: Duration = Duration::from_secs(5);

/// Runs until a signal says that it is enough.
pub(crate) fn run(data: &Data, serve: &Serve) -> anyhow::Result<()> {
    if serve.target != Target::All || serve.nats_url.is_some() {
        bail!("NATS_URL, which --target api and --target engine need, is not spoken by this version; use --target all");
    }
    let postgres = Postgres::start(data)?;
    tracing::info!(database = postgres.kind(), "database found");
    actix::System::new().block_on(serve_until_told(data, serve, &postgres))
}

async fn serve_until_told(data: &Data, serve: &Serve, postgres: &Postgres) -> anyhow::Result<()> {
    let database = postgres.connect(serve.database_connections)?;
    database.migrate().context("the schema could not be brought up to date")?;
    let tokens = keys::load(data)?;
    let transport = mail::transport(&serve.mail, data)?;
    let till = Till::new(&serve.payments)?;
    let metrics = record_metrics()?;

    let links = engine::Links { draw_text: database.draw_text(), record_result: database.record_result() };
    let engine = Engine::start(engine_settings(serve), links, tokens.reader());
    let links = api::Links { open_room: engine.open_room(), take_seat: engine.take_seat() };
    let api = Api::new(api_settings(serve), database.clone(), tokens, links);

    let pages = Pages::new(database.clone(), serve.site.clone());
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
    let (listening, server) = http
        .bind(serve.listen, app, engine.websockets())
        .with_context(|| format!("COLIBRI_LISTEN: {}", serve.listen))?;
    let public_url = serve.public_url.clone().unwrap_or_else(|| PublicUrl::of(listening));
    pages.are_at(public_url.clone());
    let mut told = Told::listen()?;
    let delivery = api.deliver_mails(mail::settings(serve, transport, &public_url));
    let reconciliation = till.open(&api, listening, &public_url)?;
    let handle = server.handle();
    let running = actix::spawn(server);
    tracing::info!(%listening, "Colibri is at {public_url}");

    told.next().await;
    tracing::info!("stopping: no new races, those that run may end (once more to stop at once)");
    let in_order = async {
        engine.drain(DRAIN_AT_MOST).await;
        handle.stop(true).await;
        if let Some(reconciliation) = reconciliation {
            reconciliation.stop().await;
        }
        delivery.stop().await;
    };
    tokio::select! {
        () = in_order => {}
        () = told.next() => {
            tracing::info!("stopping at once");
            handle.stop(false).await;
        }
    }
    running.await??;
    tracing::info!("stopped");
    Ok(())
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

/// Takes what the crates measure, for `/metrics`.
fn record_metrics() -> anyhow::Result<PrometheusHandle> {
    let durations = Matcher::Suffix("_seconds".to_owned());
    let builder = PrometheusBuilder::new().set_buckets_for_metric(durations, &engine::metrics::DURATION_BUCKETS);
    let handle = builder.and_then(PrometheusBuilder::install_recorder).context("metrics")?;
    engine::metrics::describe();
    let upkeep = handle.clone();
    actix::spawn(async move {
        let mut every = tokio::time::interval(METRICS_UPKEEP);
        loop {
            every.tick().await;
            upkeep.run_upkeep();
        }
    });
    Ok(handle)
}

/// The signals that tell us to stop: Ctrl-C, and what a supervisor sends.
struct Told {
    interrupt: Signal,
    terminate: Signal,
}

impl Told {
    fn listen() -> anyhow::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for the next of them.
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
