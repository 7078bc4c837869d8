//! The store of snapshots, each of which replaces the last one that its writer knew, and the search for rooms of dead
//! engines.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use engine::peers::{Asking, Found, Lease, Lookup, Peers};
use engine::store::shared_store::{LastRecord, RETRY_PAUSE, Record, SharedStore, close, save};
use engine::store::{KeptRoom, Revision, RoomStore, Saving, StoreError, Term, Write};
use engine::{EngineId, Switchboard};
use futures_util::StreamExt as _;
use shared::RoomCode;
use shared::messages::LinkError;
use time::OffsetDateTime;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout};

use super::record::{self, RoomMessage};
use super::{Published, Rooms, Shared};

/// The pause between two searches for rooms of dead engines while no engine dies, which find rooms that an earlier
/// search missed.
const SEARCH_EVERY: Duration = Duration::from_secs(5);

const SEARCH_TIMEOUT: Duration = Duration::from_secs(5);

/// The number of rooms that are claimed at the same time.
const CLAIMS_AT_ONCE: usize = 32;

/// The longest wait for an answer of another engine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// The number of rooms in one request to the stream.
const BATCH: usize = 512;

impl RoomStore for Rooms {
    fn save(&self, write: Write) -> Saving {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move { save(&*shared, write).await })
    }

    fn remove(&self, code: RoomCode, last: Revision) {
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move { close(&*shared, code, last).await });
    }

    fn term(&self) -> Option<Term> {
        self.shared.lease.term()
    }

    /// Returns `None`: a race must not continue without a snapshot, since another engine may own it.
    fn save_timeout(&self) -> Option<Duration> {
        None
    }
}

impl Peers for Rooms {
    fn me(&self) -> EngineId {
        self.shared.me
    }

    fn is_member(&self, engine: EngineId) -> bool {
        self.shared.membership().has(engine)
    }

    fn send(&self, to: EngineId, message: Vec<u8>) {
        // A message that cannot be queued is lost, as one on the way may be.
        let _ = self.shared.outbox.try_send((to, message));
    }

    fn ask(&self, to: EngineId, question: Vec<u8>) -> Asking {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move {
            let subject = shared.subjects().to_engine(to, shared.me);
            shared.link.request(subject, question, ANSWER_TIMEOUT).await
        })
    }

    fn find(&self, code: RoomCode) -> Lookup {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move {
            let Some(record) = shared.record(code).await.map_err(|_| StoreError::NotWritten)? else { return Ok(None) };
            let owner = record.owner;
            if record.is_removed {
                return Ok(Some(Found { owner, kept: None }));
            }
            // Only the owner, which runs the room, needs its age.
            let now = if owner == shared.me { shared.now_by_broker().await } else { Some(record.time) };
            let kept = kept(code, record, now.ok_or(StoreError::NotWritten)?);
            Ok(Some(Found { owner, kept: Some(kept) }))
        })
    }

    fn leave(&self) {
        if self.shared.membership().leave() {
            self.shared.leaving.notify_one();
        }
    }
}

fn kept(code: RoomCode, record: RoomMessage, now: OffsetDateTime) -> KeptRoom {
    let age = Duration::try_from(now - record.time).unwrap_or_default();
    KeptRoom { code, snapshot: record.snapshot, age, revision: Revision(record.sequence) }
}

impl SharedStore for Shared {
    fn me(&self) -> EngineId {
        self.me
    }

    fn lease(&self) -> &Lease {
        &self.lease
    }

    fn write_id(&self) -> String {
        self.link.client().new_inbox()
    }

    async fn replace(&self, code: RoomCode, last: u64, record: &Record) -> Option<u64> {
        let message = record::message(record).expected_last_subject_sequence(last);
        match self.publish(self.subjects().of_room(code), message).await {
            Published::At(sequence) => Some(sequence),
            Published::Refused | Published::Unknown => None,
        }
    }

    async fn last(&self, code: RoomCode) -> Result<Option<LastRecord>, LinkError> {
        let last = self.record(code).await?;
        Ok(last.map(|last| LastRecord {
            owner: last.owner,
            write: last.write,
            sequence: last.sequence,
            is_closed: last.is_removed,
        }))
    }
}

