//! From a letter to a message as it travels (RFC 5322).

use std::error::Error;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};

use super::Settings;
use super::letter::Letter;
use crate::models::mail::MailRow;

/// True if a message can be made for this address: not every address that a form takes is one of RFC 5321, and lettre
/// does not send to numbers in brackets.
pub(crate) fn can_be_sent_to(address: &str) -> bool {
    address.parse().is_ok_and(|address: Address| !address.domain().starts_with('['))
}

/// A message with both parts. A row gives the same Message-ID at every try.
pub(super) fn message(
    Settings { from, reply_to, .. }: &Settings,
    recipient: &str,
    row: &MailRow,
    letter: &Letter,
) -> Result<Message, Box<dyn Error>> {
    // Tells programs that answer mails by themselves not to answer this one (RFC 3834, section 5).
    let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
    let mut message = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, recipient.parse()?))
        .subject(letter.subject.clone())
        .message_id(Some(format!("<{}@{}>", row.message_id, from.email.domain())))
        .date(row.created_at.into())
        .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()));
    if let Some(reply_to) = reply_to {
        message = message.reply_to(reply_to.clone());
    }
    Ok(message.multipart(MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone()))?)
}
