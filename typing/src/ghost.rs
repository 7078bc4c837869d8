//! The rule of ghosts: when a run that was typed before reaches each character of a text.

use crate::key_log::TimedKeys;
use crate::practice::composed;
use crate::run::{self, Typing};
use crate::score;

/// Returns, for each character of `text`, the whole milliseconds after the start at which the ghost of a run has typed it.
/// They never fall. `None` if the keys do not give `own`, the text of the run.
///
/// A character is typed with the key after which it was never deleted again. On another text, the ghost has typed the same
/// share of it at the same share of its time, and it finishes at `wpm`, the speed of its run.
pub fn arrivals(own: &str, keys: &TimedKeys, wpm: f64, text: &str) -> Option<Vec<u32>> {
    let typed = typed_at(own, keys)?;
    let last = typed.last().copied().filter(|last| *last > 0)?;
    let length = text.chars().count();
    let finish = (wpm > 0.0).then(|| score::time_at(wpm, length))?.as_secs_f64() * 1000.0;
    // Each character's end as a place in the run's own text, between two of its characters.
    let places = (1..=length).map(|n| n as f64 * typed.len() as f64 / length as f64);
    let at = |index: usize| index.checked_sub(1).map_or(0.0, |before| f64::from(typed[before.min(typed.len() - 1)]));
    let stretched = places.map(|place| {
        let before = place as usize;
        let ms = at(before) + (at(before + 1) - at(before)) * place.fract();
        (ms * finish / f64::from(last)).round() as u32
    });
    Some(stretched.collect())
}

/// Returns the time at which each character of `text` was typed for good; `None` unless all were.
fn typed_at(text: &str, keys: &TimedKeys) -> Option<Vec<u32>> {
    let mut typing = Typing::new(text);
    let mut typed_at = Vec::new();
    for (characters, ms) in composed(keys.keystrokes.chars().zip(keys.times.iter().copied())) {
        for key in run::keys(&characters) {
            typing.press(key);
            typed_at.resize(typing.typed(), ms);
        }
    }
    typing.is_finished().then_some(typed_at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A name, the keys with their times, the text of the ghost, and its arrivals.
    type Case = (&'static str, &'static str, &'static [u32], &'static str, &'static [u32]);

    fn keys(keystrokes: &str, times: &[u32]) -> TimedKeys {
        TimedKeys::new(keystrokes.to_owned(), times.to_vec()).expect("they belong together")
    }

    #[test]
    fn a_ghost_types_when_its_run_did_and_reaches_what_it_corrected_later() {
        // Ten characters in six seconds are 20 wpm.
        let cases: [Case; 7] = [
            ("the same text", "abcde", &[200, 400, 1200, 2000, 3000], "abcde", &[200, 400, 1200, 2000, 3000]),
            (
                "corrected",
                "abx\u{8}cde",
                &[100, 200, 300, 900, 1200, 2000, 3000],
                "abcde",
                &[100, 200, 1200, 2000, 3000],
            ),
            (
                "a word again",
                "abx\u{17}abcde",
                &[1, 2, 3, 4, 500, 600, 700, 2000, 3000],
                "abcde",
                &[500, 600, 700, 2000, 3000],
            ),
            (
                "twice as long",
                "abcde",
                &[200, 400, 1200, 2000, 3000],
                "vwxyzvwxyz",
                &[200, 400, 600, 800, 1600, 2400, 3200, 4000, 5000, 6000],
            ),
            ("shorter", "abcde", &[200, 400, 1200, 2000, 3000], "vwx", &[200, 880, 1800]),
            ("a slower clock", "abcde", &[100, 200, 600, 1000, 1500], "abcde", &[200, 400, 1200, 2000, 3000]),
            ("composed", "abcde\u{301}", &[200, 400, 1200, 2000, 2900, 3000], "abcdé", &[200, 400, 1200, 2000, 3000]),
        ];
        for (name, keystrokes, times, text, expected) in cases {
            let own = if name == "composed" { "abcdé" } else { "abcde" };
            assert_eq!(arrivals(own, &keys(keystrokes, times), 20.0, text).as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn keys_that_do_not_give_their_text_and_runs_without_time_are_no_ghosts() {
        for (name, keystrokes, times, wpm) in [
            ("no keys", "", &[][..], 20.0),
            ("unfinished", "ab", &[1, 2], 20.0),
            ("wrong", "abx", &[1, 2, 3], 20.0),
            ("no time", "abc", &[0, 0, 0], 20.0),
            ("no speed", "abc", &[1, 2, 3], 0.0),
        ] {
            assert_eq!(arrivals("abc", &keys(keystrokes, times), wpm, "abc"), None, "{name}");
        }
    }

    proptest! {
        #[test]
        fn a_ghost_never_goes_back_and_finishes_at_its_speed(
            gaps in prop::collection::vec(1..2000_u32, 1..80), wpm in 1.0..350.0, length in 1..600_usize,
        ) {
            let times: Vec<u32> = gaps.iter().scan(0, |ms, gap| { *ms += gap; Some(*ms) }).collect();
            let own = "a".repeat(times.len());
            let arrivals = arrivals(&own, &keys(&own, &times), wpm, &"b".repeat(length)).expect("it is finished");
            prop_assert!(arrivals.len() == length && arrivals.is_sorted());
            let finish = score::time_at(wpm, length).as_secs_f64() * 1000.0;
            prop_assert!(arrivals.last().is_some_and(|last| (f64::from(*last) - finish).abs() <= 0.5));
        }
    }
}
