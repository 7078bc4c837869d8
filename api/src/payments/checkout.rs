//! The two calls of buyers: one starts a payment, the other completes it once the buyer approved it.

use ::metrics::counter;
use chrono::Utc;
use diesel::PgConnection;
use shared::UserId;

use super::Payments;
use super::provider::{Order, Payment, PaymentError, Progress, ProviderError};
use super::settlement::{Outcome, is_for, outcome_of, settle};
use crate::Services;
use crate::database::DatabaseError;
use crate::domain::{ErrorCode, Invalid, Price, ProviderId, SkinFile};
use crate::error::ApiError;
use crate::metrics;
use crate::models::purchase::{NewPurchase, Purchase, PurchaseId, State};
use crate::models::skin::{self, Skin};
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

pub(crate) fn begin_errors() -> Vec<ApiError> {
    let own = [NOT_SET_UP, NOT_SOLD, ApiError::UNKNOWN_SKIN, OWNED, NOT_TODAY, UNDER_WAY];
    own.into_iter().chain(provider_faults(NOT_CHARGED)).collect()
}

pub(crate) fn complete_errors() -> Vec<ApiError> {
    let own =
        [NOT_SET_UP, UNKNOWN_PAYMENT, ApiError::Declined, NOT_APPROVED, OWNED, UNDER_WAY, OVER, TO_REFUND, REFUNDED];
    own.into_iter().chain(provider_faults(NOT_CHARGED)).chain(provider_faults(UNCONFIRMED)).collect()
}

fn provider_faults(sentence: (ErrorCode, &'static str)) -> [ApiError; 2] {
    [true, false].map(|is_silent| ApiError::provider(is_silent, None, sentence))
}

/// A payment that the caller claims to have approved.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) payment: ProviderId,
    pub(crate) payer: ProviderId,
    /// The skin that it is for, as the buyer gave it.
    pub(crate) skin: Option<SkinFile>,
}

pub(crate) struct Checkout<'a> {
    services: &'a Services,
    payments: &'a Payments,
    buyer: User,
}

impl<'a> Checkout<'a> {
    /// Returns the buyer's checkout, if the site takes payments.
    pub(crate) fn new(services: &'a Services, buyer: User) -> Result<Self, ApiError> {
        let payments = services.payments.as_deref().ok_or(NOT_SET_UP)?;
        Ok(Self { services, payments, buyer })
    }

    /// Starts a purchase, and returns the link at which the buyer approves the payment.
    ///
    /// Each call makes a new payment, since the page of an earlier one may still be open somewhere. Of all approved
    /// payments for the same skin, only one moves money.
    pub(crate) async fn begin(&self, skin: Option<SkinFile>) -> Result<String, ApiError> {
        let (buyer, provider) = (self.buyer.id, self.payments.name());
        let written = self.services.database.transact(move |conn| -> Result<_, ApiError> {
            let (skin, price_cents) = sellable(skin, buyer, provider, conn)?;
            let wish = NewPurchase { provider, user_id: buyer, skin: skin.filename.clone(), price_cents };
            Ok((wish.insert(conn)?, skin))
        });
        let (purchase, skin) = written.await?;
        let made = self.payments.provider.create(&self.order(&purchase, &skin)).await;
        let made = made.map_err(|error| not_charged(purchase.id, &error))?;
        let id = purchase.id;
        if made.payment.progress != Progress::NotExecuted || !is_for(&made.payment, &purchase) {
            tracing::error!(purchase.id = id.0, "the payment provider created a payment for something else");
            return Err(not_charged(id, &ProviderError::Faulty("another payment".to_owned())));
        }
        let payment = made.payment.id;
        self.services.database.with_conn(move |conn| purchase.open(&payment, conn)).await?;
        counter!(metrics::PURCHASES_BEGUN).increment(1);
        tracing::info!(purchase.id = id.0, "a purchase was started");
        Ok(made.link)
    }

    /// Completes a purchase whose payment was approved. Returns the skin, which now belongs to the buyer, and its
    /// price. Repeated calls get the same answer.
    pub(crate) async fn complete(&self, claim: &Claim) -> Result<(Skin, Price), ApiError> {
        let purchase = self.find(claim).await?;
        if let Some(skin) = self.settled(&purchase).await? {
            return Ok((skin, purchase.price_cents));
        }
        // Before money moves: is this the payment that was ordered, and has it not been executed yet?
        let looked_up = self.payments.provider.look_up(&claim.payment).await;
        let payment = looked_up.map_err(|error| match purchase.executed_at {
            None => refused_or(&error, || not_charged(purchase.id, &error)),
            // An earlier request may have moved the money.
            Some(_) => unconfirmed(&error),
        })?;
        let payment = match payment.progress {
            Progress::NotExecuted => {
                self.check(&purchase, &payment, claim)?;
                match self.begin_execution(purchase.id, &claim.payer).await? {
                    Some(purchase) => self.execute(&purchase, claim).await?,
                    // Another call settled it in the meantime, and has reported the outcome.
                    None => payment,
                }
            }
            _ => payment,
        };
        self.settle(purchase, payment).await
    }

