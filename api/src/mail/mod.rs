//! Mail: what it says, the outbox that it waits in, and the worker that sends it.
//!
//! A mail is written into the outbox in the transaction of what causes it, as a `Mail`: what it is about, not its
//! words. The words are found by the [worker](crate::Worker) that sends it, together with a code where it carries one. So no code
//! lies around before it is mailed, a code's time begins when it goes out, and asking for a new password costs the same
//! whether or not anybody has the address.

mod compose;
mod delivery;
mod files;
mod letter;
mod message;
mod schedule;
mod smtp;
mod words;

pub mod parked;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use diesel::{PgConnection, QueryResult};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::Notify;

use crate::domain::Email;
use crate::models::mail::{MailRow, NewMail};
use crate::models::user::User;

pub use lettre::message::Mailbox;

pub(crate) use self::message::can_be_sent_to;

pub(crate) use self::delivery::start;
pub use self::delivery::{Settings, Transport};
pub use self::files::Files;
pub use self::letter::Site;
pub use self::schedule::Schedule;
pub use self::smtp::{InvalidSmtp, Smtp};

/// The subject of a mail, with its details.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "snake_case")]
pub(crate) enum Mail {
    /// Asks whether the address is the account's owner's.
    Verify,
    /// Lets the owner choose a new password.
    PasswordReset,
    /// Tells the address before that there is another now.
    EmailChanged,
    /// Tells that there is a new password.
    PasswordChanged,
    /// The receipt of a purchase.
    Invoice(Invoice),
    /// A text that the user suggested is typed from now on.
    TextRequestApproved { text: String },
    /// A text that the user suggested is not taken.
    TextRequestRejected { text: String, reason: String },
}

/// A purchase, for its buyer's papers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Invoice {
    pub(crate) number: String,
    pub(crate) item: String,
    pub(crate) price_cents: u32,
    /// The payment provider's name for the payment.
    pub(crate) payment: String,
    pub(crate) paid_at: DateTime<Utc>,
}

impl Mail {
    /// Returns its kind and its details.
    fn row(&self) -> (String, Value) {
        let details = serde_json::to_value(self).expect("its fields are all of JSON's kinds");
        (details["kind"].as_str().expect("the tag is text").to_owned(), details)
    }

    /// Writes it into the outbox, to the account's address. Call it in the transaction of what causes it, and
    /// wake the worker after that ([`MailSignal`]).
    pub(crate) fn write(&self, to: &User, conn: &mut PgConnection) -> QueryResult<()> {
        self.write_to(&to.email, to, conn)
    }

    /// Writes it into the outbox, to another address than the account's.
    pub(crate) fn write_to(&self, recipient: &Email, about: &User, conn: &mut PgConnection) -> QueryResult<()> {
        let (kind, details) = self.row();
        NewMail { kind, user_id: about.id, recipient: recipient.clone(), details }.insert(conn)
    }

    /// Takes back those of its kind about the account that still wait. Call it as [`Mail::write`].
    pub(crate) fn take_back(&self, about: &User, conn: &mut PgConnection) -> QueryResult<()> {
        MailRow::delete_waiting(&self.row().0, about.id, conn)
    }

    /// Writes a [`Mail::PasswordReset`] into the outbox, to the user who has this address when it is sent, if there is
    /// one.
    pub(crate) fn write_reset(address: &Email, conn: &mut PgConnection) -> QueryResult<()> {
        let (kind, details) = Self::PasswordReset.row();
        NewMail::insert_for_address(&kind, address, &details, conn)
    }
}

/// Wakes a worker of this process once a mail is committed, so that it looks at the outbox before its next round.
pub(crate) type MailSignal = Arc<Notify>;
