//! The site as a whole: in this process where that is enough, else as the `colibri` command that an operator starts.

mod cluster;
mod colibri;
mod help;
mod lifecycle;
mod mail;
mod operations;
mod pages;
mod payments;
mod ports;
// The PayPal of the api's tests, of which less is needed here.
#[allow(dead_code)]
#[path = "../../api/tests/api/support/paypal.rs"]
mod paypal;
// The Postgres of the api's tests, likewise.
#[allow(dead_code)]
#[path = "../../api/tests/api/support/postgres.rs"]
mod postgres;
mod racer;
mod races;
mod refusals;
mod security;
mod site;
mod skins;
