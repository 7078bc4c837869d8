//! A broker in memory: the messages between engines, and a store of rooms whose writes are compare-and-set.
//!
//! An engine and the broker are joined by two lines, which keep the order of messages as a connection does, delay them,
//! and hold them while the engine is cut off. How an engine writes a room is what it does over NATS, too; how it beats
//! and searches is what `cluster` does.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use shared::RoomCode;
use shared::messages::LinkError;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

use crate::ids::EngineId;
use crate::peers::{Asking, BEAT_EVERY, Beat, Found, Lease, Lookup, Membership, Peers};
use crate::store::shared_store::{self, LastRecord, RETRY_PAUSE, SharedStore};
use crate::store::{KeptRoom, Revision, RoomStore, Saving, StoreError, Term, Write};
use crate::switchboard::Switchboard;

/// The time limit of a request to the broker.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// The time limit of a question to another engine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// The pause between two searches for rooms of dead engines.
const SEARCH_EVERY: Duration = Duration::from_secs(5);

/// The broker. Clones share it.
#[derive(Clone)]
pub(super) struct Broker(Arc<Mutex<State>>);

struct State {
    random: Xoshiro256PlusPlus,
    /// The longest delay of a message that is slow, in milliseconds.
    slowest: u64,
    sequence: u64,
    rooms: BTreeMap<RoomCode, Record>,
    engines: BTreeMap<EngineId, Node>,
}

/// The last message of a room.
#[derive(Clone)]
struct Record {
    owner: EngineId,
    write: String,
    sequence: u64,
    /// `None` for the marker of a closed room.
    snapshot: Option<Vec<u8>>,
    stored_at: Instant,
}

/// An engine that lives, as the broker knows it.
struct Node {
    peers: Arc<MemoryPeers>,
    to_broker: Line,
    from_broker: Line,
    cut_until: Instant,
}

type Delivery = Box<dyn FnOnce() + Send>;

/// The messages on their way in one direction.
struct Line {
    messages: mpsc::UnboundedSender<(Instant, Delivery)>,
    last: Instant,
}

