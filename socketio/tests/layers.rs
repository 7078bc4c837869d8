//! The layers of the crate: Engine.IO, and what is below it, compile without Socket.IO.
#![allow(unused, unreachable_pub, missing_docs, reason = "the modules are the library's")]

#[path = "../src/metrics.rs"]
mod metrics;
#[path = "../src/rate_limit.rs"]
mod rate_limit;
#[path = "../src/settings.rs"]
mod settings;

#[path = "../src/websocket/mod.rs"]
pub mod websocket;

#[path = "../src/engineio/mod.rs"]
pub mod engineio;

pub use rate_limit::RateLimit;
pub use settings::{AllowsOrigin, ClientAddress, Limit, Settings};
