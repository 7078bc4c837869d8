//! From a letter to a message as it travels (RFC 5322).

use chrono::{DateTime, Utc};
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use uuid::Uuid;

use super::letter::Letter;

/// The operator's addresses, which every message carries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Addresses<'a> {
    pub(super) from: &'a Mailbox,
    pub(super) reply_to: Option<&'a Mailbox>,
}

/// The reason there is no message: an address that nothing can be sent to.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoMessage {
    #[error("not an address: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("not a message: {0}")]
    Message(#[from] lettre::error::Error),
}

/// True if a message can be made for this address: not every address that a form takes is one of RFC 5321, and lettre
/// does not send to numbers in brackets.
pub(crate) fn can_be_sent_to(address: &str) -> bool {
    address.parse().is_ok_and(|address: Address| !address.domain().starts_with('['))
}

/// A message with both parts. The same `id` at every try gives the same Message-ID.
pub(super) fn message(
    ours: Addresses<'_>,
    recipient: &str,
    id: Uuid,
    date: DateTime<Utc>,
    letter: &Letter,
) -> Result<Message, NoMessage> {
    let mut message = Message::builder()
        .from(ours.from.clone())
        .to(Mailbox::new(None, recipient.parse()?))
        .subject(letter.subject.clone())
        .message_id(Some(format!("<{id}@{}>", ours.from.email.domain())))
        .date(date.into())
        .header(AutoSubmitted);
    if let Some(reply_to) = ours.reply_to {
        message = message.reply_to(reply_to.clone());
    }
    Ok(message.multipart(MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone()))?)
}

/// Tells programs that answer mails by themselves not to answer this one (RFC 3834, section 5).
#[derive(Debug, Clone, Copy)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}
