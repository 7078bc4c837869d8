//! The two calls of buyers: for a payment to approve, and for the skin once they approved it.

use ::metrics::counter;
use chrono::Utc;
use diesel::PgConnection;
use shared::UserId;

use super::Payments;
use super::provider::{Order, Payment, Progress, ProviderError, Refusal};
use super::settlement::{Outcome, is_for, outcome_of, settle};
use crate::Services;
use crate::database::DatabaseError;
use crate::domain::{ErrorCode, Invalid, ProviderId};
use crate::error::ApiError;
use crate::metrics;
use crate::models::purchase::{NewPurchase, Purchase, PurchaseId, State};
use crate::models::skins::{self, Skin};
use crate::models::span;
use crate::models::user::User;
use crate::shop::Window;

const NOT_SET_UP: ApiError =
    ApiError::Forbidden(ErrorCode::PaymentsOff, "Payments are not set up on this site, so nothing can be bought.");
const NOT_SOLD: ApiError = ApiError::Forbidden(ErrorCode::NotForSale, "This skin is not for sale.");
const NOT_TODAY: ApiError = ApiError::Conflict(ErrorCode::NotSoldToday, "This skin is not in the shop today.");
const OWNED: ApiError = ApiError::Conflict(ErrorCode::AlreadyOwned, "You already own this skin.");
const UNDER_WAY: ApiError = ApiError::Conflict(
    ErrorCode::PaymentUnderWay,
    "A payment for this skin is still being processed. Please wait a few minutes.",
);
const UNKNOWN_PAYMENT: ApiError =
    ApiError::NotFound(ErrorCode::UnknownPayment, "This payment was not found in your account.");
const NOT_APPROVED: ApiError =
    ApiError::Conflict(ErrorCode::PaymentNotApproved, "You have not approved this payment. You were not charged.");
const OVER: ApiError =
    ApiError::Conflict(ErrorCode::PaymentOver, "This payment can no longer be completed. You were not charged.");
const TO_REFUND: ApiError = ApiError::Conflict(
    ErrorCode::PaymentToRefund,
    "Your payment went through, but we could not give you the skin. You will get a refund.",
);
const REFUNDED: ApiError = ApiError::Conflict(ErrorCode::PaymentRefunded, "This payment has been refunded.");

const NOT_CHARGED: (ErrorCode, &str) =
    (ErrorCode::PaymentFailed, "PayPal could not process the payment. You were not charged; please try again later.");
const UNCONFIRMED: (ErrorCode, &str) = (
    ErrorCode::PaymentUnconfirmed,
    "PayPal has not confirmed the payment yet. If it does, you will get the skin within minutes and pay only once.",
);

/// The errors of [`Checkout::begin`].
pub(crate) fn beginning_refused() -> Vec<ApiError> {
    let own = [NOT_SET_UP, NOT_SOLD, ApiError::UNKNOWN_SKIN, OWNED, NOT_TODAY, UNDER_WAY];
    own.into_iter().chain(provider_faults(NOT_CHARGED)).collect()
}

/// The errors of [`Checkout::complete`].
pub(crate) fn completing_refused() -> Vec<ApiError> {
    let own =
        [NOT_SET_UP, UNKNOWN_PAYMENT, ApiError::Declined, NOT_APPROVED, OWNED, UNDER_WAY, OVER, TO_REFUND, REFUNDED];
    own.into_iter().chain(provider_faults(NOT_CHARGED)).chain(provider_faults(UNCONFIRMED)).collect()
}

fn provider_faults(sentence: (ErrorCode, &'static str)) -> [ApiError; 2] {
    [true, false].map(|is_silent| ApiError::provider(is_silent, None, sentence))
}

/// A payment that somebody says to have approved.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) payment: ProviderId,
    pub(crate) payer: ProviderId,
    /// File name of the skin that it is for.
    pub(crate) skin: String,
}

/// The purchases of one buyer.
pub(crate) struct Checkout<'a> {
    services: &'a Services,
    payments: &'a Payments,
    buyer: User,
}

