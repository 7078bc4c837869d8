//! The limits on the sockets and events of each user, over all of their connections.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::UserId;
use socketio::{Encoded, RateLimit, Socket};

use crate::Settings;

/// The sustained rate of events per second: twice what the fastest typist or a held Backspace needs.
const EVENTS_PER_SECOND: u32 = 60;

/// The burst of events: a reconnecting client sends one for each percent of a text, and this is twice as many.
const BURST: u32 = 200;

/// The number of users that are kept before unneeded ones are removed.
const KEPT_AT_LEAST: usize = 1024;

/// All users with a socket, and those whose budget of events is not full again. Clones share the same state.
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
    users: HashMap<UserId, User>,
    /// The number of users at which unneeded ones are removed: twice as many as were needed the last time, so that a
    /// crowd that reconnects at once does not cause a search for each racer.
    full_at: usize,
}

struct User {
    budget: Arc<Mutex<RateLimit>>,
    /// The sockets, the oldest first.
    sockets: VecDeque<Socket>,
}

/// The slot of a socket among those of its user, given up when dropped.
pub(super) struct Slot {
    users: Users,
    user: UserId,
    socket: Socket,
    budget: Arc<Mutex<RateLimit>>,
}

impl Users {
    /// Returns the users before any socket.
    pub(super) fn new(settings: &Settings) -> Self {
        let state = State { users: HashMap::new(), full_at: KEPT_AT_LEAST };
        Self { state: Arc::new(Mutex::new(state)), sockets_per_user: settings.sockets_per_user }
    }

    pub(super) fn send_to_all(&self, event: &Encoded) {
        lock(&self.state).users.values().flat_map(|user| &user.sockets).for_each(|socket| socket.send(event));
    }

    /// Gives `socket` a slot, for one event of the user's budget; `None` if none was left. Also returns the socket
    /// that lost its slot, if there was one too many.
    pub(super) fn enter(&self, user: UserId, socket: &Socket) -> Option<(Slot, Option<Socket>)> {
        let mut state = lock(&self.state);
        if state.users.len() >= state.full_at {
            state.users.retain(|_, user| user.is_needed());
            state.full_at = KEPT_AT_LEAST.max(state.users.len() * 2);
        }
        let User { budget, sockets } = state.users.entry(user).or_insert_with(User::new);
        if !lock(budget).allows(1) {
            return None;
        }
        sockets.push_back(socket.clone());
        let displaced = if sockets.len() > self.sockets_per_user { sockets.pop_front() } else { None };
        let (users, socket, budget) = (self.clone(), socket.clone(), Arc::clone(budget));
        Some((Slot { users, user, socket, budget }, displaced))
    }
}

impl User {
    fn new() -> Self {
        let budget = Mutex::new(RateLimit::of(EVENTS_PER_SECOND, BURST));
        Self { budget: Arc::new(budget), sockets: VecDeque::new() }
    }

    /// Returns true while a session has a slot, or the budget is not full again.
    fn is_needed(&self) -> bool {
        Arc::strong_count(&self.budget) > 1 || !lock(&self.budget).is_rested()
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

    #[actix::test]
    async fn unneeded_users_are_forgotten() {
        tokio::time::pause();
        let users = Users::new(&Settings { sockets_per_user: 1, ..Settings::default() });
        let (socket, _) = Socket::detached();
        let held = users.enter(UserId(0), &socket);
        for user in 1..=1023 {
            assert!(users.enter(UserId(user), &socket).is_some());
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        users.enter(UserId(1024), &socket);
        assert_eq!(lock(&users.state).users.len(), 2, "the one that is held, and the new one");
        drop(held);
    }

    #[test]
    fn a_closed_socket_takes_no_slot() {
        let users = Users::new(&Settings { sockets_per_user: 1, ..Settings::default() });
        let sockets: Vec<_> = (0..3).map(|_| Socket::detached().0).collect();
        let (first, _) = users.enter(UserId(1), &sockets[0]).expect("a slot");
        drop(first);
        let (_second, displaced) = users.enter(UserId(1), &sockets[1]).expect("a slot");
        assert!(displaced.is_none());
        let (_third, displaced) = users.enter(UserId(1), &sockets[2]).expect("a slot");
        assert!(displaced.expect("one too many").same_as(&sockets[1]));
    }
}
