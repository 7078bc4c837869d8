//! Socket.IO v5 over Engine.IO v4 on actix-web, as an actor per connection.
//!
//! A product implements [`Application`] and [`Session`], makes one [`Server`] per process and serves it with [`Http`]:
//! its polling by [`Server::configure`], its WebSockets by [`Server::websockets`]. It promises:
//!
//! - [`Session::disconnected`] is called exactly once for every session that [`Application::connect`] made.
//! - Packets sent through a [`Socket`] arrive in order or the connection ends; a sender never waits, and a client too
//!   slow to keep up is disconnected.
//! - Limits are checked before anything is dispatched; a packet that cannot be read ends the connection it came on.
//!
//! Protocols: <https://socket.io/docs/v4/engine-io-protocol/> and <https://socket.io/docs/v4/socket-io-protocol/>.

// From the bottom up: each module uses only those above it.
pub mod metrics;
mod rate_limit;
mod settings;

pub mod websocket;

mod tcp;

mod http;

pub mod engineio;

mod arguments;
mod codec;

mod encoded;
mod socket;

mod event;
mod scope;

mod application;

mod client;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use application::{Application, Connect, Refusal, Session};
pub use arguments::Arguments;
pub use encoded::Encoded;
pub use engineio::{DisconnectReason, Server};
pub use event::{Ack, Event};
pub use http::{Http, OnConnect};
pub use scope::Scope;
pub use settings::{AllowsOrigin, ClientAddress, LimitNames, Settings};
pub use socket::{Answer, NoAnswer, Socket};
