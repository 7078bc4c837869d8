//! Mistakes that a bot makes on purpose, and corrects.

use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt as _};
use typing::Key;

use super::keyboard::neighbors;

/// Returns the keys for `text` with mistakes: a neighbor's key, two keys swapped, or one doubled. Each letter is one with
/// the chance `rate`. Up to `late` more keys are typed before the mistake is erased.
pub(super) fn with_mistakes(rng: &mut dyn Rng, text: &str, rate: f64, late: usize) -> Vec<char> {
    let text: Vec<char> = text.chars().collect();
    let mut keys = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let next = text.get(at + 1).copied().filter(|next| *next != text[at]);
        if text[at].is_alphabetic() && rng.random_bool(rate) {
            let wrong = match (rng.random_range(0..10), next) {
                (0..2, Some(next)) => vec![next, text[at]],
                (2..4, Some(_)) => {
                    keys.push(text[at]);
                    at += 1;
                    vec![text[at - 1]]
                }
                _ => neighbors(text[at]).choose(rng).copied().into_iter().collect(),
            };
            if !wrong.is_empty() {
                let after = &text[at + wrong.len()..];
                let seen = rng.random_range(0..=late.min(after.len()));
                keys.extend(&wrong);
                keys.extend(&after[..seen]);
                keys.extend(vec![Key::BACKSPACE; wrong.len() + seen]);
            }
        }
        keys.push(text[at]);
        at += 1;
    }
    keys
}
