//! Accounts, texts, statistics and results over REST, on Diesel and Postgres.
//!
//! [`Api`] mounts the calls; [`Database`] keeps what they are about and answers the engine; [`TokenIssuer`] signs the
//! tokens. The engine is known only by the messages of [`shared::messages`] that one can send to it.

mod error;
mod extract;
mod handlers;
mod limits;
mod links;
mod metrics;
mod models;
mod passwords;
mod routes;
mod shop;
mod tokens;
mod unlock;
mod validation;

pub mod admin;
pub mod database;
pub mod health;
pub mod load_users;
pub mod mail;

use std::time::Duration;

use actix::Recipient;
use actix_web::{HttpRequest, web};
use shared::messages::{OpenRoom, TakeSeat};
use shared::token::TokenReader;

use crate::error::ApiError;
use crate::limits::Limits;
use crate::mail::Outbox;
use crate::passwords::Passwords;

pub use crate::database::Database;
pub use crate::tokens::{InvalidKey, NoRandomness, TokenIssuer};

/// What the operator decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Whether logins and signups are limited. Off for load tests only.
    pub rate_limits: bool,
    /// How long a request's body may take to arrive. actix-web itself waits without end.
    pub body_wait: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { rate_limits: true, body_wait: Duration::from_secs(10) }
    }
}

/// The way to the engine.
#[derive(Clone)]
pub struct Links {
    /// Opens rooms.
    pub open_room: Recipient<OpenRoom>,
    /// Gives seats in them.
    pub take_seat: Recipient<TakeSeat>,
}

/// The calls under `/api`. Clones share everything, so that each worker of a server can have one.
#[derive(Clone)]
pub struct Api {
    services: web::Data<Services>,
}

impl Api {
    /// The calls, with what they need.
    pub fn new(settings: Settings, database: Database, tokens: TokenIssuer, links: Links) -> Self {
        let services = Services {
            token_reader: tokens.reader(),
            database,
            tokens,
            links,
            passwords: Passwords::new(),
            limits: Limits::new(settings.rate_limits),
            outbox: Outbox::default(),
            body_wait: settings.body_wait,
        };
        Self { services: web::Data::new(services) }
    }

    /// How many passwords were verified since the start: one for each login that was neither refused as too soon nor
    /// given up, whether or not there is such an account.
    pub fn passwords_verified(&self) -> u64 {
        self.services.passwords.verified()
    }

    /// Mounts `/api/*`, where every unknown path is 404.
    pub fn configure(&self, cfg: &mut web::ServiceConfig) {
        cfg.app_data(self.services.clone()).configure(routes::configure);
    }
}

/// What handlers need.
struct Services {
    database: Database,
    tokens: TokenIssuer,
    token_reader: TokenReader,
    links: Links,
    passwords: Passwords,
    limits: Limits,
    outbox: Outbox,
    body_wait: Duration,
}

impl Services {
    /// Those of the app that a request came to.
    fn of(request: &HttpRequest) -> Result<web::Data<Self>, ApiError> {
        request.app_data().cloned().ok_or_else(|| ApiError::internal(&"the api is not configured"))
    }
}
