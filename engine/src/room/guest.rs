//! A room that another engine owns: the session with the owner.
//!
//! The guest finds the owner, opens a session with it, sends it the commands of this engine's sockets, and passes each
//! event of the owner on to the sockets that it is for. When a message was missed, or the owner does not answer, it
//! begins another session, which repeats all that must not be lost; the rules of a race apply it once. No timer and no
//! task in here: the room calls [`Guest::wake`] at [`Guest::deadline`], and looks the owner up when told to.

use std::time::Duration;

use serde_json::Value;
use shared::RoomCode;
use socketio::Encoded;
use tokio::time::Instant;

use super::locals::Locals;
use crate::ids::EngineId;
use crate::metrics;
use crate::peers::message::{self, GuestMessage, OwnerMessage, PeerMessage, RoomMessage};
use crate::peers::{Found, Peers};
use crate::store::{KeptRoom, StoreError};

/// The pause before the owner is looked up again.
const SEARCH_EVERY: Duration = Duration::from_millis(50);

/// The time for which a dead engine is not contacted although the room's snapshot still names it as the owner.
const GONE_TTL: Duration = Duration::from_secs(2);

/// The time for which a guest waits for the owner to save a room again of which the store has no record, not even that
/// it is closed: the broker has lost its store, and the owner connects to it again within some seconds.
const LOST_STORE_TIMEOUT: Duration = Duration::from_secs(15);

/// The pause between two checks for missed messages.
const SYNC_EVERY: Duration = Duration::from_millis(500);

/// The time in which an owner has to answer a new session or a check.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(300);

/// The session of a guest with the owner of its room.
#[derive(Debug)]
pub(super) struct Guest {
    code: RoomCode,
    state: State,
    /// The moment of the first of the lookups in a row that found no record.
    missing_since: Option<Instant>,
    /// An engine that does not have the room, and the moment until which it is not contacted.
    avoided: Option<(EngineId, Instant)>,
    /// The current session: a random number, so that no other session of this engine with the room has had the same.
    session: u64,
    /// The count of messages sent in this session.
    sent: u64,
    /// The number of the last message received in this session.
    received: u64,
    /// True if the owner was told that there are watchers here.
    watches: bool,
    /// True until the owner has confirmed that it knows of a socket that has closed, or that nobody watches any more. Otherwise, the last racer here whose
    /// leave was lost would count as connected until the room ends.
    owes_leave: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// There is no socket, so no owner is needed.
    Idle,
    /// A lookup is under way.
    Searching,
    /// The owner is looked up again at this moment.
    Pausing(Instant),
    /// A session or a check was begun with the engine, which has to answer until this moment.
    Asked(EngineId, Instant),
    /// The engine has answered in the current session, and is asked again at this moment whether a message was missed.
    Attached(EngineId, Instant),
}

/// A task of the room for its guest.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    Nothing,
    /// Look the room up, and pass the outcome to [`Guest::found`].
    Search,
    /// This engine owns the room, and has to run it.
    Claim(KeptRoom),
    /// The room is closed.
    Close,
}

impl Guest {
    /// Returns a guest that has no owner yet.
    pub(super) fn new(code: RoomCode) -> Self {
        let (state, missing_since, avoided) = (State::Idle, None, None);
        Self {
            code,
            state,
            missing_since,
            avoided,
            session: 0,
            sent: 0,
            received: 0,
            watches: false,
            owes_leave: false,
        }
    }

