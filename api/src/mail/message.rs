//! Turns a letter into a message (RFC 5322).

use std::error::Error;

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use super::delivery::Delivery;
use super::letter::Letter;
use crate::models::mail::MailRow;

/// Returns a message with both parts. Each attempt at a row has the same Message-ID.
pub(super) fn message(
    Delivery { from, reply_to, .. }: &Delivery,
    recipient: &str,
    row: &MailRow,
    letter: &Letter,
) -> Result<Message, Box<dyn Error>> {
    // Tells auto-responders not to answer (RFC 3834, section 5).
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
