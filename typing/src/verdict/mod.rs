//! The verdict about a run: open rules that tell whether a hand on a keyboard typed it.
//!
//! Each rule is a function of the text, the keys with their times, and the room's observations; it yields a number, which
//! is compared with a limit. docs/verdicts.md has the rates of both kinds of error, and says how they were measured.

mod chords;
mod clock;
mod criterion;
mod letters;
mod likeness;
mod rhythm;
mod shown;

use shared::Evidence;
use shared::finding::{Finding, Rule};

use self::chords::Chords;
use self::clock::Clock;
use self::criterion::finding;
pub use self::criterion::{Criterion, Effect, Limit};
pub use self::likeness::{Pairs, Waits};
use self::rhythm::Rhythm;
pub use self::shown::{LAST_SHOWN, Shown};
use crate::characters::is_invisible;
use crate::key_log::TimedKeys;
use crate::presses::presses;
use crate::run::{self, Key, Typing};

/// The speed, in words per minute, below which nothing is said about rhythm: keyboards that are looked at or scanned have a
/// rhythm of their own, and nobody gains by being so slow.
const SLOW_WPM: f64 = 25.0;

/// The standing of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgment {
    /// The room has seen the keys when they were typed, and no rule speaks against them.
    Verified,
    /// The room has not seen the keys, or not when they were typed.
    Unverified,
    /// A rule holds the result back.
    Held,
}

/// Judges a run through `text`. Keys that are missing because the log is too long to be kept are not held against it.
pub fn judge(text: &str, keys: Option<&TimedKeys>, evidence: Option<&Evidence>) -> (Judgment, Vec<Finding>) {
    let (Some(keys), Some(evidence)) = (keys, evidence) else { return (Judgment::Unverified, Vec::new()) };
    let Measures { numbers, n_intervals } = measure(text, keys, evidence);
    let findings: Vec<_> =
        numbers.into_iter().filter_map(|(rule, measured)| finding(rule, measured, n_intervals)).collect();
    let judgment = if findings.iter().any(|finding| Criterion::of(finding.rule).effect == Effect::Holds) {
        Judgment::Held
    } else if findings.is_empty() {
        Judgment::Verified
    } else {
        Judgment::Unverified
    };
    (judgment, findings)
}

/// Returns true if `findings` hold a run of an account for nothing but [`Rule::WordsAtOnce`], so that it stands once an
/// admin has accepted such a run of the account.
pub fn is_of_chords_alone(findings: &[Finding]) -> bool {
    matches!(findings, [Finding { rule: Rule::WordsAtOnce, .. }])
}

/// Compares a run with earlier runs through its text, which are other runs of anybody, also of the same racer. Returns the
/// finding that holds it if it is most of one of them again.
pub fn compare<'a>(run: &Pairs, earlier: impl IntoIterator<Item = &'a Pairs>) -> Option<Finding> {
    let limit = Criterion::of(Rule::LikeAnotherRun).limit;
    let likenesses = earlier.into_iter().filter_map(|earlier| run.likeness(earlier, |n| limit.number(n)));
    let findings = likenesses.filter_map(|(measured, n)| finding(Rule::LikeAnotherRun, measured, n));
    findings.max_by(|one, other| one.measured.total_cmp(&other.measured))
}

/// The numbers of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// The number of each rule, without those for which the run is too short.
    pub numbers: Vec<(Rule, f64)>,
    /// The number of intervals between characters, without those inside of chords.
    pub n_intervals: usize,
}