impl<'a> Checkout<'a> {
    /// The purchases of this buyer, where the site takes payments.
    pub(crate) fn new(services: &'a Services, buyer: User) -> Result<Self, ApiError> {
        let payments = services.payments.as_deref().ok_or(NOT_SET_UP)?;
        Ok(Self { services, payments, buyer })
    }

    /// Begins a purchase. Answers where the buyer approves the payment.
    ///
    /// Each wish is a payment of its own, since nobody knows whether the page of the last one is still open somewhere;
    /// of all that are approved for the same skin, one moves money.
    pub(crate) async fn begin(&self, skin: String) -> Result<String, ApiError> {
        let (buyer, provider) = (self.buyer.id, self.payments.name());
        let written = self.services.database.transact(move |conn| -> Result<_, ApiError> {
            let (skin, price_cents) = sellable(&skin, buyer, provider, conn)?;
            let wish = NewPurchase { provider, user_id: buyer, skin: skin.filename.clone(), price_cents };
            Ok((wish.insert(conn)?, skin))
        });
        let (purchase, skin) = written.await?;
        let made = self.payments.provider.create(&self.order(&purchase, &skin)).await;
        let made = made.map_err(|error| not_charged(purchase.id, &error))?;
        let id = purchase.id;
        if made.payment.progress != Progress::NotExecuted || !is_for(&made.payment, &purchase) {
            tracing::error!(purchase.id = id.0, "a payment was made for something else than we asked for");
            return Err(not_charged(id, &ProviderError::Faulty("another payment".to_owned())));
        }
        let payment = made.payment.id;
        self.services.database.with_conn(move |conn| purchase.open(&payment, conn)).await?;
        counter!(metrics::PURCHASES_BEGUN).increment(1);
        tracing::info!(purchase.id = id.0, "a purchase was begun");
        Ok(made.link)
    }

    /// Completes a purchase whose payment was approved; returns the skin, which now belongs to the buyer, and its price in
    /// cents. Asked again, it answers the same.
    pub(crate) async fn complete(&self, claim: &Claim) -> Result<(Skin, i32), ApiError> {
        let purchase = self.find(claim).await?;
        if let Some(skin) = self.settled(&purchase).await? {
            return Ok((skin, purchase.price_cents));
        }
        // Before money moves: is this the payment that we asked for, and was it not executed before?
        let looked_up = self.payments.provider.look_up(&claim.payment).await;
        let payment = looked_up.map_err(|error| match purchase.executed_at {
            None => refused_or(&error, || not_charged(purchase.id, &error)),
            // A request of before may have moved it.
            Some(_) => unconfirmed(&error),
        })?;
        let payment = match payment.progress {
            Progress::NotExecuted => {
                self.check(&purchase, &payment, claim)?;
                match self.begin_execution(purchase.id, &claim.payer).await? {
                    Some(purchase) => self.execute(&purchase, claim).await?,
                    // It was settled meanwhile, as another call will have told.
                    None => payment,
                }
            }
            _ => payment,
        };
        self.settle(purchase, payment).await
    }

    /// The buyer's own purchase that this is a payment for.
    async fn find(&self, claim: &Claim) -> Result<Purchase, ApiError> {
        let (provider, payment, buyer) = (self.payments.name(), claim.payment.clone(), self.buyer.id);
        let find = move |conn: &mut PgConnection| Purchase::find_by_payment(provider, &payment, buyer, conn);
        let purchase = self.services.database.with_conn(find).await?.ok_or(UNKNOWN_PAYMENT)?;
        if *purchase.skin != *claim.skin {
            return Err(ApiError::invalid(
                "skin",
                Invalid::new(ErrorCode::OtherSkin, "is not the one this payment is for"),
            ));
        }
        Ok(purchase)
    }

