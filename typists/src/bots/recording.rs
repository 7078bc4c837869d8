//! Recordings of a person, from which some bots play.
//!
//! No person typed them: they come from a model that is richer than those of the bots, with a table of pairs for each person,
//! a tempo that drifts, rolls, slips and hesitations.

use std::collections::BTreeMap;

use rand::{Rng, RngExt as _};
use typing::Key;

use super::dice::{exponential, gauss, log_normal};
use super::draft::Draft;
use super::keyboard::{distance, finger, is_one_hand, is_shifted};
use super::mistakes::with_mistakes;

/// A person whose keys a bot recorded.
pub(super) struct Person {
    /// The ease of each pair of keys that was typed before.
    pairs: BTreeMap<(char, char), f64>,
    mistakes: f64,
    rolls: f64,
    unevenness: f64,
}

impl Person {
    pub(super) fn new(rng: &mut dyn Rng) -> Self {
        Self {
            pairs: BTreeMap::new(),
            mistakes: rng.random_range(0.01..0.05),
            rolls: rng.random_range(0.03..0.15),
            unevenness: rng.random_range(0.15..0.3),
        }
    }

    /// Types a text at about this speed.
    pub(super) fn type_through(&mut self, rng: &mut dyn Rng, text: &str, wpm: f64) -> Draft {
        let keys = with_mistakes(rng, text, self.mistakes, 3);
        let mut tempo = 0.0;
        let reaction = log_normal(rng, 400.0, 0.3);
        let draft = Draft::new(reaction, keys, |before, key| {
            tempo = 0.96 * tempo + gauss(rng, 0.0, 0.03);
            let ease = self.ease(rng, before, key);
            let wait = log_normal(rng, ease, self.unevenness) * (1.0 + tempo);
            let hesitation = if rng.random_bool(0.01) { exponential(rng, 4.0) } else { 0.0 };
            (wait + exponential(rng, 0.1) + hesitation).max(0.05)
        });
        draft.at(wpm, text)
    }

    fn ease(&mut self, rng: &mut dyn Rng, before: char, key: char) -> f64 {
        let general = match (before, key) {
            (Key::BACKSPACE, Key::BACKSPACE) => 0.9,
            (_, Key::BACKSPACE) => 2.2,
            (Key::BACKSPACE, _) => 1.7,
            (' ', _) => 1.2,
            _ if before == key => 0.95,
            _ if finger(before) == finger(key) => 1.1 + 0.15 * distance(before, key),
            _ if is_one_hand(before, key) && rng.random_bool(self.rolls) => 0.35,
            _ if is_one_hand(before, key) => 0.9,
            _ => 0.8,
        };
        let shift = if is_shifted(key) && !is_shifted(before) { 0.7 } else { 0.0 };
        let sentence = if ".!?;:".contains(before) { 0.5 } else { 0.0 };
        let own = *self.pairs.entry((before, key)).or_insert_with(|| log_normal(rng, 1.0, 0.2));
        (general + shift + sentence) * own
    }
}

/// Returns a recording of this person's keys at about a speed.
pub(super) fn recording(rng: &mut dyn Rng, text: &str, wpm: f64) -> Draft {
    Person::new(rng).type_through(rng, text, wpm)
}

/// The speed that a person who needs a bot has.
pub(super) fn own_wpm(rng: &mut dyn Rng) -> f64 {
    rng.random_range(40.0..75.0)
}
