//! The rooms of all engines: one stream of the broker keeps each room's last snapshot and each engine's last heartbeat.
//!
//! A room is one message, which names its owner in a header. It is replaced by compare-and-set on its sequence only, so that of
//! two engines that believe to own a room one is refused before it has said anything. A room that is over leaves a message that
//! says so, and is forgotten when the broker removes that.

mod inbox;
mod members;
mod record;
mod store;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::context::CreateStreamError;
use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType};
use engine::peers::{BEAT_EVERY, EngineId, Lease, Membership, PeerEvent};
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep, timeout};

use crate::link::Link;
use crate::services::ServeError;
use crate::subjects::Subjects;

/// The life of a room of which nobody has written anything: longer than any race.
const ROOM_LIFE: Duration = Duration::from_secs(60 * 60);

/// The time for which the broker remembers that a room is over: longer than a former owner may be frozen and go on.
const REMOVED_LIFE: Duration = Duration::from_secs(60 * 60);

/// The longest wait for the first heartbeat to arrive.
const HEARD_WITHIN: Duration = Duration::from_secs(2);

/// The rooms of all engines, as one of them sees them. Clones are handles to the same.
#[derive(Clone)]
pub struct Rooms {
    shared: Arc<Shared>,
}

struct Shared {
    link: Link,
    me: EngineId,
    lease: Lease,
    membership: Mutex<Membership>,
    /// The sequence of our last heartbeat, and when it was sent: what the broker's clock is compared with.
    last_beat: Mutex<Option<(u64, Instant)>>,
    outbox: mpsc::UnboundedSender<inbox::Parcel>,
    /// Wakes the heart: this engine is about to end.
    leaving: Notify,
    /// Wakes the search for rooms without an owner.
    search: Notify,
}

impl Rooms {
    /// Makes the stream of rooms where it is missing. To be called inside a running actix system.
    ///
    /// # Errors
    /// When the broker does not keep such a stream.
    pub async fn open(link: &Link) -> Result<Self, CreateStreamError> {
        ensure_stream(link).await?;
        let me = EngineId::new();
        let (outbox, parcels) = mpsc::unbounded_channel();
        actix::spawn(inbox::deliver(link.clone(), me, parcels));
        Ok(Self {
            shared: Arc::new(Shared {
                link: link.clone(),
                me,
                lease: Lease::new(),
                membership: Mutex::new(Membership::new(me)),
                last_beat: Mutex::new(None),
                outbox,
                leaving: Notify::new(),
                search: Notify::new(),
            }),
        })
    }

    /// Joins the other engines; `engine` hears of them from now on.
    ///
    /// # Errors
    /// [`ServeError`], when the connection is closed.
    pub async fn join(&self, engine: actix::Recipient<PeerEvent>) -> Result<(), ServeError> {
        inbox::listen(&self.shared, engine.clone()).await?;
        members::listen(&self.shared, engine.clone()).await?;
        self.shared.link.round_trip().await;
        actix::spawn(members::beat(Arc::clone(&self.shared), engine.clone()));
        actix::spawn(store::search(Arc::clone(&self.shared), engine));
        // Until all others were heard, this engine would take itself for the oldest.
        let _ = timeout(HEARD_WITHIN, self.shared.lease.held()).await;
        sleep(BEAT_EVERY * 2).await;
        Ok(())
    }

    /// Leaves the other engines, which need not wait to find this one dead.
    pub async fn leave_for_good(&self) {
        members::last_beat(&self.shared).await;
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

/// Makes the stream where it is missing. One that is there stays as it is, so that an operator may change it.
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

/// What became of a message for the stream.
enum Published {
    /// It is in the stream, under this sequence.
    At(u64),
    /// Another message is the last of its subject.
    Refused,
    /// It may have arrived or not.
    Unknown,
}
