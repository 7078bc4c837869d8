//! The verdict about a run: open rules that tell whether a hand on a keyboard typed it.
//!
//! Each rule is a function of the text, the keys with their times, and the room's observations; it yields a number, which
//! is compared with a limit. docs/verdicts.md has the rates of both kinds of error, and says how they were measured.

mod chords;
mod clock;
mod letters;
mod likeness;
mod rhythm;
mod shown;

use serde::{Deserialize, Serialize};

use self::chords::Chords;
use self::clock::Clock;
pub use self::likeness::Waits;
use self::rhythm::Rhythm;
pub use self::shown::{LAST_SHOWN, Shown};
use crate::Evidence;
use crate::key_log::TimedKeys;
use crate::presses::presses;
use crate::score::two_decimals;
use crate::text::is_invisible;
use crate::typing::{self, Key, Typing};

/// The numbers that keep a rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// At most this one.
    AtMost(f64),
    /// At least this one.
    AtLeast(f64),
    /// At most the first for very many intervals; for n, more by the second over the root of n: the fewer there are, the more
    /// chance decides.
    AtMostOfMany(f64, f64),
    /// At least the first for very many intervals; for n, less by the second over the root of n.
    AtLeastOfMany(f64, f64),
}

impl Limit {
    /// Returns the limit itself, for a run of `n` intervals.
    pub fn number(self, n: usize) -> f64 {
        match self {
            Self::AtMost(limit) | Self::AtLeast(limit) => limit,
            Self::AtMostOfMany(limit, more) => limit + more / (n as f64).sqrt(),
            Self::AtLeastOfMany(limit, less) => limit - less / (n as f64).sqrt(),
        }
    }

    /// Returns true if `measured` keeps the rule in a run of `n` intervals.
    pub fn holds_for(self, measured: f64, n: usize) -> bool {
        match self {
            Self::AtMost(_) | Self::AtMostOfMany(..) => measured <= self.number(n),
            Self::AtLeast(_) | Self::AtLeastOfMany(..) => measured >= self.number(n),
        }
    }
}

/// The effect of a rule on a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The result is held back until an admin has seen it.
    Holds,
    /// The result is not verified: nothing speaks against it, but the room has not seen the keys when they were typed.
    Unproven,
}

/// Declares [`Rule`]. Each rule is one entry: its doc, variant, name, effect, limit, reason and source.
macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $Rule:ident = $name:literal, $Effect:ident, $side:ident($($limit:expr),+), $reason:literal, $source:literal;)+) => {
        /// A rule that a run can break.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Rule {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $Rule,)+
        }

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for Rule {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let names = utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::Type::String);
                names.enum_values(Some([$($name),+])).into()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for Rule {}

        impl Rule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$Rule),+];

            /// Returns the name in JSON and in the database, such as `even-rhythm`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Rule => $name,)+
                }
            }

            /// Returns a sentence that says what the rule's number is.
            pub const fn number(self) -> &'static str {
                match self {
                    $(Self::$Rule => concat!($($doc),+),)+
                }
            }

            /// Returns the effect on a result.
            pub const fn effect(self) -> Effect {
                match self {
                    $(Self::$Rule => Effect::$Effect,)+
                }
            }

            /// Returns the limit, in the unit of the rule's number.
            pub const fn limit(self) -> Limit {
                match self {
                    $(Self::$Rule => Limit::$side($($limit),+),)+
                }
            }

            /// Returns a sentence that says why a run which breaks the rule is doubtful.
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$Rule => $reason,)+
                }
            }

            /// Returns the source of the limit.
            pub const fn source(self) -> &'static str {
                match self {
                    $(Self::$Rule => $source,)+
                }
            }
        }
    };
}

