//! A racer's connection: it checks the racer's events and forwards them to their rooms.
//!
//! The token of the connection identifies the racer; names inside events are only checked against it. A session lives
//! inside the connection's actor, asks the lobby for the room once per join, and then sends to the room itself.

mod revocations;
#[cfg(test)]
mod tests;
mod users;

use std::collections::HashMap;

use actix::dev::SendError;
use actix::{Addr, Recipient};
use net::token::TokenReader;
use serde_json::{Value, json};
use shared::messages::ListRevocations;
use shared::wire::{ClientEvent, ClientMessage, Moved, ServerEvent};
use shared::{RoomCode, UserId};
use tokio::sync::watch;
use tokio::time::Instant;

use socketio::{Ack, Application, Connect, ConnectError, DisconnectReason, Encoded, Event, Scope, Socket};
use users::{Displaced, Slot, Users};

use crate::Settings;
use crate::client::{Refusal, RoomCommand, refuse};
use crate::limits::{MAX_BYTES_WITH_KEYS, MAX_EVENT_BYTES, MAX_ROOMS};
use crate::lobby::{FindRoom, Lobby};

/// The longest name that a fault repeats, in characters; the names of real events are shorter.
const MAX_NAME: usize = 32;

/// The application behind the sockets: it authenticates racers and starts their sessions.
pub(crate) struct RaceApplication {
    lobby: Addr<Lobby>,
    tokens: TokenReader,
    users: Users,
}

impl RaceApplication {
    pub(crate) fn new(lobby: Addr<Lobby>, tokens: TokenReader, settings: &Settings) -> Self {
        Self { lobby, tokens, users: Users::new(settings) }
    }

    /// Asks all clients to connect again, to another engine, because this one is about to end.
    pub(crate) fn ask_to_reconnect(&self) {
        let moved = ServerEvent::Moved(Moved {});
        self.users.send_to_all(&Encoded::event(moved.name(), &moved));
    }

    /// Starts to ask `api` for the revoked tokens, and to close their sockets. The returned value turns true once the api
    /// has answered or could not be asked.
    pub(crate) fn follow_revocations(&self, api: Recipient<ListRevocations>) -> watch::Receiver<bool> {
        let (asked, is_asked) = watch::channel(false);
        actix::spawn(revocations::follow(api, self.users.clone(), asked));
        is_asked
    }

    /// Identifies the user of a new `socket` by the token in `auth`, and gives the socket a slot.
    fn admit(&self, auth: &Value, socket: &Socket) -> Result<(UserId, Slot), Refusal> {
        let token = auth.get("token").and_then(Value::as_str).ok_or(Refusal::NoToken)?;
        let (user, claims) = self.tokens.read(token).map_err(|_| Refusal::InvalidToken)?;
        let (slot, displaced) = self.users.enter(user, claims.ver, socket)?;
        displaced.into_iter().for_each(Displaced::close);
        Ok((user, slot))
    }
}

impl Application for RaceApplication {
    type Session = Session;

    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Session, ConnectError> {
        if request.namespace != "/" {
            return Err(ConnectError::unknown_namespace());
        }
        let (user, slot) = self
            .admit(&request.auth, &socket)
            .map_err(|error| ConnectError::new(error.to_string()).with_data(json!({ "code": error.code() })))?;
        Ok(Session { user, socket, lobby: self.lobby.clone(), rooms: HashMap::new(), slot })
    }
}

pub(crate) struct Session {
    user: UserId,
    socket: Socket,
    lobby: Addr<Lobby>,
    /// The rooms that the racer has asked to join at this connection.
    rooms: HashMap<RoomCode, Recipient<RoomCommand>>,
    /// The socket's slot among those of the racer, with the racer's budget of events, so that no racer slows a room
    /// down for the others.
    slot: Slot,
}

impl socketio::Session for Session {
    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>) {
        let Event { name, args, ack, received_at } = event;
        if !self.slot.spend() {
            return self.refuse(&name, &Refusal::TooMany, ack);
        }
        let has_keys = matches!(&*name, "typing" | "finish");
        let limit = if has_keys { MAX_BYTES_WITH_KEYS } else { MAX_EVENT_BYTES };
        if name.len() + args.len() > limit {
            return self.refuse(&name, &Refusal::TooLarge(limit / 1024), ack);
        }
        match ClientMessage::read(&name, args.first()) {
            Ok(message) => self.take(message, ack, received_at, scope),
            Err(error) => self.refuse(&name, &Refusal::from(error), ack),
        }
    }

    fn disconnected(&mut self, reason: DisconnectReason) {
        if reason == DisconnectReason::ShuttingDown {
            // The racer has not left: the race goes on in the next process, as after a crash.
            return;
        }
        for room in self.rooms.values() {
            // Never dropped for lack of space: a racer whose leave is lost would count as connected forever.
            room.do_send(RoomCommand::leave(self.user, self.socket.clone()));
        }
    }
}

impl Session {
    fn take(&mut self, message: ClientMessage, ack: Option<Ack>, received_at: Instant, scope: &mut Scope<'_, Self>) {
        let ClientMessage { code, username, event } = message;
        let is_join = event == ClientEvent::Join;
        let (user, socket, event) = (self.user, self.socket.clone(), Some(event));
        let command = RoomCommand { user, socket, event, username, ack, received_at };
        if !is_join {
            return self.forward(code, command);
        }
        scope.wait(self.lobby.send(FindRoom(code)), move |session, room, _| {
            let error = match room {
                Ok(Ok(room)) if session.has_slot_for(code) => {
                    session.rooms.insert(code, room);
                    return session.forward(code, command);
                }
                Ok(Ok(_)) => Refusal::TooManyRooms,
                Ok(Err(error)) => error,
                Err(_) => Refusal::NoRoom,
            };
            session.refuse(command.name(), &error, command.ack);
        });
    }

    /// Returns true if the session has the room `code` or may take on one more. Rooms that have closed are forgotten.
    fn has_slot_for(&mut self, code: RoomCode) -> bool {
        if self.rooms.len() >= MAX_ROOMS {
            self.rooms.retain(|_, room| room.connected());
        }
        self.rooms.len() < MAX_ROOMS || self.rooms.contains_key(&code)
    }

    fn forward(&mut self, code: RoomCode, command: RoomCommand) {
        let event = command.name();
        let Some(room) = self.rooms.get(&code) else {
            return self.refuse(event, &Refusal::NotJoined, command.ack);
        };
        match room.try_send(command) {
            Ok(()) => {}
            Err(SendError::Full(command)) => self.refuse(event, &Refusal::RoomBusy, command.ack),
            Err(SendError::Closed(command)) => {
                self.rooms.remove(&code);
                self.refuse(event, &Refusal::RoomClosed, command.ack);
            }
        }
    }

    fn refuse(&self, event: &str, refusal: &Refusal, ack: Option<Ack>) {
        let name: String = event.chars().take(MAX_NAME).collect();
        refuse(&self.socket, &name, refusal, ack);
    }
}
