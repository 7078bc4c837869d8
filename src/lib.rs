//! Colibri as a library: the command line, and a whole site that starts and stops within a process.
//!
//! The binary calls [`run_command`]. Tests start a [`Site`] and need no process of its own for that.

// `eprintln` panics if nobody reads it, in whatever thread: a room, a mail.
#![warn(clippy::print_stderr)]

mod assets;
mod backup;
mod command_line;
mod database;
mod health;
mod keys;
mod link;
mod logging;
mod mail;
mod open_files;
mod operations;
mod operator;
mod page;
mod payments;
mod process_metrics;
mod request_span;
mod running;
mod security_headers;
mod serve;
mod settings;
mod unfinished;
mod unread;

pub use command_line::run as run_command;
pub use running::{Running, Site};
pub use settings::Settings;
