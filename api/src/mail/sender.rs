//! The worker that empties the outbox.
//!
//! Several tasks share the work, in any number of processes. Each leases one mail at a time, sends it, and records the
//! outcome. A mail is marked as sent in its own transaction right after the server accepted it, so that a healthy
//! server receives each mail once. One gap remains: if the process dies or the server's answer is lost before that
//! transaction commits, the mail is sent again when its lease expires, with the same Message-ID and a new code, which
//! invalidates the previous one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::metrics::{counter, gauge};
use chrono::{TimeDelta, Utc};
use diesel::{Connection as _, PgConnection};
use lettre::Message;
use net::token::TOKEN_TTL;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::MailSignal;
use super::compose::{Composed, compose};
use super::delivery::{Delivery, Transport};
use super::smtp::{Connection, Failure, Smtp};
use crate::database::{Database, DatabaseError};
use crate::metrics;
use crate::models::mail::{MailId, MailRow};
use crate::models::token_revocation::TokenRevocation;
use crate::models::{
    account_code, address_change, ban, event, held_name, known_network, rate_limit, run_keys, span, speed,
};
use crate::worker::Worker;

/// The number of mails that a process sends at once, each on its own connection. Several, so that a slow attempt does
/// not hold up the others; few, so that a slow server is not overwhelmed.
const SENDERS: usize = 4;

/// The longest wait at shutdown for mails that are being sent.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// The interval at which the outbox is counted for `/metrics`.
const COUNT_EVERY: Duration = Duration::from_secs(15);

/// The interval at which expired rows are deleted: settled mails, codes, changes of addresses, held names, revocations,
/// remembered tries, keys of runs, and guests of events.
const TIDY_EVERY: Duration = Duration::from_secs(60 * 60);

/// The pause before a retry of a mail that cannot be composed. If a newer program wrote it, this one may have been
/// replaced by then.
const UNREADABLE_RETRY: TimeDelta = TimeDelta::minutes(10);

/// The times for which some rows are kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    /// The keys of runs.
    pub(crate) keys: TimeDelta,
    /// The guests of events, after those.
    pub(crate) guests: TimeDelta,
}

/// Starts to send the queued mails, including those that other processes left. Call it inside a running tokio runtime.
/// Also deletes what has expired, such as keys of runs that are older than they are `kept`.
pub(crate) fn start(database: &Database, mail_signal: &MailSignal, delivery: Delivery, kept: Kept) -> Worker {
    let sender = Sender { database: database.clone(), mail_signal: mail_signal.clone(), delivery: Arc::new(delivery) };
    let worker = Worker::new(STOP_TIMEOUT);
    for _ in 0..SENDERS {
        worker.start(|stop| sender.clone().work(stop));
    }
    let ttl = span(sender.delivery.schedule.ttl);
    worker.start(|stop| tidy(sender.database, ttl, kept, stop));
    worker
}

/// Sends one mail after another.
#[derive(Clone)]
struct Sender {
    database: Database,
    mail_signal: MailSignal,
    delivery: Arc<Delivery>,
}

struct Ready {
    row: MailRow,
    message: Message,
    link: String,
}

enum Next {
    Send(Box<Ready>),
    /// A row that is not to be sent. There may be more rows.
    Skipped,
    Nothing,
}

impl Sender {
    async fn work(self, stop: CancellationToken) {
        let mut connection = None;
        while !stop.is_cancelled() {
            match self.next().await {
                Ok(Next::Send(ready)) => self.deliver(*ready, &mut connection).await,
                Ok(Next::Skipped) => {}
                Ok(Next::Nothing) | Err(_) => {
                    if let Some(connection) = connection.take() {
                        Connection::quit(connection).await;
                    }
                    tokio::select! {
                        () = self.mail_signal.notified() => {}
                        _ = stop.run_until_cancelled(sleep(self.delivery.schedule.poll)) => {}
                    }
                }
            }
        }
        if let Some(connection) = connection {
            connection.quit().await;
        }
    }

    /// Takes the next mail and composes it.
    async fn next(&self) -> Result<Next, DatabaseError> {
        let delivery = self.delivery.clone();
        let next = self.database.with_conn(move |conn| {
            let Some(row) = MailRow::claim(span(delivery.schedule.lease), conn)? else { return Ok(Next::Nothing) };
            // In a separate transaction: changes of an account lock it before its mails, so this must do the same.
            match conn.transaction(|conn| compose(&row, &delivery, conn))? {
                Composed::Message { message, link } => Ok(Next::Send(Box::new(Ready { row, message: *message, link }))),
                Composed::Obsolete => Ok(Next::Skipped),
                Composed::Unreadable(reason) => {
                    let is_parked = delivery.schedule.end_of(row.created_at) <= Utc::now();
                    tracing::error!(mail.id = row.id.0, is_parked, %reason, "a mail could not be composed");
                    if is_parked {
                        counter!(metrics::MAILS_GIVEN_UP).increment(1);
                        row.park(&reason, conn)?;
                    } else {
                        row.postpone(UNREADABLE_RETRY, &reason, conn)?;
                    }
                    Ok(Next::Skipped)
                }
            }
        });
        next.await.inspect_err(|error| tracing::warn!(%error, "the outbox cannot be read"))
    }

