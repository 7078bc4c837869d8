//! Rooms that are about to open. While the text is being drawn, further requests for the same room share it.

use shared::messages::{OpenRoom, OpenRoomError};
use shared::{RoomCode, UserId};
use tokio::sync::oneshot;

use crate::occupancy::RoomKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Matchmaking.
    Public,
    /// A private room, for racers who get its code from its creator.
    Private,
    /// A room in which the opener waits for friends.
    Friends { opener: UserId },
    /// A rematch of the racers of the room `of`.
    Rematch { of: RoomCode },
}

/// The channel for the answer to a request for a room.
pub(super) type Waiter = oneshot::Sender<Result<RoomCode, OpenRoomError>>;

/// A room that is about to open.
pub(super) struct Opening {
    pub(super) purpose: Purpose,
    pub(super) kind: RoomKind,
    /// The users who wait, each once.
    racers: Vec<UserId>,
    waiters: Vec<Waiter>,
}

/// All rooms that are about to open.
#[derive(Default)]
pub(super) struct Openings {
    openings: Vec<(u64, Opening)>,
    last: u64,
}

impl Openings {
    /// Adds `waiter` of `request` to the opening of a room of this purpose, in the language of `request` or, without one, in
    /// any. At most `capacity` users share a public room, whatever their speeds, since a text is drawn in milliseconds, and
    /// none whom the user should not meet; one who already waits for a public room waits for the same.
    ///
    /// # Errors
    /// Returns `waiter` if no such room is about to open.
    pub(super) fn join(
        &mut self,
        purpose: Purpose,
        request: &OpenRoom,
        waiter: Waiter,
        capacity: usize,
    ) -> Result<(), Waiter> {
        let under_way = match purpose {
            Purpose::Public => {
                let suits = |opening: &Opening| {
                    let is_wanted = |language| language == opening.kind.language;
                    opening.purpose == purpose && request.language.is_none_or(is_wanted)
                };
                let is_awaited = |opening: &Opening| suits(opening) && opening.awaits(request.user);
                let is_good = |opening: &Opening| !request.blocked.iter().any(|user| opening.awaits(*user));
                let has_seat =
                    |opening: &Opening| suits(opening) && opening.racers.len() < capacity && is_good(opening);
                self.find(is_awaited).or_else(|| self.find(has_seat))
            }
            Purpose::Private => None,
            Purpose::Friends { .. } => {
                let language = request.language.unwrap_or_default();
                self.find(|opening| opening.purpose == purpose && opening.kind.language == language)
            }
            Purpose::Rematch { .. } => self.find(|opening| opening.purpose == purpose),
        };
        let Some(index) = under_way else { return Err(waiter) };
        self.openings[index].1.add(request.user, waiter);
        Ok(())
    }

    /// Adds a room of this kind that is about to open for `waiter` of `user`, and returns its number.
    pub(super) fn begin(&mut self, purpose: Purpose, kind: RoomKind, user: UserId, waiter: Waiter) -> u64 {
        self.last += 1;
        self.openings.push((self.last, Opening { purpose, kind, racers: vec![user], waiters: vec![waiter] }));
        self.last
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
    fn add(&mut self, user: UserId, waiter: Waiter) {
        if !self.awaits(user) {
            self.racers.push(user);
        }
        self.waiters.push(waiter);
    }

    fn awaits(&self, user: UserId) -> bool {
        self.racers.contains(&user)
    }

    /// Returns the users who wait.
    pub(super) fn racers(&self) -> impl Iterator<Item = UserId> {
        self.racers.iter().copied()
    }

    /// Sends `answer` to all waiters.
    pub(super) fn answer(self, answer: &Result<RoomCode, OpenRoomError>) {
        for waiter in self.waiters {
            // The waiter may have ended.
            let _ = waiter.send(answer.clone());
        }
    }
}
