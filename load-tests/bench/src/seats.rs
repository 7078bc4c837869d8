//! Rooms with racers, and their credentials.
//!
//! Colibri's engine gives seats and checks tokens. The other servers accept every client, so their racers are made up.

use std::net::SocketAddr;

use serde::{Deserialize, Serialize};
use shared::RoomCode;

use crate::http;

/// Racers in a room.
pub(crate) const RACERS: usize = 5;
/// The number of rooms requested at once, since the engine keeps a seat only for a limited time until its racer joins.
pub(crate) const ROOMS_AT_ONCE: usize = 50;

/// A room and its racers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Room {
    pub(crate) code: RoomCode,
    pub(crate) racers: Vec<Racer>,
}

/// The name and the token of one racer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Racer {
    pub(crate) username: String,
    #[serde(default)]
    pub(crate) token: Option<String>,
}

/// The source of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seats {
    /// From Colibri's engine, which starts the race of a room once all racers have joined.
    Given(SocketAddr),
    /// Made up: the server accepts every client.
    MadeUp,
}

impl Seats {
    /// Returns the rooms `first` to `first + count`, with racers.
    pub(crate) fn rooms(self, first: usize, count: usize) -> anyhow::Result<Vec<Room>> {
        match self {
            Self::Given(address) => ask(address, &format!("/rooms?first={first}&count={count}")),
            Self::MadeUp => Ok((first..first + count).map(made_up).collect()),
        }
    }

    /// Returns the racers `first` to `first + count`, without a seat.
    pub(crate) fn visitors(self, first: usize, count: usize) -> anyhow::Result<Vec<Racer>> {
        match self {
            Self::Given(address) => ask(address, &format!("/visitors?first={first}&count={count}")),
            Self::MadeUp => {
                Ok((first..first + count).map(|number| Racer { username: visitor(number), token: None }).collect())
            }
        }
    }

    /// Returns true if the server announces the start of a race.
    pub(crate) fn are_given(self) -> bool {
        matches!(self, Self::Given(_))
    }
}

/// Returns the name of the racer on a seat, which [`seat_of`] reads.
pub(crate) fn name(room: usize, seat: usize) -> String {
    format!("racer-{room:05}-{seat}")
}

/// Returns the name of a visitor that only holds a connection.
pub(crate) fn visitor(number: usize) -> String {
    format!("visitor-{number:06}")
}

/// Returns the room and the seat in the name of a racer.
pub(crate) fn seat_of(name: &str) -> Option<(usize, usize)> {
    let (room, seat) = name.strip_prefix("racer-")?.split_once('-')?;
    Some((room.parse().ok()?, seat.parse().ok()?))
}

fn made_up(number: usize) -> Room {
    let racers = (0..RACERS).map(|seat| Racer { username: name(number, seat), token: None }).collect();
    Room { code: RoomCode::from_random(number as u64), racers }
}

fn ask<T: for<'de> Deserialize<'de>>(address: SocketAddr, path: &str) -> anyhow::Result<T> {
    Ok(serde_json::from_str(&http::get(address, path)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_racer_contains_the_seat() {
        assert_eq!(seat_of(&name(1999, 4)), Some((1999, 4)));
        assert_eq!(seat_of(&visitor(7)), None);
    }

    #[test]
    fn made_up_rooms_have_different_codes() {
        let rooms = Seats::MadeUp.rooms(0, 2000).expect("they are made up");
        let codes: std::collections::HashSet<_> = rooms.iter().map(|room| room.code).collect();
        assert_eq!(codes.len(), rooms.len());
        assert!(rooms.iter().all(|room| room.racers.len() == RACERS));
    }
}
