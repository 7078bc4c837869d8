//! A watcher's connection: it enters the room that it names, and sends nothing more.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use actix::{Addr, Recipient};
use net::network::Network;
use serde_json::Value;
use shared::RoomCode;
use socketio::{Connect, RateLimit, Scope, Socket};

use super::Session;
use crate::Settings;
use crate::client::{Refusal, WatchCommand, WatcherId, turn_away};
use crate::limits::{WATCHERS_AT_ONCE, WATCHERS_PER_SECOND};
use crate::lobby::{FindWatchedRoom, Lobby};

/// The number of addresses that are kept before those with a full budget are removed.
const KEPT_AT_LEAST: usize = 1024;

/// The limit on how many watchers come from an address: each costs the search for a room, which may not even exist.
pub(super) struct Entrance {
    per_second: u32,
    last: AtomicU64,
    state: Mutex<State>,
}

struct State {
    budgets: HashMap<Network, RateLimit>,
    /// The number of addresses at which unneeded ones are removed: twice as many as were needed the last time.
    full_at: usize,
}

impl Entrance {
    pub(super) fn new(settings: &Settings) -> Self {
        // A load test has one address.
        let per_second = if settings.max_connections_per_address == 0 { 0 } else { WATCHERS_PER_SECOND };
        let state = State { budgets: HashMap::new(), full_at: KEPT_AT_LEAST };
        Self { per_second, last: AtomicU64::default(), state: Mutex::new(state) }
    }

    /// Returns the identity of a new watcher.
    ///
    /// # Errors
    /// Returns `TooMany` if too many come from the address, `RoomBusy` if the other connections are reserved for racers.
    pub(super) fn admit(&self, request: &Connect<'_>) -> Result<WatcherId, Refusal> {
        if request.is_crowded {
            return Err(Refusal::RoomBusy);
        }
        if let Some(address) = request.peer {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.budgets.len() >= state.full_at {
                state.budgets.retain(|_, budget| !budget.is_full());
                state.full_at = KEPT_AT_LEAST.max(state.budgets.len() * 2);
            }
            let new = || RateLimit::of(self.per_second, WATCHERS_AT_ONCE);
            if !state.budgets.entry(address.into()).or_insert_with(new).allows(1) {
                return Err(Refusal::TooMany);
            }
        }
        Ok(WatcherId(self.last.fetch_add(1, Ordering::Relaxed)))
    }
}

/// The connection of a watcher.
pub(crate) struct Watcher {
    id: WatcherId,
    /// The room to watch; `None` if the client named none.
    code: Option<RoomCode>,
    socket: Socket,
    lobby: Addr<Lobby>,
    /// The room, once it is found.
    room: Option<Recipient<WatchCommand>>,
}

impl Watcher {
    pub(super) fn new(id: WatcherId, auth: &Value, socket: Socket, lobby: Addr<Lobby>) -> Self {
        let code = auth.get("room").and_then(Value::as_str).and_then(|code| code.parse().ok());
        Self { id, code, socket, lobby, room: None }
    }

    pub(super) fn entered(&mut self, scope: &mut Scope<'_, Session>) {
        let Some(code) = self.code else { return turn_away(&self.socket, &Refusal::NoRoom) };
        scope.wait(self.lobby.send(FindWatchedRoom(code)), move |session, room, _| {
            let Session::Watcher(Self { id, socket, room: entered, .. }) = session else { return };
            match room {
                Ok(Ok(room)) => {
                    // Never dropped for lack of space: there are no more watchers than connections.
                    room.do_send(WatchCommand { watcher: *id, socket: Some(socket.clone()) });
                    *entered = Some(room);
                }
                Ok(Err(error)) => turn_away(socket, &error),
                Err(_) => turn_away(socket, &Refusal::NoRoom),
            }
        });
    }

    /// Disconnects a watcher who sends something.
    pub(super) fn event(&self) {
        turn_away(&self.socket, &Refusal::UnknownEvent);
    }

    pub(super) fn disconnected(&self) {
        if let Some(room) = &self.room {
            room.do_send(WatchCommand { watcher: self.id, socket: None });
        }
    }
}
