//! A racer's connection: it checks the racer's events and forwards them to their rooms.
//!
//! The token of the connection identifies the racer, an account or a guest; names inside events are only checked against
//! it. The session asks the lobby for the room once per join, and then sends to the room itself.

use std::collections::HashMap;

use actix::dev::SendError;
use actix::{Addr, Recipient};
use shared::wire::{ClientEvent, ClientMessage};
use shared::{RacerId, RoomCode};
use socketio::{Ack, DisconnectReason, Event, Scope, Socket};
use tokio::time::Instant;

use super::Session;
use super::users::Slot;
use crate::client::{Refusal, RoomCommand, refuse};
use crate::limits::{MAX_BYTES_WITH_KEYS, MAX_EVENT_BYTES, MAX_ROOMS};
use crate::lobby::{FindRoom, Lobby};

/// The longest name that a fault repeats, in characters; the names of real events are shorter.
const MAX_NAME: usize = 32;

/// The connection of a racer.
pub(crate) struct Racer {
    user: RacerId,
    socket: Socket,
    lobby: Addr<Lobby>,
    /// The rooms that the racer has asked to join at this connection.
    rooms: HashMap<RoomCode, Recipient<RoomCommand>>,
    /// The socket's slot among those of the racer, with the racer's budget of events, so that no racer slows a room
    /// down for the others.
    pub(super) slot: Slot,
}

impl Racer {
    pub(super) fn new(user: RacerId, socket: Socket, lobby: Addr<Lobby>, slot: Slot) -> Self {
        Self { user, socket, lobby, rooms: HashMap::new(), slot }
    }

    pub(super) fn event(&mut self, event: Event, scope: &mut Scope<'_, Session>) {
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

    pub(super) fn disconnected(&self, reason: DisconnectReason) {
        if reason == DisconnectReason::ShuttingDown {
            // The racer has not left: the race goes on in the next process, as after a crash.
            return;
        }
        for room in self.rooms.values() {
            // Never dropped for lack of space: a racer whose leave is lost would count as connected forever.
            room.do_send(RoomCommand::leave(self.user, self.socket.clone()));
        }
    }

    fn take(&mut self, message: ClientMessage, ack: Option<Ack>, received_at: Instant, scope: &mut Scope<'_, Session>) {
        let ClientMessage { code, username, event } = message;
        let is_join = event == ClientEvent::Join;
        let (user, socket, event) = (self.user, self.socket.clone(), Some(event));
        let command = RoomCommand { user, socket, event, username, ack, received_at };
        if !is_join {
            return self.forward(code, command);
        }
        scope.wait(self.lobby.send(FindRoom(code)), move |session, room, _| {
            let Session::Racer(session) = session else { return };
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
