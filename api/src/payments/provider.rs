//! The interface to a payment provider, whichever it is.

use std::pin::Pin;
use std::time::Duration;

use crate::domain::ProviderId;

/// Takes payments for us.
///
/// No call here is made while a connection to the database is held: each may take as long as [`Provider`] waits.
pub(crate) trait Provider: Send + Sync {
    /// Makes a payment that the buyer can approve at [`Approvable::link`].
    fn create<'a>(&'a self, order: &'a Order) -> Asked<'a, Approvable>;

    /// Moves the money of a payment that was approved. Asked twice under the same `request`, it moves once; the second
    /// answer is that of the first.
    fn execute<'a>(&'a self, payment: &'a ProviderId, payer: &'a ProviderId, request: &'a str) -> Asked<'a, Payment>;

    fn look_up<'a>(&'a self, payment: &'a ProviderId) -> Asked<'a, Payment>;
}

pub(crate) type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProviderError>> + Send + 'a>>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    /// The reference by which both know the purchase.
    pub(crate) reference: String,
    /// Asked twice under the same name, one payment is made.
    pub(crate) request: String,
    /// The item's name for people.
    pub(crate) item: String,
    /// Our own name for the item.
    pub(crate) sku: String,
    pub(crate) price_cents: u32,
    /// The address that the buyer comes back to after approving.
    pub(crate) return_url: String,
    /// The address that the buyer comes back to otherwise.
    pub(crate) cancel_url: String,
}

/// A payment that waits for the buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Approvable {
    pub(crate) payment: Payment,
    /// The address at which the buyer approves it.
    pub(crate) link: String,
}

/// A payment as the provider knows it. What it does not say is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Payment {
    pub(crate) id: ProviderId,
    pub(crate) progress: Progress,
    pub(crate) price_cents: Option<u32>,
    pub(crate) currency: Option<String>,
    /// [`Order::reference`].
    pub(crate) reference: Option<String>,
    /// The payer who approved it.
    pub(crate) payer: Option<ProviderId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// No money moved.
    NotExecuted,
    /// Money is on its way, and may still be stopped.
    Pending,
    /// The money is ours.
    Executed,
    /// There never will be money, or it was given back.
    Failed,
}

/// The reason there is no answer that helps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProviderError {
    /// None came, or not all of it. What was asked may be done or not.
    #[error("no answer: {0}")]
    NoAnswer(String),
    /// It has too much to do. What was asked may be done or not.
    #[error("too busy")]
    Busy {
        /// The time to wait before the next request, if the provider says so.
        wait: Option<Duration>,
    },
    /// It answers what cannot be understood, or that it failed. What was asked may be done or not.
    #[error("it failed: {0}")]
    Faulty(String),
    /// It does not take our credentials. What was asked is not done.
    #[error("our credentials are not taken: {0}")]
    Credentials(String),
    /// It says no. What was asked is not done.
    #[error("refused: {0:?}")]
    Refused(Refusal),
}

impl ProviderError {
    /// True if the provider says nothing, rather than something wrong.
    pub(crate) fn is_silence(&self) -> bool {
        matches!(self, Self::NoAnswer(_) | Self::Busy { .. })
    }

    /// The time to wait before the next request, if the provider says so.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Self::Busy { wait } => *wait,
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The buyer has not approved the payment.
    NotApproved,
    /// Somebody else than this payer approved it.
    OtherPayer,
    /// The money cannot be had.
    Declined,
    /// There is no such payment, or no more.
    Gone,
    /// It was executed before.
    Done,
    /// Something that we do wrong.
    Other(String),
}
