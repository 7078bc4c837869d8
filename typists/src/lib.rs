//! Made typists for tests: each makes a run through a text from a seed and a speed.
//!
//! It deliberately does not know how runs are judged, so that no typist is made to fit a rule.

pub mod bots;
pub mod honest;

use rand::Rng;
use typing::key_log::TimedKeys;

/// A run through a text, as a browser sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// The keys, with times since the start of the race.
    pub keys: TimedKeys,
    /// The number of keys whose events were not trusted (`isTrusted` of DOM events).
    pub untrusted_keys: u32,
    /// The number of insertions of more than one character.
    pub pastes: u32,
}

/// A typist: makes a run through a text at about this speed, in wpm.
pub type Typist = fn(&mut dyn Rng, &str, f64) -> Run;
