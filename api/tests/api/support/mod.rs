//! What the tests stand on: a Postgres, an api that listens, an engine that answers what it is told to.

pub(crate) mod app;
pub(crate) mod engine;
pub(crate) mod post;
pub(crate) mod postgres;
pub(crate) mod smtp;

pub(crate) use app::{Answer, App, PASSWORD};
