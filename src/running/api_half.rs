//! The api with everything that it needs: database, key, mails, payments, and the web client.

use std::net::SocketAddr;

use actix_web::web;
use anyhow::Context as _;
use api::mail::Transport;
use api::payments::simulator::Simulator;
use api::{Api, Worker};
use net::origin::Origin;

use crate::database::Postgres;
use crate::page::Pages;
use crate::settings::{Serve, Settings};
use crate::{assets, keys, mail, payments};

pub(super) struct ApiHalf {
    pub(super) api: Api,
    simulator: Option<Simulator>,
    pages: Pages,
    links: engine::Links,
    /// The transport of mails. Taken when delivery starts.
    transport: Option<Transport>,
    mail_worker: Option<Worker>,
    reconciliation: Option<Worker>,
    // Last, so that a private Postgres is dropped after everything that uses it.
    _postgres: Postgres,
}

/// The services that each HTTP thread mounts.
#[derive(Clone)]
pub(super) struct Mounted {
    pub(super) api: Api,
    simulator: Option<Simulator>,
    pages: Pages,
    links: api::Links,
}

impl ApiHalf {
    /// Reads keys and settings, and brings the database up to date.
    pub(super) fn start(
        Settings { data, serve }: &Settings,
        address: SocketAddr,
        public_url: &Origin,
    ) -> anyhow::Result<Self> {
        if !serve.api.rate_limits {
            tracing::warn!(
                "COLIBRI_RATE_LIMITS=off: anyone may guess passwords and codes, and have mails sent, as often as they like"
            );
        }
        keys::load(data)?;
        let transport = mail::transport(&serve.mail, data)?;
        let (payments, simulator) = payments::from_settings(&serve.payments, address, public_url)?;
        let postgres = Postgres::start(data)?;
        tracing::info!(database = postgres.kind(), "database found");
        let database = postgres.connect(serve.database_connections)?;
        database.migrate().context("the schema could not be brought up to date")?;
        // Only now: a restore for which the migrations have waited puts another key in place.
        let tokens = keys::load(data)?;
        let pages = Pages::new(database.clone(), serve.operator.clone(), public_url.clone(), serve.offline);
        let api = Api::new(serve.api(), database.clone(), tokens, payments);
        let links = engine::Links {
            draw_text: api.start_text_source(),
            record_result: api.start_result_recorder(),
            list_revocations: api.start_revocation_source(),
            rooms: None,
            peers: None,
        };
        Ok(Self {
            api,
            simulator,
            pages,
            links,
            transport: Some(transport),
            mail_worker: None,
            reconciliation: None,
            _postgres: postgres,
        })
    }

    /// Returns the services that each HTTP thread mounts, with the engine behind `links`.
    pub(super) fn mounted(&self, links: api::Links) -> Mounted {
        let Self { api, simulator, pages, .. } = self;
        Mounted { api: api.clone(), simulator: simulator.clone(), pages: pages.clone(), links }
    }

    pub(super) fn links(&self) -> engine::Links {
        self.links.clone()
    }

    /// Starts to send mails and settle payments, for a site at `public_url`.
    pub(super) fn open(&mut self, serve: &Serve, public_url: &Origin) {
        if let Some(transport) = self.transport.take() {
            self.mail_worker = Some(self.api.deliver_mails(mail::delivery(serve, transport, public_url)));
        }
        self.reconciliation = Some(self.api.settle_payments());
    }

    /// Stops payments and mails in an orderly way.
    pub(super) async fn stop(&mut self) {
        if let Some(reconciliation) = self.reconciliation.take() {
            reconciliation.stop().await;
        }
        if let Some(worker) = self.mail_worker.take() {
            worker.stop().await;
        }
    }
}

impl Mounted {
    /// Mounts the calls, and the web client for every other path.
    pub(super) fn configure(&self, cfg: &mut web::ServiceConfig) {
        cfg.app_data(web::Data::new(self.api.clone()))
            .app_data(web::Data::new(self.pages.clone()))
            .configure(|cfg| self.api.configure(cfg, &self.links))
            .configure(|cfg| self.simulator.iter().for_each(|simulator| simulator.configure(cfg)))
            .configure(assets::configure);
    }
}
