//! The interface of payment providers.

use std::pin::Pin;
use std::time::Duration;

use crate::domain::ProviderId;

/// A payment provider.
///
/// Do not hold a database connection during these calls: each may take as long as the provider's timeout.
pub(crate) trait Provider: Send + Sync {
    /// Creates a payment, which the buyer can approve at [`Approvable::link`].
    fn create<'a>(&'a self, order: &'a Order) -> Asked<'a, Approvable>;

    /// Moves the money of an approved payment. If it is called twice with the same `request`, money moves once, and
    /// both calls get the same answer.
    fn execute<'a>(&'a self, payment: &'a ProviderId, payer: &'a ProviderId, request: &'a str) -> Asked<'a, Payment>;

    fn look_up<'a>(&'a self, payment: &'a ProviderId) -> Asked<'a, Payment>;
}

pub(crate) type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProviderError>> + Send + 'a>>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    /// The reference by which both sides know the purchase.
    pub(crate) reference: String,
    /// The request id: if two calls have the same one, only one payment is created.
    pub(crate) request: String,
    /// The item's displayed name.
    pub(crate) item: String,
    /// The item's key on this site.
    pub(crate) sku: String,
    pub(crate) price_cents: u32,
    /// The URL to which the buyer returns after approving.
    pub(crate) return_url: String,
    /// The URL to which the buyer returns after cancelling.
    pub(crate) cancel_url: String,
}

/// A payment that the buyer has not approved yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Approvable {
    pub(crate) payment: Payment,
    /// The URL at which the buyer approves it.
    pub(crate) link: String,
}

/// A payment as the provider reports it. Missing facts are `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Payment {
    pub(crate) id: ProviderId,
    pub(crate) progress: Progress,
    pub(crate) price_cents: Option<u32>,
    pub(crate) currency: Option<String>,
    /// [`Order::reference`].
    pub(crate) reference: Option<String>,
    pub(crate) payer: Option<ProviderId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// No money moved.
    NotExecuted,
    /// Money is moving, and may still be stopped.
    Pending,
    /// The money has arrived.
    Executed,
    /// No money moved and none will, or it was refunded.
    Failed,
}

/// The reason there is no usable answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProviderError {
    /// No answer, or an incomplete one. The request may or may not have taken effect.
    #[error("no answer: {0}")]
    NoAnswer(String),
    /// The provider is overloaded, and may name the time to wait. The request may or may not have taken effect.
    #[error("too busy")]
    Busy { wait: Option<Duration> },
    /// The provider failed, or its answer is invalid. The request may or may not have taken effect.
    #[error("invalid answer: {0}")]
    Faulty(String),
    /// The provider rejects the credentials. The request has not taken effect.
    #[error("the credentials were rejected: {0}")]
    Credentials(String),
    /// The provider refuses the request, which has not taken effect.
    #[error("refused: {0:?}")]
    Refused(PaymentError),
}

impl ProviderError {
    /// Returns true if the provider did not answer, as opposed to answering wrongly.
    pub(crate) fn is_unanswered(&self) -> bool {
        matches!(self, Self::NoAnswer(_) | Self::Busy { .. })
    }

    /// Returns the wait before the next request, if the provider names one.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Self::Busy { wait } => *wait,
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PaymentError {
    /// The buyer has not approved the payment.
    NotApproved,
    /// Another payer approved it.
    OtherPayer,
    /// The payer cannot pay.
    Declined,
    /// The payment does not exist, or no longer.
    Gone,
    /// The payment was executed before.
    Done,
    /// The request is at fault.
    Other(String),
}
