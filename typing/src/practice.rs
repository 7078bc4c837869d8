//! The end and the figures of a run by its mode, from its keys alone.
//!
//! The browser has the same rules in `client/src/practice/PracticeRun.ts`; both are tested with the cases in
//! `shared/fixtures/practice.json`. The api replays the runs that users save, and stores these figures.

use std::time::Duration;

use unicode_normalization::char::is_combining_mark;

use crate::characters::normalize;
use crate::mode::Mode;
use crate::run::{self, Rules, Typing};
use crate::score;

/// The longest run. The work of a replay grows with it.
pub const LONGEST_RUN: Duration = Duration::from_hours(24);

/// The longest time without a key after which a run still counts in averages and bests. After a longer one, nobody was
/// there, or a word came back to mind.
pub const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The figures of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// From the first key to the last; of a timed run, its limit.
    pub time: Duration,
    /// The speed: the characters that are right at the end / 5 / minutes, two decimals.
    pub wpm: f64,
    /// The speed of all characters typed, wrong and erased ones too, up to [`score::MAX_RAW_WPM`].
    pub raw_wpm: f64,
    /// In percent, two decimals.
    pub accuracy: f64,
    /// In percent, two decimals; `None` for a run that is too short to tell. See [`score::consistency`].
    pub consistency: Option<f64>,
    /// True if there were more than [`LONGEST_WAIT`] without a key, also before the end of a timed run.
    pub paused: bool,
}

/// The reason why keys are no run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The times are missing for some keys, fall, or are out of range.
    #[error("the times are not one for each key, from zero on, never falling, within a day")]
    Times,
    /// The text is not typed to its end.
    #[error("the keys do not give the text")]
    Unfinished,
    /// No character is right at the end.
    #[error("nothing that was typed stands at the end")]
    Empty,
    /// The speed is impossible.
    #[error("nobody types that fast")]
    TooFast,
}

/// Replays a run by the rules under which it was typed, and returns its figures.
///
/// `keystrokes` are as in a race's finish: characters, and [`crate::Key::BACKSPACE`] and
/// [`crate::Key::BACKSPACE_WORD`]. `times` has one entry for each character of it, in milliseconds since the first.
/// Keys after the end have no effect: after the one that finishes the text, or after the limit of a timed mode, to which
/// a key at that very millisecond still belongs.
pub fn replay(mode: Mode, rules: Rules, text: &str, keystrokes: &str, times: &[u32]) -> Result<Figures, ReplayError> {
    check_times(keystrokes, times)?;
    let limit_ms = mode.limit().map(|limit| limit.as_millis());
    let in_time = keystrokes.chars().zip(times.iter().copied());
    let in_time = in_time.take_while(|&(_, ms)| limit_ms.is_none_or(|limit| u128::from(ms) <= limit));
    let mut typing = Typing::by(rules, text);
    // The time of each character typed.
    let mut typed = Vec::new();
    let mut ended_ms = 0;
    let mut longest_wait_ms = 0;
    for (characters, ms) in composed(in_time) {
        if limit_ms.is_none() && typing.is_finished() {
            break;
        }
        run::keys(&characters).into_iter().for_each(|key| typing.press(key));
        typed.resize(typing.n_typed(), ms);
        longest_wait_ms = longest_wait_ms.max(ms - ended_ms);
        ended_ms = ms;
    }
    if limit_ms.is_none() && !typing.is_finished() {
        return Err(ReplayError::Unfinished);
    }
    if typing.typed() == 0 {
        return Err(ReplayError::Empty);
    }
    let time = mode.limit().unwrap_or(Duration::from_millis(ended_ms.into()));
    let wait_at_end = time.saturating_sub(Duration::from_millis(ended_ms.into()));
    let longest_wait = Duration::from_millis(longest_wait_ms.into()).max(wait_at_end);
    let wpm = score::wpm(typing.right(), time).filter(|wpm| *wpm <= score::MAX_WPM).ok_or(ReplayError::TooFast)?;
    Ok(Figures {
        time,
        wpm,
        raw_wpm: score::raw_wpm(typed.len(), time).ok_or(ReplayError::TooFast)?,
        accuracy: score::accuracy(typing.typed(), typing.errors()),
        consistency: score::consistency(&score::raw_by_second(&typed, time)),
        paused: longest_wait > LONGEST_WAIT,
    })
}

