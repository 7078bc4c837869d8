//! The owner's way to the sockets of a room: those of this engine, and the sessions with the guests at other engines.
//!
//! A session numbers the messages of both sides. When a number is missing, or the room has moved, the session ends, and
//! the guest begins another.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use shared::wire::{ClientEvent, Fault, ServerEvent, Watched};
use shared::{Percent, RoomCode};
use socketio::Encoded;

use super::address::Address;
use super::locals::Locals;
use crate::client::{ErrorAnswer, Refusal, emit, fault};
use crate::ids::{EngineId, Ticket};
use crate::metrics;
use crate::peers::Peers;
use crate::peers::message::{self, OwnerMessage, PeerMessage, RoomMessage};

/// The sessions of a room with its guests, by engine.
pub(super) struct Sessions {
    code: RoomCode,
    /// `None` when there can be no other engines.
    peers: Option<Arc<dyn Peers>>,
    sessions: BTreeMap<EngineId, Session>,
}

struct Session {
    id: u64,
    /// The number of the last message received.
    received: u64,
    /// The count of numbered messages sent.
    sent: u64,
    /// True while the guest has watchers.
    watches: bool,
}

impl Sessions {
    pub(super) fn new(code: RoomCode, peers: Option<Arc<dyn Peers>>) -> Self {
        Self { code, peers, sessions: BTreeMap::new() }
    }

    /// Begins a session with the guest at `engine`, whose first message has arrived.
    pub(super) fn begin(&mut self, engine: EngineId, id: u64) {
        self.sessions.insert(engine, Session { id, received: 1, sent: 0, watches: false });
    }

    /// Returns true if this is the next message of the session `id`. Otherwise, the guest is told to begin another.
    pub(super) fn accept(&mut self, engine: EngineId, id: u64, number: u64) -> bool {
        match self.sessions.get_mut(&engine).filter(|session| session.id == id && session.received + 1 == number) {
            Some(session) => {
                session.received = number;
                true
            }
            None => {
                self.post(engine, id, OwnerMessage::Detached);
                false
            }
        }
    }

    /// Sends the count of messages so far, so that the guest notices if it missed the last of them.
    pub(super) fn sync(&self, engine: EngineId) {
        if let Some(session) = self.sessions.get(&engine) {
            self.post(engine, session.id, OwnerMessage::Synced { sent: session.sent });
        }
    }

    /// Records whether the guest at `engine` has watchers. Returns true if this is news.
    pub(super) fn set_watches(&mut self, engine: EngineId, watches: bool) -> bool {
        let session = self.sessions.get_mut(&engine);
        session.is_some_and(|session| std::mem::replace(&mut session.watches, watches) != watches)
    }

    /// Returns true while a guest has watchers.
    pub(super) fn are_watching(&self) -> bool {
        self.sessions.values().any(|session| session.watches)
    }

    /// Shows the race to the watchers of one guest, or that it is not for watchers.
    pub(super) fn show(&mut self, engine: EngineId, race: Option<Box<Watched>>) {
        self.tell(engine, RoomMessage::Watch { race });
    }

    /// Shows the race to the watchers of all guests.
    pub(super) fn show_to_all(&mut self, race: &Watched) {
        self.watching().into_iter().for_each(|engine| self.show(engine, Some(Box::new(race.clone()))));
    }

    /// Sends the progress of all racers to the guests with watchers.
    pub(super) fn send_picture(&self, completed: &[Percent]) {
        for (engine, session) in self.sessions.iter().filter(|(_, session)| session.watches) {
            self.post(*engine, session.id, OwnerMessage::Picture { completed: completed.to_vec() });
        }
    }

    fn watching(&self) -> Vec<EngineId> {
        self.sessions.iter().filter(|(_, session)| session.watches).map(|(engine, _)| *engine).collect()
    }

    /// Forgets the session with an engine that is dead.
    pub(super) fn forget(&mut self, engine: EngineId) {
        self.sessions.remove(&engine);
    }

    /// Ends all sessions, since this engine no longer owns the room.
    pub(super) fn detach_all(&self) {
        self.sessions.iter().for_each(|(engine, session)| self.post(*engine, session.id, OwnerMessage::Detached));
    }

