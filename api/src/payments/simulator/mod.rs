//! A simulated PayPal, for sites without an account there. It serves the same REST calls over real HTTP, and a page on
//! which the buyer approves or cancels. No money moves. The tests buy from it, too, with injected faults.
//!
//! It knows nothing about skins or purchases, and its payments are lost when the process ends.

mod page;
mod rest;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::web::{self, Bytes};
use chrono::{DateTime, TimeDelta, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::PayPal;

/// The maximum number of payments; the oldest are dropped.
const KEPT: usize = 10_000;

/// The time for which a payment can be approved and executed, as at PayPal.
const PAYMENT_TTL: TimeDelta = TimeDelta::hours(3);

/// The lifetime of a token in seconds, as at PayPal.
const TOKEN_TTL_S: u64 = 32_400;

/// The maximum size of an order in bytes. Real ones have a few hundred.
const LONGEST_ORDER: usize = 64 * 1024;

/// The maximum size of a form in bytes. Anyone may send one.
const LONGEST_FORM: usize = 1024;

/// The longest time that a body may take to arrive.
const BODY_WAIT: Duration = Duration::from_secs(10);

const SECRET_LENGTH: usize = 40;

/// The path at which it is mounted.
pub const PATH: &str = "/simulator";

/// The simulated PayPal. Clones share all state.
#[derive(Debug, Clone)]
pub struct Simulator {
    records: Arc<Mutex<Records>>,
    credentials: Arc<Credentials>,
    /// The URL at which browsers reach it: scheme and host, without a trailing slash.
    site: Arc<str>,
}

#[derive(Debug)]
struct Credentials {
    client_id: String,
    secret: String,
    /// The client's token.
    token: String,
}

/// The payments, oldest first.
#[derive(Debug, Default)]
struct Records(VecDeque<SimulatedPayment>);

#[derive(Debug, Clone)]
struct SimulatedPayment {
    id: String,
    /// The token of its page.
    token: String,
    order: Value,
    payer: Option<String>,
    is_cancelled: bool,
    /// The id of the sale, once the payment was executed.
    sale: Option<String>,
    created_at: DateTime<Utc>,
}

impl Simulator {
    /// Returns a simulator that browsers reach at `site`, for a client with these credentials.
    pub fn new(site: &str, client_id: &str, secret: &str) -> Self {
        let token = format!("A21AA{}", name(60));
        let credentials = Credentials { client_id: client_id.to_owned(), secret: secret.to_owned(), token };
        Self { records: Arc::default(), credentials: Arc::new(credentials), site: site.into() }
    }

    /// Returns a simulator for this process only.
    pub fn of_our_own(site: &str) -> Self {
        Self::new(site, "colibri", &name(SECRET_LENGTH))
    }

    /// Returns the account of its client, which reaches it at `address`.
    pub fn account(&self, address: SocketAddr) -> PayPal {
        let Credentials { client_id, secret, .. } = &*self.credentials;
        // On this machine, at whatever address.
        PayPal::client(&format!("http://{address}{PATH}"), client_id, secret, true)
    }

    /// Mounts the REST calls and the page, all below [`PATH`].
    pub fn configure(&self, cfg: &mut web::ServiceConfig) {
        let here = web::scope(PATH)
            .app_data(web::Data::new(self.clone()))
            .configure(rest::configure)
            .configure(page::configure);
        cfg.service(here);
    }

    fn records(&self) -> MutexGuard<'_, Records> {
        // A request that panicked left an unused payment at worst.
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Records {
    fn add(&mut self, payment: SimulatedPayment) {
        self.0.push_back(payment);
        if self.0.len() > KEPT {
            self.0.pop_front();
        }
    }

    fn by_id(&mut self, id: &str) -> Option<&mut SimulatedPayment> {
        self.0.iter_mut().find(|payment| payment.id == id)
    }

    fn by_token(&mut self, token: &str) -> Option<&mut SimulatedPayment> {
        self.0.iter_mut().find(|payment| payment.token == token)
    }
}

impl SimulatedPayment {
    /// Returns true while it can be approved and executed.
    fn is_alive(&self) -> bool {
        !self.is_cancelled && self.created_at + PAYMENT_TTL > Utc::now()
    }

    /// Returns true while the buyer can decide.
    fn is_open(&self) -> bool {
        self.is_alive() && self.sale.is_none()
    }
}

/// Reads a body.
async fn read(body: web::Payload, longest: usize) -> Result<Bytes, HttpResponse> {
    match tokio::time::timeout(BODY_WAIT, body.to_bytes_limited(longest)).await {
        Ok(Ok(Ok(body))) => Ok(body),
        Ok(Ok(Err(_))) => Err(HttpResponse::BadRequest().finish()),
        Ok(Err(_)) => Err(HttpResponse::PayloadTooLarge().finish()),
        Err(_) => Err(HttpResponse::RequestTimeout().finish()),
    }
}

/// Returns the fields of a form; `None` if one is missing.
fn form<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let fields = web::Query::<T>::from_query(str::from_utf8(body).ok()?).ok()?;
    Some(fields.into_inner())
}

/// Returns a random name of `length` letters and digits.
fn name(length: usize) -> String {
    const LETTERS: [u8; 32] = *b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    (0..length).map(|_| char::from(LETTERS[usize::from(rand::random::<u8>()) % LETTERS.len()])).collect()
}