fn check_times(keystrokes: &str, times: &[u32]) -> Result<(), ReplayError> {
    let is_one_each = keystrokes.chars().count() == times.len();
    let is_from_zero = times.first().is_none_or(|first| *first == 0);
    let is_within_a_day = times.last().is_none_or(|last| Duration::from_millis((*last).into()) <= LONGEST_RUN);
    if is_one_each && is_from_zero && is_within_a_day && times.is_sorted() { Ok(()) } else { Err(ReplayError::Times) }
}

/// Returns the keys with their times, each combining accent in one with the letter before it, at the accent's time.
pub(crate) fn composed(keys: impl Iterator<Item = (char, u32)>) -> Vec<(String, u32)> {
    let mut whole: Vec<(String, u32)> = Vec::new();
    for (character, ms) in keys {
        if is_combining_mark(character)
            && let Some((letter, at)) = whole.last_mut()
        {
            let composed = normalize(&format!("{letter}{character}"));
            if composed.chars().count() == 1 {
                (*letter, *at) = (composed, ms);
                continue;
            }
        }
        whole.push((character.into(), ms));
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        name: String,
        mode: Mode,
        /// The version of the rules; those of texts if missing.
        rules: Option<i16>,
        text: String,
        keystrokes: String,
        times: Vec<u32>,
        figures: Option<CaseFigures>,
        error: Option<String>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct CaseFigures {
        time_ms: u64,
        wpm: f64,
        raw_wpm: f64,
        accuracy: f64,
        consistency: Option<f64>,
        #[serde(default)]
        paused: bool,
    }

    impl From<CaseFigures> for Figures {
        fn from(figures: CaseFigures) -> Self {
            let CaseFigures { time_ms, wpm, raw_wpm, accuracy, consistency, paused } = figures;
            Self { time: Duration::from_millis(time_ms), wpm, raw_wpm, accuracy, consistency, paused }
        }
    }

    #[test]
    fn the_shared_cases_hold() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../shared/fixtures/practice.json")).expect("the cases are readable");
        assert!(!cases.is_empty());
        for case in cases {
            let rules = case.rules.map_or(Rules::Characters, |version| Rules::of_version(version).expect("it exists"));
            let replayed = replay(case.mode, rules, &case.text, &case.keystrokes, &case.times);
            let error = replayed.err().map(|error| format!("{error:?}").to_lowercase());
            assert_eq!(error, case.error.map(|error| error.to_lowercase()), "{}", case.name);
            assert_eq!(replayed.ok(), case.figures.map(Figures::from), "{}", case.name);
        }
    }

    #[test]
    fn a_time_for_each_key_is_needed_from_zero_on_and_within_a_day() {
        let day = 24 * 60 * 60 * 1000;
        for times in [&[0][..], &[0, 5, 9], &[1, 5], &[5, 0], &[0, day + 1], &[]] {
            assert_eq!(replay(Mode::Text, Rules::Characters, "ab", "ab", times), Err(ReplayError::Times), "{times:?}");
        }
        assert!(replay(Mode::Text, Rules::Characters, "ab", "ab", &[0, day]).is_ok());
    }

    #[test]
    fn a_raw_speed_that_cannot_be_recorded_is_too_fast() {
        let keystrokes = "…x\u{17}…\u{17}…\u{17}….";
        assert_eq!(
            replay(Mode::Text, Rules::Characters, "....", keystrokes, &[0, 1, 2, 3, 4, 5, 6, 7, 138]),
            Err(ReplayError::TooFast)
        );
    }

    proptest! {
        #[test]
        fn figures_are_in_their_ranges_for_any_keys(
            pressed in "[ab \u{8}\u{17}\u{301}é]{0,80}",
            gaps in prop::collection::vec(0..2000_u32, 80),
            mode in prop::sample::select(Mode::ALL),
            rules in prop::sample::select(Rules::ALL.to_vec()),
        ) {
            let times: Vec<u32> = gaps.iter().take(pressed.chars().count()).scan(0, |ms, gap| {
                let at = *ms;
                *ms += gap;
                Some(at)
            }).collect();
            if let Ok(figures) = replay(mode, rules, "ab ba é ab", &pressed, &times) {
                prop_assert!((0.0..=score::MAX_WPM).contains(&figures.wpm));
                prop_assert!((0.0..=100.0).contains(&figures.accuracy));
                prop_assert!((figures.wpm..=score::MAX_RAW_WPM).contains(&figures.raw_wpm));
                prop_assert!(figures.consistency.is_none_or(|percent| (0.0..=100.0).contains(&percent)));
            }
        }
    }
}