/// Measures a run through `text`.
pub fn measure(text: &str, keys: &TimedKeys, evidence: &Evidence) -> Measures {
    let presses = presses(text, keys);
    let clock = Clock::of(&presses);
    let rhythm = Rhythm::of(&presses);
    let chords = Chords::of(&presses, clock);
    let shows_rhythm = clock.is_fine() && rhythm::wpm(&presses) >= SLOW_WPM;
    let number = |rule| match rule {
        Rule::NotTheText => Some(missing(text, keys) as f64),
        Rule::NoSuchKeys => Some(no_such_keys(keys) as f64),
        Rule::UntrustedKeys => Some(evidence.untrusted_keys.into()),
        Rule::Pastes => Some(evidence.pastes.into()),
        Rule::ClockAhead => {
            Some(-f64::from(evidence.clock_gap_ms) - f64::from(evidence.round_trip_ms.unwrap_or(0)) / 2.0)
        }
        Rule::Burst => Some(rhythm::longest_burst(&presses) as f64),
        Rule::SignsInChords => chords.as_ref()?.signs_within(),
        Rule::WordsAtOnce => chords.as_ref()?.whole_words(),
        Rule::FastChords => chords.as_ref()?.a_second(),
        Rule::EvenChords => chords.as_ref()?.variation(),
        Rule::ChordsInsideWords => Some(chords.as_ref()?.inside_words()),
        Rule::CoarseClock => clock.coarse_ms(),
        Rule::DoublePresses | Rule::EvenRhythm | Rule::NoPauses | Rule::Cycle | Rule::NoLetters if !shows_rhythm => {
            None
        }
        Rule::DoublePresses => rhythm::fast_doubles(&presses),
        Rule::EvenRhythm => rhythm.variation(),
        Rule::NoPauses => rhythm.longest_tenth(),
        Rule::Cycle => rhythm.same_again(),
        Rule::NoLetters => letters::log_odds(&presses),
        // Only `compare` knows other runs.
        Rule::LikeAnotherRun => None,
        // Only the api knows what the account has shown.
        Rule::AboveShown => None,
        Rule::LateKeys => Some(f64::from(evidence.late_keys) / keys.times.len().max(1) as f64),
    };
    let numbers = Rule::ALL.iter().filter_map(|rule| Some((*rule, number(*rule)?))).collect();
    Measures { numbers, n_intervals: rhythm.len() }
}

/// Returns the number of keys that no keyboard has.
fn no_such_keys(keys: &TimedKeys) -> usize {
    let is_other_control = |key: char| key.is_control() && key != Key::BACKSPACE && key != Key::BACKSPACE_WORD;
    let mut before_ms = None;
    let timed = keys.keystrokes.chars().zip(&keys.times);
    let is_none = |(key, ms): &(char, &u32)| {
        let is_with_another = before_ms.replace(**ms) == Some(**ms);
        is_other_control(*key) || (is_invisible(*key) && !is_with_another)
    };
    timed.filter(is_none).count()
}