    /// Returns the moment at which [`Self::wake`] has something to do.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.state {
            State::Idle | State::Searching => None,
            State::Pausing(until) | State::Asked(_, until) | State::Attached(_, until) => Some(until),
        }
    }

    /// Begins to look for the owner, unless nobody here needs it or a lookup is under way.
    pub(super) fn search(&mut self, locals: &Locals) -> Step {
        if self.state == State::Searching {
            return Step::Nothing;
        }
        if !self.needs_owner(locals) {
            self.state = State::Idle;
            return Step::Nothing;
        }
        self.state = State::Searching;
        Step::Search
    }

    /// Does what is due by now.
    pub(super) fn wake(&mut self, locals: &Locals, peers: &dyn Peers) -> Step {
        match self.state {
            State::Attached(owner, until) if until <= Instant::now() && self.needs_owner(locals) => {
                // The owner may be dead until it answers.
                self.sync(owner, peers);
                Step::Nothing
            }
            State::Pausing(until) | State::Asked(_, until) | State::Attached(_, until) if until <= Instant::now() => {
                self.search(locals)
            }
            _ => Step::Nothing,
        }
    }

    /// Handles the outcome of a lookup.
    pub(super) fn found(
        &mut self,
        found: Result<Option<Found>, StoreError>,
        locals: &Locals,
        peers: &dyn Peers,
    ) -> Step {
        if self.state != State::Searching {
            return Step::Nothing;
        }
        let now = Instant::now();
        self.state = State::Pausing(now + SEARCH_EVERY);
        let Ok(found) = found else {
            self.missing_since = None;
            return Step::Nothing;
        };
        let Some(Found { owner, kept }) = found else {
            let since = *self.missing_since.get_or_insert(now);
            return if now < since + LOST_STORE_TIMEOUT { Step::Nothing } else { Step::Close };
        };
        self.missing_since = None;
        match kept {
            None => Step::Close,
            Some(kept) if owner == peers.me() => Step::Claim(kept),
            Some(_) if self.avoided.is_some_and(|(engine, until)| engine == owner && now < until) => Step::Nothing,
            Some(_) => {
                self.attach(owner, locals, peers);
                Step::Nothing
            }
        }
    }

    /// Sends a message of a socket, or looks for the owner, who then gets it if it must not be lost.
    pub(super) fn send(&mut self, message: GuestMessage, locals: &Locals, peers: &dyn Peers) -> Step {
        self.owes_leave |= matches!(message, GuestMessage::Leave { .. });
        match self.state {
            State::Asked(owner, _) | State::Attached(owner, _) => {
                self.post(owner, message, peers);
                Step::Nothing
            }
            State::Idle => self.search(locals),
            State::Searching | State::Pausing(_) => Step::Nothing,
        }
    }

    /// Tells the owner, or whoever will be, whether there are watchers here.
    pub(super) fn notice_watchers(&mut self, locals: &Locals, peers: &dyn Peers) -> Step {
        let watches = !locals.watchers.is_empty();
        if watches == self.watches {
            return Step::Nothing;
        }
        self.watches = watches;
        self.owes_leave |= !watches;
        match self.state {
            State::Attached(owner, _) => {
                self.sync(owner, peers);
                Step::Nothing
            }
            // Without more time to answer: whoever comes and goes must not hide that the owner is dead.
            State::Asked(owner, _) => {
                self.post(owner, GuestMessage::Sync, peers);
                Step::Nothing
            }
            State::Idle => self.search(locals),
            State::Searching | State::Pausing(_) => Step::Nothing,
        }
    }

    /// Handles a message of an owner.
    pub(super) fn receive(
        &mut self,
        engine: EngineId,
        session: u64,
        message: OwnerMessage,
        locals: &mut Locals,
        peers: &dyn Peers,
    ) -> Step {
        if self.owner() != Some(engine) || session != self.session {
            // A message of a former owner, or one from before the current session.
            return Step::Nothing;
        }
        let now = Instant::now();
        if let State::Asked(..) = self.state {
            self.state = State::Attached(engine, now + SYNC_EVERY);
        }
        match message {
            OwnerMessage::FromRoom { number, message } if number == self.received + 1 => {
                self.received = number;
                deliver(message, locals);
                Step::Nothing
            }
            OwnerMessage::Picture { completed } => {
                locals.watchers.set_progress(&completed);
                Step::Nothing
            }
            OwnerMessage::Synced { sent } if sent == self.received => {
                self.owes_leave &= !locals.is_empty();
                Step::Nothing
            }
            OwnerMessage::FromRoom { .. } | OwnerMessage::Synced { .. } => {
                metrics::count(metrics::GAPS_MENDED);
                tracing::warn!(engine.id = %engine, "a message of the room was missed; reattaching");
                self.attach(engine, locals, peers);
                Step::Nothing
            }
            OwnerMessage::Detached => {
                self.avoided = Some((engine, now + SEARCH_EVERY));
                self.search(locals)
            }
        }
    }

    /// Handles the death of an engine, which may be the owner.
    pub(super) fn engine_gone(&mut self, engine: EngineId, locals: &Locals) -> Step {
        self.avoided = Some((engine, Instant::now() + GONE_TTL));
        if self.owner() == Some(engine) { self.search(locals) } else { Step::Nothing }
    }

    fn needs_owner(&self, locals: &Locals) -> bool {
        self.owes_leave || !locals.is_empty()
    }

    fn owner(&self) -> Option<EngineId> {
        match self.state {
            State::Asked(owner, _) | State::Attached(owner, _) => Some(owner),
            State::Idle | State::Searching | State::Pausing(_) => None,
        }
    }

    /// Begins a session with `owner`, and brings it up to date.
    fn attach(&mut self, owner: EngineId, locals: &Locals, peers: &dyn Peers) {
        self.session = rand::random();
        self.watches = !locals.watchers.is_empty();
        (self.sent, self.received) = (0, 0);
        self.post(owner, GuestMessage::Attach { sockets: locals.joined() }, peers);
        for call in locals.calls() {
            self.post(owner, call.message(self.code), peers);
        }
        self.sync(owner, peers);
    }

    /// Asks `owner` whether a message was missed.
    fn sync(&mut self, owner: EngineId, peers: &dyn Peers) {
        self.post(owner, GuestMessage::Sync, peers);
        self.state = State::Asked(owner, Instant::now() + ANSWER_TIMEOUT);
    }

    fn post(&mut self, owner: EngineId, message: GuestMessage, peers: &dyn Peers) {
        self.sent += 1;
        let (code, session, number, watches) = (self.code, self.session, self.sent, self.watches);
        message::send(peers, owner, &PeerMessage::ToRoom { code, session, number, message, watches });
    }
}

/// Passes an event or an answer of the owner on to the sockets that it is for.
fn deliver(message: RoomMessage, locals: &mut Locals) {
    match message {
        RoomMessage::Event { to, name, data } => {
            let encoded = Encoded::json_event(&name, &data);
            to.into_iter().filter_map(|number| locals.socket(number)).for_each(|socket| socket.send(&encoded));
        }
        RoomMessage::Answer { command, data } => {
            if let Some(ack) = locals.answered(command) {
                // An acknowledgement takes no JSON text.
                ack.send(&serde_json::from_str::<Value>(data.get()).unwrap_or_default());
            }
        }
        RoomMessage::Watch { race: Some(race) } => locals.watchers.show(*race),
        RoomMessage::Watch { race: None } => locals.watchers.close(),
        RoomMessage::Joined { socket, ticket, is_of_event } => locals.set_ticket(socket, ticket, is_of_event),
        RoomMessage::Disconnect { socket } => {
            locals.remove(socket).into_iter().for_each(|socket| socket.disconnect());
        }
    }
}
