//! Singleplayer results of signed-in users, which are private.

use actix_web::web;
use chrono::Utc;
use serde::{Deserialize, Serialize};
use typing::key_log::TimedKeys;
use typing::practice::{Figures, ReplayError, replay};
use typing::score::{plausible_keys, two_decimals};
use typing::{Mode, Rules};
use utoipa::ToSchema;

use crate::domain::{
    Accuracy, DeviceTime, ErrorCode, Invalid, Language, PracticeTime, RunMark, RunMode, RunRules, TypedText, Wpm,
};
use crate::error::ApiError;
use crate::extract::{Caller, NoFields};
use crate::handlers::{OkAnswer, Status, seconds};
use crate::models::practice_result::NewPracticeResult;
use crate::models::practice_stats::PracticeStats;
use crate::models::text::Text;
use crate::practice;

/// The largest body of a result, in bytes: 20,000 characters with as many keys and corrections, and their times.
pub(crate) const BODY: usize = 384 * 1024;

/// The most characters of a timed text that are sent beyond those that its keys can have reached: the rest of a word.
const MOST_UNTYPED: usize = 100;

/// The most characters that a key may pass by the rules of words, where a space ends its word: twice that of the words of
/// a language on average.
const MOST_PER_KEY: usize = 8;

/// A result. With `text`, `keystrokes` and `times`, the server replays the run, and its own figures count.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PracticeForm {
    time: PracticeTime,
    wpm: Wpm,
    accuracy: Accuracy,
    date: DeviceTime,
    /// The time at which the result is sent. With it, a clock that is wrong dates no run wrong.
    sent_at: Option<DeviceTime>,
    /// The text as it was offered; of a timed run, at most 100 characters more than keys.
    text: Option<TypedText>,
    /// `text` if missing.
    mode: Option<RunMode>,
    /// The rules that the run was typed under; 1 if missing, and for modes that are not of words.
    rules: Option<RunRules>,
    /// `paused` if more than ten seconds passed without a key, which the keys tell if they are sent; `repeated` if the same
    /// words were typed just before.
    mark: Option<RunMark>,
    /// The language of the text; `en` if missing. The site knows that of its own texts.
    language: Option<Language>,
    /// Every key: characters as they are, Backspace as U+0008, Ctrl+Backspace as U+0017.
    keystrokes: Option<String>,
    /// Whole milliseconds since the first key, one per character of `keystrokes`, never falling.
    times: Option<Vec<u32>>,
}

/// A user's practice statistics: averages over all practices, and time in seconds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PracticeStatsAnswer {
    #[schema(inline)]
    status: Status,
    wpm: f64,
    accuracy: f64,
    time: f64,
    races_total: i32,
    best_race: f64,
}

/// `POST /api/singleplayer`: saves a result, once even if it is sent again.
pub(crate) async fn save(caller: Caller<PracticeForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let saved = caller.transact(|user, form, conn| {
        let PracticeForm { time, wpm, accuracy, date, sent_at, text, mode, rules, mark, language, keystrokes, times } =
            form;
        let mode = mode.unwrap_or_default();
        let rules = rules.filter(|_| mode.0.is_of_words()).unwrap_or_default();
        let run = keys_of(mode.0, rules.0, text.as_ref(), keystrokes, times)?;
        let (keys, figures) = run.unzip();
        let of_site = text.as_deref().map(|text| Text::find_by_wording(text, conn)).transpose()?.flatten();
        let now = Utc::now();
        let ran_at = sent_at.map_or(date.0, |sent| now - (sent.0 - date.0));
        let result = NewPracticeResult {
            user_id: user.id,
            mode,
            rules,
            mark: mark_of(mode.0, figures.map(|figures| figures.paused), mark),
            language: of_site.as_ref().map(|text| text.language).or(language).unwrap_or_default(),
            time_ms: figures.map_or(time.0, |figures| figures.time.as_millis() as i64),
            wpm: figures.map_or(wpm.0, |figures| figures.wpm),
            raw_wpm: figures.map(|figures| figures.raw_wpm),
            accuracy: figures.map_or(accuracy.0, |figures| figures.accuracy),
            consistency: figures.and_then(|figures| figures.consistency),
            length: text.as_ref().map(|text| text.length() as i32),
            text_id: of_site.map(|text| text.id),
            typed_at: date.0,
            ran_at: ran_at.min(now).max(user.created_at),
        };
        Ok(practice::save(&result, text.as_deref().zip(keys.as_ref()), conn)?)
    });
    saved.await?;
    Ok(OkAnswer::json())
}

