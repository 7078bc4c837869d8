//! The limit on the sockets of a user.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::UserId;
use socketio::{Encoded, Socket};

/// The sockets of all users. Clones are handles to the same.
///
/// The newest socket always gets a place, and the oldest gives way. Otherwise, a racer whose connection broke a few
/// times could not come back to the race before the server has noticed that the old sockets are dead.
#[derive(Clone)]
pub(super) struct Places {
    sockets: Arc<Mutex<Sockets>>,
    per_user: usize,
}

/// The sockets of each user, the oldest first.
type Sockets = HashMap<UserId, VecDeque<Socket>>;

/// The place of a socket, given up when dropped.
pub(super) struct Place {
    places: Places,
    user: UserId,
    socket: Socket,
}

impl Places {
    /// Returns the places before any socket.
    pub(super) fn new(per_user: usize) -> Self {
        Self { sockets: Arc::default(), per_user }
    }

    fn lock(&self) -> MutexGuard<'_, Sockets> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends an event to all sockets.
    pub(super) fn send_to_all(&self, event: &Encoded) {
        self.lock().values().flatten().for_each(|socket| socket.send(event));
    }

    /// Gives `socket` a place. Returns also the socket that lost its place, if there was one too many.
    pub(super) fn take(&self, user: UserId, socket: &Socket) -> (Place, Option<Socket>) {
        let mut sockets = self.lock();
        let mine = sockets.entry(user).or_default();
        mine.push_back(socket.clone());
        let displaced = if mine.len() > self.per_user { mine.pop_front() } else { None };
        (Place { places: self.clone(), user, socket: socket.clone() }, displaced)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut sockets = self.places.lock();
        let Some(mine) = sockets.get_mut(&self.user) else { return };
        mine.retain(|socket| !socket.same_as(&self.socket));
        if mine.is_empty() {
            sockets.remove(&self.user);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_socket_of_a_user_gives_way_to_the_newest() {
        let places = Places::new(2);
        let sockets: Vec<_> = (0..4).map(|_| Socket::detached().0).collect();
        let (_first, none) = places.take(UserId(1), &sockets[0]);
        assert!(none.is_none());
        let (second, none) = places.take(UserId(1), &sockets[1]);
        assert!(none.is_none());
        let (_third, displaced) = places.take(UserId(1), &sockets[2]);
        assert!(displaced.expect("one too many").same_as(&sockets[0]));
        drop(second);
        assert!(places.take(UserId(1), &sockets[3]).1.is_none(), "a place became free");
    }

    #[test]
    fn users_do_not_take_each_others_places_and_nobody_is_remembered() {
        let places = Places::new(1);
        let (socket, other) = (Socket::detached().0, Socket::detached().0);
        let taken = [places.take(UserId(1), &socket), places.take(UserId(2), &other)];
        assert!(taken.iter().all(|(_, displaced)| displaced.is_none()));
        drop(taken);
        assert!(places.lock().is_empty());
    }
}
