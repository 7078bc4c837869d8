//! The sockets of this engine in one room, and those of their commands that the room's owner has not answered.
//!
//! They stay where they are when the room changes hands: whoever owns it next, here or at another engine, is told what
//! they have joined, typed and asked for.

use std::borrow::Cow;

use shared::racer::{LogPiece, ProgressReport};
use shared::wire::ClientEvent;
use shared::{Percent, RacerId, RoomCode};
use socketio::{Ack, Socket};
use tokio::time::Instant;
use typing::key_log;

use super::address::{Address, Call};
use super::watchers::{WatcherCount, Watchers};
use crate::client::{Refusal, RoomCommand, refuse};
use crate::ids::Ticket;
use crate::peers::message::{Attached, GuestMessage};

/// The most commands that may wait for an answer.
const MAX_UNANSWERED: usize = 1024;

/// The sockets of this engine in one room, and their unanswered commands.
pub(super) struct Locals {
    sockets: Vec<Local>,
    /// The commands that wait for an answer, in the order in which they came.
    unanswered: Vec<Command>,
    /// The last number that a socket or command got.
    last: u64,
    /// The sockets that only watch.
    pub(super) watchers: Watchers,
}

/// A socket of the room at this engine.
struct Local {
    number: u64,
    user: RacerId,
    socket: Socket,
    /// Set once the join of the socket is safe.
    ticket: Option<Ticket>,
    /// The last progress that the racer reported.
    typed: Option<Percent>,
    /// The log of the racer's keys, without the last piece, which a finish has: an owner keeps it in memory only. Empty if
    /// there is none, or one that is too long.
    log: Vec<u8>,
}

/// An event of a socket at this engine.
pub(super) struct Command {
    number: u64,
    socket: u64,
    user: RacerId,
    event: ClientEvent,
    username: Option<String>,
    ack: Option<Ack>,
    received_at: Instant,
}

impl Locals {
    /// Returns the locals of a room without sockets.
    pub(super) fn new(watchers: WatcherCount) -> Self {
        // Numbers differ from those of an earlier actor of this room and engine, whose messages may still arrive.
        let last = u64::from(rand::random::<u32>()) << 20;
        Self { sockets: Vec::new(), unanswered: Vec::new(), last, watchers: Watchers::new(watchers) }
    }

