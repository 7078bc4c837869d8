//! Payments for skins.
//!
//! Every purchase is written before the provider learns of it, and its state before each step that may move money. So
//! the next process can continue after one that died. `Checkout` handles the calls of buyers,
//! `Reconciler` the unfinished purchases, and both end in `settle`, which decides what a payment means. No database
//! connection is held while the provider is asked.

mod checkout;
mod paypal;
mod provider;
mod reconciliation;
mod settlement;
pub mod simulator;

use std::sync::Arc;
use std::time::Duration;

use net::backoff::Backoff;

use crate::Schedule;
use crate::models::purchase;

pub use self::paypal::{InvalidPayPal, PayPal};

pub(crate) use self::checkout::{Checkout, Claim, begin_errors, complete_errors};
pub(crate) use self::reconciliation::start;

use self::provider::Provider;

/// ISO 4217. All prices are US dollars, in cents.
const CURRENCY: &str = "USD";

/// The schedule by which the provider is asked about unfinished purchases.
pub const SCHEDULE: Schedule = Schedule {
    poll: Duration::from_secs(10),
    lease: Duration::from_secs(2 * 60),
    backoff: Backoff { first: Duration::from_secs(15), longest: Duration::from_secs(30 * 60) },
    // PayPal's limit is three hours. This one is an hour longer, so that it is never reached first.
    give_up: Duration::from_hours(4),
    ttl: Duration::from_hours(30 * 24),
};

/// The payments of a site that sells skins.
pub struct Payments {
    provider: Arc<dyn Provider>,
    /// True if no money moves.
    pub(crate) is_simulated: bool,
    public_url: String,
    schedule: Schedule,
}

impl Payments {
    /// Returns payments to the account `paypal`; no money moves if `is_simulated`. Buyers return to `public_url`:
    /// scheme and host, without a trailing slash.
    pub fn new(paypal: PayPal, is_simulated: bool, public_url: String, schedule: Schedule) -> Self {
        Self { provider: Arc::new(paypal), is_simulated, public_url, schedule }
    }

    /// Returns the provider's name in the purchases: the simulator's payments are unknown to PayPal.
    fn name(&self) -> &'static str {
        if self.is_simulated { purchase::SIMULATOR } else { purchase::PAYPAL }
    }
}