/// Returns the number of characters of the text that are missing or wrong after the last key.
fn missing(text: &str, keys: &TimedKeys) -> usize {
    let mut typing = Typing::new(text);
    run::keys(&keys.keystrokes).into_iter().for_each(|key| typing.press(key));
    text.chars().count() - typing.right()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The hummingbird stands in the air before each flower, drinks, and is gone. ";

    /// Returns a run through `text` with a wait before each key.
    fn run(text: &str, wait: impl Fn(usize) -> u32) -> TimedKeys {
        let times = (0..text.chars().count()).scan(0, |ms, index| {
            *ms += wait(index);
            Some(*ms)
        });
        TimedKeys { keystrokes: text.to_owned(), times: times.collect() }
    }

    fn broken(text: &str, keys: &TimedKeys, evidence: Evidence) -> (Judgment, Vec<Rule>) {
        let (judgment, findings) = judge(text, Some(keys), Some(&evidence));
        (judgment, findings.into_iter().map(|finding| finding.rule).collect())
    }

    /// A run that breaks no rule: it is too short for those about rhythm.
    fn short() -> (&'static str, TimedKeys) {
        ("the air", run("the air", |index| 90 + 35 * (index as u32 % 3)))
    }

    #[test]
    fn a_run_that_the_room_has_not_seen_is_unverified() {
        let (text, keys) = short();
        assert_eq!(judge(text, Some(&keys), None), (Judgment::Unverified, vec![]));
        assert_eq!(judge(text, None, Some(&Evidence::default())), (Judgment::Unverified, vec![]));
        assert_eq!(broken(text, &keys, Evidence::default()), (Judgment::Verified, vec![]));
    }

    #[test]
    fn late_keys_leave_a_run_unverified_and_do_not_hold_it() {
        let (text, keys) = short();
        let late = Evidence { late_keys: 3, ..Evidence::default() };
        assert_eq!(broken(text, &keys, late), (Judgment::Unverified, vec![Rule::LateKeys]));
        let paused = Evidence { late_keys: 1, ..Evidence::default() };
        assert_eq!(broken(text, &keys, paused), (Judgment::Verified, vec![]), "the keys of one pause");
    }

    #[test]
    fn what_the_room_has_seen_holds_a_run() {
        let (text, keys) = short();
        for (evidence, rule) in [
            (Evidence { untrusted_keys: 1, ..Evidence::default() }, Rule::UntrustedKeys),
            (Evidence { pastes: 1, ..Evidence::default() }, Rule::Pastes),
            (Evidence { clock_gap_ms: -500, round_trip_ms: Some(80), ..Evidence::default() }, Rule::ClockAhead),
        ] {
            assert_eq!(broken(text, &keys, evidence), (Judgment::Held, vec![rule]));
        }
        let slow = Evidence { clock_gap_ms: -400, round_trip_ms: Some(300), ..Evidence::default() };
        assert_eq!(broken(text, &keys, slow), (Judgment::Verified, vec![]));
    }

    #[test]
    fn keys_of_another_text_hold_a_run() {
        let (_, keys) = short();
        assert_eq!(broken("the fir", &keys, Evidence::default()), (Judgment::Held, vec![Rule::NotTheText]));
    }

    #[test]
    fn keys_that_no_keyboard_has_hold_a_run() {
        for typed in
            ["the\u{1}\u{8} ai\u{17}air", "\u{200b}the air", "the\u{feff} air", "the\u{2060} air", "th\u{fe0f}e air"]
        {
            let keys = run(typed, |index| 90 + 35 * (index as u32 % 3));
            assert_eq!(
                broken("the air", &keys, Evidence::default()),
                (Judgment::Held, vec![Rule::NoSuchKeys]),
                "{typed:?}"
            );
        }
    }

    #[test]
    fn an_invisible_part_of_a_composed_character_is_no_key() {
        let keys =
            run("the\u{2764}\u{fe0f}\u{8} air", |index| if index == 4 { 0 } else { 90 + 35 * (index as u32 % 3) });
        assert_eq!(broken("the air", &keys, Evidence::default()), (Judgment::Verified, vec![]));
    }

    #[test]
    fn a_metronome_is_held_whatever_is_typed_between_its_keys() {
        let text = TEXT.repeat(4);
        let joiners: String = text.chars().flat_map(|key| ['\u{200d}', key]).collect();
        let retyped: String = text.chars().flat_map(|key| [key, Key::BACKSPACE, key]).collect();
        for (typed, nth) in [(joiners, 2), (retyped, 3)] {
            let keys = run(&typed, |index| if index % nth == 0 { 101 } else { 2 });
            let (judgment, rules) = broken(&text, &keys, Evidence::default());
            assert!(judgment == Judgment::Held && rules.contains(&Rule::EvenRhythm), "{rules:?}");
        }
    }

    #[test]
    fn a_coarse_clock_shows_no_rhythm_and_verifies_nothing() {
        let text = TEXT.repeat(4);
        let mut shifted = run(&text, |index| 60 + (index as u32).wrapping_mul(2_654_435_761) % 90);
        shifted.times.iter_mut().for_each(|ms| *ms -= *ms % 100);
        shifted.times[150..].iter_mut().for_each(|ms| *ms += 37);
        assert_eq!(broken(&text, &shifted, Evidence::default()).1, [Rule::CoarseClock], "a clock that was set");
        for step in [50, 64, 100, 125] {
            let mut keys = run(&text, |index| 60 + (index as u32).wrapping_mul(2_654_435_761) % 90);
            keys.times.iter_mut().for_each(|ms| *ms -= *ms % step);
            assert_eq!(
                broken(&text, &keys, Evidence::default()),
                (Judgment::Unverified, vec![Rule::CoarseClock]),
                "{step}"
            );
            let pasted = Evidence { pastes: 1, ..Evidence::default() };
            assert_eq!(broken(&text, &keys, pasted), (Judgment::Held, vec![Rule::Pastes, Rule::CoarseClock]));
        }
        for step in [1, 8, 16, 33, 38] {
            let mut keys = run(&text, |index| 60 + (index as u32).wrapping_mul(2_654_435_761) % 190);
            keys.times.iter_mut().for_each(|ms| *ms -= *ms % step);
            let (_, rules) = broken(&text, &keys, Evidence::default());
            assert!(!rules.contains(&Rule::CoarseClock), "{step}");
        }
    }

    /// Returns the wait before a key.
    fn wait_at(keys: &TimedKeys, index: usize) -> u32 {
        keys.times[index] - if index == 0 { 0 } else { keys.times[index - 1] }
    }

    #[test]
    fn a_rhythm_slower_than_any_hand_holds_nothing() {
        let text = TEXT.repeat(4);
        for (ms, judgment) in [(600, Judgment::Verified), (400, Judgment::Held)] {
            assert_eq!(broken(&text, &run(&text, |_| ms), Evidence::default()).0, judgment, "{ms} ms a key");
        }
    }

    #[test]
    fn words_that_come_at_once_hold_a_run_but_strokes_do_not() {
        let at = |typed: &str, wait: &dyn Fn(usize) -> u32| {
            let begins =
                |index: usize| index == 0 || typed[..index].ends_with(' ') || typed[index..].starts_with(['.', ',']);
            run(typed, |index| if begins(index) { wait(index) } else { 1 })
        };
        let uneven = |index: usize| 250 + (index as u32 * 3779) % 700;
        let (judgment, rules) = broken(TEXT, &at(TEXT, &uneven), Evidence::default());
        assert_eq!((judgment, rules), (Judgment::Held, vec![Rule::WordsAtOnce]), "signs have strokes of their own");
        let strokes = at(TEXT, &uneven);
        let at_strokes =
            run(TEXT, |index| if TEXT[..index].ends_with("humming") { 300 } else { wait_at(&strokes, index) });
        let (judgment, rules) = broken(TEXT, &at_strokes, Evidence::default());
        assert_eq!((judgment, rules), (Judgment::Verified, vec![]), "a long word takes two strokes");
        let (judgment, rules) = broken(TEXT, &at(TEXT, &|_| 400), Evidence::default());
        assert_eq!((judgment, rules), (Judgment::Held, vec![Rule::WordsAtOnce, Rule::EvenChords]));
        let (judgment, rules) = broken(TEXT, &at(TEXT, &|index| uneven(index) / 5), Evidence::default());
        assert_eq!((judgment, rules), (Judgment::Held, vec![Rule::WordsAtOnce, Rule::FastChords]));
        let words = run(TEXT, |index| if index == 0 || TEXT[..index].ends_with(' ') { uneven(index) } else { 1 });
        let held = (Judgment::Held, vec![Rule::SignsInChords, Rule::WordsAtOnce]);
        assert_eq!(broken(TEXT, &words, Evidence::default()), held);
    }

    #[test]
    fn machine_rhythms_hold_a_run() {
        let text = TEXT.repeat(4);
        for (wait, rule) in [
            ((|_| 100) as fn(usize) -> u32, Rule::EvenRhythm),
            (|index| [60, 90, 150, 240, 110][index % 5], Rule::Cycle),
            (|_| 1, Rule::Burst),
            (|index| 100 + (index as u32 * 7919) % 40, Rule::NoPauses),
            (|index| 70 + ((index as u32).wrapping_mul(2_654_435_761) >> 16) % 120, Rule::NoLetters),
        ] {
            let (judgment, rules) = broken(&text, &run(&text, wait), Evidence::default());
            assert!(judgment == Judgment::Held && rules.contains(&rule), "{rule:?}: {rules:?}");
        }
    }

    #[test]
    fn a_word_in_one_chord_is_not_a_burst() {
        let text = TEXT.repeat(4);
        let begins = |index: usize| text[..index].ends_with([' ', 'm']) || text[index..].starts_with([',', '.']);
        let of_chord = |index: usize| index == 0 || begins(index);
        let keys = run(&text, |index| if of_chord(index) { 200 + (index as u32 * 37) % 900 } else { 2 });
        assert_eq!(broken(&text, &keys, Evidence::default()), (Judgment::Verified, vec![]));
    }
}
