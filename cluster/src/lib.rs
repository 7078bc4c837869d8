//! The link between processes: the messages of [`shared::messages`] over NATS.
//!
//! A process holds one [`Link`]. On it, a [`Proxy`] asks what another process answers, and [`Services`] answers what others
//! ask. Results of races go through a queue that the broker keeps on disk: [`ResultSender`] puts them there, and
//! [`Services::record_results`] takes them out. This crate is the only one that speaks NATS, and knows neither engine nor api:
//! both hold `actix::Recipient`s, as in one process.

mod link;
mod metrics;
mod proxy;
mod request;
mod results;
mod services;
mod settings;
mod subjects;

pub use link::{ConnectError, Link};
pub use proxy::Proxy;
pub use request::Request;
pub use results::ResultSender;
pub use services::{ServeError, Services};
pub use settings::{InvalidPrefix, InvalidServers, Prefix, Servers, Settings};
