//! The message that holds a room, and the reading and writing of the stream.

use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use engine::EngineId;
use engine::store::shared_store::Record;
use shared::RoomCode;
use shared::messages::LinkError;
use time::OffsetDateTime;
use tokio::time::timeout;

use super::{Published, REMOVED_TTL, ROOM_TTL, Shared, ensure_stream};
use crate::metrics;

const OWNER: &str = "Colibri-Owner";

/// The header with the id of a write, which lets the writer recognize its own message.
const WRITE: &str = "Colibri-Write";

/// The header that marks a room as closed.
const REMOVED: &str = "Colibri-Removed";

/// The longest wait for the broker to store or return a message.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The last message of a room.
pub(super) struct RoomMessage {
    /// The engine that owns the room.
    pub(super) owner: EngineId,
    /// The id of the write, unique to it and to its retries.
    pub(super) write: String,
    /// The sequence of the message in the stream, which is the revision of the snapshot.
    pub(super) sequence: u64,
    pub(super) snapshot: Vec<u8>,
    /// The moment at which the broker stored it, by the broker's clock.
    pub(super) time: OffsetDateTime,
    /// True for the marker of a closed room.
    pub(super) is_removed: bool,
}

impl RoomMessage {
    /// Reads a message; `None` if it has no readable owner.
    fn read(message: StreamMessage) -> Option<Self> {
        let text = |name| message.headers.get(name).map(|value| value.as_str().to_owned());
        let owner = owner(&message.headers)?;
        Some(Self {
            owner,
            write: text(WRITE).unwrap_or_default(),
            is_removed: text(REMOVED).is_some(),
            sequence: message.sequence,
            time: message.time,
            snapshot: message.payload.into(),
        })
    }
}

/// Returns the owner in the headers of a room; `None` for a closed room.
pub(super) fn live_owner(headers: &HeaderMap) -> Option<EngineId> {
    owner(headers).filter(|_| headers.get(REMOVED).is_none())
}

fn owner(headers: &HeaderMap) -> Option<EngineId> {
    headers.get(OWNER)?.as_str().parse().ok()
}

/// Builds the message that holds `record`.
pub(super) fn message(Record { owner, write, snapshot }: &Record) -> PublishMessage {
    let message = PublishMessage::build().header(OWNER, owner.to_string()).header(WRITE, write.as_str());
    match snapshot {
        Some(snapshot) => message.payload(snapshot.clone().into()).ttl(ROOM_TTL),
        None => message.header(REMOVED, "true").ttl(REMOVED_TTL),
    }
}

impl Shared {
    /// Returns the last message of a room from the stream's leader; `None` if there is none, or it is unreadable.
    pub(super) async fn record(&self, code: RoomCode) -> Result<Option<RoomMessage>, LinkError> {
        let Some(message) = self.last_message(&self.subjects().of_room(code)).await? else { return Ok(None) };
        let size_bytes = message.payload.len();
        let record = RoomMessage::read(message);
        if record.is_none() {
            tracing::warn!(size_bytes, "cannot read the last message of a room");
            metrics::unreadable("room");
        }
        Ok(record)
    }

    pub(super) async fn last_message(&self, subject: &str) -> Result<Option<StreamMessage>, LinkError> {
        self.link.ready().await?;
        let stream = self.link.jetstream().get_stream_no_info(self.subjects().rooms_stream());
        let stream = stream.await.map_err(|_| LinkError::Unreachable)?;
        match timeout(TIMEOUT, stream.get_last_raw_message_by_subject(subject)).await {
            Ok(Ok(message)) => Ok(Some(message)),
            Ok(Err(error)) => match error.kind() {
                LastRawMessageErrorKind::NoMessageFound => Ok(None),
                LastRawMessageErrorKind::JetStream(_) => {
                    // The broker may have lost its store.
                    let _ = timeout(TIMEOUT, ensure_stream(&self.link)).await;
                    Err(LinkError::Unreachable)
                }
                _ => Err(LinkError::Unreachable),
            },
            Err(_) => Err(LinkError::DeadlineExceeded),
        }
    }

    /// Publishes a message to the stream, and waits up to [`TIMEOUT`] for the outcome.
    pub(super) async fn publish(&self, subject: String, message: PublishMessage) -> Published {
        let published = timeout(TIMEOUT, async {
            self.link.ready().await.map_err(|_| PublishErrorKind::BrokenPipe)?;
            let sent = self.link.jetstream().send_publish(subject, message).await.map_err(|error| error.kind())?;
            sent.await.map_err(|error| {
                if error.kind() == PublishErrorKind::Other {
                    tracing::warn!(%error, "the broker did not accept a message");
                }
                error.kind()
            })
        });
        match published.await {
            Ok(Ok(kept)) => Published::At(kept.sequence),
            Ok(Err(PublishErrorKind::WrongLastSequence)) => Published::Refused,
            Ok(Err(_)) | Err(_) => {
                // The broker may have lost its store. It does not report this for a heartbeat, since that has
                // subscribers.
                let _ = timeout(TIMEOUT, ensure_stream(&self.link)).await;
                Published::Unknown
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of headers are in the messages that a version leaves behind, so none is ever changed.
    #[test]
    fn a_room_that_version_1_0_0_left_in_the_stream_is_read() {
        let (owner, mut headers) = ("0000000000000000000000000000000a", HeaderMap::new());
        headers.insert("Colibri-Owner", owner);
        headers.insert("Colibri-Write", "17");
        let message = |headers| StreamMessage {
            subject: "colibri.rooms.abcd2345".into(),
            sequence: 4,
            headers,
            payload: "{}".into(),
            time: OffsetDateTime::UNIX_EPOCH,
        };
        let record = RoomMessage::read(message(headers.clone())).expect("it has an owner");
        assert_eq!((record.owner.to_string().as_str(), record.write.as_str(), record.is_removed), (owner, "17", false));
        headers.insert("Colibri-Removed", "true");
        assert!(RoomMessage::read(message(headers.clone())).is_some_and(|record| record.is_removed));
        assert_eq!(live_owner(&headers), None, "the room is closed");
    }
}
