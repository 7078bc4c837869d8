//! Tests of the api over real HTTP and a real Postgres, each with its own database.

mod support;

mod account_settings;
mod accounts;
mod add_skin;
mod admin;
mod bad_input;
mod changed_address;
mod database;
mod document;
mod draw_text;
mod feedback;
mod health;
mod leaderboard;
mod limits;
mod mails;
mod origin;
mod passwords;
mod payments;
mod payments_failing;
mod payments_tampered;
mod payments_unfinished;
mod plans;
mod practice;
mod race;
mod record_result;
mod restart;
mod results_under_load;
mod revocations;
mod settings;
mod shop;
mod skins;
mod stats;
mod text_requests;
mod texts;
mod verification;
