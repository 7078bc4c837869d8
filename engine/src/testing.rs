//! Stand-ins for the surroundings of the engine, for the tests of its actors.

use std::collections::{HashMap, HashSet, VecDeque};
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix::{Actor, Addr, Context, Handler, Message, ResponseFuture};
use chrono::DateTime;
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePublicKey as _;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use futures_util::FutureExt;
use net::token::TokenReader;
use serde_json::{Value, json};
use shared::messages::{
    DrawText, DrawTextError, LinkError, ListRevocations, ListRevocationsError, RecordError, RecordResult, Recorded,
    Revocation, RevocationMark, Revocations, Standing,
};
use shared::racer::Win;
use shared::wire::ClientEvent;
use shared::{GuestId, RacerId, RoomCode, Text, TextId, UserId};
use socketio::Socket;
use socketio::testing::EventReceiver;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

use crate::Settings;
use crate::client::RoomCommand;
use crate::lobby::Lobby;
use crate::recorder::Recorder;
use crate::room::Room;
use crate::store::{self, KeptRoom, Revision, RoomStore, Saving, StoreError, Term, Write};

pub(crate) use shared::testing::{number_of, racer, racer_id, seat_proof};

/// Longer than anything in a race, so that a test that waits in vain fails instead of hanging.
pub(crate) const LONG: Duration = Duration::from_secs(60 * 60);

/// Short enough to receive only events that were already sent.
pub(crate) const INSTANT: Duration = Duration::from_millis(1);

#[derive(Debug, Clone)]
pub(crate) enum Reply {
    After(Duration),
    /// Saves it, and judges it.
    Judged(Standing),
    Unavailable,
    /// Saves it, and the answer is lost.
    Silence,
    Impossible,
    /// Saves it, even again, and says this of the win.
    Win(Win),
}

#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Panic;

impl Handler<Panic> for Room {
    type Result = ();

    fn handle(&mut self, _: Panic, _: &mut Self::Context) {
        panic!("a panic that the test asked for");
    }
}

/// Kills the process of an actor, which does nothing more.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) struct Kill;

/// Snapshots in memory: safe at once, or, while they are held, when the test releases them.
#[derive(Default)]
pub(crate) struct MemoryStore {
    state: Mutex<MemoryState>,
}

#[derive(Default)]
struct MemoryState {
    rooms: HashMap<RoomCode, (Instant, Vec<u8>)>,
    is_holding: bool,
    /// The errors of the next writes.
    failures: VecDeque<StoreError>,
    held: Vec<(RoomCode, Vec<u8>, oneshot::Sender<()>)>,
}

impl MemoryStore {
    fn state(&self) -> MutexGuard<'_, MemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds snapshots: from now on none is safe.
    pub(crate) fn hold(&self) {
        self.state().is_holding = true;
    }

    /// Lets the next write fail.
    pub(crate) fn fail(&self, error: StoreError) {
        self.state().failures.push_back(error);
    }

    /// Makes all snapshots safe again, including the held ones.
    pub(crate) fn release(&self) {
        let mut state = self.state();
        state.is_holding = false;
        for (code, snapshot, done) in std::mem::take(&mut state.held) {
            state.rooms.insert(code, (Instant::now(), snapshot));
            // The room may have been killed.
            let _ = done.send(());
        }
    }

    pub(crate) fn kept(&self, code: RoomCode) -> Option<KeptRoom> {
        let state = self.state();
        let (written_at, snapshot) = state.rooms.get(&code)?;
        Some(KeptRoom { code, snapshot: snapshot.clone(), age: written_at.elapsed(), revision: Revision::default() })
    }
}

impl RoomStore for MemoryStore {
    fn save(&self, Write { code, after, snapshot, .. }: Write) -> Saving {
        let mut state = self.state();
        if let Some(error) = state.failures.pop_front() {
            return Box::pin(ready(Err(error)));
        }
        let (done, saved) = oneshot::channel();
        if state.is_holding {
            state.held.push((code, snapshot, done));
        } else {
            state.rooms.insert(code, (Instant::now(), snapshot));
            let _ = done.send(());
        }
        let safe = store::Saved { revision: after, term: Term::default() };
        Box::pin(async move { saved.await.map(|()| safe).map_err(|_| StoreError::NotWritten) })
    }

    fn save_timeout(&self) -> Option<Duration> {
        Some(Duration::from_secs(2))
    }

    fn remove(&self, code: RoomCode, _: Revision) {
        let mut state = self.state();
        state.held.retain(|(held, ..)| *held != code);
        state.rooms.remove(&code);
    }

    fn left_behind(&self) -> Vec<KeptRoom> {
        let codes: Vec<_> = self.state().rooms.keys().copied().collect();
        codes.into_iter().filter_map(|code| self.kept(code)).collect()
    }
}

