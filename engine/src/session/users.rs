//! The limits on the sockets and events of each racer, over all of their connections.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use net::token::TOKEN_TTL;
use shared::messages::Revocation;
use shared::wire::ClientEvent;
use shared::{GuestId, RacerId};
use socketio::{Encoded, RateLimit, Socket};
use tokio::time::Instant;

use crate::Settings;
use crate::client::{Refusal, refuse};
use crate::limits::{EVENT_BURST, EVENTS_PER_SECOND, SOCKETS_PER_GUEST};

/// The number of users that are kept before unneeded ones are removed.
const KEPT_AT_LEAST: usize = 1024;

/// All users with a socket, those whose budget of events is not full again, and those with revoked tokens. Clones share
/// the same state.
///
/// A budget belongs to a user, not to a connection: connecting again, or many times, gives no more of it. The newest
/// socket always gets a slot, and the oldest loses it. Otherwise, a racer whose connection dropped a few times could
/// not return to the race until the server noticed that the old sockets are dead.
#[derive(Clone)]
pub(super) struct Users {
    state: Arc<Mutex<State>>,
    sockets_per_user: usize,
}

struct State {
    users: HashMap<RacerId, User>,
    revoked: HashMap<RacerId, Revoked>,
    /// The number of users at which unneeded ones are removed: twice as many as were needed the last time, so that a
    /// crowd that reconnects at once does not cause a search for each racer.
    full_at: usize,
}

/// The revoked tokens of a user, which may not have expired yet.
struct Revoked {
    /// The lowest version of a valid token.
    lowest_version: i32,
    learned_at: Instant,
}

struct User {
    /// The version of the token that all sockets came with.
    version: i32,
    budget: Arc<Mutex<RateLimit>>,
    /// The sockets, the oldest first.
    sockets: VecDeque<Socket>,
}

/// A socket that has lost its slot, with the reason.
pub(super) struct Displaced {
    socket: Socket,
    reason: Refusal,
}

/// The slot of a socket among those of its user, given up when dropped.
pub(super) struct Slot {
    users: Users,
    user: RacerId,
    socket: Socket,
    budget: Arc<Mutex<RateLimit>>,
}

impl Users {
    /// Returns the users before any socket.
    pub(super) fn new(settings: &Settings) -> Self {
        let state = State { users: HashMap::new(), revoked: HashMap::new(), full_at: KEPT_AT_LEAST };
        Self { state: Arc::new(Mutex::new(state)), sockets_per_user: settings.sockets_per_user }
    }

    pub(super) fn send_to_all(&self, event: &Encoded) {
        lock(&self.state).users.values().flat_map(|user| &user.sockets).for_each(|socket| socket.send(event));
    }

    /// Gives `socket`, which came with a token of this `version`, a slot, for one event of the user's budget. Also
    /// returns the sockets that lost theirs: the oldest, if there was one too many, and all that came with an earlier
    /// version, since a later one proves that it is revoked.
    ///
    /// # Errors
    /// Returns `InvalidToken` if the version is revoked, `TooMany` if no event was left.
    pub(super) fn enter(
        &self,
        user: RacerId,
        version: i32,
        socket: &Socket,
    ) -> Result<(Slot, Vec<Displaced>), Refusal> {
        let mut state = lock(&self.state);
        if state.users.len() >= state.full_at {
            state.users.retain(|_, user| user.is_needed());
            state.full_at = KEPT_AT_LEAST.max(state.users.len() * 2);
        }
        if state.revoked.get(&user).is_some_and(|revoked| version < revoked.lowest_version) {
            return Err(Refusal::InvalidToken);
        }
        let entry = state.users.entry(user).or_insert_with(|| User::new(version));
        if version < entry.version {
            return Err(Refusal::InvalidToken);
        }
        let mut displaced = Vec::new();
        if version > entry.version {
            displaced.extend(std::mem::replace(entry, User::new(version)).revoked());
        }
        if !lock(&entry.budget).allows(1) {
            return Err(Refusal::TooMany);
        }
        entry.sockets.push_back(socket.clone());
        let most = if user.user().is_some() { self.sockets_per_user } else { SOCKETS_PER_GUEST };
        if entry.sockets.len() > most {
            let oldest = entry.sockets.pop_front();
            displaced.extend(oldest.map(|socket| Displaced { socket, reason: Refusal::TooManySockets }));
        }
        let (users, socket, budget) = (self.clone(), socket.clone(), Arc::clone(&entry.budget));
        Ok((Slot { users, user, socket, budget }, displaced))
    }

