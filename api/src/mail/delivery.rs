//! The settings of the worker that sends mails.

use super::files::Files;
use super::smtp::Smtp;
use super::{Mailbox, Site};
use crate::Schedule;

/// The destination of all mails.
#[derive(Debug, Clone)]
pub enum Transport {
    /// A mail server.
    Smtp(Box<Smtp>),
    /// A directory, with a line in the log for each mail: for sites without a mail server.
    Files(Files),
}

/// The way in which mails are sent.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The destination of the mails.
    pub transport: Transport,
    /// The sender of the mails.
    pub from: Mailbox,
    /// The address for replies, if it differs from the sender.
    pub reply_to: Option<Mailbox>,
    /// The site that the mails come from.
    pub site: Site,
    /// The schedule of attempts.
    pub schedule: Schedule,
}
