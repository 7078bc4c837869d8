//! A racer's connection: who they are, what they say, and to which room it goes.
//!
//! The token of the connection says who speaks; names inside events are only compared. A session lives inside the
//! connection's actor, asks the lobby for the way to a room once per join, and then sends to the room itself.

mod budget;
mod places;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io;

use actix::dev::SendError;
use actix::{Addr, Recipient};
use serde_json::Value;
use shared::token::TokenReader;
use shared::wire::{ClientEvent, UnreadableEvent};
use shared::{RoomCode, UserId};

use budget::{Budget, Budgets};
use places::{Place, Places};

use crate::fault::refuse;
use crate::lobby::{FindRoom, Lobby};
use crate::race::Effort;
use crate::room::{Action, RoomCommand};
use crate::socketio::{self, Ack, Application, Arguments, Connect, DisconnectReason, Event, Refusal, Scope, Socket};

/// The largest event that a racer may send, in bytes of JSON: the keys of a long text with many corrections.
const MAX_EVENT_BYTES: usize = 4 * 1024;

/// The longest name that a fault repeats, in characters; the names of real events are shorter.
const MAX_NAME: usize = 32;

/// Rooms that one connection may be in: those in which the racer may hold seats, and some whose results are still looked
/// at.
const MAX_ROOMS: usize = 16;

const NO_TOKEN: &str = "Sign in to race: a token is missing.";
const INVALID_TOKEN: &str = "Sign in again: this token is not valid, or no longer.";
const TOO_MANY: &str = "You send too many events.";
const TOO_LARGE: &str = "An event holds at most 4 KiB.";
const UNKNOWN_EVENT: &str = "There is no event of this name.";
const NO_ROOM: &str = "There is no such room.";
const TOO_MANY_ROOMS: &str = "You are in too many rooms.";
const NOT_JOINED: &str = "Join the room first.";
const ROOM_BUSY: &str = "The room is busy. Try again.";
const TOO_MANY_SOCKETS: &str = "You have opened too many windows. This one was closed.";
const ROOM_CLOSED: &str = "This room is closed.";

/// Lets racers in.
pub(crate) struct RaceApplication {
    lobby: Addr<Lobby>,
    tokens: TokenReader,
    budgets: Budgets,
    places: Places,
}

impl RaceApplication {
    /// A user may have as many as `sockets_per_user` at once; the oldest gives way to the newest.
    pub(crate) fn new(lobby: Addr<Lobby>, tokens: TokenReader, sockets_per_user: usize) -> Self {
        Self { lobby, tokens, budgets: Budgets::new(), places: Places::new(sockets_per_user) }
    }
}

impl Application for RaceApplication {
    type Session = Session;

    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Session, Refusal> {
        if request.namespace != "/" {
            return Err(Refusal::unknown_namespace());
        }
        let token = request.auth.get("token").and_then(Value::as_str).ok_or_else(|| Refusal::new(NO_TOKEN))?;
        let (user, _) = self.tokens.read(token).map_err(|_| Refusal::new(INVALID_TOKEN))?;
        let budget = self.budgets.of(user);
        if !budget.spend() {
            return Err(Refusal::new(TOO_MANY));
        }
        let (place, displaced) = self.places.take(user, &socket);
        if let Some(oldest) = displaced {
            refuse(&oldest, "join", TOO_MANY_SOCKETS, None);
            oldest.disconnect();
        }
        Ok(Session { user, socket, lobby: self.lobby.clone(), rooms: HashMap::new(), budget, _place: place })
    }
}

/// One racer's connection.
pub(crate) struct Session {
    user: UserId,
    socket: Socket,
    lobby: Addr<Lobby>,
    /// The rooms that it asked to join.
    rooms: HashMap<RoomCode, Recipient<RoomCommand>>,
    /// So that no racer takes the room's time from the others.
    budget: Budget,
    /// Counts the socket among those of the user.
    _place: Place,
}

