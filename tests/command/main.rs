//! The site as a whole: within this process where possible, otherwise as the `colibri` command.

mod backup;
mod cluster;
mod colibri;
mod lifecycle;
mod log;
mod mail;
mod operations;
mod pages;
mod payments;
mod ports;
// The PayPal of the api's tests, of which only a part is used here.
#[allow(dead_code)]
#[path = "../../api/tests/api/support/paypal.rs"]
mod paypal;
// The Postgres of the api's tests, of which only a part is used here.
#[allow(dead_code)]
#[path = "../../api/tests/api/support/postgres.rs"]
mod postgres;
mod racer;
mod races;
mod refusals;
mod security;
mod site;
mod skins;
