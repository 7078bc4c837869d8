//! Payments: from the order of a skin to the money, and from the money to the skin, whatever fails in between.
//!
//! Every purchase is a row before the provider learns of it, and its state says what may have happened to money before
//! anything does. So a process that dies leaves enough to continue from. `Checkout` handles the calls of buyers,
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

use crate::models::purchase;

pub use self::paypal::{InvalidPayPal, PayPal};

pub(crate) use self::checkout::{Checkout, Claim, begin_errors, complete_errors};
pub(crate) use self::reconciliation::start;

use self::provider::Provider;

/// ISO 4217. All prices are US dollars, in cents.
const CURRENCY: &str = "USD";

/// The schedule for unfinished purchases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The interval at which unfinished purchases are looked for.
    pub look: Duration,
    /// The time for which a purchase belongs to one call once money may move. A call that has not recorded an outcome
    /// by then is presumed dead. So it must be longer than a call.
    pub lease: Duration,
    /// The pause after the provider could not say whether money moved, doubled after each further time.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// The time after which a request to move money has certainly ended at the provider, with whatever outcome.
    pub execution_at_most: Duration,
    /// The time for which a payment can be approved and executed.
    pub lifetime: Duration,
}

impl Default for Schedule {
    fn default() -> Self {
        Self {
            look: Duration::from_secs(10),
            lease: Duration::from_secs(2 * 60),
            first_pause: Duration::from_secs(15),
            longest_pause: Duration::from_secs(30 * 60),
            execution_at_most: Duration::from_secs(10 * 60),
            // PayPal's limit is three hours. This one is an hour longer, so that it is never reached first.
            lifetime: Duration::from_secs(4 * 60 * 60),
        }
    }
}

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