impl Broker {
    pub(super) fn new(seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (rooms, engines) = (BTreeMap::new(), BTreeMap::new());
        Self(Arc::new(Mutex::new(State { random, slowest: 3, sequence: 0, rooms, engines })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the longest delay of a slow message.
    pub(super) fn set_slowest(&self, milliseconds: u64) {
        self.state().slowest = milliseconds;
    }

    /// Cuts the engine off from the broker until this moment.
    pub(super) fn cut(&self, engine: EngineId, until: Instant) {
        self.state().engines.get_mut(&engine).into_iter().for_each(|node| node.cut_until = until);
    }

    /// Kills the engine. What it has sent still arrives.
    pub(super) fn kill(&self, engine: EngineId) {
        if let Some(node) = self.state().engines.remove(&engine) {
            node.peers.tasks().iter().for_each(JoinHandle::abort);
        }
    }

    /// Ends, and starts again at the moment `until`, without the store.
    pub(super) fn lose_store(&self, until: Instant) {
        let mut state = self.state();
        state.rooms.clear();
        state.engines.values_mut().for_each(|node| node.cut_until = until);
    }

    /// Returns the engine that owns the room; `None` once it is closed.
    pub(super) fn owner(&self, code: RoomCode) -> Option<EngineId> {
        let state = self.state();
        state.rooms.get(&code).filter(|record| record.snapshot.is_some()).map(|record| record.owner)
    }

    /// Resolves once the room is closed.
    pub(super) async fn closed(&self, code: RoomCode) {
        while self.owner(code).is_some() {
            sleep(RETRY_PAUSE).await;
        }
    }

    /// Returns the rooms that are not closed.
    pub(super) fn open_rooms(&self) -> Vec<RoomCode> {
        self.state().rooms.iter().filter(|(_, record)| record.snapshot.is_some()).map(|(code, _)| *code).collect()
    }

    /// Connects an engine.
    pub(super) fn connect(&self, me: EngineId) -> Arc<MemoryPeers> {
        let peers = Arc::new(MemoryPeers {
            broker: self.clone(),
            me,
            lease: Lease::new(),
            membership: Mutex::new(Membership::new(me)),
            leaving: Notify::new(),
            search: Notify::new(),
            switchboard: OnceLock::new(),
            tasks: Mutex::default(),
        });
        let line = |is_down| {
            let (messages, due) = mpsc::unbounded_channel();
            actix::spawn(self.clone().carry(me, is_down, due));
            Line { messages, last: Instant::now() }
        };
        let (to_broker, from_broker) = (line(false), line(true));
        let node = Node { peers: Arc::clone(&peers), to_broker, from_broker, cut_until: Instant::now() };
        self.state().engines.insert(me, node);
        peers
    }

    /// Delivers the messages of a line. Those from a dead engine still arrive, those to it do not.
    async fn carry(self, me: EngineId, is_down: bool, mut due: mpsc::UnboundedReceiver<(Instant, Delivery)>) {
        while let Some((at, deliver)) = due.recv().await {
            sleep_until(at).await;
            loop {
                let cut_until = self.state().engines.get(&me).map(|node| node.cut_until);
                match cut_until {
                    None if is_down => return,
                    Some(until) if until > Instant::now() => sleep_until(until).await,
                    None | Some(_) => break,
                }
            }
            deliver();
        }
    }

    fn send_up(&self, from: EngineId, deliver: impl FnOnce() + Send + 'static) {
        self.state().send(from, |node| &mut node.to_broker, Box::new(deliver));
    }

    fn send_down(&self, to: EngineId, deliver: impl FnOnce() + Send + 'static) {
        self.state().send(to, |node| &mut node.from_broker, Box::new(deliver));
    }
}

impl State {
    fn send(&mut self, engine: EngineId, line: impl FnOnce(&mut Node) -> &mut Line, deliver: Delivery) {
        let is_slow = self.random.random_ratio(1, 20);
        let delay = if is_slow { self.random.random_range(0..self.slowest) } else { 1 };
        let Some(node) = self.engines.get_mut(&engine) else { return };
        let line = line(node);
        line.last = line.last.max(Instant::now() + Duration::from_millis(delay));
        // The line ends with its engine.
        let _ = line.messages.send((line.last, deliver));
    }

    fn next(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }

    /// Replaces the last message of a room if it is still the one with the sequence `after`; `None` otherwise.
    fn replace(&mut self, code: RoomCode, after: u64, record: shared_store::Record) -> Option<u64> {
        if self.rooms.get(&code).map_or(0, |record| record.sequence) != after {
            return None;
        }
        let sequence = self.next();
        let shared_store::Record { owner, write, snapshot } = record;
        self.rooms.insert(code, Record { owner, write, sequence, snapshot, stored_at: Instant::now() });
        Some(sequence)
    }
}

/// The connection of one engine to the broker.
pub(super) struct MemoryPeers {
    broker: Broker,
    me: EngineId,
    pub(super) lease: Lease,
    membership: Mutex<Membership>,
    leaving: Notify,
    search: Notify,
    switchboard: OnceLock<Switchboard>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl MemoryPeers {
    fn membership(&self) -> MutexGuard<'_, Membership> {
        self.membership.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tasks(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn switchboard(&self) -> &Switchboard {
        self.switchboard.get().expect("the engine has joined")
    }

    /// Joins the other engines, and returns once this engine knows them.
    pub(super) async fn join(self: &Arc<Self>, switchboard: Switchboard) {
        assert!(self.switchboard.set(switchboard).is_ok(), "an engine joins once");
        let tasks = [actix::spawn(Arc::clone(self).beat()), actix::spawn(Arc::clone(self).search())];
        self.tasks().extend(tasks);
        let _ = timeout(REQUEST_TIMEOUT, self.lease.held()).await;
        sleep(BEAT_EVERY * 2).await;
    }

    /// Leaves the other engines for good.
    pub(super) async fn leave_for_good(self: &Arc<Self>) {
        let beat = self.membership().last_beat(&self.lease);
        self.publish(beat).await;
    }

    async fn beat(self: Arc<Self>) {
        loop {
            let Some(beat) = self.membership().beat() else { return };
            let sent_at = Instant::now();
            match self.publish(beat).await {
                Some(number) => {
                    let has_changed = self.membership().arrived(sent_at, number, &self.lease);
                    if has_changed {
                        self.report_members();
                    }
                }
                None => self.membership().lost(),
            }
            let _ = timeout_at(sent_at + BEAT_EVERY, self.leaving.notified()).await;
        }
    }

    async fn publish(self: &Arc<Self>, beat: Beat) -> Option<u64> {
        self.request(move |state| {
            let others: Vec<_> = state.engines.values().map(|node| Arc::clone(&node.peers)).collect();
            for other in others.into_iter().filter(|other| other.me != beat.engine) {
                let to = other.me;
                let receive = move || {
                    let has_changed = other.membership().receive(beat);
                    if has_changed && other.switchboard.get().is_some() {
                        other.report_members();
                    }
                };
                state.send(to, |node| &mut node.from_broker, Box::new(receive));
            }
            state.next()
        })
        .await
    }

    fn report_members(&self) {
        self.switchboard().set_members(self.membership().members());
        self.search.notify_one();
    }

    /// Searches for rooms of dead engines, whenever an engine dies and every few seconds.
    async fn search(self: Arc<Self>) {
        loop {
            let _ = timeout(SEARCH_EVERY, self.search.notified()).await;
            self.lease.held().await;
            let listed = self.request(|state| {
                let open = state.rooms.iter().filter(|(_, record)| record.snapshot.is_some());
                open.map(|(code, record)| (*code, record.owner)).collect::<Vec<_>>()
            });
            for (code, owner) in listed.await.unwrap_or_default() {
                if self.membership().takes_over(code, owner)
                    && let Some(Some(record)) = self.read(code).await
                    // The heartbeats received before the record decide.
                    && self.membership().takes_over(code, record.owner)
                    && let Some(kept) = kept(code, record)
                {
                    self.switchboard().take_over(vec![kept]);
                }
            }
        }
    }

    async fn read(self: &Arc<Self>, code: RoomCode) -> Option<Option<Record>> {
        self.request(move |state| state.rooms.get(&code).cloned()).await
    }

    /// Lets the broker perform `request`; `None` if there is no answer in time, and then it may or may not have.
    async fn request<T: Send + 'static>(
        self: &Arc<Self>,
        request: impl FnOnce(&mut State) -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let (broker, me) = (self.broker.clone(), self.me);
        self.broker.send_up(me, move || {
            let outcome = request(&mut broker.state());
            // The engine may have stopped waiting.
            broker.send_down(me, move || _ = answer.send(outcome));
        });
        timeout(REQUEST_TIMEOUT, answered).await.ok()?.ok()
    }
}

impl SharedStore for Arc<MemoryPeers> {
    fn me(&self) -> EngineId {
        self.me
    }

    fn lease(&self) -> &Lease {
        &self.lease
    }

    fn write_id(&self) -> String {
        self.broker.state().random.random::<u64>().to_string()
    }

    async fn replace(&self, code: RoomCode, last: u64, record: &shared_store::Record) -> Option<u64> {
        let record = record.clone();
        self.request(move |state| state.replace(code, last, record)).await?
    }

    async fn last(&self, code: RoomCode) -> Result<Option<LastRecord>, LinkError> {
        let last = self.read(code).await.ok_or(LinkError::DeadlineExceeded)?;
        Ok(last.map(|Record { owner, write, sequence, snapshot, .. }| LastRecord {
            owner,
            write,
            sequence,
            is_closed: snapshot.is_none(),
        }))
    }
}

fn kept(code: RoomCode, record: Record) -> Option<KeptRoom> {
    let Record { sequence, snapshot, stored_at, .. } = record;
    Some(KeptRoom { code, snapshot: snapshot?, age: stored_at.elapsed(), revision: Revision(sequence) })
}

/// The store of one engine.
pub(super) struct MemoryStore(pub(super) Arc<MemoryPeers>);

impl RoomStore for MemoryStore {
    fn save(&self, write: Write) -> Saving {
        let peers = Arc::clone(&self.0);
        Box::pin(async move { shared_store::save(&peers, write).await })
    }

    fn remove(&self, code: RoomCode, last: Revision) {
        let peers = Arc::clone(&self.0);
        let closed = actix::spawn(async move { shared_store::close(&peers, code, last).await });
        self.0.tasks().push(closed);
    }

    fn term(&self) -> Option<Term> {
        self.0.lease.term()
    }

    fn save_timeout(&self) -> Option<Duration> {
        None
    }
}

impl Peers for MemoryPeers {
    fn me(&self) -> EngineId {
        self.me
    }

    fn is_member(&self, engine: EngineId) -> bool {
        self.membership().has(engine)
    }

    fn send(&self, to: EngineId, message: Vec<u8>) {
        let (broker, me) = (self.broker.clone(), self.me);
        self.broker.send_up(me, move || {
            let receiver = broker.state().engines.get(&to).map(|node| Arc::clone(&node.peers));
            let Some(receiver) = receiver else { return };
            broker.send_down(to, move || receiver.switchboard().receive(me, &message, None));
        });
    }

    fn ask(&self, to: EngineId, question: Vec<u8>) -> Asking {
        let (broker, me) = (self.broker.clone(), self.me);
        let (answer, answered) = oneshot::channel();
        self.broker.send_up(me, move || {
            let receiver = broker.state().engines.get(&to).map(|node| Arc::clone(&node.peers));
            let Some(receiver) = receiver else { return };
            let back = broker.clone();
            broker.send_down(to, move || {
                let (reply, replied) = oneshot::channel();
                receiver.switchboard().receive(me, &question, Some(reply));
                actix::spawn(async move {
                    let Ok(reply) = replied.await else { return };
                    let broker = back.clone();
                    back.send_up(to, move || broker.send_down(me, move || _ = answer.send(reply)));
                });
            });
        });
        Box::pin(async move {
            match timeout(ANSWER_TIMEOUT, answered).await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(_)) => Err(LinkError::Unreachable),
                Err(_) => Err(LinkError::DeadlineExceeded),
            }
        })
    }

    fn find(&self, code: RoomCode) -> Lookup {
        let (broker, me) = (self.broker.clone(), self.me);
        Box::pin(async move {
            let peers = broker.state().engines.get(&me).map(|node| Arc::clone(&node.peers));
            let peers = peers.ok_or(StoreError::NotWritten)?;
            let record = peers.read(code).await.ok_or(StoreError::NotWritten)?;
            Ok(record.map(|record| Found { owner: record.owner, kept: kept(code, record) }))
        })
    }

    fn leave(&self) {
        if self.membership().leave() {
            self.leaving.notify_one();
        }
    }
}
