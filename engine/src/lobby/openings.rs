//! Rooms that are about to open: their text is being drawn, and everybody who asked meanwhile waits for the same one.

use shared::RoomCode;
use shared::messages::OpenRoomError;
use tokio::sync::oneshot;

/// What a new room is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Matchmaking.
    Public,
    /// Those who get the code from whoever asked.
    Private,
    /// The racers of another room, again.
    Rematch {
        /// The room in which they raced.
        of: RoomCode,
        /// Whether matchmaking never offers the new one.
        is_private: bool,
    },
}

/// Where the answer is awaited.
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
    /// Lets `waiter` wait for a room of this purpose. The number of a new opening, which the caller has to bring about;
    /// nothing when the room is on its way already. A public room is shared by as many as it seats.
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

    /// Ends the opening `number`.
    pub(super) fn take(&mut self, number: u64) -> Option<Opening> {
        let index = self.openings.iter().position(|(other, _)| *other == number)?;
        Some(self.openings.swap_remove(index).1)
    }
}

impl Opening {
    /// Tells everybody who waits.
    pub(super) fn answer(self, answer: &Result<RoomCode, OpenRoomError>) {
        for waiter in self.waiters {
            // Whoever has stopped waiting needs no answer.
            let _ = waiter.send(answer.clone());
        }
    }
}
