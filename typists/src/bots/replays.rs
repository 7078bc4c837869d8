//! Bots that play what a person typed.

use std::collections::BTreeMap;

use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt as _};
use typing::Key;

use super::dice::gauss;
use super::draft::{Clock, Draft, ms_per_key};
use super::mistakes::with_mistakes;
use super::recording::{Person, own_wpm, recording};
use crate::Run;

/// The text that the person typed for practice, when the bot recorded them.
const PRACTICE: &str = "We went down to the harbor before the sun was up, and the boats were already out. \"They never wait \
    for us,\" she said. It was true: in ten years we had not been early once. The gulls laughed, the ropes creaked, and \
    a boy with a basket of quick silver fish ran past without a word. Later, over bread and black coffee, we made a plan for \
    the next day; nobody believed in it, but it was a good plan, and that was enough to be happy about until the evening. \
    Just before midnight the wind turned, the lamps along the quay went dark, and every dog in the village began to bark.";

/// A person who types the first half, and presses the hotkey of a script that types the rest with jitter.
pub fn half_by_hand(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut by_hand = recording(rng, text, 0.85 * wpm).0;
    let half = by_hand.len() / 2;
    // The script begins at the end of a word, without mistakes before it.
    let is_pause = |at: &usize| is_typed_right(&by_hand[..*at], text) && by_hand[*at - 1].0 == ' ';
    let switch = (half..by_hand.len()).find(is_pause).unwrap_or(by_hand.len());
    let mut rest: Vec<char> = text.chars().collect();
    by_hand.truncate(switch);
    rest.drain(..typed(&by_hand).len());
    let elapsed: f64 = by_hand.iter().map(|(_, wait)| wait).sum();
    let left = text.chars().count() as f64 * ms_per_key(wpm) - elapsed;
    let wait = (left / rest.len().max(1) as f64).max(ms_per_key(1.5 * wpm));
    by_hand.extend(rest.into_iter().map(|key| (key, wait * rng.random_range(0.8..1.2))));
    Draft(by_hand).play(rng, Clock::System)
}

/// The waits of a recording through another text, one after the other, as macro recorders that swap the keys play them.
pub fn onto_another_text(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let wpm_of_person = own_wpm(rng);
    let recorded = recording(rng, PRACTICE, wpm_of_person).0;
    let waits = recorded.windows(2).filter(|pair| pair.iter().all(|(key, _)| *key != Key::BACKSPACE));
    let waits: Vec<f64> = waits.map(|pair| pair[1].1).collect();
    let mut waits = waits.iter().cycle().skip(rng.random_range(0..waits.len()));
    let reaction = rng.random_range(300.0..600.0);
    let draft = Draft::new(reaction, text.chars(), |_, _| *waits.next().expect("the waits are a cycle"));
    draft.at(wpm, text).play(rng, Clock::System)
}

/// A recording through the same text, which the person typed at their own speed, played faster, mistakes and all: the
/// speed setting of any macro recorder.
pub fn sped_up(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let own_wpm = own_wpm(rng);
    recording(rng, text, own_wpm).at(wpm, text).play(rng, Clock::System)
}

/// Waits drawn for each pair of keys from many recordings of one person through other texts, with the person's kind of
/// mistakes, at a higher speed. No published bot does it; a careful author with an evening would.
pub fn spliced(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut person = Person::new(rng);
    let wpm_of_person = own_wpm(rng);
    let mut by_pair = BTreeMap::<(char, char), Vec<f64>>::new();
    let mut by_key = BTreeMap::<char, Vec<f64>>::new();
    for _ in 0..8 {
        let recorded = person.type_through(rng, PRACTICE, wpm_of_person).0;
        for pair in recorded.windows(2) {
            by_pair.entry((pair[0].0, pair[1].0)).or_default().push(pair[1].1);
            by_key.entry(pair[1].0).or_default().push(pair[1].1);
        }
    }
    let keys = with_mistakes(rng, text, 0.02, 2);
    let reaction = rng.random_range(300.0..600.0);
    let draft = Draft::new(reaction, keys, |before, key| {
        let waits = by_pair.get(&(before, key)).or_else(|| by_key.get(&key)).unwrap_or(&by_key[&'e']);
        *waits.choose(rng).expect("each list has a wait")
    });
    draft.at(wpm, text).play(rng, Clock::System)
}

/// The log of another racer through the same text, at the speed at which they typed it, with a noise of a few milliseconds.
/// No published bot does it; where replays are public, anyone could. Nothing in the keys themselves gives it away.
pub fn of_another_racer(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut log = recording(rng, text, wpm).0;
    log.iter_mut().for_each(|(_, wait)| *wait += gauss(rng, 0.0, 4.0));
    Draft(log).play(rng, Clock::Computed)
}

/// Returns what stands in the field after these keys.
fn typed(keys: &[(char, f64)]) -> Vec<char> {
    let mut typed = Vec::new();
    for (key, _) in keys {
        if *key == Key::BACKSPACE {
            typed.pop();
        } else {
            typed.push(*key);
        }
    }
    typed
}

fn is_typed_right(keys: &[(char, f64)], text: &str) -> bool {
    text.chars().zip(typed(keys)).all(|(due, typed)| due == typed)
}