    /// Returns the skin of a purchase that is settled already; refuses one that must not be continued.
    async fn settled(&self, purchase: &Purchase) -> Result<Option<Skin>, ApiError> {
        let (purchase, buyer) = (purchase.clone(), self.buyer.id);
        let standing = self.services.database.with_conn(move |conn| {
            let is_owned = is_owned(&purchase, buyer, conn)?;
            // Read anew, and after that: another call may have made the skin theirs by this very purchase.
            let purchase = Purchase::lock(purchase.id, conn)?;
            Ok((outcome_of(&purchase, conn)?, is_owned))
        });
        match standing.await? {
            (Outcome::Paid(skin), _) => Ok(Some(skin)),
            (Outcome::Over(state), _) => Err(over(state)),
            (Outcome::Undecided, true) => Err(OWNED),
            (Outcome::Undecided, false) => Ok(None),
        }
    }

    /// Checks that the provider's payment is the one of our purchase, and that the payer is the one who approved it.
    fn check(&self, purchase: &Purchase, payment: &Payment, claim: &Claim) -> Result<(), ApiError> {
        if !is_for(payment, purchase) {
            tracing::error!(purchase.id = purchase.id.0, payment.id = %payment.id, "a payment is for something else than we asked for");
            return Err(not_charged(purchase.id, &ProviderError::Faulty("another payment".to_owned())));
        }
        if payment.payer.as_ref().is_some_and(|payer| *payer != claim.payer) {
            return Err(other_payer());
        }
        Ok(())
    }

    /// Writes down that money may move from now on; nothing if the purchase is settled by now.
    async fn begin_execution(&self, id: PurchaseId, payer: &ProviderId) -> Result<Option<Purchase>, ApiError> {
        let (buyer, payer, lease) = (self.buyer.id, payer.clone(), span(self.payments.schedule.lease));
        let begun = self.services.database.transact(move |conn| {
            User::lock(buyer, conn)?.ok_or(ApiError::NotLoggedIn)?;
            let purchase = Purchase::lock(id, conn)?;
            if !purchase.is_unfinished() {
                return Ok(None);
            }
            if is_owned(&purchase, buyer, conn)? {
                return Err(OWNED);
            }
            let (provider, skin) = (&purchase.provider, &purchase.skin);
            if Purchase::is_under_way(provider, buyer, skin, Some(purchase.id), conn)? {
                return Err(UNDER_WAY);
            }
            purchase.begin_execution(&payer, lease, conn)?;
            Ok(Some(purchase))
        });
        begun.await
    }

    /// Has the money moved. An answer that does not come is looked for.
    async fn execute(&self, purchase: &Purchase, claim: &Claim) -> Result<Payment, ApiError> {
        // After a refusal another request: the same one would be answered the same.
        let request = format!("{}-{}", purchase.reference(), purchase.refusals);
        let provider = &self.payments.provider;
        let error = match provider.execute(&claim.payment, &claim.payer, &request).await {
            Ok(payment) => return Ok(payment),
            Err(error) => error,
        };
        if let ProviderError::Refused(_) | ProviderError::Credentials(_) = error {
            self.reopen(purchase).await?;
            return Err(refused_or(&error, || not_charged(purchase.id, &error)));
        }
        counter!(metrics::PROVIDER_FAILURES).increment(1);
        tracing::warn!(purchase.id = purchase.id.0, %error, "whether a payment was executed is not known");
        match provider.look_up(&claim.payment).await {
            Ok(payment) if payment.progress != Progress::NotExecuted => Ok(payment),
            // A request may still be under way there: what is not executed now may be so in a moment.
            Ok(_) | Err(_) => Err(unconfirmed(&error)),
        }
    }

    async fn reopen(&self, purchase: &Purchase) -> Result<(), DatabaseError> {
        let (id, lifetime) = (purchase.id, span(self.payments.schedule.lifetime));
        let reopened = self.services.database.with_conn(move |conn| {
            let purchase = Purchase::lock(id, conn)?;
            purchase.count_refusal(conn)?;
            purchase.reopen(purchase.created_at + lifetime, conn)
        });
        reopened.await
    }

