//! The api over real HTTP against a real Postgres, each test with a database of its own.

mod support;

mod account_settings;
mod accounts;
mod admin;
mod bad_input;
mod database;
mod draw_text;
mod health;
mod leaderboard;
mod limits;
mod mails;
mod passwords;
mod practice;
mod race;
mod record_result;
mod shop;
mod skins;
mod stats;
mod texts;
mod tokens;
mod verification;
