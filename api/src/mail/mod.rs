//! Mails: their words, the outbox, and the worker that sends them.
//!
//! A mail is written to the outbox in the transaction that causes it, as a `Mail`: its subject, not its words. The
//! [worker](crate::Worker) composes it when it sends it, and creates its code then, if it has one. So no code is
//! stored, a code's lifetime starts when it is sent, and a request for a new password costs the same whether or not an
//! account has the address.

mod compose;
mod delivery;
mod files;
mod letter;
mod message;
mod sender;
mod site;
mod smtp;
mod words;

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{PgConnection, QueryResult};
use net::backoff::Backoff;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::Notify;

use crate::Schedule;
use crate::domain::Email;
use crate::models::mail::{MailRow, NewMail};
use crate::models::user::User;

pub use lettre::message::Mailbox;

pub use self::delivery::{Delivery, Transport};
pub use self::files::Files;
pub(crate) use self::sender::{Kept, start};
pub use self::site::Site;
pub use self::smtp::{InvalidSmtp, Smtp};

/// The schedule by which mails are sent and retried.
pub const SCHEDULE: Schedule = Schedule {
    poll: Duration::from_secs(5),
    lease: Duration::from_secs(5 * 60),
    backoff: Backoff { first: Duration::from_secs(15), longest: Duration::from_secs(30 * 60) },
    // RFC 5321, section 4.5.4.1, has 4 to 5 days. The content of these mails is obsolete by then.
    give_up: Duration::from_hours(24),
    ttl: Duration::from_hours(30 * 24),
};

/// The kind of a mail, with its details.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "snake_case")]
pub(crate) enum Mail {
    /// Asks the account's owner to verify the address.
    Verify,
    /// Lets the owner choose a new password.
    PasswordReset,
    /// Notifies the old address that the account has a new one, with a link that takes back the change.
    EmailChanged {
        /// The key of the change.
        change: i64,
    },
    /// Notifies the owner that the password was changed.
    PasswordChanged,
    /// The invoice for a purchase.
    Invoice(Invoice),
    /// A text that the user suggested was approved.
    TextRequestApproved { text: String },
    /// A text that the user suggested was rejected.
    TextRequestRejected { text: String, reason: String },
    /// A result of the user that was held back counts now.
    ResultAccepted(Reviewed),
    /// A result of the user that was held back goes on to count for nothing.
    ResultRejected(Reviewed),
    /// A result of the user that counted counts no more.
    ResultCleared(Reviewed),
    /// The user was banned: until a moment, or for good.
    Banned { until: Option<DateTime<Utc>>, reason: String },
    /// The ban of the user was lifted.
    Unbanned { reason: String },
    /// The user has another name.
    Renamed { from: String, reason: String },
}

/// A result that an admin has decided about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reviewed {
    /// The id of the run.
    pub(crate) run: String,
    /// The speed, in whole words per minute.
    pub(crate) wpm: u32,
    /// The beginning of the text.
    pub(crate) text: String,
    pub(crate) explanation: String,
}

/// The details of a purchase, for the buyer's records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Invoice {
    pub(crate) number: String,
    pub(crate) item: String,
    pub(crate) price_cents: u32,
    /// The payment provider's id of the payment.
    pub(crate) payment: String,
    pub(crate) paid_at: DateTime<Utc>,
}

impl Mail {
    /// Returns the kind and the details.
    fn row(&self) -> (String, Value) {
        let details = serde_json::to_value(self).expect("its fields are all of JSON's kinds");
        (details["kind"].as_str().expect("the tag is text").to_owned(), details)
    }

    /// Writes the mail to the outbox, for the account's owner. Call it in the transaction that causes the mail, and wake
    /// the worker afterwards ([`MailSignal`]).
    pub(crate) fn write(&self, to: &User, conn: &mut PgConnection) -> QueryResult<()> {
        let (kind, details) = self.row();
        let recipient = if *self == Self::Verify { &to.email } else { to.confirmed_email() };
        NewMail { kind, user_id: to.id, recipient: recipient.clone(), details }.insert(conn)
    }

    /// Deletes the account's waiting mails of this kind. Call it as [`Mail::write`].
    pub(crate) fn cancel(&self, about: &User, conn: &mut PgConnection) -> QueryResult<()> {
        MailRow::delete_waiting(&self.row().0, about.id, conn)
    }

    /// Writes a [`Mail::PasswordReset`] to the outbox, for the user who has this address when it is sent, if there is
    /// one.
    pub(crate) fn write_reset(address: &Email, conn: &mut PgConnection) -> QueryResult<()> {
        let (kind, details) = Self::PasswordReset.row();
        NewMail::insert_for_address(&kind, address, &details, conn)
    }
}

/// Wakes this process's worker after a mail has been committed, so that it need not wait for its next round.
pub(crate) type MailSignal = Arc<Notify>;
