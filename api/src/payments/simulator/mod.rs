//! A PayPal of our own, for sites without an account there: it speaks the same REST calls over real HTTP, and shows a
//! page where the buyer approves or cancels. No money moves. The tests buy from it too, and put faults in between.
//!
//! It knows nothing of skins or purchases, and forgets everything with the process.

mod page;
mod rest;
mod words;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::web;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use super::{InvalidPayPal, PayPal};

/// Payments that are kept; the oldest gives way.
const KEPT: usize = 10_000;

/// The time for which a payment can be approved and executed, as at PayPal.
const LIFETIME: TimeDelta = TimeDelta::hours(3);

/// The time for which a token is good, in seconds, as at PayPal.
const TOKEN_LIFETIME_S: u64 = 32_400;

/// The longest order that is read, in bytes; ours have a few hundred. It is read before the token is checked.
const LONGEST_ORDER: usize = 64 * 1024;

/// Characters of a secret that nobody guesses.
const SECRET_LENGTH: usize = 40;

/// The path that it is mounted at.
pub const PATH: &str = "/simulator";

/// The simulated PayPal. Clones are the same one.
#[derive(Debug, Clone)]
pub struct Simulator {
    records: Arc<Mutex<Records>>,
    credentials: Arc<Credentials>,
    /// The address at which browsers reach it: scheme and host, without a slash at the end.
    site: Arc<str>,
}

/// The credentials of the client that may ask for payments.
#[derive(Debug)]
struct Credentials {
    client_id: String,
    secret: String,
    /// The token that it gets for these.
    token: String,
}

/// The payments, the oldest first.
#[derive(Debug, Default)]
struct Records(VecDeque<SimulatedPayment>);

#[derive(Debug, Clone)]
struct SimulatedPayment {
    id: String,
    /// The token by which its page is asked for.
    token: String,
    order: Value,
    /// The payer who approved it.
    payer: Option<String>,
    is_cancelled: bool,
    /// The sale, once it was executed.
    sale: Option<String>,
    created_at: DateTime<Utc>,
}

impl Simulator {
    /// A simulator that browsers reach at `site`, for clients with these credentials.
    pub fn new(site: &str, client_id: &str, secret: &str) -> Self {
        let token = format!("A21AA{}", name(60));
        let credentials = Credentials { client_id: client_id.to_owned(), secret: secret.to_owned(), token };
        Self { records: Arc::default(), credentials: Arc::new(credentials), site: site.into() }
    }

    /// A simulator that serves this program only.
    pub fn of_our_own(site: &str) -> Self {
        Self::new(site, "colibri", &name(SECRET_LENGTH))
    }

    /// Returns the account of a client that reaches it at `address`.
    ///
    /// # Errors
    /// [`InvalidPayPal`], when the system allows no client.
    pub fn account(&self, address: SocketAddr) -> Result<PayPal, InvalidPayPal> {
        let Credentials { client_id, secret, .. } = &*self.credentials;
        // On this machine, under whatever address.
        PayPal::client(&format!("http://{address}{PATH}"), client_id, secret, true)
    }

    /// Mounts everything below [`PATH`]: the REST calls, and the page.
    pub fn configure(&self, cfg: &mut web::ServiceConfig) {
        let here = web::scope(PATH)
            .app_data(web::Data::new(self.clone()))
            .app_data(web::JsonConfig::default().limit(LONGEST_ORDER))
            .configure(rest::configure)
            .configure(page::configure);
        cfg.service(here);
    }

    fn records(&self) -> MutexGuard<'_, Records> {
        // A request that panicked half-way left at most a payment of nobody's.
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

    /// The payment whose page has this token.
    fn by_token(&mut self, token: &str) -> Option<&mut SimulatedPayment> {
        self.0.iter_mut().find(|payment| payment.token == token)
    }
}

impl SimulatedPayment {
    /// True while it can be approved and executed.
    fn is_alive(&self) -> bool {
        !self.is_cancelled && self.created_at + LIFETIME > Utc::now()
    }

    /// True while the buyer can decide.
    fn is_open(&self) -> bool {
        self.is_alive() && self.sale.is_none()
    }
}

/// A name of `length` letters and digits that nobody guesses.
fn name(length: usize) -> String {
    const LETTERS: [u8; 32] = *b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    (0..length).map(|_| char::from(LETTERS[usize::from(rand::random::<u8>()) % LETTERS.len()])).collect()
}
