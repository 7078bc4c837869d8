//! The fixtures of the tests: a Postgres, an api that listens, an engine with prepared answers, a PayPal with prepared
//! faults.

pub(crate) mod app;
pub(crate) mod document;
pub(crate) mod engine;
pub(crate) mod paypal;
pub(crate) mod pgbouncer;
pub(crate) mod post;
pub(crate) mod postgres;
pub(crate) mod queries;
pub(crate) mod results;
pub(crate) mod runs;
pub(crate) mod shop;
pub(crate) mod smtp;

pub(crate) use app::{Answer, App, PASSWORD};
