//! The vocabulary that both halves of Colibri share.
//!
//! `engine` and `api` depend on this crate, and never on each other. It owns the values that both exchange: ids, texts,
//! languages and percents, racers and their results, the events on the wire, the codes of errors, and the messages between
//! the halves. It has types alone: the rules of typing are in `typing`, those of a race in `race`.

pub mod error_code;
pub mod evidence;
pub mod finding;
pub mod ids;
pub mod language;
pub mod messages;
mod metrics;
mod numbers;
pub mod percent;
pub mod racer;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
pub mod unreadable;
pub mod wire;

pub use error_code::ErrorCode;
pub use evidence::Evidence;
pub use ids::{GuestId, RaceId, RacerId, RoomCode, TextId, UserId};
pub use language::Language;
pub use percent::Percent;
pub use text::Text;
