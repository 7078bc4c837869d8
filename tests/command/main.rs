//! The `colibri` command as an operator meets it: its own process, its own data directory, its own Postgres.

mod colibri;
mod help;
mod lifecycle;
mod mail;
mod operations;
mod pages;
mod payments;
// The PayPal that the api is tested with, of which less is needed here.
#[allow(dead_code)]
#[path = "../../api/tests/api/support/paypal.rs"]
mod paypal;
mod racer;
mod races;
mod refusals;
mod security;
mod skins;
