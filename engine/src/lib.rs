//! The race engine: sockets, rooms and the rules of a race.

pub mod race;