    /// Sends a fault for a refused event, and refuses the command that awaits an answer.
    pub(super) fn refuse(&mut self, to: Address, fault: &Fault, reply: Option<Address>, locals: &mut Locals) {
        metrics::count_refused_event(&fault.event, fault.code.name());
        self.send(to, &ServerEvent::Fault(fault.clone()), locals);
        if let Some(reply) = reply {
            self.answer(reply, &ErrorAnswer { reason: &fault.reason, code: fault.code }, locals);
        }
    }

    /// Disconnects a socket whose join no longer holds.
    pub(super) fn disconnect(&mut self, to: Address, reason: &Refusal, locals: &mut Locals) {
        self.end(to, reason, locals);
        match to.engine {
            None => locals.remove(to.number).into_iter().for_each(|socket| socket.disconnect()),
            Some(engine) => self.tell(engine, RoomMessage::Disconnect { socket: to.number }),
        }
    }

    /// Tells a socket that its join no longer holds.
    pub(super) fn end(&mut self, to: Address, reason: &Refusal, locals: &Locals) {
        self.send(to, &ServerEvent::Fault(fault(ClientEvent::Join.name(), reason)), locals);
    }

    pub(super) fn send(&mut self, to: Address, event: &ServerEvent, locals: &Locals) {
        match to.engine {
            None => locals.socket(to.number).into_iter().for_each(|socket| emit(socket, event)),
            Some(engine) => self.send_there(engine, vec![to.number], event),
        }
    }

    /// Sends `event` to all these sockets: encoded once for this engine, and in one message for each other.
    pub(super) fn send_to_all(&mut self, to: impl Iterator<Item = Address>, event: &ServerEvent, locals: &Locals) {
        let mut encoded = None;
        let mut elsewhere: Vec<(EngineId, Vec<u64>)> = Vec::new();
        for Address { engine, number } in to {
            match engine {
                None => {
                    if let Some(socket) = locals.socket(number) {
                        socket.send(encoded.get_or_insert_with(|| Encoded::event(event.name(), event)));
                    }
                }
                Some(engine) => match elsewhere.iter_mut().find(|(other, _)| *other == engine) {
                    Some((_, sockets)) => sockets.push(number),
                    None => elsewhere.push((engine, vec![number])),
                },
            }
        }
        elsewhere.into_iter().for_each(|(engine, sockets)| self.send_there(engine, sockets, event));
    }

    /// Answers a command.
    pub(super) fn answer(&mut self, reply: Address, answer: &impl Serialize, locals: &mut Locals) {
        match reply.engine {
            None => locals.answered(reply.number).into_iter().for_each(|ack| ack.send(answer)),
            Some(engine) => self.tell(engine, RoomMessage::Answer { command: reply.number, data: raw(answer) }),
        }
    }

    /// Records that the join of a socket is safe, in a room that is one of an event or not.
    pub(super) fn joined(&mut self, to: Address, ticket: Ticket, is_of_event: bool, locals: &mut Locals) {
        match to.engine {
            None => locals.set_ticket(to.number, ticket, is_of_event),
            Some(engine) => self.tell(engine, RoomMessage::Joined { socket: to.number, ticket, is_of_event }),
        }
    }

    fn send_there(&mut self, engine: EngineId, to: Vec<u64>, event: &ServerEvent) {
        self.tell(engine, RoomMessage::Event { to, name: event.name().to_owned(), data: raw(event) });
    }

    fn tell(&mut self, engine: EngineId, message: RoomMessage) {
        let Some(session) = self.sessions.get_mut(&engine) else { return };
        session.sent += 1;
        let (id, number) = (session.id, session.sent);
        self.post(engine, id, OwnerMessage::FromRoom { number, message });
    }

    fn post(&self, engine: EngineId, session: u64, message: OwnerMessage) {
        if let Some(peers) = &self.peers {
            message::send(&**peers, engine, &PeerMessage::ToGuest { code: self.code, session, message });
        }
    }
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("an event or answer is serializable")
}
