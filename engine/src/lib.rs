//! The race engine: the sockets through which racers speak, and the numbers that an operator watches.

pub mod metrics;
pub mod socketio;
