//! Settles unfinished purchases, by asking the provider for the outcome of their payments.
//!
//! A call that executes a payment records a time by which it will have ended. Purchases that are not settled by then
//! are checked here, by one process at a time. When a process starts, all purchases for which money may have moved are
//! checked, since the process that was killed may have been this one. This module only asks whether money moved, and
//! never moves it: a buyer who has read that a payment is not confirmed must not be charged later without being
//! present.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::metrics::{counter, gauge};
use chrono::{TimeDelta, Utc};
use diesel::{Connection as _, PgConnection, QueryResult};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::Payments;
use super::provider::{PaymentError, Progress, ProviderError};
use super::settlement::{Outcome, settle};
use crate::Schedule;
use crate::database::{Database, DatabaseError};
use crate::mail::MailSignal;
use crate::metrics;
use crate::models::purchase::{Purchase, PurchaseId, State};
use crate::models::span;
use crate::worker::Worker;

/// The interval at which purchases that were never approved expire or are deleted, and all are counted for `/metrics`.
const TIDY_EVERY: Duration = Duration::from_secs(60);

/// The time after which a request to move money has certainly ended at the provider, with whatever outcome.
const EXECUTION_TIMEOUT: TimeDelta = TimeDelta::minutes(10);

/// The longest wait at shutdown for a check in progress.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// Starts to settle unfinished purchases. On a site without payments, parks those at PayPal. Call it inside a running
/// tokio runtime.
pub(crate) fn start(database: &Database, mail_signal: &MailSignal, payments: Option<Arc<Payments>>) -> Worker {
    let (database, mail_signal) = (database.clone(), mail_signal.clone());
    let worker = Worker::new(STOP_TIMEOUT);
    match payments {
        Some(payments) => worker.start(|stop| Reconciler { database, mail_signal, payments }.work(stop)),
        // A failure is logged, and the next start tries again.
        None => worker.start(|_| async move { _ = park(&database).await }),
    }
    worker
}

/// Checks one purchase after another.
struct Reconciler {
    database: Database,
    mail_signal: MailSignal,
    payments: Arc<Payments>,
}

impl Reconciler {
    async fn work(self, stop: CancellationToken) {
        let mut has_begun = false;
        let mut tidied: Option<Instant> = None;
        while !stop.is_cancelled() {
            if !has_begun {
                has_begun = self.begin().await.is_ok();
            }
            if tidied.is_none_or(|at| at.elapsed() >= TIDY_EVERY) {
                tidied = Some(Instant::now());
                self.tidy().await;
            }
            match self.next().await {
                Ok(Some(purchase)) => self.poll(purchase).await,
                Ok(None) | Err(_) => _ = stop.run_until_cancelled(sleep(self.payments.schedule.poll)).await,
            }
        }
    }

    /// Takes over the purchases that an earlier process may have left unfinished.
    async fn begin(&self) -> Result<(), DatabaseError> {
        if self.payments.is_simulated {
            park(&self.database).await?;
        }
        let provider = self.payments.name();
        let left = self.database.with_conn(move |conn| Purchase::make_unfinished_due(provider, conn)).await;
        match &left {
            Ok(0) => {}
            Ok(purchases) => tracing::info!(purchases, "checking unfinished payments of an earlier process"),
            Err(error) => tracing::warn!(%error, "unfinished payments cannot be checked yet"),
        }
        left.map(drop)
    }

    async fn next(&self) -> Result<Option<Purchase>, DatabaseError> {
        let (provider, lease) = (self.payments.name(), span(self.payments.schedule.lease));
        let next = self.database.with_conn(move |conn| Purchase::claim(provider, lease, conn));
        next.await.inspect_err(|error| tracing::warn!(%error, "purchases cannot be read"))
    }

    async fn poll(&self, purchase: Purchase) {
        let id = purchase.id;
        let Some(payment) = purchase.payment_id.clone() else { return };
        let pause = self.payments.schedule.pause(purchase.looks, rand::random());
        let settled = match self.payments.provider.look_up(&payment).await {
            Ok(payment) if payment.progress != Progress::NotExecuted => {
                self.database.with_conn(move |conn| settle(id, &payment, pause, conn)).await
            }
            Ok(_) | Err(ProviderError::Refused(PaymentError::Gone)) => {
                let schedule = self.payments.schedule;
                let released = self.database.with_conn(move |conn| release(id, &schedule, pause, conn)).await;
                released.map(|()| Outcome::Undecided)
            }
            Err(error) => {
                counter!(metrics::PROVIDER_FAILURES).increment(1);
                tracing::warn!(purchase.id = id.0, %error, "the outcome of a payment is not known yet");
                let postponed = self.database.with_conn(move |conn| purchase.postpone(pause, conn)).await;
                postponed.map(|()| Outcome::Undecided)
            }
        };
        match settled {
            Ok(Outcome::Paid(_)) => self.mail_signal.notify_one(),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(purchase.id = id.0, %error, "the outcome of a payment is not recorded yet")
            }
        }
    }

    async fn tidy(&self) {
        let (lifetime, ttl) = (span(self.payments.schedule.give_up), span(self.payments.schedule.ttl));
        let tidied = self.database.with_conn(move |conn| {
            Purchase::expire(lifetime, conn)?;
            Purchase::forget_expired(ttl, conn)?;
            Purchase::count(conn)
        });
        match tidied.await {
            Ok((waiting, to_refund)) => {
                gauge!(metrics::PURCHASES_WAITING).set(waiting as f64);
                gauge!(metrics::PURCHASES_TO_REFUND).set(to_refund as f64);
            }
            Err(error) => tracing::warn!(%error, "old purchases were not expired or deleted"),
        }
    }
}

/// Parks the purchases at PayPal that are unfinished, on a site that no longer uses PayPal.
async fn park(database: &Database) -> Result<(), DatabaseError> {
    match database.with_conn(Purchase::park_all).await {
        Ok(0) => Ok(()),
        Ok(purchases) => {
            tracing::warn!(purchases, "unfinished payments at PayPal are parked; check there whether money moved");
            Ok(())
        }
        Err(error) => {
            tracing::warn!(%error, "unfinished payments at PayPal were not parked");
            Err(error)
        }
    }
}

/// Handles a payment for which no money has moved. Once its last request has certainly ended, the buyer may try again;
/// if the purchase is too old, it expires.
fn release(id: PurchaseId, schedule: &Schedule, pause: TimeDelta, conn: &mut PgConnection) -> QueryResult<()> {
    conn.transaction(|conn| {
        let (purchase, now) = (Purchase::lock(id, conn)?, Utc::now());
        if !purchase.is_unfinished() {
            return Ok(());
        }
        let end = schedule.end_of(purchase.created_at);
        let has_ended = purchase.executed_at.is_none_or(|at| at + EXECUTION_TIMEOUT <= now);
        if has_ended && end <= now {
            purchase.settle(State::Expired, None, None, conn)
        } else if has_ended && purchase.state != State::Open {
            purchase.reopen(end, conn)
        } else {
            purchase.postpone(pause, conn)
        }
    })
}
