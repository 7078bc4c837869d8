//! The verdict about a run: open rules that tell whether a hand on a keyboard typed it.
//!
//! Each rule is a function of the text, the keys with their times, and the room's observations; it yields a number, which
//! is compared with a limit. docs/verdicts.md has the rates of both kinds of error, and says how they were measured.

mod letters;
mod likeness;
mod rhythm;
mod shown;

use serde::{Deserialize, Serialize};

pub use self::likeness::Waits;
use self::rhythm::Rhythm;
pub use self::shown::{LAST_SHOWN, Shown};
use crate::Evidence;
use crate::key_log::TimedKeys;
use crate::presses::presses;
use crate::score::two_decimals;
use crate::typing::{self, Key, Typing};

/// The numbers that keep a rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// At most this one.
    AtMost(f64),
    /// At least this one.
    AtLeast(f64),
}

impl Limit {
    /// Returns the limit itself.
    pub const fn number(self) -> f64 {
        match self {
            Self::AtMost(limit) | Self::AtLeast(limit) => limit,
        }
    }

    /// Returns true if `measured` keeps the rule.
    pub fn holds_for(self, measured: f64) -> bool {
        match self {
            Self::AtMost(limit) => measured <= limit,
            Self::AtLeast(limit) => measured >= limit,
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
    ($($(#[doc = $doc:literal])+ $Rule:ident = $name:literal, $Effect:ident, $side:ident $limit:expr, $reason:literal, $source:literal;)+) => {
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
                    $(Self::$Rule => Limit::$side($limit),)+
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
    NotTheText = "not-the-text", Holds, AtMost 0.0,
        "The keys, typed again by the rules of typing, do not give the text.",
        "The rules of typing (shared/src/typing.rs).";
    /// The keys that are control characters, other than Backspace and Ctrl+Backspace.
    NoSuchKeys = "no-such-keys", Holds, AtMost 0.0,
        "No keyboard has these keys.",
        "UI Events KeyboardEvent key Values: a key string has no control characters.";
    /// The keys whose events a program made, by the browser's account.
    UntrustedKeys = "untrusted-keys", Holds, AtMost 0.0,
        "The browser says that a program made these keys.",
        "DOM Standard, section 2.2, Event.isTrusted.";
    /// The insertions of several characters, by the browser's account.
    Pastes = "pastes", Holds, AtMost 0.0,
        "Several characters were inserted at once, which no keyboard does.",
        "Input Events Level 2, section 4.1, inputType.";
    /// The milliseconds by which the last key is later than the message that brought it, less half of the round trip.
    ClockAhead = "clock-ahead", Holds, AtMost CLOCK_AHEAD_MS,
        "The last key is later than the message that brought it.",
        "Half of the measured round trip is the largest error of the measured offset (RFC 5905, section 8); clocks drift by \
         less than 500 parts in a million (there, appendix A.1, PHI and below).";
    /// The most characters in a row with less than 30 ms between any two.
    Burst = "burst", Holds, AtMost LONGEST_BURST,
        "So many characters came in one burst as no hand and no chord on a keyboard gives.",
        "Dhakal et al. 2018: the fastest typists take 60 ms and more a key; a chord of a chorded keyboard is one word.";
    /// The share of double letters that took 20 to 45 ms, of at least 4 double letters that took 20 ms or more.
    DoublePresses = "double-presses", Holds, AtMost FAST_DOUBLES,
        "One finger pressed the same key twice within less time than it takes to lift it.",
        "The fastest tapping of one finger is 7 to 8 a second, 130 ms (Aoki et al. 2003, Exp Brain Res 150); Gentner 1983: \
         doubles are among the slowest pairs of fast typists.";
    /// The coefficient of variation of the intervals, without the longest tenth.
    EvenRhythm = "even-rhythm", Holds, AtLeast EVEN,
        "The intervals are more even than those of a hand.",
        "Salthouse 1986, phenomenon 12: the intervals of one typist vary by a third and more; of the \
         4,329 runs of the sample in docs/verdicts.md, none is below 0.17.";
    /// The mean of the longest tenth of the intervals, relative to the mean of all.
    NoPauses = "no-pauses", Holds, AtLeast NO_PAUSES,
        "No interval is much longer than the others, though hands hesitate.",
        "Salthouse 1986, phenomena 9, 10 and 14: words, unknown pairs and errors cost time; the intervals are skewed to the \
         right.";
    /// The largest share of intervals that come again, within 2 ms, after the same number of keys (1 to 64).
    Cycle = "cycle", Holds, AtMost SAME_AGAIN,
        "The same intervals come again and again in the same order.",
        "Of the 4,329 runs of the sample in docs/verdicts.md, none is above 0.29.";
    /// The logarithm of the odds that the intervals follow the letters, for at least 150 intervals.
    NoLetters = "no-letters", Holds, AtLeast NO_LETTERS,
        "The intervals do not depend on the letters, as they do when fingers move over keys.",
        "Salthouse 1986, phenomena 5 to 9: hand, finger, frequency of pairs and beginnings of words; weights measured in the \
         runs of Dhakal et al. 2018.";
    /// The largest likeness of the waits to those of an earlier run through the text, from -1 to 1.
    LikeAnotherRun = "like-another-run", Holds, AtMost LIKENESS,
        "The same waits were typed before: nobody's hands do the same twice.",
        "docs/verdicts.md, earlier runs.";
    /// The speed in words per minute. Of an account with ten verified results, the limit is lower, or what an admin has accepted.
    AboveShown = "above-shown", Holds, AtMost shown::UNSEEN_WPM,
        "The result is faster than what the account has shown before.",
        "docs/verdicts.md, what an account has shown.";
    /// The keys that arrived more than 2 s after they were typed.
    LateKeys = "late-keys", Unproven, AtMost 0.0,
        "The room has not seen these keys when they were typed.",
        "docs/protocol.md.";
}

impl Rule {
    /// Returns the finding for a number that breaks the rule.
    fn finding(self, measured: f64) -> Option<Finding> {
        let limit = self.limit();
        let finding = Finding { rule: self, measured: two_decimals(measured), bound: limit.number() };
        (!limit.holds_for(measured)).then_some(finding)
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

/// The least variation of the intervals.
const EVEN: f64 = 0.15;

/// The least mean of the longest tenth.
const NO_PAUSES: f64 = 1.45;

/// The largest share of intervals that come again.
const SAME_AGAIN: f64 = 0.6;

/// The least odds for letters: less than a thousand to one against them.
const NO_LETTERS: f64 = -7.0;

/// The largest likeness of two runs through a text.
const LIKENESS: f64 = 0.95;

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
    let findings: Vec<_> =
        measure(text, keys, evidence).into_iter().filter_map(|(rule, measured)| rule.finding(measured)).collect();
    let judgment = if findings.iter().any(|finding| finding.rule.effect() == Effect::Holds) {
        Judgment::Held
    } else if findings.is_empty() {
        Judgment::Verified
    } else {
        Judgment::Unverified
    };
    (judgment, findings)
}

/// Compares a run with earlier runs through its text, which are other runs of anybody, also of the same racer. Returns the
/// finding that holds it if it is most of one of them again.
pub fn compare<'a>(waits: &Waits, earlier: impl IntoIterator<Item = &'a Waits>) -> Option<Finding> {
    let likest = earlier.into_iter().filter_map(|earlier| waits.likeness(earlier)).reduce(f64::max)?;
    Rule::LikeAnotherRun.finding(likest)
}

/// Returns the number of each rule in a run through `text`, without those for which the run is too short.
pub fn measure(text: &str, keys: &TimedKeys, evidence: &Evidence) -> Vec<(Rule, f64)> {
    let presses = presses(text, keys);
    let rhythm = Rhythm::of(&presses);
    let number = |rule| match rule {
        Rule::NotTheText => Some(missing(text, keys) as f64),
        Rule::NoSuchKeys => Some(keys.keystrokes.chars().filter(|key| is_no_key(*key)).count() as f64),
        Rule::UntrustedKeys => Some(evidence.untrusted_keys.into()),
        Rule::Pastes => Some(evidence.pastes.into()),
        Rule::ClockAhead => {
            Some(-f64::from(evidence.clock_gap_ms) - f64::from(evidence.round_trip_ms.unwrap_or(0)) / 2.0)
        }
        Rule::Burst => Some(rhythm::longest_burst(&presses) as f64),
        Rule::DoublePresses => rhythm::fast_doubles(&presses),
        Rule::EvenRhythm => rhythm.variation(),
        Rule::NoPauses => rhythm.longest_tenth(),
        Rule::Cycle => rhythm.same_again(),
        Rule::NoLetters => letters::log_odds(&presses),
        Rule::LateKeys => Some(evidence.late_keys.into()),
        // Only `compare` knows other runs.
        Rule::LikeAnotherRun => None,
        // Only the api knows what the account has shown.
        Rule::AboveShown => None,
    };
    Rule::ALL.iter().filter_map(|rule| Some((*rule, number(*rule)?))).collect()
}

/// Returns true for a control character that stands for no key in a log.
fn is_no_key(key: char) -> bool {
    key.is_control() && key != Key::BACKSPACE && key != Key::BACKSPACE_WORD
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
        let keys = run("the\u{1}\u{8} ai\u{17}air", |index| 90 + 35 * (index as u32 % 3));
        assert_eq!(broken("the air", &keys, Evidence::default()), (Judgment::Held, vec![Rule::NoSuchKeys]));
    }

    #[test]
    fn generated_rules() {
        let rows = Rule::ALL.iter().map(|rule| {
            let limit = match rule.limit() {
                Limit::AtMost(limit) => format!("at most {limit}"),
                Limit::AtLeast(limit) => format!("at least {limit}"),
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
        let of_chord = |index: usize| text[..index].ends_with(' ') || index == 0;
        let keys = run(&text, |index| if of_chord(index) { 200 + (index as u32 * 37) % 900 } else { 2 });
        assert_eq!(broken(&text, &keys, Evidence::default()), (Judgment::Verified, vec![]));
    }
}
