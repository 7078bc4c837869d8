//! Accounts, texts, statistics and results over REST, on Diesel and Postgres.

mod error;
mod limits;
mod metrics;
mod models;
mod passwords;
mod tokens;
mod validation;

pub mod database;

pub use crate::database::Database;
pub use crate::tokens::{InvalidKey, NoRandomness, TokenIssuer};