impl Shared {
    /// Returns the current time by the broker's clock, which gives the age of a snapshot; `None` if the broker does not
    /// return this engine's last heartbeat.
    async fn now_by_broker(&self) -> Option<OffsetDateTime> {
        for _ in 0..3 {
            let message = self.last_message(&self.subjects().of_engine(self.me)).await.ok()??;
            let last = *self.last_beat.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, sent_at)) = last.filter(|(sequence, _)| *sequence == message.sequence) {
                return Some(message.time + sent_at.elapsed());
            }
            // A newer heartbeat is in the stream, and about to be acknowledged.
            sleep(RETRY_PAUSE / 10).await;
        }
        None
    }

    /// Returns the rooms of dead engines that this engine has to take over.
    async fn orphans(&self) -> Result<Vec<RoomCode>, async_nats::Error> {
        self.link.ready().await?;
        let stream = self.link.jetstream().get_stream_no_info(self.subjects().rooms_stream()).await?;
        let consumer = stream
            .create_consumer(pull::Config {
                filter_subject: self.subjects().of_rooms(),
                deliver_policy: DeliverPolicy::LastPerSubject,
                ack_policy: AckPolicy::None,
                headers_only: true,
                memory_storage: true,
                inactive_threshold: SEARCH_TIMEOUT * 2,
                ..pull::Config::default()
            })
            .await?;
        let mut left = usize::try_from(consumer.cached_info().num_pending).unwrap_or(usize::MAX);
        let mut orphans = Vec::new();
        while left > 0 {
            let mut rooms = consumer.fetch().max_messages(left.min(BATCH)).messages().await?;
            let before = left;
            while let Some(room) = rooms.next().await {
                let room = room?;
                left -= 1;
                let owner = room.headers.as_ref().and_then(record::live_owner);
                let code = self.subjects().room_of(&room.subject);
                if let (Some(owner), Some(code)) = (owner, code)
                    && self.membership().takes_over(code, owner)
                {
                    orphans.push(code);
                }
            }
            if left == before {
                // Some rooms were written during the search.
                break;
            }
        }
        let _ = stream.delete_consumer(&consumer.cached_info().name).await;
        Ok(orphans)
    }

    /// Returns the snapshot of a room that this engine has to take over, unless another engine owns it by now. `now` was
    /// the time of the broker's clock at `asked_at`.
    async fn orphan(&self, code: RoomCode, now: OffsetDateTime, asked_at: Instant) -> Option<KeptRoom> {
        let record = self.record(code).await.ok()??;
        // The owner's heartbeat may have arrived before the record; this lets the task that handles it run first.
        yield_now().await;
        (!record.is_removed && self.membership().takes_over(code, record.owner))
            .then(|| kept(code, record, now + asked_at.elapsed()))
    }
}

/// Searches for rooms of dead engines, whenever an engine dies and every [`SEARCH_EVERY`], and reports them to
/// `engine`.
pub(super) async fn search(shared: Arc<Shared>, engine: Switchboard) {
    loop {
        let _ = timeout(SEARCH_EVERY, shared.search.notified()).await;
        // An engine whose lease has lapsed does not know the other engines' state.
        shared.lease.held().await;
        match timeout(SEARCH_TIMEOUT, shared.orphans()).await {
            Ok(Ok(orphans)) if orphans.is_empty() => {}
            Ok(Ok(orphans)) => {
                let Some(now) = shared.now_by_broker().await else {
                    shared.search.notify_one();
                    continue;
                };
                let asked_at = Instant::now();
                let orphan = |code| shared.orphan(code, now, asked_at);
                let claims = futures_util::stream::iter(orphans).map(orphan);
                let mut claims = claims.buffer_unordered(CLAIMS_AT_ONCE);
                while let Some(claim) = claims.next().await {
                    if let Some(kept) = claim {
                        engine.take_over(vec![kept]);
                    }
                }
            }
            Ok(Err(error)) => tracing::warn!(%error, "cannot search for rooms of dead engines; retrying"),
            Err(_) => tracing::warn!("the search for rooms of dead engines timed out; retrying"),
        }
    }
}
