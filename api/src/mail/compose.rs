//! From a row of the outbox to a letter, at the moment when it is sent.

use diesel::{PgConnection, QueryResult};

use super::Mail;
use super::letter::{Letter, Site, Writer};
use crate::models::account_code::{self, Purpose};
use crate::models::mail::MailRow;
use crate::models::user::User;

#[derive(Debug)]
pub(super) enum Composed {
    /// It is to be sent.
    Letter {
        /// The address that it goes to.
        recipient: String,
        /// The letter to send.
        letter: Letter,
    },
    /// There is nobody to send it to any more, or it asks what is known by now: the row is gone.
    Pointless,
    /// The row holds something that this program does not understand; a newer one may have written it.
    Unreadable(String),
}

/// Finds the words of a mail, with a new code where it carries one. Locks its user, so that no address or name changes
/// in between. Call it in a transaction.
pub(super) fn compose(row: &MailRow, site: &Site, conn: &mut PgConnection) -> QueryResult<Composed> {
    let mail = match serde_json::from_value(row.details.clone().unwrap_or_default()) {
        Ok(mail) => mail,
        Err(error) => return Ok(Composed::Unreadable(error.to_string())),
    };
    let user = row.lock_user(conn)?;
    let Some(user) = user.filter(|user| is_for(&mail, row, user)) else {
        row.delete(conn)?;
        return Ok(Composed::Pointless);
    };
    let code = match mail {
        Mail::Verify => account_code::issue(user.id, Purpose::Verify, conn)?,
        Mail::PasswordReset => account_code::issue(user.id, Purpose::Reset, conn)?,
        _ => String::new(),
    };
    let letter = Writer { site, username: &user.username, language: user.language }.letter(&mail, &code);
    let recipient = match mail {
        // The account's own spelling: what was typed into a form may only look like it.
        Mail::PasswordReset => user.email.into(),
        _ => row.recipient.clone(),
    };
    Ok(letter
        .map_or_else(|error| Composed::Unreadable(error.to_string()), |letter| Composed::Letter { recipient, letter }))
}

/// True if the mail is still one for this user.
fn is_for(mail: &Mail, row: &MailRow, user: &User) -> bool {
    match mail {
        // Its code is good for the address that the account has, so it must not go to another.
        Mail::Verify => *user.email == row.recipient && !user.is_verified(),
        _ => true,
    }
}
