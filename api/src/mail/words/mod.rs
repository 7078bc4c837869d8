//! The words of each kind of mail, in each language.

mod en;
mod es;

use super::{Mail, Site};
use crate::domain::Language;

pub(super) struct Words {
    pub(super) subject: String,
    /// The preview line that mailboxes show beside the subject.
    pub(super) preview: String,
    pub(super) parts: Vec<Part>,
    /// The introduction to the link in plain sight, for mail programs that show no buttons.
    pub(super) spelled_out: &'static str,
    /// The reason the recipient gets this letter.
    pub(super) why: String,
}

/// A part of a letter, from top to bottom.
pub(super) enum Part {
    Text(String),
    Quote(String),
    /// Rows of names and values, of which the last one is the total.
    Facts(Vec<(&'static str, String)>),
    Button(&'static str),
    /// Secondary text.
    Note(String),
    /// A sentence that ends with the address of the imprint.
    Imprint(&'static str),
}

pub(super) fn words(mail: &Mail, username: &str, site: &Site, language: Language) -> Words {
    match language {
        Language::English => en::words(mail, username, site),
        Language::Spanish => es::words(mail, username, site),
    }
}

fn text(words: impl Into<String>) -> Part {
    Part::Text(words.into())
}

fn note(words: impl Into<String>) -> Part {
    Part::Note(words.into())
}

fn dollars(cents: u32) -> String {
    format!("${}.{:02}", cents / 100, cents % 100)
}
