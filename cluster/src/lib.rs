//! The link between processes: the messages of [`shared::messages`] over NATS.
//!
//! A process holds one [`Link`]. A [`Proxy`] sends requests to other processes over it, and [`Services`] answers the
//! requests of others. Race results go through a queue that the broker keeps on disk: [`ResultSender`] adds them, and
//! [`Services::record_results`] removes them. [`Rooms`] holds the rooms that engines share, and their messages to each
//! other.
//!
//! Only this crate uses NATS. Engine and api do not depend on it: they hold `actix::Recipient`s, as in one process, and
//! the engine's own traits.
//!
//! The public functions return boxed futures, so that their code, with that of the NATS client, is compiled with this
//! crate: that of an `async fn` is generated in the crate that polls it, here the last one of the build.

mod link;
pub mod metrics;
mod proxy;
mod request;
mod results;
mod rooms;
mod services;
mod settings;
mod subjects;

pub use link::{ConnectError, Link};
pub use proxy::Proxy;
pub use request::Request;
pub use results::ResultSender;
pub use rooms::Rooms;
pub use services::{ServeError, Services};
pub use settings::{InvalidPrefix, InvalidServers, Prefix, Role, Servers, Settings};
