//! The consequences of a payment for a purchase. The one place where money becomes a skin.

use ::metrics::counter;
use chrono::{DateTime, Datelike as _, TimeDelta, Utc};
use diesel::{Connection as _, PgConnection, QueryResult};

use super::provider::{Payment, Progress};
use crate::mail::{Invoice, Mail};
use crate::metrics;
use crate::models::purchase::{Purchase, PurchaseId, State};
use crate::models::skins::Skin;
use crate::models::user::User;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// The skin is the buyer's.
    Paid(Skin),
    /// Nobody knows yet.
    Undecided,
    /// There never will be money.
    Over(State),
}

/// Settles a purchase by what the provider says of its payment: the skin, the state and the invoice in one transaction.
/// A settled purchase stays as it is. `pause` is the time until the next question if the payment decides nothing.
pub(super) fn settle(
    id: PurchaseId,
    payment: &Payment,
    pause: TimeDelta,
    conn: &mut PgConnection,
) -> QueryResult<Outcome> {
    let (outcome, is_news) = conn.transaction(|conn| {
        // The account before what is its own, as in every change of an account, so that two never wait for each other.
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
                purchase.put_off(pause, conn)?;
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

/// The money is ours: gives the skin for it, if that can be.
fn take(purchase: &Purchase, buyer: Option<&User>, payment: &Payment, conn: &mut PgConnection) -> QueryResult<Outcome> {
    // A payment that was executed was approved by somebody; the payer only matters to the person who gives the money
    // back.
    let payer = payment.payer.as_deref().unwrap_or("UNKNOWN-PAYER");
    let (provider, skin) = (&purchase.provider, &purchase.skin);
    let reason = match buyer {
        None => "the account is gone",
        Some(_) if !is_for(payment, purchase) => "it is not what was to be paid",
        Some(buyer) if Purchase::is_bought(provider, buyer.id, skin, Some(purchase.id), conn)? => "it was paid before",
        Some(buyer) => match Skin::find(&purchase.skin, conn)? {
            Some(skin) if skin.give_to(buyer.id, conn)? => {
                let number = Purchase::next_invoice(conn)?;
                purchase.settle(State::Paid, Some(payer), Some(number), conn)?;
                Mail::Invoice(invoice(purchase, payment, number, &skin)).write(buyer, conn)?;
                return Ok(Outcome::Paid(skin));
            }
            _ => "the skin is owned already",
        },
    };
    tracing::error!(purchase.id = purchase.id.0, payment.id = %payment.id, reason, "a payment was taken for nothing: give it back");
    purchase.settle(State::ToRefund, Some(payer), None, conn)?;
    Ok(Outcome::Over(State::ToRefund))
}

fn invoice(purchase: &Purchase, payment: &Payment, number: i64, skin: &Skin) -> Invoice {
    let paid_at: DateTime<Utc> = Utc::now();
    Invoice {
        number: format!("{}-{number:06}", paid_at.year()),
        item: skin.name.to_string(),
        price_cents: purchase.price_cents.unsigned_abs(),
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

/// True if the payment, which the provider named for this purchase, is the one that it was asked for.
pub(super) fn is_for(payment: &Payment, purchase: &Purchase) -> bool {
    payment.price_cents == u32::try_from(purchase.price_cents).ok()
        && payment.currency.as_ref() == Some(&purchase.currency)
        && payment.reference == Some(purchase.reference())
}

/// The outcome of a purchase so far.
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