rules! {
    /// The characters of the text that are missing or wrong after the last key.
    NotTheText = "not-the-text", Holds, AtMost(0.0),
        "The keys, typed again by the rules of typing, do not give the text.",
        "The rules of typing (shared/src/typing.rs).";
    /// The keys that are control characters, other than Backspace and Ctrl+Backspace, or invisible by themselves.
    NoSuchKeys = "no-such-keys", Holds, AtMost(0.0),
        "No keyboard has these keys.",
        "UI Events KeyboardEvent key Values: a key string has no control characters. Unicode Standard Annex 44, \
         Default_Ignorable_Code_Point; behind another character at the same moment, it is a part of that (emoji).";
    /// The keys whose events a program made, by the browser's account.
    UntrustedKeys = "untrusted-keys", Holds, AtMost(0.0),
        "The browser says that a program made these keys.",
        "DOM Standard, section 2.2, Event.isTrusted.";
    /// The insertions of several characters, by the browser's account.
    Pastes = "pastes", Holds, AtMost(0.0),
        "Several characters were inserted at once, which no keyboard does.",
        "Input Events Level 2, section 4.1, inputType.";
    /// The milliseconds by which the last key is later than the message that brought it, less half of the round trip.
    ClockAhead = "clock-ahead", Holds, AtMost(CLOCK_AHEAD_MS),
        "The last key is later than the message that brought it.",
        "Half of the measured round trip is the largest error of the measured offset (RFC 5905, section 8); clocks drift by \
         less than 500 parts in a million (there, appendix A.1, PHI and below).";
    /// The most characters in a row with less than 30 ms between any two.
    Burst = "burst", Holds, AtMost(LONGEST_BURST),
        "So many characters came in one burst as no hand and no chord on a keyboard gives.",
        "Dhakal et al. 2018: the fastest typists take 60 ms and more a key; a chord of a chorded keyboard is one word.";
    /// The share of the signs that came within 30 ms of the letter before, if most characters came so.
    SignsInChords = "signs-in-chords", Holds, AtMost(SIGNS_IN_CHORDS),
        "Words came at once with the signs behind them, for which a chorded keyboard takes strokes of their own.",
        "Plover's dictionary and the chords of CharaChorder, of which each sign is one.";
    /// The share of the words that came whole in one chord, if most characters came in chords.
    WordsAtOnce = "words-at-once", Holds, AtMost(WORDS_AT_ONCE),
        "Each word came at once, as from a program. A chorded keyboard does so, too, if it has a chord for each: once an admin \
         has accepted such a run, the account's later ones are not held for it.",
        "docs/verdicts.md, chords.";
    /// The chords a second, if most characters came in chords.
    FastChords = "fast-chords", Holds, AtMost(FAST_CHORDS),
        "No hands make so many strokes a second.",
        "Speed contests of stenographers: 360 words a minute at most, less than a stroke a word in the briefest forms.";
    /// The coefficient of variation of the times of chords, or of these for each character, whichever is less, if most
    /// characters came in chords.
    EvenChords = "even-chords", Holds, AtLeast(EVEN_CHORDS),
        "The chords follow each other evenly, or in proportion to their letters, as no hand's strokes do.",
        "docs/verdicts.md, chords.";
    /// The share of double letters that took 20 to 45 ms, of at least 4 double letters that took 20 ms or more.
    DoublePresses = "double-presses", Holds, AtMost(FAST_DOUBLES),
        "One finger pressed the same key twice within less time than it takes to lift it.",
        "The fastest tapping of one finger is 7 to 8 a second, 130 ms (Aoki et al. 2003, Exp Brain Res 150); Gentner 1983: \
         doubles are among the slowest pairs of fast typists.";
    /// The coefficient of variation of the intervals, without the longest tenth.
    EvenRhythm = "even-rhythm", Holds, AtLeastOfMany(EVEN, EVEN_LESS),
        "The intervals are more even than those of a hand.",
        "Salthouse 1986, phenomenon 12: the intervals of one typist vary by a third and more; none \
         of the runs of the sample in docs/verdicts.md breaks it.";
    /// The mean of the longest tenth of the intervals, relative to the mean of all.
    NoPauses = "no-pauses", Holds, AtLeastOfMany(NO_PAUSES, NO_PAUSES_LESS),
        "No interval is much longer than the others, though hands hesitate.",
        "Salthouse 1986, phenomena 9, 10 and 14: words, unknown pairs and errors cost time; the intervals are skewed to the \
         right.";
    /// The largest share of intervals that come again, within 2 ms, after the same number of keys (1 to 64).
    Cycle = "cycle", Holds, AtMostOfMany(SAME_AGAIN, SAME_AGAIN_MORE),
        "The same intervals come again and again in the same order.",
        "Of the runs of the sample in docs/verdicts.md, none is above 0.35.";
    /// The logarithm of the odds that the intervals follow the letters, for at least 150 intervals.
    NoLetters = "no-letters", Holds, AtLeast(NO_LETTERS),
        "The intervals do not depend on the letters, as they do when fingers move over keys.",
        "Salthouse 1986, phenomena 5 to 9: hand, finger, frequency of pairs and beginnings of words; weights measured in the \
         runs of Dhakal et al. 2018.";
    /// The largest correlation of the waits, in pairs, with those of an earlier run through the text.
    LikeAnotherRun = "like-another-run", Holds, AtMostOfMany(LIKENESS, LIKENESS_MORE),
        "The same waits were typed before: nobody's hands do the same twice.",
        "docs/verdicts.md, earlier runs.";
    /// The speed in words per minute. Of an account with ten verified results, the limit is lower, or what an admin has accepted.
    AboveShown = "above-shown", Holds, AtMost(shown::UNSEEN_WPM),
        "The result is faster than what the account has shown before.",
        "docs/verdicts.md, what an account has shown.";
    /// The share of the characters that came in chords which begin inside of a word, if most came in chords.
    ChordsInsideWords = "chords-inside-words", Unproven, AtMost(INSIDE_WORDS),
        "Most keys came at once with others, but not as words, so that nothing can be said about their rhythm.",
        "docs/verdicts.md, chords.";
    /// The milliseconds of the grid on which all times lie, if it is one of 45 or more.
    CoarseClock = "coarse-clock", Unproven, AtMost(COARSE_MS),
        "The browser's clock is too coarse to show a rhythm.",
        "Browsers that hide the time from pages round it to 100 ms; frames tick every 33 ms or less, keyboards every 38 ms or less.";
    /// The share of the keys that arrived more than 2 s after they were typed.
    LateKeys = "late-keys", Unproven, AtMost(LATE_KEYS),
        "The room has not seen these keys when they were typed.",
        "A pause of two seconds of the racer's own machine delays less than a second of keys so far.";
}

