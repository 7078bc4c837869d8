//! Results on their way from engines to apis, through a queue that the broker keeps on disk.
//!
//! The queue holds each result once, under a subject of its own: a result that is sent again replaces itself. An api
//! takes it out, records it, answers, and only then acknowledges it to the broker. When a process dies in between, the
//! result is delivered again, and the database deduplicates. The answer goes to an inbox that the result names in a
//! header.

mod queue;
mod sender;
mod worker;

pub use sender::ResultSender;

pub(crate) use queue::ensure_stream;
pub(crate) use worker::work;

/// The name of results in metrics and logs.
const NAME: &str = "record_result";

/// The header with the subject on which the sender waits for the answer.
const ANSWER_TO: &str = "Colibri-Answer-To";

/// The start of every subject that answers go to: otherwise a result could name any subject of the site.
const INBOXES: &str = "_INBOX.";
