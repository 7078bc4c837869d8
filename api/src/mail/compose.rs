//! Turns a row of the outbox into a message, at the moment when it is sent.

use diesel::{PgConnection, QueryResult};
use lettre::Message;

use super::Mail;
use super::delivery::Delivery;
use super::letter::letter;
use super::message::message;
use crate::models::account_code::{self, Purpose};
use crate::models::address_change;
use crate::models::mail::MailRow;
use crate::models::user::User;

#[derive(Debug)]
pub(super) enum Composed {
    /// A message to send, and the link that it contains.
    Message { message: Box<Message>, link: String },
    /// There is no recipient any more, or the mail is obsolete. The row was deleted.
    Obsolete,
    /// The row cannot be turned into a message, for this reason. A newer program may have written it.
    Unreadable(String),
}

/// Composes a mail, with a new code if it has one. Locks the user, so that their address and name do not change in
/// between. Call it in a transaction.
pub(super) fn compose(row: &MailRow, delivery: &Delivery, conn: &mut PgConnection) -> QueryResult<Composed> {
    let mail = match serde_json::from_value(row.details.clone().unwrap_or_default()) {
        Ok(mail) => mail,
        Err(error) => return Ok(Composed::Unreadable(error.to_string())),
    };
    let user = row.lock_user(conn)?;
    let Some(user) = user.filter(|user| is_for(&mail, row, user)) else {
        row.delete(conn)?;
        return Ok(Composed::Obsolete);
    };
    let code = match mail {
        Mail::Verify => Some(account_code::issue(user.id, Purpose::Verify, conn)?),
        Mail::PasswordReset => Some(account_code::issue(user.id, Purpose::Reset, conn)?),
        Mail::EmailChanged { change } => address_change::issue_code(change, conn)?,
        _ => Some(String::new()),
    };
    let Some(code) = code else {
        row.delete(conn)?;
        return Ok(Composed::Obsolete);
    };
    let recipient = match mail {
        // The account's own spelling: the address typed into a form may differ in case.
        Mail::PasswordReset => user.confirmed_email(),
        _ => &row.recipient,
    };
    let letter = letter(&mail, &code, &user.username, recipient, user.language, &delivery.site);
    let message = letter.map_err(Into::into).and_then(|letter| {
        let message = message(delivery, recipient, row, &letter)?;
        Ok(Composed::Message { message: Box::new(message), link: letter.link })
    });
    Ok(message.unwrap_or_else(|error: Box<dyn std::error::Error>| Composed::Unreadable(error.to_string())))
}

fn is_for(mail: &Mail, row: &MailRow, user: &User) -> bool {
    match mail {
        // Its code verifies the account's current address, so it must not be sent to another one.
        Mail::Verify => user.email == row.recipient && !user.is_verified(),
        _ => true,
    }
}
