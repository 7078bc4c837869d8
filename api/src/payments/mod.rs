//! Payments: from the wish for a skin to the money, and from the money to the skin, whatever happens in between.
//!
//! Every purchase is a row before the provider hears of it, and says what may have happened to money before it does: so
//! a process that ends half-way leaves something to go on from. `Checkout` does what buyers ask for, `Reconciler`
//! what is left over, and both end in `settle`, which knows what money means for us. Nobody holds a connection to the
//! database while the provider is asked.

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

pub(crate) use self::checkout::{Checkout, Claim, beginning_refused, completing_refused};
pub(crate) use self::reconciliation::start;

use self::provider::Provider;

/// ISO 4217. All prices are US dollars, in cents.
const CURRENCY: &str = "USD";

/// The settings of payments.
#[derive(Debug)]
pub struct Settings {
    /// The account that receives the money.
    pub paypal: PayPal,
    /// True if that is a simulation, in which no money moves.
    pub is_simulated: bool,
    /// The site that buyers come back to: scheme and host, without a slash at the end.
    pub public_url: String,
    /// The schedule of looking after unfinished purchases.
    pub schedule: Schedule,
}

/// The schedule of looking after unfinished purchases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The interval of looking for purchases to ask the provider about.
    pub look: Duration,
    /// The time for which a purchase belongs to one call once money may move. A call that has not reported the outcome
    /// by then is taken for dead; so it must be longer than a call.
    pub lease: Duration,
    /// The pause after the provider could not say how a payment went; each further one doubles it.
    pub first_pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
    /// The time after which a request to move money has ended at the provider, whatever became of it.
    pub come_to_rest: Duration,
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
            come_to_rest: Duration::from_secs(10 * 60),
            // PayPal's end after three hours; one more, so that ours is never the earlier one.
            lifetime: Duration::from_secs(4 * 60 * 60),
        }
    }
}

/// The services that calls need to take payments.
pub(crate) struct Payments {
    provider: Arc<dyn Provider>,
    /// True if no money moves.
    pub(crate) is_simulated: bool,
    public_url: String,
    schedule: Schedule,
}

impl Payments {
    pub(crate) fn new(Settings { paypal, is_simulated, public_url, schedule }: Settings) -> Self {
        Self { provider: Arc::new(paypal), is_simulated, public_url, schedule }
    }

    /// The provider's name, under which purchases are kept: the simulator's payments mean nothing to PayPal.
    fn name(&self) -> &'static str {
        if self.is_simulated { purchase::SIMULATOR } else { purchase::PAYPAL }
    }
}