    /// Revokes tokens, those of guests for good, and returns the sockets that came with them. A user's next socket gets a
    /// new budget.
    pub(super) fn revoke(&self, revocations: &[Revocation], guests: &[GuestId]) -> Vec<Displaced> {
        let mut state = lock(&self.state);
        let learned_at = Instant::now();
        if !revocations.is_empty() || !guests.is_empty() {
            state.revoked.retain(|_, revoked| learned_at - revoked.learned_at < TOKEN_TTL);
        }
        let mut displaced = Vec::new();
        let of_user = |revocation: &Revocation| (revocation.user_id.into(), revocation.lowest_version);
        let of_guest = |guest: &GuestId| (RacerId::Guest(*guest), i32::MAX);
        for (user, lowest_version) in revocations.iter().map(of_user).chain(guests.iter().map(of_guest)) {
            state.revoked.insert(user, Revoked { lowest_version, learned_at });
            if state.users.get(&user).is_some_and(|user| user.version < lowest_version) {
                displaced.extend(state.users.remove(&user).into_iter().flat_map(User::revoked));
            }
        }
        displaced
    }
}

impl User {
    fn new(version: i32) -> Self {
        let budget = Mutex::new(RateLimit::of(EVENTS_PER_SECOND, EVENT_BURST));
        Self { version, budget: Arc::new(budget), sockets: VecDeque::new() }
    }

    /// Returns the sockets of a user whose tokens are revoked.
    fn revoked(self) -> impl Iterator<Item = Displaced> {
        self.sockets.into_iter().map(|socket| Displaced { socket, reason: Refusal::InvalidToken })
    }

    /// Returns true while a session has a slot, or the budget is not full again.
    fn is_needed(&self) -> bool {
        Arc::strong_count(&self.budget) > 1 || !lock(&self.budget).is_full()
    }
}

impl Displaced {
    /// Tells the client the reason, and closes its connection.
    pub(super) fn close(self) {
        refuse(&self.socket, ClientEvent::Join.name(), &self.reason, None);
        self.socket.disconnect();
        self.socket.close();
    }
}

impl Slot {
    /// Takes one event from the user's budget; returns false if none was left.
    pub(super) fn spend(&self) -> bool {
        lock(&self.budget).allows(1)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(user) = lock(&self.users.state).users.get_mut(&self.user) {
            user.sockets.retain(|socket| !socket.same_as(&self.socket));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::testing::racer_id;

    #[actix::test]
    async fn unneeded_users_are_forgotten() {
        tokio::time::pause();
        let users = Users::new(&Settings { sockets_per_user: 1, ..Settings::default() });
        let (socket, _) = Socket::detached();
        let held = users.enter(racer_id(0), 1, &socket);
        for user in 1..=1023 {
            assert!(users.enter(racer_id(user), 1, &socket).is_ok());
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        drop(users.enter(racer_id(1024), 1, &socket));
        assert_eq!(lock(&users.state).users.len(), 2, "the one that is held, and the new one");
        drop(held);
    }

    #[test]
    fn a_closed_socket_takes_no_slot() {
        let users = Users::new(&Settings { sockets_per_user: 1, ..Settings::default() });
        let sockets: Vec<_> = (0..3).map(|_| Socket::detached().0).collect();
        let (first, _) = users.enter(racer_id(1), 1, &sockets[0]).expect("a slot");
        drop(first);
        let (_second, displaced) = users.enter(racer_id(1), 1, &sockets[1]).expect("a slot");
        assert!(displaced.is_empty());
        let (_third, displaced) = users.enter(racer_id(1), 1, &sockets[2]).expect("a slot");
        assert!(displaced[0].socket.same_as(&sockets[1]));
    }
}
