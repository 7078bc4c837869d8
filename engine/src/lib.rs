//! The race engine: the sockets of racers, the rooms in which they race, and the rules of a race.
//!
//! A process runs one [`Engine`]. From the socket inward, it consists of a `Session` per client, one `Lobby` that owns
//! the rooms, a `Room` per race with the rules of `race` inside, and one `Recorder` that keeps results until they are
//! saved. Snapshots of rooms are kept in a [`store`]. The engine has no database: it draws texts and saves results
//! through [`Links`].

mod client;
mod engine;
#[cfg(test)]
mod generated;
mod ids;
mod limits;
mod lobby;
pub mod metrics;
mod occupancy;
pub mod peers;
mod recorder;
mod room;
mod rooms;
mod session;
mod settings;
#[cfg(test)]
mod simulation;
pub mod store;
mod switchboard;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod versions;

pub use engine::{Engine, Links, SOCKET_PATH};
pub use ids::EngineId;
pub use settings::Settings;
pub use switchboard::Switchboard;
