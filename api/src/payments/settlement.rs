//! The meaning of a payment for its purchase. This is the only place where money becomes a skin.

use ::metrics::counter;
use chrono::{DateTime, Datelike as _, TimeDelta, Utc};
use diesel::{Connection as _, PgConnection, QueryResult};

use super::provider::{Payment, Progress};
use crate::mail::{Invoice, Mail};
use crate::metrics;
use crate::models::purchase::{Purchase, PurchaseId, State};
use crate::models::skin::Skin;
use crate::models::user::User;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// The buyer has the skin.
    Paid(Skin),
    /// The outcome is not known yet.
    Undecided,
    /// No money moved, and none will.
    Over(State),
}

/// Settles a purchase by the provider's answer: skin, state and invoice in one transaction. A settled purchase stays as
/// it is. `pause` is the time until the next check if the answer decides nothing.
pub(super) fn settle(
    id: PurchaseId,
    payment: &Payment,
    pause: TimeDelta,
    conn: &mut PgConnection,
) -> QueryResult<Outcome> {
    let (outcome, is_news) = conn.transaction(|conn| {
        // Accounts are always locked before their rows, so that transactions cannot deadlock.
        let buyer = match Purchase::buyer_of(id, conn)? {
            Some(buyer) => User::lock(buyer, conn)?,
            None => None,
        };
        let purchase = Purchase::lock(id, conn)?;
        if !purchase.is_unfinished() {
            return Ok((outcome_of(&purchase, conn)?, false));
        }
        let outcome = match payment.progress {
            Progress::Executed => take(&purchase, buyer.as_ref(), payment, conn)?,
            Progress::Failed => {
                purchase.settle(State::Failed, None, None, conn)?;
                Outcome::Over(State::Failed)
            }
            Progress::NotExecuted | Progress::Pending => {
                purchase.postpone(pause, conn)?;
                Outcome::Undecided
            }
        };
        let is_news = outcome != Outcome::Undecided;
        QueryResult::Ok((outcome, is_news))
    })?;
    if is_news {
        report(id, &outcome);
    }
    Ok(outcome)
}

/// Grants the skin for money that has arrived, if possible.
fn take(purchase: &Purchase, buyer: Option<&User>, payment: &Payment, conn: &mut PgConnection) -> QueryResult<Outcome> {
    // An executed payment was approved by someone. The payer matters only for a refund.
    let payer = payment.payer.as_deref().unwrap_or("UNKNOWN-PAYER");
    let (provider, skin) = (&purchase.provider, &purchase.skin);
    let reason = match buyer {
        None => "the account was deleted",
        Some(_) if !is_for(payment, purchase) => "the payment is for something else",
        Some(buyer) if Purchase::is_bought(provider, buyer.id, skin, Some(purchase.id), conn)? => {
            "the skin was paid for before"
        }
        Some(buyer) => match Skin::find(&purchase.skin, conn)? {
            Some(skin) if skin.give_to(buyer.id, conn)? => {
                let number = Purchase::next_invoice(conn)?;
                purchase.settle(State::Paid, Some(payer), Some(number), conn)?;
                Mail::Invoice(invoice(purchase, payment, number, &skin)).write(buyer, conn)?;
                return Ok(Outcome::Paid(skin));
            }
            _ => "the buyer already owns the skin",
        },
    };
    tracing::error!(purchase.id = purchase.id.0, payment.id = %payment.id, reason, "a payment without a skin; refund it");
    purchase.settle(State::ToRefund, Some(payer), None, conn)?;
    Ok(Outcome::Over(State::ToRefund))
}

fn invoice(purchase: &Purchase, payment: &Payment, number: i64, skin: &Skin) -> Invoice {
    let paid_at: DateTime<Utc> = Utc::now();
    Invoice {
        number: format!("{}-{number:06}", paid_at.year()),
        item: skin.name.to_string(),
        price_cents: purchase.price_cents.0.unsigned_abs(),
        payment: payment.id.to_string(),
        paid_at,
    }
}

fn report(id: PurchaseId, outcome: &Outcome) {
    match outcome {
        Outcome::Paid(skin) => {
            counter!(metrics::PURCHASES_SETTLED, "outcome" => "paid").increment(1);
            tracing::info!(purchase.id = id.0, skin = %skin.filename, "a skin was bought");
        }
        Outcome::Over(State::ToRefund) => counter!(metrics::PURCHASES_SETTLED, "outcome" => "to_refund").increment(1),
        Outcome::Over(_) => {
            counter!(metrics::PURCHASES_SETTLED, "outcome" => "failed").increment(1);
            tracing::info!(purchase.id = id.0, "a payment failed");
        }
        Outcome::Undecided => {}
    }
}

/// Returns true if the provider's payment is the one that was ordered for this purchase.
pub(super) fn is_for(payment: &Payment, purchase: &Purchase) -> bool {
    payment.price_cents == u32::try_from(purchase.price_cents.0).ok()
        && payment.currency.as_ref() == Some(&purchase.currency)
        && payment.reference == Some(purchase.reference())
}

pub(super) fn outcome_of(purchase: &Purchase, conn: &mut PgConnection) -> QueryResult<Outcome> {
    Ok(match purchase.state {
        _ if purchase.is_unfinished() => Outcome::Undecided,
        State::Paid => match Skin::find(&purchase.skin, conn)? {
            Some(skin) => Outcome::Paid(skin),
            None => Outcome::Over(State::Paid),
        },
        over => Outcome::Over(over),
    })
}