/// Returns the answer of a [`Database`] to a new result: each unlocks a skin.
pub(crate) fn recorded_now() -> Recorded {
    Recorded::Now { skins: vec!["thorntail".to_owned()], standing: Standing::default() }
}

/// The messages that a stand-in has accepted. Clones share them.
#[derive(Clone)]
pub(crate) struct Accepted<M>(Arc<Mutex<Vec<M>>>);

pub(crate) type Saved = Accepted<RecordResult>;

pub(crate) type Asked = Accepted<DrawText>;

impl<M: Clone> Accepted<M> {
    fn lock(&self) -> MutexGuard<'_, Vec<M>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes and returns the messages so far.
    pub(crate) fn take(&self) -> Vec<M> {
        std::mem::take(&mut self.lock())
    }

    pub(crate) fn all(&self) -> Vec<M> {
        self.lock().clone()
    }
}

/// A stand-in for the api's half that saves results. It answers with the given replies, and after the last of them at
/// once.
pub(crate) struct Database {
    replies: VecDeque<Reply>,
    saved: Saved,
    keys: HashSet<(shared::RaceId, RacerId)>,
}

impl Database {
    pub(crate) fn replying(replies: impl IntoIterator<Item = Reply>) -> (Self, Saved) {
        let saved = Accepted(Arc::default());
        (Self { replies: replies.into_iter().collect(), saved: saved.clone(), keys: HashSet::new() }, saved)
    }

    fn save(&mut self, result: RecordResult) -> Recorded {
        if !self.keys.insert((result.race, result.result.racer)) {
            return Recorded::Before(Standing::default());
        }
        self.saved.lock().push(result);
        recorded_now()
    }
}

impl Actor for Database {
    type Context = Context<Self>;
}

impl Handler<RecordResult> for Database {
    type Result = ResponseFuture<Result<Recorded, RecordError>>;

    fn handle(&mut self, result: RecordResult, _: &mut Self::Context) -> Self::Result {
        let (delay, answer) = match self.replies.pop_front() {
            None => (Duration::ZERO, Ok(self.save(result))),
            Some(Reply::After(delay)) => (delay, Ok(self.save(result))),
            Some(Reply::Judged(standing)) => {
                self.save(result);
                (Duration::ZERO, Ok(Recorded::Now { skins: Vec::new(), standing }))
            }
            Some(Reply::Silence) => (LONG, Ok(self.save(result))),
            Some(Reply::Win(win)) => {
                self.keys.insert((result.race, result.result.racer));
                self.saved.lock().push(result);
                let standing = Standing { win: Some(win), ..Standing::default() };
                (Duration::ZERO, Ok(Recorded::Now { skins: vec!["thorntail".to_owned()], standing }))
            }
            Some(Reply::Unavailable) => (Duration::ZERO, Err(RecordError::Unavailable)),
            Some(Reply::Impossible) => (Duration::ZERO, Err(RecordError::Impossible("no such account".to_owned()))),
        };
        Box::pin(async move {
            if !delay.is_zero() {
                sleep(delay).await;
            }
            answer
        })
    }
}

/// A stand-in for the api's half that draws texts: one after another, each after the same delay.
pub(crate) struct Texts {
    delay: Duration,
    drawn: i64,
    failures: usize,
    asked: Asked,
}

impl Texts {
    /// Returns a stand-in that draws each text after `delay`, but fails for the first `failures` requests.
    pub(crate) fn new(delay: Duration, failures: usize) -> (Self, Asked) {
        let asked = Accepted(Arc::default());
        (Self { delay, drawn: 0, failures, asked: asked.clone() }, asked)
    }
}

impl Actor for Texts {
    type Context = Context<Self>;
}

impl Handler<DrawText> for Texts {
    type Result = ResponseFuture<Result<Text, DrawTextError>>;

    fn handle(&mut self, request: DrawText, _: &mut Self::Context) -> Self::Result {
        let language = request.language;
        self.asked.lock().push(request);
        let answer = if self.failures > 0 {
            self.failures -= 1;
            Err(DrawTextError::Database)
        } else {
            self.drawn += 1;
            Ok(Text { id: TextId(self.drawn), language, ..text() })
        };
        let delay = self.delay;
        Box::pin(async move {
            sleep(delay).await;
            answer
        })
    }
}

/// A stand-in for the api's half that lists revoked tokens, two at a time. Clones share the list.
#[derive(Clone, Default)]
pub(crate) struct RevocationList(Arc<Mutex<Revoked>>);

#[derive(Default)]
struct Revoked {
    users: Vec<Revocation>,
    guests: Vec<GuestId>,
    is_away: bool,
}

impl RevocationList {
    pub(crate) fn revoke(&self, user: i64, lowest_version: i32) {
        self.lock().users.push(Revocation { user_id: UserId(user), lowest_version });
    }

    pub(crate) fn remove_guest(&self, guest: i64) {
        self.lock().guests.push(GuestId(guest));
    }

    pub(crate) fn set_away(&self, is_away: bool) {
        self.lock().is_away = is_away;
    }

