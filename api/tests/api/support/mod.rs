//! What the tests stand on: a Postgres, an api that listens, an engine that answers what it is told to, a PayPal
//! that goes wrong when it is told to.

pub(crate) mod app;
pub(crate) mod document;
pub(crate) mod engine;
pub(crate) mod paypal;
pub(crate) mod post;
pub(crate) mod postgres;
pub(crate) mod queries;
pub(crate) mod results;
pub(crate) mod shop;
pub(crate) mod smtp;

pub(crate) use app::{Answer, App, PASSWORD};