impl socketio::Session for Session {
    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>) {
        let Event { name, args, ack } = event;
        if !self.budget.spend() {
            return self.refuse(&name, TOO_MANY, ack);
        }
        if is_larger_than(&args, MAX_EVENT_BYTES.saturating_sub(name.len())) {
            return self.refuse(&name, TOO_LARGE, ack);
        }
        match ClientEvent::read(&name, args.into_first()) {
            Ok(event) => self.take(event, ack, scope),
            Err(UnreadableEvent::Unknown) => self.refuse(&name, UNKNOWN_EVENT, ack),
            Err(UnreadableEvent::Payload(error)) => {
                self.refuse(&name, &format!("This event cannot be read: {error}."), ack);
            }
        }
    }

    fn disconnected(&mut self, _: DisconnectReason) {
        for room in self.rooms.values() {
            // Never dropped for want of a place: a racer whose leave is lost would count as connected for ever.
            room.do_send(self.command(Action::Leave, None, None));
        }
    }
}

impl Session {
    fn take(&mut self, event: ClientEvent, ack: Option<Ack>, scope: &mut Scope<'_, Self>) {
        match event {
            ClientEvent::Join(join) => {
                let command = self.command(Action::Join, join.username, ack);
                scope.wait(self.lobby.send(FindRoom(join.code)), move |session, room, _| match room {
                    Ok(Some(room)) if session.has_place_for(join.code) => {
                        session.rooms.insert(join.code, room);
                        session.forward(join.code, command);
                    }
                    Ok(Some(_)) => session.refuse("join", TOO_MANY_ROOMS, command.ack),
                    Ok(None) | Err(_) => session.refuse("join", NO_ROOM, command.ack),
                });
            }
            ClientEvent::Typing(typing) => {
                let command = self.command(Action::Typing(typing.completed), typing.username, ack);
                self.forward(typing.code, command);
            }
            ClientEvent::Starting(starting) => {
                self.forward(starting.code, self.command(Action::Starting, None, ack));
            }
            ClientEvent::Start(start) => self.forward(start.code, self.command(Action::Start, None, ack)),
            ClientEvent::Finish(finish) => {
                let effort = Effort { accuracy: finish.accuracy, keystrokes: finish.keystrokes };
                self.forward(finish.code, self.command(Action::Finish(effort), finish.username, ack));
            }
        }
    }

    fn command(&self, action: Action, username: Option<String>, ack: Option<Ack>) -> RoomCommand {
        RoomCommand { user: self.user, socket: self.socket.clone(), action, username, ack }
    }

    /// Whether the room `code` is one of ours or may become one. Rooms that have closed are forgotten.
    fn has_place_for(&mut self, code: RoomCode) -> bool {
        if self.rooms.len() >= MAX_ROOMS {
            self.rooms.retain(|_, room| room.connected());
        }
        self.rooms.len() < MAX_ROOMS || self.rooms.contains_key(&code)
    }

    /// Sends `command` to the room that it is for.
    fn forward(&mut self, code: RoomCode, command: RoomCommand) {
        let event = command.action.name();
        let Some(room) = self.rooms.get(&code) else { return self.refuse(event, NOT_JOINED, command.ack) };
        match room.try_send(command) {
            Ok(()) => {}
            Err(SendError::Full(command)) => self.refuse(event, ROOM_BUSY, command.ack),
            Err(SendError::Closed(command)) => {
                self.rooms.remove(&code);
                self.refuse(event, ROOM_CLOSED, command.ack);
            }
        }
    }

    fn refuse(&self, event: &str, reason: &str, ack: Option<Ack>) {
        let name: String = event.chars().take(MAX_NAME).collect();
        refuse(&self.socket, &name, reason, ack);
    }
}

/// Whether `args` take more than `limit` bytes as JSON.
fn is_larger_than(args: &Arguments, limit: usize) -> bool {
    serde_json::to_writer(Allowance(limit), args).is_err()
}

/// A writer that keeps nothing and has room for so many bytes.
struct Allowance(usize);

impl io::Write for Allowance {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
