//! The criteria of the rules: the limit that keeps each, and what a run that breaks it loses.

use shared::finding::{Finding, Rule};

use super::shown;

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

/// The criterion of a rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Criterion {
    /// The effect on a run that breaks the rule.
    pub effect: Effect,
    /// The limit, in the unit of the rule's number.
    pub limit: Limit,
    /// A sentence that says why a run which breaks the rule is doubtful.
    pub reason: &'static str,
    /// The source of the limit.
    pub source: &'static str,
}

impl Criterion {
    /// Returns the criterion of `rule`.
    pub const fn of(rule: Rule) -> Self {
        match rule {
            Rule::NotTheText => Self::holds(
                Limit::AtMost(0.0),
                "The keys, typed again by the rules of typing, do not give the text.",
                "The rules of typing (typing/src/run.rs).",
            ),
            Rule::NoSuchKeys => Self::holds(
                Limit::AtMost(0.0),
                "No keyboard has these keys.",
                "UI Events KeyboardEvent key Values: a key string has no control characters. Unicode Standard Annex \
                 44, Default_Ignorable_Code_Point; behind another character at the same moment, it is a part of that \
                 (emoji).",
            ),
            Rule::UntrustedKeys => Self::holds(
                Limit::AtMost(0.0),
                "The browser says that a program made these keys.",
                "DOM Standard, section 2.2, Event.isTrusted.",
            ),
            Rule::Pastes => Self::holds(
                Limit::AtMost(0.0),
                "Several characters were inserted at once, which no keyboard does.",
                "Input Events Level 2, section 4.1, inputType.",
            ),
            Rule::ClockAhead => Self::holds(
                Limit::AtMost(CLOCK_AHEAD_MS),
                "The last key is later than the message that brought it.",
                "Half of the measured round trip is the largest error of the measured offset (RFC 5905, section 8); \
                 clocks drift by less than 500 parts in a million (there, appendix A.1, PHI and below).",
            ),
            Rule::Burst => Self::holds(
                Limit::AtMost(LONGEST_BURST),
                "So many characters came in one burst as no hand and no chord on a keyboard gives.",
                "Dhakal et al. 2018: the fastest typists take 60 ms and more a key; a chord of a chorded keyboard is \
                 one word.",
            ),
            Rule::SignsInChords => Self::holds(
                Limit::AtMost(SIGNS_IN_CHORDS),
                "Words came at once with the signs behind them, for which a chorded keyboard takes strokes of their \
                 own.",
                "Plover's dictionary and the chords of CharaChorder, of which each sign is one.",
            ),
            Rule::WordsAtOnce => Self::holds(
                Limit::AtMost(WORDS_AT_ONCE),
                "Each word came at once, as from a program. A chorded keyboard does so, too, if it has a chord for \
                 each: once an admin has accepted such a run, the account's later ones are not held for it.",
                "docs/verdicts.md, chords.",
            ),
            Rule::FastChords => Self::holds(
                Limit::AtMost(FAST_CHORDS),
                "No hands make so many strokes a second.",
                "Speed contests of stenographers: 360 words a minute at most, less than a stroke a word in the \
                 briefest forms.",
            ),
            Rule::EvenChords => Self::holds(
                Limit::AtLeast(EVEN_CHORDS),
                "The chords follow each other evenly, or in proportion to their letters, as no hand's strokes do.",
                "docs/verdicts.md, chords.",
            ),
            Rule::DoublePresses => Self::holds(
                Limit::AtMost(FAST_DOUBLES),
                "One finger pressed the same key twice within less time than it takes to lift it.",
                "The fastest tapping of one finger is 7 to 8 a second, 130 ms (Aoki et al. 2003, Exp Brain Res 150); \
                 Gentner 1983: doubles are among the slowest pairs of fast typists.",
            ),
            Rule::EvenRhythm => Self::holds(
                Limit::AtLeastOfMany(EVEN, EVEN_LESS),
                "The intervals are more even than those of a hand.",
                "Salthouse 1986, phenomenon 12: the intervals of one typist vary by a third and more; none of the \
                 runs of the sample in docs/verdicts.md breaks it.",
            ),
            Rule::NoPauses => Self::holds(
                Limit::AtLeastOfMany(NO_PAUSES, NO_PAUSES_LESS),
                "No interval is much longer than the others, though hands hesitate.",
                "Salthouse 1986, phenomena 9, 10 and 14: words, unknown pairs and errors cost time; the intervals \
                 are skewed to the right.",
            ),
            Rule::Cycle => Self::holds(
                Limit::AtMostOfMany(SAME_AGAIN, SAME_AGAIN_MORE),
                "The same intervals come again and again in the same order.",
                "Of the runs of the sample in docs/verdicts.md, none is above 0.35.",
            ),
            Rule::NoLetters => Self::holds(
                Limit::AtLeast(NO_LETTERS),
                "The intervals do not depend on the letters, as they do when fingers move over keys.",
                "Salthouse 1986, phenomena 5 to 9: hand, finger, frequency of pairs and beginnings of words; weights \
                 measured in the runs of Dhakal et al. 2018.",
            ),
            Rule::LikeAnotherRun => Self::holds(
                Limit::AtMostOfMany(LIKENESS, LIKENESS_MORE),
                "The same waits were typed before: nobody's hands do the same twice.",
                "docs/verdicts.md, earlier runs.",
            ),
            Rule::AboveShown => Self::holds(
                Limit::AtMost(shown::UNSEEN_WPM),
                "The result is faster than what the account has shown before.",
                "docs/verdicts.md, what an account has shown.",
            ),
            Rule::ChordsInsideWords => Self::unproven(
                Limit::AtMost(INSIDE_WORDS),
                "Most keys came at once with others, but not as words, so that nothing can be said about their \
                 rhythm.",
                "docs/verdicts.md, chords.",
            ),
            Rule::CoarseClock => Self::unproven(
                Limit::AtMost(COARSE_MS),
                "The browser's clock is too coarse to show a rhythm.",
                "Browsers that hide the time from pages round it to 100 ms; frames tick every 33 ms or less, \
                 keyboards every 38 ms or less.",
            ),
            Rule::LateKeys => Self::unproven(
                Limit::AtMost(LATE_KEYS),
                "The room has not seen these keys when they were typed.",
                "A pause of two seconds of the racer's own machine delays less than a second of keys so far.",
            ),
        }
    }

