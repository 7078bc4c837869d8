//! The rooms of all engines, in one stream of the broker with each room's last snapshot and each engine's last
//! heartbeat.
//!
//! A room is one message, with its owner in a header. It is replaced only by compare-and-set on its sequence: if two
//! engines believe that they own a room, one of them is refused before it has sent anything. A closed room is replaced
//! by a marker, which the broker removes later.

mod inbox;
mod members;
mod record;
mod store;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::context::CreateStreamError;
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType};
use engine::peers::{BEAT_EVERY, Lease, Membership};
use engine::{EngineId, Switchboard};
use futures_util::future::LocalBoxFuture;
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep, timeout};

use crate::link::Link;
use crate::services::ServeError;
use crate::subjects::Subjects;

/// The time after which the broker removes a room without new snapshots; longer than any race.
const ROOM_TTL: Duration = Duration::from_secs(60 * 60);

/// The time for which the broker keeps the marker of a closed room; longer than a former owner may be frozen and still
/// write.
const REMOVED_TTL: Duration = Duration::from_secs(60 * 60);

/// The longest wait for the broker to store the first heartbeat.
const FIRST_BEAT_TIMEOUT: Duration = Duration::from_secs(2);

/// The rooms of all engines, as one engine sees them. Clones share the same value.
#[derive(Clone)]
pub struct Rooms {
    shared: Arc<Shared>,
}

struct Shared {
    link: Link,
    me: EngineId,
    lease: Lease,
    membership: Mutex<Membership>,
    /// The sequence of this engine's last heartbeat and the moment at which it was sent, for the conversion to the
    /// broker's clock.
    last_beat: Mutex<Option<(u64, Instant)>>,
    outbox: mpsc::Sender<inbox::Addressed>,
    /// Triggers a heartbeat at once, because this engine is about to end.
    leaving: Notify,
    /// Triggers a search for rooms without an owner.
    search: Notify,
}

impl Rooms {
    /// Creates the stream of rooms if it is missing. Must be called inside a running actix system.
    ///
    /// # Errors
    /// Returns a [`CreateStreamError`] if the broker refuses such a stream.
    pub fn open(link: &Link) -> LocalBoxFuture<'_, Result<Self, CreateStreamError>> {
        Box::pin(async {
            ensure_stream(link).await?;
            Ok(Self::start(link))
        })
    }

    fn start(link: &Link) -> Self {
        let me = EngineId::new();
        let (outbox, messages) = mpsc::channel(inbox::MAX_QUEUED);
        let shared = Arc::new(Shared {
            link: link.clone(),
            me,
            lease: Lease::new(),
            membership: Mutex::new(Membership::new(me)),
            last_beat: Mutex::new(None),
            outbox,
            leaving: Notify::new(),
            search: Notify::new(),
        });
        actix::spawn(inbox::deliver(Arc::clone(&shared), messages));
        Self { shared }
    }

    /// Joins the other engines, and returns once this engine knows them. From then on, `engine` receives everything about them.
    ///
    /// # Errors
    /// Returns a [`ServeError`] if the connection is closed.
    pub fn join(&self, engine: Switchboard) -> LocalBoxFuture<'_, Result<(), ServeError>> {
        Box::pin(async {
            inbox::listen(&self.shared, engine.clone()).await?;
            members::listen(&self.shared, engine.clone()).await?;
            self.shared.link.round_trip().await;
            actix::spawn(members::beat(Arc::clone(&self.shared), engine.clone()));
            actix::spawn(store::search(Arc::clone(&self.shared), engine));
            // Until the heartbeats of the others arrive, this engine would consider itself the oldest.
            let _ = timeout(FIRST_BEAT_TIMEOUT, self.shared.lease.held()).await;
            sleep(BEAT_EVERY * 2).await;
            Ok(())
        })
    }

    /// Leaves the other engines, so that they need not wait until this one counts as dead.
    pub fn leave_for_good(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(members::last_beat(&self.shared))
    }
}

impl Shared {
    fn membership(&self) -> MutexGuard<'_, Membership> {
        self.membership.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subjects(&self) -> &Subjects {
        self.link.subjects()
    }
}

/// Creates the stream if it is missing. An existing one is not changed, so that an operator may configure it.
async fn ensure_stream(link: &Link) -> Result<(), CreateStreamError> {
    let subjects = link.subjects();
    let config = Config {
        name: subjects.rooms_stream(),
        description: Some("The last snapshot of each room, and the last heartbeat of each engine".to_owned()),
        subjects: vec![subjects.of_rooms(), subjects.of_engines()],
        storage: StorageType::File,
        max_messages_per_subject: 1,
        discard: DiscardPolicy::Old,
        allow_message_ttl: true,
        ..Config::default()
    };
    link.jetstream().get_or_create_stream(config).await.map(|_| ())
}

/// The outcome of publishing a message to the stream.
enum Published {
    /// It is in the stream, under this sequence.
    At(u64),
    /// The last message of its subject is not the expected one.
    Refused,
    /// It is not known whether it is in the stream.
    Unknown,
}
