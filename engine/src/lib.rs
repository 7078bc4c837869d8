//! The race engine: the sockets through which racers speak, the rooms in which they race, and the rules of a race.

pub mod metrics;
pub mod race;
pub mod socketio;