    async fn find(&self, claim: &Claim) -> Result<Purchase, ApiError> {
        let (provider, payment, buyer) = (self.payments.name(), claim.payment.clone(), self.buyer.id);
        let find = move |conn: &mut PgConnection| Purchase::find_by_payment(provider, &payment, buyer, conn);
        let purchase = self.services.database.with_conn(find).await?.ok_or(UNKNOWN_PAYMENT)?;
        if claim.skin.as_ref() != Some(&purchase.skin) {
            return Err(ApiError::invalid("skin", Invalid::new(ErrorCode::OtherSkin, "does not match the payment")));
        }
        Ok(purchase)
    }

    /// Returns the skin of a settled purchase, or an error if the purchase cannot be continued.
    async fn settled(&self, purchase: &Purchase) -> Result<Option<Skin>, ApiError> {
        let (purchase, buyer) = (purchase.clone(), self.buyer.id);
        let standing = self.services.database.with_conn(move |conn| {
            let is_owned = is_owned(&purchase, buyer, conn)?;
            // Read only now: another call may have just granted the skin through this very purchase.
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

    /// Checks that the provider's payment matches the purchase, and that the payer is the one who approved it.
    fn check(&self, purchase: &Purchase, payment: &Payment, claim: &Claim) -> Result<(), ApiError> {
        if !is_for(payment, purchase) {
            tracing::error!(purchase.id = purchase.id.0, payment.id = %payment.id, "a payment is for something else");
            return Err(not_charged(purchase.id, &ProviderError::Faulty("another payment".to_owned())));
        }
        if payment.payer.as_ref().is_some_and(|payer| *payer != claim.payer) {
            return Err(other_payer());
        }
        Ok(())
    }

    /// Records that money may move from now on. Returns `None` if the purchase has been settled in the meantime.
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

    /// Moves the money. If the provider does not answer, looks the payment up.
    async fn execute(&self, purchase: &Purchase, claim: &Claim) -> Result<Payment, ApiError> {
        // After a refusal, a different request id: the provider would answer the same one with the same refusal.
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
        tracing::warn!(purchase.id = purchase.id.0, %error, "it is not known whether a payment was executed");
        match provider.look_up(&claim.payment).await {
            Ok(payment) if payment.progress != Progress::NotExecuted => Ok(payment),
            // A request may still be in progress at the provider, so a payment that is not executed now may be so in a
            // moment.
            Ok(_) | Err(_) => Err(unconfirmed(&error)),
        }
    }

    async fn reopen(&self, purchase: &Purchase) -> Result<(), DatabaseError> {
        let (id, schedule) = (purchase.id, self.payments.schedule);
        let reopened = self.services.database.with_conn(move |conn| {
            let purchase = Purchase::lock(id, conn)?;
            purchase.count_refusal(conn)?;
            purchase.reopen(schedule.end_of(purchase.created_at), conn)
        });
        reopened.await
    }

    async fn settle(&self, purchase: Purchase, payment: Payment) -> Result<(Skin, Price), ApiError> {
        let (id, price_cents, pause) =
            (purchase.id, purchase.price_cents, self.payments.schedule.pause(1, rand::random()));
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
            price_cents: purchase.price_cents.0.unsigned_abs(),
            return_url: format!("{public_url}/shop/success?skin={}", skin.filename),
            cancel_url: format!("{public_url}/shop/cancel"),
        }
    }
}

/// Returns this skin and its price, if this buyer can buy it today at this provider.
fn sellable(
    skin: Option<SkinFile>,
    buyer: UserId,
    provider: &str,
    conn: &mut PgConnection,
) -> Result<(Skin, Price), ApiError> {
    let skin = Skin::named(skin, conn)?.ok_or(ApiError::UNKNOWN_SKIN)?;
    let price_cents = skin.sold_for().ok_or(NOT_SOLD)?;
    if skin.is_owned_by(buyer, conn)? {
        return Err(OWNED);
    }
    if Purchase::is_under_way(provider, buyer, &skin.filename, None, conn)? {
        return Err(UNDER_WAY);
    }
    let today = Utc::now().date_naive();
    let window = Window::of(today, skin::priced(today, None, conn)?);
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
    ApiError::invalid("payerId", Invalid::new(ErrorCode::OtherPayer, "did not approve this payment"))
}

/// Returns the error for a buyer whose payment the provider refuses; otherwise that of `fallback`.
fn refused_or(error: &ProviderError, fallback: impl FnOnce() -> ApiError) -> ApiError {
    match error {
        ProviderError::Refused(PaymentError::NotApproved) => NOT_APPROVED,
        ProviderError::Refused(PaymentError::OtherPayer) => other_payer(),
        ProviderError::Refused(PaymentError::Declined) => ApiError::Declined,
        ProviderError::Refused(PaymentError::Gone) => OVER,
        _ => fallback(),
    }
}

/// Returns the error for a buyer when the provider fails before money could move.
fn not_charged(id: PurchaseId, error: &ProviderError) -> ApiError {
    counter!(metrics::PROVIDER_FAILURES).increment(1);
    tracing::warn!(purchase.id = id.0, %error, "the payment provider failed");
    ApiError::provider(error.is_unanswered(), error.wait(), NOT_CHARGED)
}

/// Returns the error for a buyer when it is not known whether money moved.
fn unconfirmed(error: &ProviderError) -> ApiError {
    ApiError::provider(error.is_unanswered(), error.wait(), UNCONFIRMED)
}
