//! The sessions of clients: of racers in namespace `/`, of watchers in `/watch`. Each lives inside its connection's actor.

mod racer;
mod revocations;
#[cfg(test)]
mod tests;
mod users;
mod watcher;

use actix::{Addr, Recipient};
use net::token::TokenReader;
use serde_json::{Value, json};
use shared::RacerId;
use shared::messages::ListRevocations;
use shared::wire::{Moved, ServerEvent, WATCH};
use tokio::sync::watch;

use racer::Racer;
use socketio::{Application, Connect, ConnectError, DisconnectReason, Encoded, Event, Scope, Socket};
use users::{Displaced, Slot, Users};
use watcher::{Entrance, Watcher};

use crate::Settings;
use crate::client::Refusal;
use crate::lobby::Lobby;

/// The application behind the sockets: it authenticates racers, limits watchers, and starts their sessions.
pub(crate) struct RaceApplication {
    lobby: Addr<Lobby>,
    tokens: TokenReader,
    users: Users,
    entrance: Entrance,
}

impl RaceApplication {
    pub(crate) fn new(lobby: Addr<Lobby>, tokens: TokenReader, settings: &Settings) -> Self {
        Self { lobby, tokens, users: Users::new(settings), entrance: Entrance::new(settings) }
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

    /// Identifies the racer of a new `socket` by the token in `auth`, and gives the socket a slot. The connection of a guest
    /// no longer counts for its address: a whole school may have one.
    fn admit(&self, auth: &Value, socket: &Socket) -> Result<(RacerId, Slot), Refusal> {
        let token = auth.get("token").and_then(Value::as_str).ok_or(Refusal::NoToken)?;
        let of_user = self.tokens.read(token).map(|(user, claims)| (user.into(), claims.ver));
        let of_guest = || self.tokens.read_guest(token).map(|(guest, claims)| (RacerId::Guest(guest), claims.ver));
        let (racer, version) = of_user.or_else(|_| of_guest()).map_err(|_| Refusal::InvalidToken)?;
        let (slot, displaced) = self.users.enter(racer, version, socket)?;
        displaced.into_iter().for_each(Displaced::close);
        if racer.user().is_none() {
            socket.leave_address();
        }
        Ok((racer, slot))
    }
}

impl Application for RaceApplication {
    type Session = Session;

    fn connect(&self, request: Connect<'_>, socket: Socket) -> Result<Session, ConnectError> {
        let lobby = self.lobby.clone();
        match request.namespace {
            "/" => {
                let (user, slot) = self.admit(&request.auth, &socket).map_err(|error| refused(&error))?;
                Ok(Session::Racer(Racer::new(user, socket, lobby, slot)))
            }
            WATCH => {
                let number = self.entrance.admit(&request).map_err(|error| refused(&error))?;
                Ok(Session::Watcher(Watcher::new(number, &request.auth, socket, lobby)))
            }
            _ => Err(ConnectError::unknown_namespace()),
        }
    }
}

fn refused(error: &Refusal) -> ConnectError {
    ConnectError::new(error.to_string()).with_data(json!({ "code": error.code() }))
}

/// A client in a namespace.
pub(crate) enum Session {
    Racer(Racer),
    Watcher(Watcher),
}

impl socketio::Session for Session {
    fn gives_way(&self) -> bool {
        matches!(self, Self::Watcher(_))
    }

    fn entered(&mut self, scope: &mut Scope<'_, Self>) {
        if let Self::Watcher(watcher) = self {
            watcher.entered(scope);
        }
    }

    fn event(&mut self, event: Event, scope: &mut Scope<'_, Self>) {
        match self {
            Self::Racer(racer) => racer.event(event, scope),
            Self::Watcher(watcher) => watcher.event(),
        }
    }

    fn disconnected(&mut self, reason: DisconnectReason) {
        match self {
            Self::Racer(racer) => racer.disconnected(reason),
            Self::Watcher(watcher) => watcher.disconnected(),
        }
    }
}
