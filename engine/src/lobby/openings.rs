//! Rooms that are about to open. While the text is being drawn, further requests for the same room share it.

use shared::messages::OpenRoomError;
use shared::{RoomCode, UserId};
use tokio::sync::oneshot;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Matchmaking.
    Public,
    /// A private room, for racers who get its code from its creator.
    Private,
    /// A rematch of the racers of the room `of`. Matchmaking never offers a private one.
    Rematch { of: RoomCode, is_private: bool },
}

/// The channel for the answer to a request for a room.
pub(super) type Waiter = oneshot::Sender<Result<RoomCode, OpenRoomError>>;

/// A room that is about to open.
pub(super) struct Opening {
    pub(super) purpose: Purpose,
    /// The users who wait, each once; `None` for one that is not known.
    users: Vec<Option<UserId>>,
    waiters: Vec<Waiter>,
}

/// All rooms that are about to open.
#[derive(Default)]
pub(super) struct Openings {
    openings: Vec<(u64, Opening)>,
    last: u64,
}

impl Purpose {
    pub(super) fn is_private(self) -> bool {
        match self {
            Self::Public => false,
            Self::Private => true,
            Self::Rematch { is_private, .. } => is_private,
        }
    }
}

impl Openings {
    /// Adds `waiter` of `user` to the opening of a room of this purpose. Returns the number of a new opening, whose text
    /// the caller has to draw, or `None` if such a room is already about to open. At most `capacity` users share a
    /// public room; one who already waits for a public room waits for the same.
    pub(super) fn wait(
        &mut self,
        purpose: Purpose,
        user: Option<UserId>,
        waiter: Waiter,
        capacity: usize,
    ) -> Option<u64> {
        let under_way = match purpose {
            Purpose::Public => {
                let is_awaited = |opening: &Opening| opening.purpose == purpose && opening.is_awaited_by(user);
                let has_seat = |opening: &Opening| opening.purpose == purpose && opening.users.len() < capacity;
                self.find(is_awaited).or_else(|| self.find(has_seat))
            }
            Purpose::Private => None,
            Purpose::Rematch { of, .. } => {
                self.find(|opening| matches!(opening.purpose, Purpose::Rematch { of: old, .. } if old == of))
            }
        };
        if let Some(index) = under_way {
            self.openings[index].1.add(user, waiter);
            return None;
        }
        self.last += 1;
        self.openings.push((self.last, Opening { purpose, users: vec![user], waiters: vec![waiter] }));
        Some(self.last)
    }

    fn find(&self, is_sought: impl Fn(&Opening) -> bool) -> Option<usize> {
        self.openings.iter().position(|(_, opening)| is_sought(opening))
    }

    pub(super) fn take(&mut self, number: u64) -> Option<Opening> {
        let index = self.openings.iter().position(|(other, _)| *other == number)?;
        Some(self.openings.swap_remove(index).1)
    }
}

impl Opening {
    fn add(&mut self, user: Option<UserId>, waiter: Waiter) {
        if !self.is_awaited_by(user) {
            self.users.push(user);
        }
        self.waiters.push(waiter);
    }

    fn is_awaited_by(&self, user: Option<UserId>) -> bool {
        user.is_some() && self.users.contains(&user)
    }

    /// Returns the users who wait.
    pub(super) fn users(&self) -> impl Iterator<Item = UserId> {
        self.users.iter().copied().flatten()
    }

    /// Sends `answer` to all waiters.
    pub(super) fn answer(self, answer: &Result<RoomCode, OpenRoomError>) {
        for waiter in self.waiters {
            // The waiter may have ended.
            let _ = waiter.send(answer.clone());
        }
    }
}
