//! The site as a whole: in this process where that shows it, and as the `colibri` command that an operator starts.

mod cluster;
mod colibri;
mod help;
mod lifecycle;
mod mail;
mod operations;
mod pages;
mod payments;
mod ports;
// The PayPal that the api is tested with, of which less is needed here.
#[allow(dead_code)]
#[path = "../../api/tests/api/support/paypal.rs"]
mod paypal;
// The Postgres that the api is tested with, likewise.
#[allow(dead_code)]
#[path = "../../api/tests/api/support/postgres.rs"]
mod postgres;
mod racer;
mod races;
mod refusals;
mod security;
mod site;
mod skins;
