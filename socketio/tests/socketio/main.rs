//! The socket layer as its clients see it: over real HTTP and WebSockets, on two worker threads.
#![allow(clippy::unwrap_used)]

mod clients;
mod fixture;

mod closing;
mod crowd;
mod events;
mod flooding;
mod handshake;
mod heartbeat;
mod limits;
mod namespaces;
mod numbers;
mod strangers;
mod upgrade;
mod websocket;
