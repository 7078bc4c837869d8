//! Accounts, texts, statistics and results over REST, on Diesel and Postgres.

pub mod database;