/// Returns the mark of a run: whether it paused, if its keys tell, before what was sent. Only words can be repeated: a text
/// is typed again to learn it.
fn mark_of(mode: Mode, paused: Option<bool>, sent: Option<RunMark>) -> Option<RunMark> {
    match (paused, sent) {
        (Some(true), _) | (None, Some(RunMark::Paused)) => Some(RunMark::Paused),
        (_, Some(RunMark::Repeated)) if mode.is_of_words() || mode == Mode::Weak => Some(RunMark::Repeated),
        _ => None,
    }
}

/// Returns the keys of a run and its figures; `None` for one that is sent without keys.
fn keys_of(
    mode: Mode,
    rules: Rules,
    text: Option<&TypedText>,
    keystrokes: Option<String>,
    times: Option<Vec<u32>>,
) -> Result<Option<(TimedKeys, Figures)>, ApiError> {
    let missing = |field| ApiError::invalid(field, Invalid::new(ErrorCode::Missing, "is missing"));
    let (text, keystrokes, times) = match (text, keystrokes, times) {
        (_, None, None) => return Ok(None),
        (None, ..) => return Err(missing("text")),
        (_, None, _) => return Err(missing("keystrokes")),
        (.., None) => return Err(missing("times")),
        (Some(text), Some(keystrokes), Some(times)) => (text, keystrokes, times),
    };
    // A timed text need not be typed to its end, and what is kept of it must not cost more than its keys.
    let per_key = if rules == Rules::Words { MOST_PER_KEY } else { 1 };
    if mode.limit().is_some() && text.length() > keystrokes.chars().count() * per_key + MOST_UNTYPED {
        let sentence = "are only for the beginning of the text, of which at most 100 further characters are sent";
        return Err(ApiError::invalid("keystrokes", Invalid::new(ErrorCode::WrongKeys, sentence)));
    }
    let figures = replay(mode, rules, text, &keystrokes, &times).map_err(|error| {
        let (field, code, sentence) = match error {
            ReplayError::Times => {
                ("times", ErrorCode::WrongTimes, "must be one for each key, from 0 on and never falling, within a day")
            }
            ReplayError::Unfinished | ReplayError::Empty => {
                ("keystrokes", ErrorCode::WrongKeys, "do not produce the text")
            }
            ReplayError::TooFast => ("times", ErrorCode::TooFast, "are faster than anyone can type"),
        };
        ApiError::invalid(field, Invalid::new(code, sentence))
    })?;
    if times.len() > plausible_keys(figures.time) {
        let sentence = "are more than anyone can press in that time";
        return Err(ApiError::invalid("keystrokes", Invalid::new(ErrorCode::TooManyKeys, sentence)));
    }
    let keys = TimedKeys::new(keystrokes, times).map_err(|error| ApiError::internal(&error))?;
    Ok(Some((keys, figures)))
}

/// `POST /api/singleplayer/stats`: returns the user's practice statistics.
pub(crate) async fn stats(caller: Caller<NoFields>) -> Result<web::Json<PracticeStatsAnswer>, ApiError> {
    let stats = caller.run(|user, _, conn| Ok(PracticeStats::of(user.id, conn)?)).await?;
    // Without practice, all sums and averages are zero.
    let n = f64::from(stats.races_total.max(1));
    Ok(web::Json(PracticeStatsAnswer {
        status: Status::Ok,
        wpm: two_decimals(stats.wpm_sum / n),
        accuracy: two_decimals(stats.accuracy_sum / n),
        time: seconds(stats.time_ms),
        races_total: stats.races_total,
        best_race: two_decimals(stats.best_wpm),
    }))
}
