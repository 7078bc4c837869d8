//! The `colibri` command as an operator meets it: its own process, its own data directory, its own Postgres.

mod colibri;
mod help;
mod lifecycle;
mod mail;
mod operations;
mod racer;
mod races;
mod refusals;
mod security;
