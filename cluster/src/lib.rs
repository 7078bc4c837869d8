//! The link between processes: the messages of [`shared::messages`] over NATS.
//!
//! A process holds one [`Link`]. On it, a [`Proxy`] asks what another process answers, and [`Services`] answers what others
//! ask. Results of races go through a queue that the broker keeps on disk: [`ResultSender`] puts them there, and
//! [`Services::record_results`] takes them out. [`Rooms`] is what engines share: their rooms, and the way to each other. This
//! crate is the only one that speaks NATS. Engine and api do not know it: they hold `actix::Recipient`s, as in one process, and
//! the traits that the engine defines.

mod link;
mod metrics;
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
pub use settings::{InvalidPrefix, InvalidServers, Prefix, Servers, Settings};
