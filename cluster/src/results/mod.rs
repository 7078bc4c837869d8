//! The queue of results from engines to apis, which the broker keeps on disk.
//!
//! Each result has its own subject, so that a result sent again replaces itself. An api receives it, records it,
//! answers, and only then acknowledges it to the broker. If a process dies in between, the result is delivered again,
//! and the database deduplicates. The answer goes to an inbox named in a header of the result.

mod queue;
mod sender;
mod worker;

pub use sender::ResultSender;

pub(crate) use queue::ensure_stream;
pub(crate) use worker::work;

const NAME: &str = "record_result";

/// The header with the subject on which the sender waits for the answer.
const ANSWER_TO: &str = "Colibri-Answer-To";