    /// Returns true if nobody here races or watches.
    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty() && self.watchers.is_empty()
    }

    /// Returns true if no further command can be kept.
    pub(super) fn are_full(&self) -> bool {
        self.unanswered.len() >= MAX_UNANSWERED
    }

    pub(super) fn number_of(&self, user: RacerId, socket: &Socket) -> Option<u64> {
        self.sockets.iter().find(|local| local.user == user && local.socket.same_as(socket)).map(|local| local.number)
    }

    /// Adds a socket and returns its number.
    pub(super) fn enter(&mut self, user: RacerId, socket: Socket) -> u64 {
        self.last += 1;
        self.sockets.push(Local { number: self.last, user, socket, ticket: None, typed: None, log: Vec::new() });
        self.last
    }

    /// Removes a socket, and forgets its commands: nobody waits for their answers.
    pub(super) fn remove(&mut self, number: u64) -> Option<Socket> {
        let index = self.index(number)?;
        self.unanswered.retain(|command| command.socket != number);
        Some(self.sockets.remove(index).socket)
    }

    pub(super) fn socket(&self, number: u64) -> Option<&Socket> {
        self.index(number).map(|index| &self.sockets[index].socket)
    }

    pub(super) fn sockets(&self) -> impl Iterator<Item = &Socket> {
        self.sockets.iter().map(|local| &local.socket)
    }

    /// Records that the join of a socket is safe. In a room of an event, its connection no longer counts for its address: a
    /// whole school may have one.
    pub(super) fn set_ticket(&mut self, number: u64, ticket: Ticket, is_of_event: bool) {
        let Some(index) = self.index(number) else { return };
        self.sockets[index].ticket = Some(ticket);
        if is_of_event {
            self.sockets[index].socket.leave_address();
        }
    }

    /// Records the progress that the racer at a socket reported.
    pub(super) fn set_typed(&mut self, number: u64, report: &ProgressReport) {
        let Some(index) = self.index(number) else { return };
        let Local { typed, log, .. } = &mut self.sockets[index];
        *typed = Some(report.completed);
        if let Some(LogPiece { from, keys }) = &report.log {
            let from = usize::try_from(*from).unwrap_or(usize::MAX);
            if from == 0 {
                log.clear();
            }
            if from == log.len() && from + keys.len() <= key_log::LONGEST_OF_RACE {
                log.extend_from_slice(keys);
            } else {
                log.clear();
            }
        }
    }

    /// Keeps an event of the socket `number` until it is answered, and returns its number.
    pub(super) fn keep(
        &mut self,
        socket: u64,
        user: RacerId,
        event: ClientEvent,
        username: Option<String>,
        ack: Option<Ack>,
        received_at: Instant,
    ) -> u64 {
        self.last += 1;
        self.unanswered.push(Command { number: self.last, socket, user, event, username, ack, received_at });
        self.last
    }

    /// Returns the command with this `number`, as the owner in this process takes it.
    pub(super) fn call(&self, number: u64) -> Option<Call<'_>> {
        self.unanswered.iter().find(|command| command.number == number).map(|command| self.call_of(command))
    }

    fn call_of<'a>(&'a self, command: &'a Command) -> Call<'a> {
        Call {
            user: command.user,
            from: Address::here(command.socket),
            event: Cow::Borrowed(&command.event),
            username: command.username.as_deref(),
            reply: Some(Address::here(command.number)),
            received_at: command.received_at,
            round_trip: self.socket(command.socket).and_then(Socket::round_trip),
        }
    }

    /// Removes and returns the acknowledgement of the command with this `number`, which is answered.
    pub(super) fn answered(&mut self, number: u64) -> Option<Ack> {
        let index = self.unanswered.iter().position(|command| command.number == number)?;
        self.unanswered.remove(index).ack
    }

    /// Returns the sockets whose join is safe.
    pub(super) fn joined(&self) -> Vec<Attached> {
        let attached = |local: &Local| Some(Attached { socket: local.number, user: local.user, ticket: local.ticket? });
        self.sockets.iter().filter_map(attached).collect()
    }

    /// Returns what a new owner has to know beyond the sockets that have [joined](Self::joined), in this order: a racer
    /// joins, has typed some of the text, and then does all else.
    pub(super) fn calls(&self) -> Vec<Call<'_>> {
        let progress = self.sockets.iter().filter_map(|local| {
            let log = (!local.log.is_empty()).then(|| LogPiece { from: 0, keys: local.log.clone() });
            let event = Cow::Owned(ClientEvent::Typing(ProgressReport { completed: local.typed?, log }));
            let (user, from, now) = (local.user, Address::here(local.number), Instant::now());
            let round_trip = local.socket.round_trip();
            Some(Call { user, from, event, username: None, reply: None, received_at: now, round_trip })
        });
        let unanswered = self.unanswered.iter().map(|command| self.call_of(command));
        let mut calls: Vec<_> = unanswered.chain(progress).collect();
        calls.sort_by_key(|call| match *call.event {
            ClientEvent::Join => 0,
            ClientEvent::Typing(_) => 1,
            ClientEvent::Clock(_) | ClientEvent::Starting | ClientEvent::Begin | ClientEvent::Start(_) => 2,
            ClientEvent::Finish(_) => 2,
        });
        calls
    }

    /// Takes a command while another engine owns the room, and returns it as a message to the owner, who may get it
    /// later or never: [`Self::joined`] and [`Self::calls`] repeat what must not be lost.
    ///
    /// With `keeps_seats`, a socket that closes does not leave the room.
    pub(super) fn take(&mut self, command: RoomCommand, code: RoomCode, keeps_seats: bool) -> Option<GuestMessage> {
        let name = command.name();
        let RoomCommand { user, socket, event, username, ack, received_at } = command;
        let known = self.number_of(user, &socket);
        let Some(event) = event else {
            let number = known?;
            self.remove(number);
            return (!keeps_seats).then_some(GuestMessage::Leave { socket: number, user });
        };
        let must_be_kept = must_be_answered(&event, ack.as_ref());
        if must_be_kept && self.are_full() {
            refuse(&socket, name, &Refusal::RoomBusy, ack);
            return None;
        }
        let round_trip = socket.round_trip();
        let number = match known {
            Some(number) => number,
            None if event == ClientEvent::Join => self.enter(user, socket),
            None => {
                refuse(&socket, name, &Refusal::NotJoined, ack);
                return None;
            }
        };
        if let ClientEvent::Typing(report) = &event {
            self.set_typed(number, report);
        }
        if must_be_kept {
            let kept = self.keep(number, user, event, username, ack, received_at);
            return self.call(kept).map(|call| call.message(code));
        }
        let from = Address::here(number);
        let (event, username) = (Cow::Owned(event), username.as_deref());
        let call = Call { user, from, event, username, reply: None, received_at, round_trip };
        Some(call.message(code))
    }

    /// Removes everything, and refuses the unanswered commands.
    pub(super) fn close(&mut self) {
        for Command { socket, event, ack, .. } in std::mem::take(&mut self.unanswered) {
            if let Some(socket) = self.socket(socket) {
                refuse(socket, event.name(), &Refusal::RoomClosed, ack);
            }
        }
        self.sockets.clear();
        self.watchers.close();
    }

    /// The numbers of the sockets only grow, so they are sorted.
    fn index(&self, number: u64) -> Option<usize> {
        self.sockets.binary_search_by_key(&number, |local| local.number).ok()
    }
}

/// Returns true for an event that is kept until the owner has answered it: one that awaits an answer, or whose loss a
/// racer would notice. The next report of progress makes up for a lost one.
pub(super) fn must_be_answered(event: &ClientEvent, ack: Option<&Ack>) -> bool {
    ack.is_some() || matches!(event, ClientEvent::Join | ClientEvent::Finish(_))
}

impl std::fmt::Debug for Locals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let users: Vec<_> = self.sockets.iter().map(|local| local.user).collect();
        let unanswered: Vec<_> = self.unanswered.iter().map(|command| (command.user, command.event.name())).collect();
        write!(f, "sockets of {users:?}, unanswered {unanswered:?}, {:?}", self.watchers)
    }
}
