//! The sockets of a room at this engine, and those of their commands that the owner has not answered.

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use shared::wire::ClientEvent;
use shared::{Percent, RoomCode, UserId};
use socketio::Socket;

use crate::client::{Listener, RoomCommand};
use crate::ids::Ticket;
use crate::peers::message::{Attached, GatewayMessage};

/// The most commands that may wait for an answer.
const UNANSWERED: usize = 1024;

/// The sockets of a room at this engine, and those of their commands that the owner has not answered.
#[derive(Default)]
pub(super) struct Members {
    members: Vec<Member>,
    last_socket: u64,
    /// The commands that wait for an answer, in the order in which they came.
    unanswered: Vec<Command>,
    last_command: u64,
}

/// A socket of the room at this engine.
struct Member {
    number: u64,
    user: UserId,
    socket: Socket,
    /// Set once the socket has joined.
    ticket: Option<Ticket>,
    /// The last progress that the racer reported.
    typed: Option<Percent>,
}

/// A command for the owner of the room.
pub(super) struct Command {
    /// The number that the owner's answer repeats; `None` if no answer is awaited.
    pub(super) number: Option<u64>,
    /// The number of the socket.
    pub(super) member: u64,
    pub(super) command: RoomCommand,
}

impl Command {
    /// Returns the command as a message to the owner of the room `code`.
    pub(super) fn message(&self, code: RoomCode) -> GatewayMessage {
        let RoomCommand { user, event, username, ticket, received_at, .. } = &self.command;
        let (socket, user) = (self.member, *user);
        match (event, *ticket) {
            (None, _) => GatewayMessage::Leave { socket, user },
            (Some(_), Some(ticket)) => GatewayMessage::Return(Attached { socket, user, ticket }),
            (Some(event), None) => {
                let payload = event.payload(code, username.as_deref());
                let payload = to_raw_value(&payload).expect("a payload is serializable");
                let age_ms = u64::try_from(received_at.elapsed().as_millis()).unwrap_or(u64::MAX);
                let name = event.name().to_owned();
                GatewayMessage::Event { answer: self.number, socket, user, name, payload, age_ms }
            }
        }
    }

    /// Returns the position of the command among those for a new owner: a racer joins, has typed some of the text, and
    /// then does all else.
    fn position(&self) -> u8 {
        match self.command.event {
            Some(ClientEvent::Join) => 0,
            Some(ClientEvent::Typing(_)) => 1,
            _ => 2,
        }
    }
}

impl Members {
    /// Adds a socket and returns its number; `ticket` is that of its join, if it has joined.
    pub(super) fn enter(&mut self, user: UserId, socket: Socket, ticket: Option<Ticket>) -> u64 {
        self.last_socket += 1;
        self.members.push(Member { number: self.last_socket, user, socket, ticket, typed: None });
        self.last_socket
    }

    /// Returns the number of `socket`, if it is in the room.
    pub(super) fn number_of(&self, socket: &Socket) -> Option<u64> {
        self.members.iter().find(|member| member.socket.same_as(socket)).map(|member| member.number)
    }

    pub(super) fn sockets(&self, numbers: &[u64]) -> impl Iterator<Item = &Socket> {
        self.members.iter().filter(|member| numbers.contains(&member.number)).map(|member| &member.socket)
    }

    pub(super) fn set_ticket(&mut self, socket: u64, ticket: Ticket) {
        self.member(socket).into_iter().for_each(|member| member.ticket = Some(ticket));
    }

    /// Records the progress that the racer at a socket reported.
    pub(super) fn set_typed(&mut self, socket: u64, typed: Percent) {
        self.member(socket).into_iter().for_each(|member| member.typed = Some(typed));
    }

    pub(super) fn remove(&mut self, socket: u64) -> Option<Socket> {
        let index = self.members.iter().position(|member| member.number == socket)?;
        self.unanswered.retain(|command| command.member != socket);
        Some(self.members.remove(index).socket)
    }

    /// Keeps a command until it is answered, and returns it with its number.
    pub(super) fn keep(&mut self, command: Command) -> &Command {
        self.last_command += 1;
        self.unanswered.push_mut(Command { number: Some(self.last_command), ..command })
    }

    /// Acknowledges the command with this `number`, which the owner has answered with `data`.
    pub(super) fn answer(&mut self, number: u64, data: &RawValue) {
        let Some(index) = self.unanswered.iter().position(|kept| kept.number == Some(number)) else { return };
        if let Some(ack) = self.unanswered.remove(index).command.ack {
            // An acknowledgement takes no JSON text.
            ack.send(&serde_json::from_str::<Value>(data.get()).unwrap_or_default());
        }
    }

    /// Returns true if there is neither a socket nor a command.
    pub(super) fn are_gone(&self) -> bool {
        self.members.is_empty() && self.unanswered.is_empty()
    }

    /// Returns true if no further command can be kept.
    pub(super) fn are_full(&self) -> bool {
        self.unanswered.len() >= UNANSWERED
    }

    pub(super) fn joined(&self) -> Vec<Attached> {
        let attached = |member: &Member| {
            let ticket = member.ticket?;
            Some(Attached { socket: member.number, user: member.user, ticket })
        };
        self.members.iter().filter_map(attached).collect()
    }

    /// Returns the messages that bring a new owner up to date once it knows the sockets that have [joined](Self::joined).
    pub(super) fn messages(&self, code: RoomCode) -> Vec<GatewayMessage> {
        let progress = self.progress();
        let mut commands: Vec<_> = self.unanswered.iter().chain(&progress).collect();
        commands.sort_by_key(|command| command.position());
        commands.into_iter().map(|command| command.message(code)).collect()
    }

    /// Removes everything, and returns the commands that bring the room itself up to date.
    pub(super) fn take_all(&mut self) -> Vec<RoomCommand> {
        let mut events = std::mem::take(&mut self.unanswered);
        events.extend(self.progress());
        events.sort_by_key(Command::position);
        let mut commands = Vec::new();
        for Member { user, socket, ticket, .. } in std::mem::take(&mut self.members) {
            commands.extend(ticket.map(|ticket| RoomCommand::rejoin(user, Listener::Here(socket), ticket)));
        }
        commands.extend(events.into_iter().map(|event| event.command));
        commands
    }

    /// Removes everything, and returns the unanswered commands.
    pub(super) fn take_unanswered(&mut self) -> Vec<Command> {
        self.members.clear();
        std::mem::take(&mut self.unanswered)
    }

    fn progress(&self) -> Vec<Command> {
        let typed = |member: &Member| {
            let (event, socket) = (ClientEvent::Typing(member.typed?), Listener::Here(member.socket.clone()));
            let command = RoomCommand::new(member.user, socket, event);
            Some(Command { number: None, member: member.number, command })
        };
        self.members.iter().filter_map(typed).collect()
    }

    fn member(&mut self, number: u64) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.number == number)
    }
}
