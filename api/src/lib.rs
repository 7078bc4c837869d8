//! Accounts, texts, statistics and results over REST, on Diesel and Postgres.

mod metrics;

pub mod database;

pub use crate::database::Database;
