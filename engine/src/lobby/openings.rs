//! Rooms that are about to open. While the text is being drawn, further requests for the same room share it.

use shared::RoomCode;
use shared::messages::OpenRoomError;
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
    pub(super) waiters: Vec<Waiter>,
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
    /// Adds `waiter` to the opening of a room of this purpose. Returns the number of a new opening, whose text the
    /// caller has to draw, or `None` if such a room is already about to open. At most `capacity` waiters share a public
    /// room.
    pub(super) fn wait(&mut self, purpose: Purpose, waiter: Waiter, capacity: usize) -> Option<u64> {
        let under_way = self.openings.iter_mut().map(|(_, opening)| opening).find(|opening| match purpose {
            Purpose::Public => opening.purpose == Purpose::Public && opening.waiters.len() < capacity,
            Purpose::Private => false,
            Purpose::Rematch { of, .. } => matches!(opening.purpose, Purpose::Rematch { of: old, .. } if old == of),
        });
        if let Some(opening) = under_way {
            opening.waiters.push(waiter);
            return None;
        }
        self.last += 1;
        self.openings.push((self.last, Opening { purpose, waiters: vec![waiter] }));
        Some(self.last)
    }

    pub(super) fn take(&mut self, number: u64) -> Option<Opening> {
        let index = self.openings.iter().position(|(other, _)| *other == number)?;
        Some(self.openings.swap_remove(index).1)
    }
}

impl Opening {
    /// Sends `answer` to all waiters.
    pub(super) fn answer(self, answer: &Result<RoomCode, OpenRoomError>) {
        for waiter in self.waiters {
            // The waiter may have ended.
            let _ = waiter.send(answer.clone());
        }
    }
}
