//! The rules of typing: what each key does to a run through a text, its figures, its log, and the verdict about it.
//!
//! Nothing here knows races, sockets or databases: a text and keys with their times go in, numbers come out. The browser has
//! the same rules; both are tested with the cases in `shared/fixtures/`.

pub mod characters;
pub mod division;
pub mod ghost;
pub mod key_log;
pub mod leb128;
mod mode;
pub mod practice;
pub mod presses;
mod run;
pub mod score;
pub mod speed;
pub mod verdict;

pub use mode::{Mode, UnknownMode};
pub use run::{Key, Rules, Typing, keys};
