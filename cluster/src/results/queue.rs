//! The queue of results: a JetStream stream, and the consumer that all apis share.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::CreateStreamError;
use async_nats::jetstream::stream::{Config, ConsumerError, DiscardPolicy, RetentionPolicy, StorageType, Stream};

use crate::link::Link;
use crate::subjects::Subjects;

const CONSUMER: &str = "apis";

/// The time for which the broker drops duplicates, by `Nats-Msg-Id`.
const DUPLICATES_TTL: Duration = Duration::from_secs(120);

/// The largest message that the queue accepts, in bytes: many times the size of a result.
const LARGEST_BYTES: i32 = 16 * 1024;

/// The time after which an unacknowledged result is delivered again: longer than the database may take.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(15);

/// The maximum number of unacknowledged results, including those that wait for an unreachable database.
const UNACKNOWLEDGED: i64 = 4096;

/// Creates the stream if it is missing. An existing one is not changed, so that an operator may configure it.
pub(crate) async fn ensure_stream(link: &Link) -> Result<Stream, CreateStreamError> {
    link.jetstream().get_or_create_stream(stream(link.subjects())).await
}

pub(super) async fn ensure_consumer(stream: &Stream) -> Result<PullConsumer, ConsumerError> {
    stream.create_consumer(consumer()).await
}

fn stream(subjects: &Subjects) -> Config {
    Config {
        name: subjects.results_stream(),
        description: Some("Results of races until an api has recorded them".to_owned()),
        subjects: vec![subjects.of_results()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        // A result sent again replaces itself.
        max_messages_per_subject: 1,
        discard: DiscardPolicy::Old,
        duplicate_window: DUPLICATES_TTL,
        max_message_size: LARGEST_BYTES,
        ..Config::default()
    }
}

fn consumer() -> pull::Config {
    pull::Config {
        durable_name: Some(CONSUMER.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACKNOWLEDGE_TIMEOUT,
        max_ack_pending: UNACKNOWLEDGED,
        ..pull::Config::default()
    }
}