impl Rule {
    /// Returns the finding for a number that breaks the rule in a run of `n` intervals.
    fn finding(self, measured: f64, n: usize) -> Option<Finding> {
        let limit = self.limit();
        let bound = two_decimals(limit.number(n));
        let finding = Finding { rule: self, measured: two_decimals(measured), bound };
        (!limit.holds_for(measured, n)).then_some(finding)
    }
}

/// The error of the clocks without a network, in milliseconds: a drift of 500 parts in a million in the longest race of 10
/// minutes, rounded.
const CLOCK_AHEAD_MS: f64 = 300.0;

/// The number of characters in the longest burst: longer than all but the longest words, with a space.
const LONGEST_BURST: f64 = 32.0;

/// The share of double letters that may be faster than a finger: worn keys repeat by themselves now and then, and home-row
/// modifiers send keys when they are released.
const FAST_DOUBLES: f64 = 0.5;

/// The least variation of very many intervals, and how much less it may be for few. Of the runs of docs/verdicts.md, none is
/// nearer than 0.007.
const EVEN: f64 = 0.2;
const EVEN_LESS: f64 = 0.55;

/// The least mean of the longest tenth of very many intervals, and how much less it may be for few. Of the runs of
/// docs/verdicts.md, none is nearer than 0.07.
const NO_PAUSES: f64 = 1.55;
const NO_PAUSES_LESS: f64 = 2.1;

/// The largest share of signs in one chord with their word: a stenographer has some words of their own with signs.
const SIGNS_IN_CHORDS: f64 = 0.5;

/// The largest share of words that come at once: all but one of very many.
const WORDS_AT_ONCE: f64 = 0.97;

/// The speed, in words per minute, below which nothing is said about rhythm: keyboards that are looked at or scanned have a
/// rhythm of their own, and nobody gains by being so slow.
const SLOW_WPM: f64 = 25.0;

/// The most chords a second.
const FAST_CHORDS: f64 = 5.0;

/// The least variation of the times of chords.
const EVEN_CHORDS: f64 = 0.17;

/// The largest share of characters in chords that begin inside of words: a long word takes several strokes.
const INSIDE_WORDS: f64 = 0.4;

/// The coarsest grid that is none, in milliseconds.
const COARSE_MS: f64 = 40.0;

/// The largest share of late keys: those of a pause of two seconds in a short race. Half a log withheld is more.
const LATE_KEYS: f64 = 0.2;

/// The largest share of very many intervals that come again, and how much more it may be for few: by a keyboard that ticks every
/// 38 ms, short runs have up to 0.68.
const SAME_AGAIN: f64 = 0.55;
const SAME_AGAIN_MORE: f64 = 1.5;

/// The least odds for letters: 3,000 to one against them.
const NO_LETTERS: f64 = -8.0;

/// The largest likeness of two runs through a text by very many waits, and how much more it may be for few (docs/verdicts.md).
const LIKENESS: f64 = 0.87;
const LIKENESS_MORE: f64 = 0.45;

/// A rule that a run breaks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The number of this run, two decimals.
    pub measured: f64,
    /// The limit when the run was judged.
    pub bound: f64,
}

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
        numbers.into_iter().filter_map(|(rule, measured)| rule.finding(measured, n_intervals)).collect();
    let judgment = if findings.iter().any(|finding| finding.rule.effect() == Effect::Holds) {
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
pub fn compare<'a>(waits: &Waits, earlier: impl IntoIterator<Item = &'a Waits>) -> Option<Finding> {
    let limit = Rule::LikeAnotherRun.limit();
    let likenesses = earlier.into_iter().filter_map(|earlier| waits.likeness(earlier, |n| limit.number(n)));
    let findings = likenesses.filter_map(|(measured, n)| Rule::LikeAnotherRun.finding(measured, n));
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
    typing::keys(&keys.keystrokes).into_iter().for_each(|key| typing.press(key));
    text.chars().count() - typing.right()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_generated_table, sentence};

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
    fn generated_rules() {
        let rows = Rule::ALL.iter().map(|rule| {
            let limit = match rule.limit() {
                Limit::AtMost(limit) => format!("at most {limit}"),
                Limit::AtLeast(limit) => format!("at least {limit}"),
                Limit::AtMostOfMany(limit, more) => format!("at most {limit} + {more} / √n for n intervals"),
                Limit::AtLeastOfMany(limit, less) => format!("at least {limit} - {less} / √n for n intervals"),
            };
            let effect = match rule.effect() {
                Effect::Holds => "held",
                Effect::Unproven => "unverified",
            };
            let [name, effect] = [rule.name(), effect].map(|name| format!("`{name}`"));
            [name, sentence(rule.number()), limit, effect, rule.reason().to_owned(), rule.source().to_owned()]
        });
        let head = ["rule", "number", "keeps the rule", "else", "reason", "source"];
        assert_generated_table("docs/verdicts.md", "rules", head, rows);
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
