//! The rules of events: rounds of races that a member hosts for whoever joins by a code.
//!
//! An event is rows of the database, and each heat of a round a room of an engine. All heats of a round have one text and
//! one instant of the start. From that instant's choice on, the next round is open, and racers wait in its rooms.
//!
//! Here are the pure rules; `models/event*.rs` have the rows, and `handlers/events/` the calls.

pub(crate) mod course;
pub(crate) mod csv;
pub(crate) mod heats;
pub(crate) mod standings;