    const fn holds(limit: Limit, reason: &'static str, source: &'static str) -> Self {
        Self { effect: Effect::Holds, limit, reason, source }
    }

    const fn unproven(limit: Limit, reason: &'static str, source: &'static str) -> Self {
        Self { effect: Effect::Unproven, limit, reason, source }
    }
}

/// Returns the finding for a number that breaks `rule` in a run of `n` intervals.
pub(super) fn finding(rule: Rule, measured: f64, n: usize) -> Option<Finding> {
    let limit = Criterion::of(rule).limit;
    if limit.holds_for(measured, n) {
        return None;
    }
    let (measured, bound) = told_apart(measured, limit.number(n));
    Some(Finding { rule, measured, bound })
}

/// Returns two numbers with two decimals, or with as many more as it takes for them to differ: "0.16 (at least 0.16)" would
/// explain nothing.
fn told_apart(one: f64, other: f64) -> (f64, f64) {
    let mut rounded = (2..=MOST_DECIMALS).map(|decimals| {
        let scale = 10_f64.powi(decimals);
        ((one * scale).round() / scale, (other * scale).round() / scale)
    });
    rounded.find(|(one, other)| one != other).unwrap_or((one, other))
}

/// The most decimals of a finding: more than a `f64` has in the numbers of the rules.
const MOST_DECIMALS: i32 = 15;

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

#[cfg(test)]
mod tests {
    use shared::testing::{assert_generated_table, sentence};

    use super::*;

    #[test]
    fn a_number_and_its_limit_have_the_decimals_in_which_they_differ() {
        assert_eq!(told_apart(0.1234, 0.2), (0.12, 0.2));
        assert_eq!(told_apart(0.1598, 0.16), (0.1598, 0.16));
        assert_eq!(told_apart(0.159_951_2, 0.160_012_3), (0.15995, 0.16001));
        assert_eq!(told_apart(0.16, 0.16), (0.16, 0.16));
    }

    #[test]
    fn a_finding_never_shows_its_limit_as_the_number_that_breaks_it() {
        for n in 10..1000 {
            let limit = Criterion::of(Rule::EvenRhythm).limit.number(n);
            let broken = finding(Rule::EvenRhythm, limit - 1e-9, n);
            let Finding { measured, bound, .. } = broken.expect("a number below the limit breaks the rule");
            assert!(measured < bound, "{measured} of at least {bound}");
        }
    }

    #[test]
    fn generated_rules() {
        let rows = Rule::ALL.iter().map(|rule| {
            let criterion = Criterion::of(*rule);
            let limit = match criterion.limit {
                Limit::AtMost(limit) => format!("at most {limit}"),
                Limit::AtLeast(limit) => format!("at least {limit}"),
                Limit::AtMostOfMany(limit, more) => format!("at most {limit} + {more} / √n for n intervals"),
                Limit::AtLeastOfMany(limit, less) => format!("at least {limit} - {less} / √n for n intervals"),
            };
            let effect = match criterion.effect {
                Effect::Holds => "held",
                Effect::Unproven => "unverified",
            };
            let [name, effect] = [rule.name(), effect].map(|name| format!("`{name}`"));
            [name, sentence(rule.number()), limit, effect, criterion.reason.to_owned(), criterion.source.to_owned()]
        });
        let head = ["rule", "number", "keeps the rule", "else", "reason", "source"];
        assert_generated_table("docs/verdicts.md", "rules", head, rows);
    }
}
