#![doc = include_str!("../README.md")]

// From the bottom up: each module uses only those above it.
mod settings;

mod metrics;
mod rate_limit;

pub mod websocket;

mod tcp;

mod http_stream;

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

pub use application::{Application, Connect, ConnectError, Session};
pub use arguments::Arguments;
pub use encoded::Encoded;
pub use engineio::{DisconnectReason, Server};
pub use event::{Ack, Event};
pub use http::{Http, OnConnect};
pub use rate_limit::RateLimit;
pub use scope::Scope;
pub use settings::{AllowsOrigin, ClientAddress, Limit, Settings};
pub use socket::{Answer, NoAnswer, Socket};