    fn lock(&self) -> MutexGuard<'_, Revoked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Actor for RevocationList {
    type Context = Context<Self>;
}

impl Handler<ListRevocations> for RevocationList {
    type Result = Result<Revocations, ListRevocationsError>;

    fn handle(&mut self, ListRevocations { after }: ListRevocations, _: &mut Self::Context) -> Self::Result {
        let Revoked { users, guests, is_away } = &*self.lock();
        if *is_away {
            return Err(LinkError::Unreachable.into());
        }
        // The mark counts the revocations that were listed.
        let before = after.map_or(0, |mark| mark.user_id.0 as usize);
        let revoked: Vec<_> = users.iter().skip(before).take(2).copied().collect();
        let listed = before + revoked.len();
        let end = RevocationMark { at: DateTime::UNIX_EPOCH, user_id: UserId(listed as i64) };
        Ok(Revocations { revoked, end, has_more: listed < users.len(), guests: guests.clone() })
    }
}

/// Starts a recorder whose database gives these replies, and returns it with the results that the database saves.
pub(crate) fn recorder(replies: impl IntoIterator<Item = Reply>) -> (Addr<Recorder>, Saved) {
    let (database, saved) = Database::replying(replies);
    (Recorder::new(database.start().recipient()).start(), saved)
}

/// Returns a lobby without rooms, whose stand-ins for the api answer at once.
pub(crate) fn lobby() -> Lobby {
    let texts = Texts::new(Duration::ZERO, 0).0.start().recipient();
    Lobby::new(&Settings::default(), texts, recorder([]).0.recipient())
}

pub(crate) fn reader(key: &SigningKey) -> TokenReader {
    let pem = key.verifying_key().to_public_key_pem(LineEnding::LF).expect("a key has a PEM");
    TokenReader::from_pem(&pem).expect("it is a public key")
}

/// Returns a text of 300 characters: a minute at 60 wpm.
pub(crate) fn text() -> Text {
    shared::testing::text(60)
}

/// The end of a socket, which a room receives in place of an event.
pub(crate) const LEAVE: Option<ClientEvent> = None;

pub(crate) fn command(user: i64, socket: &Socket, event: impl Into<Option<ClientEvent>>) -> RoomCommand {
    RoomCommand { event: event.into(), ..RoomCommand::leave(racer_id(user), socket.clone()) }
}

/// A client's window: its socket and the events that it receives.
pub(crate) struct Tab {
    pub(crate) socket: Socket,
    received: EventReceiver,
    /// True once the server has disconnected the client.
    pub(crate) is_closed: bool,
}

impl Tab {
    pub(crate) fn open() -> Self {
        let (socket, received) = Socket::detached();
        Self { socket, received, is_closed: false }
    }

    /// Returns the payload of the next event, which must be `name`.
    pub(crate) async fn receive(&mut self, name: &str) -> Value {
        let (received, payload) = self.next(name).await;
        assert_eq!(received, name, "{payload}");
        payload
    }

    async fn next(&mut self, name: &str) -> (String, Value) {
        let next = timeout(LONG, self.received.next()).await.unwrap_or_else(|_| panic!("{name} was never received"));
        next.unwrap_or_else(|| panic!("disconnected while waiting for {name}"))
    }

    /// Receives a refusal, and returns the name of the refused event and the code of the error.
    pub(crate) async fn refusal(&mut self) -> Value {
        let fault = self.receive("fault").await;
        json!([fault["event"], fault["code"]])
    }

    /// Returns the payload of the next event called `name`, and skips any before it.
    pub(crate) async fn skip_to(&mut self, name: &str) -> Value {
        loop {
            let (received, payload) = self.next(name).await;
            if received == name {
                return payload;
            }
        }
    }

    /// Returns the next event; `None` once the client is disconnected.
    pub(crate) async fn next_event(&mut self) -> Option<(String, Value)> {
        let event = self.received.next().await;
        self.is_closed |= event.is_none();
        event
    }

    pub(crate) async fn received_so_far(&mut self) -> Vec<(String, Value)> {
        let mut received = Vec::new();
        while let Ok(Some(event)) = timeout(INSTANT, self.received.next()).await {
            received.push(event);
        }
        received
    }

    /// Returns the events received so far, without letting time pass.
    pub(crate) fn received_already(&mut self) -> Vec<(String, Value)> {
        let mut received = Vec::new();
        while let Some(next) = self.received.next().now_or_never() {
            let Some(event) = next else {
                self.is_closed = true;
                break;
            };
            received.push(event);
        }
        received
    }

    pub(crate) async fn receives_nothing(&mut self) {
        assert_eq!(self.received_so_far().await, []);
    }

    /// Checks that the server disconnects the client next.
    pub(crate) async fn is_disconnected(&mut self) {
        let next = timeout(LONG, self.received.next()).await.expect("a disconnect");
        assert_eq!(next, None);
    }
}