    async fn settle(&self, purchase: Purchase, payment: Payment) -> Result<(Skin, i32), ApiError> {
        let (id, price_cents, pause) = (purchase.id, purchase.price_cents, span(self.payments.schedule.first_pause));
        let outcome = self.services.database.with_conn(move |conn| settle(id, &payment, pause, conn));
        match outcome.await? {
            Outcome::Paid(skin) => {
                self.services.mail_signal.notify_one();
                Ok((skin, price_cents))
            }
            Outcome::Over(state) => Err(over(state)),
            Outcome::Undecided => Err(unconfirmed(&ProviderError::Busy { wait: None })),
        }
    }

    fn order(&self, purchase: &Purchase, skin: &Skin) -> Order {
        let Payments { public_url, .. } = self.payments;
        Order {
            reference: purchase.reference(),
            request: format!("{}-c", purchase.reference()),
            item: skin.name.to_string(),
            sku: skin.filename.to_string(),
            price_cents: purchase.price_cents.unsigned_abs(),
            return_url: format!("{public_url}/shop/success?skin={}", skin.filename),
            cancel_url: format!("{public_url}/shop/cancel"),
        }
    }
}

/// The skin of this name and its price, if this buyer can have it today and pay it at this provider.
fn sellable(filename: &str, buyer: UserId, provider: &str, conn: &mut PgConnection) -> Result<(Skin, i32), ApiError> {
    let skin = Skin::find(filename, conn)?.ok_or(ApiError::UNKNOWN_SKIN)?;
    let price_cents = skin.sold_for().ok_or(NOT_SOLD)?;
    if skin.is_owned_by(buyer, conn)? {
        return Err(OWNED);
    }
    if Purchase::is_under_way(provider, buyer, &skin.filename, None, conn)? {
        return Err(UNDER_WAY);
    }
    let today = Utc::now().date_naive();
    let window = Window::of(today, skins::priced(today, None, conn)?);
    if !window.sold.iter().any(|(sold, _)| sold.filename == skin.filename) {
        return Err(NOT_TODAY);
    }
    Ok((skin, price_cents))
}

fn is_owned(purchase: &Purchase, buyer: UserId, conn: &mut PgConnection) -> diesel::QueryResult<bool> {
    match Skin::find(&purchase.skin, conn)? {
        Some(skin) => skin.is_owned_by(buyer, conn),
        None => Ok(false),
    }
}

fn over(state: State) -> ApiError {
    match state {
        State::ToRefund => TO_REFUND,
        State::Refunded => REFUNDED,
        _ => OVER,
    }
}

fn other_payer() -> ApiError {
    ApiError::invalid("payerId", Invalid::new(ErrorCode::OtherPayer, "is not the one who approved this payment"))
}

/// The error for a buyer whom the provider refuses; otherwise that of `fallback`.
fn refused_or(error: &ProviderError, fallback: impl FnOnce() -> ApiError) -> ApiError {
    match error {
        ProviderError::Refused(Refusal::NotApproved) => NOT_APPROVED,
        ProviderError::Refused(Refusal::OtherPayer) => other_payer(),
        ProviderError::Refused(Refusal::Declined) => ApiError::Declined,
        ProviderError::Refused(Refusal::Gone) => OVER,
        _ => fallback(),
    }
}

/// The error for a buyer when the provider fails before money could move.
fn not_charged(id: PurchaseId, error: &ProviderError) -> ApiError {
    counter!(metrics::PROVIDER_FAILURES).increment(1);
    tracing::warn!(purchase.id = id.0, %error, "the payment provider failed");
    ApiError::provider(error.is_silence(), error.wait(), NOT_CHARGED)
}

/// The error for a buyer when money may have moved, and nobody knows yet.
fn unconfirmed(error: &ProviderError) -> ApiError {
    ApiError::provider(error.is_silence(), error.wait(), UNCONFIRMED)
}
