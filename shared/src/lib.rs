//! The vocabulary that both halves of Colibri share.
//!
//! `engine` and `api` depend on this crate, and never on each other. It owns the values that both exchange (ids, texts,
//! languages, percents), racers and their results, the modes of runs, the events on the wire, the rules of typing and
//! scoring, the rules of verdicts, and the messages between the halves. It deliberately has no database, socket, clock or setting.

pub mod error_code;
pub mod evidence;
pub mod ghost;
pub mod ids;
pub mod key_log;
pub mod language;
pub mod leb128;
pub mod messages;
mod metrics;
pub mod mode;
mod numbers;
pub mod percent;
pub mod practice;
pub mod presses;
pub mod racer;
pub mod score;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
pub mod typing;
pub mod unreadable;
pub mod verdict;
pub mod wire;

pub use error_code::ErrorCode;
pub use evidence::Evidence;
pub use ids::{RaceId, RoomCode, TextId, UserId};
pub use language::Language;
pub use mode::Mode;
pub use percent::Percent;
pub use text::Text;
