//! Socket.IO v5 over Engine.IO v4 on actix-web, as an actor per connection.
//!
//! A product implements [`Application`] and [`Session`], makes one [`Server`] per process and serves it with [`Http`]:
//! its polling by [`configure`], its WebSockets by [`websockets`]. This module knows the two protocols and nothing of
//! races. It promises:
//!
//! - [`Session::disconnected`] is called exactly once for every session that [`Application::connect`] made.
//! - Packets sent through a [`Socket`] arrive in order or the connection ends; a sender never waits, and a client too
//!   slow to keep up is disconnected.
//! - Limits are checked before anything is dispatched; a packet that cannot be read ends the connection it came on.
//!
//! Protocols: <https://socket.io/docs/v4/engine-io-protocol/> and <https://socket.io/docs/v4/socket-io-protocol/>.

mod application;
mod encoded;
mod event;
mod heard;
mod scope;
mod socket;

mod client;
mod http;
pub(crate) mod pace;
mod server;
mod settings;
mod tcp;

mod codec;
pub mod engineio;
pub mod websocket;

pub use application::{Application, Connect, Refusal, Session};
pub use encoded::Encoded;
pub use engineio::DisconnectReason;
pub use event::{Ack, Arguments, Event, HeardAck};
pub use heard::Heard;
pub use http::{Http, OnConnect};
pub use scope::{Scope, deliver};
pub use server::{Server, configure, websockets};
pub use settings::Settings;
pub use socket::{Answer, NoAnswer, Socket};