    async fn deliver(&self, ready: Ready, connection: &mut Option<Connection>) {
        let Ready { row, message, link } = ready;
        let (id, kind) = (row.id, row.kind.clone());
        match self.send(id, message, &link, connection).await {
            Ok(()) => {
                counter!(metrics::MAILS_SENT).increment(1);
                tracing::info!(mail.id = id.0, mail.kind = kind, "a mail was sent");
                self.mark_sent(row).await;
            }
            Err(Failure { step, reason, code, is_final }) => {
                counter!(metrics::MAILS_FAILED).increment(1);
                let is_parked = is_final || self.delivery.schedule.end_of(row.created_at) <= Utc::now();
                // After the recipient was named, the server's answers may contain the address.
                let said = if is_about_a_mail(step) { "" } else { reason.as_str() };
                if is_parked {
                    counter!(metrics::MAILS_GIVEN_UP).increment(1);
                    let attempts = row.attempts;
                    tracing::error!(mail.id = id.0, mail.kind = kind, step, code, attempts, said, "a mail was parked");
                } else {
                    tracing::warn!(mail.id = id.0, mail.kind = kind, step, code, said, "a mail will be retried");
                }
                self.record_failure(row, format!("{step}: {reason}"), is_parked).await;
            }
        }
    }

    async fn send(
        &self,
        id: MailId,
        message: Message,
        link: &str,
        connection: &mut Option<Connection>,
    ) -> Result<(), Failure> {
        match &self.delivery.transport {
            Transport::Smtp(smtp) => {
                let sent = tokio::time::timeout(smtp.send_timeout, send_by(smtp, &message, connection.take())).await;
                *connection = Some(sent.unwrap_or_else(|_| Err(Failure::silence("send")))?);
                Ok(())
            }
            Transport::Files(files) => {
                let files = files.clone();
                let written = tokio::task::spawn_blocking(move || files.write(id, &message)).await;
                let path = written.map_err(|error| Failure::here("write", &error.to_string()))?;
                let path = path.map_err(|error| Failure::here("write", &error.to_string()))?;
                tracing::info!(file = %path.display(), link, "a mail was written to a file");
                Ok(())
            }
        }
    }

    /// Records that the server accepted the mail, and retries until it is recorded, since the mail would otherwise be
    /// sent again.
    async fn mark_sent(&self, row: MailRow) {
        let until = Instant::now() + self.delivery.schedule.lease;
        let row = Arc::new(row);
        loop {
            let marking = row.clone();
            match self.database.with_conn(move |conn| marking.mark_sent(conn)).await {
                Ok(()) => return,
                Err(error) if Instant::now() < until => {
                    tracing::warn!(mail.id = row.id.0, %error, "a sent mail is not marked as sent yet");
                    tokio::time::sleep(self.delivery.schedule.poll).await;
                }
                Err(error) => {
                    tracing::error!(mail.id = row.id.0, %error, "a sent mail is not marked as sent: it will be sent again");
                    return;
                }
            }
        }
    }

    async fn record_failure(&self, row: MailRow, error: String, is_parked: bool) {
        let id = row.id;
        let pause = self.delivery.schedule.pause(row.attempts, rand::random());
        let recorded = self
            .database
            .with_conn(move |conn| if is_parked { row.park(&error, conn) } else { row.postpone(pause, &error, conn) });
        if let Err(error) = recorded.await {
            tracing::warn!(mail.id = id.0, %error, "a failed attempt was not recorded: the lease must expire first");
        }
    }
}

/// Sends on the open connection or on a new one, and returns the connection used.
async fn send_by(smtp: &Smtp, message: &Message, open: Option<Connection>) -> Result<Connection, Failure> {
    if let Some(mut connection) = open {
        match connection.send(message).await {
            Ok(()) => return Ok(connection),
            // The connection was closed after the last mail, before anything about this one was sent.
            Err(failure) if !is_about_a_mail(failure.step) => {}
            Err(failure) => return Err(failure),
        }
    }
    let mut connection = smtp.connect().await?;
    connection.send(message).await?;
    Ok(connection)
}

/// Returns true if the step concerns one mail rather than the server or the connection.
fn is_about_a_mail(step: &str) -> bool {
    matches!(step, "RCPT" | "DATA" | "message")
}

/// Updates the metrics of the outbox, deletes expired rows, and works out once a day what is kept for a day.
async fn tidy(database: Database, ttl: TimeDelta, kept: Kept, stop: CancellationToken) {
    let mut tidied: Option<Instant> = None;
    while !stop.is_cancelled() {
        if let Ok((waiting, parked)) = database.with_conn(MailRow::count).await {
            gauge!(metrics::MAILS_WAITING).set(waiting as f64);
            gauge!(metrics::MAILS_PARKED).set(parked as f64);
        }
        if tidied.is_none_or(|at| at.elapsed() >= TIDY_EVERY) {
            tidied = Some(Instant::now());
            let forgotten = database.with_conn(move |conn| {
                let now = Utc::now();
                MailRow::delete_settled_before(now - ttl, conn)?;
                account_code::delete_expired(now, conn)?;
                address_change::delete_expired(conn)?;
                held_name::delete_expired(now, conn)?;
                ban::delete_expired(conn)?;
                TokenRevocation::delete_before(now - TOKEN_TTL, conn)?;
                known_network::delete_unused(now - known_network::TTL, conn)?;
                rate_limit::delete_forgotten(conn)
            });
            if let Err(error) = forgotten.await {
                tracing::warn!(%error, "expired rows were not deleted");
            }
            if let Err(error) = database.with_conn(speed::work_out_effects).await {
                tracing::warn!(%error, "the effects of texts were not worked out");
            }
            let expired = move |conn: &mut PgConnection| run_keys::delete_some_before(Utc::now() - kept.keys, conn);
            while !stop.is_cancelled() && matches!(database.with_conn(expired).await, Ok(true)) {}
            let guests = move |conn: &mut PgConnection| event::clear_some(kept.guests, conn);
            while !stop.is_cancelled() && matches!(database.with_conn(guests).await, Ok(true)) {}
        }
        stop.run_until_cancelled(sleep(COUNT_EVERY)).await;
    }
}
