//! Finishes that a client could not deliver to their room before it closed.

use std::time::Duration;

use actix_web::web;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use serde::{Deserialize, Serialize};
use typing::Typing;
use typing::key_log::{LONGEST_OF_RACE, TimedKeys};
use typing::presses::presses;
use typing::score::{self, MAX_WPM, plausible_keys, two_decimals};
use typing::verdict::Waits;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{ErrorCode, Invalid};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::seconds;
use crate::models::late_finish::{LateFinish, Saved};
use crate::models::race_result::LONGEST_RACE;
use crate::models::text::Text;
use crate::models::user::User;

pub(crate) const NO_SEAT: ApiError = ApiError::Forbidden(ErrorCode::NoSeat, "This is not a receipt of yours.");
pub(crate) const TOO_LATE: ApiError = ApiError::Forbidden(ErrorCode::RaceOver, "This race was more than two days ago.");
/// The refusal of a finish whose room may still take it.
pub(crate) const RUNNING: ApiError = ApiError::RaceRunning { wait: BEFORE_START };
pub(crate) const UNKNOWN_TEXT: ApiError =
    ApiError::NotFound(ErrorCode::UnknownRun, "The text of this race was deleted.");

/// The time from a seat to the start of a race that starts by itself, with some to spare: waiting for others, and the
/// countdown.
const BEFORE_START: Duration = Duration::from_secs(120);

/// A finish.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LateFinishForm {
    /// The `receipt` that `/api/play` gave with the seat.
    receipt: String,
    /// The log of all keys as in a `finish` over the socket, in base64.
    log: String,
}

/// The result of the race and racer: this finish, or the result that the room has saved. Time in seconds.
#[derive(Serialize, ToSchema)]
pub(crate) struct LateFinishAnswer {
    time: f64,
    wpm: f64,
    unranked: bool,
}

/// `POST /api/latefinish`: saves a finish that its room never got, once, as a result that counts for nothing.
pub(crate) async fn save(
    services: web::Data<Services>,
    caller: Caller<LateFinishForm>,
) -> Result<web::Json<LateFinishAnswer>, ApiError> {
    let saved = caller.transact(move |user, LateFinishForm { receipt, log }, conn| {
        let receipt = services.tokens.read_receipt(&receipt, user.id).ok_or(NO_SEAT)?;
        if !receipt.is_good(Utc::now()) {
            return Err(TOO_LATE);
        }
        User::lock_alone(user.id, conn)?;
        let text = Text::find(receipt.text, conn)?.ok_or(UNKNOWN_TEXT)?;
        // An answer that the page keeps the finish for. Nobody sees a lane that is made up while the others type.
        let waits = Duration::from_secs(receipt.waits_s) + BEFORE_START;
        let over_at = receipt.at + waits + score::time_limit(text.text.chars().count());
        if let Ok(wait) = (over_at - Utc::now()).to_std() {
            return Err(ApiError::RaceRunning { wait });
        }
        let run = Run::read(&log, &text.text)?;
        let finish = LateFinish {
            race: receipt.race,
            room: receipt.room,
            text: receipt.text,
            language: text.language,
            started_at: receipt.at,
            user: user.id,
            time_ms: run.time.as_millis() as i64,
            wpm: run.wpm,
            accuracy: run.accuracy,
            raw_wpm: run.raw_wpm,
            consistency: run.consistency,
            log: run.log,
            waits: run.waits,
        };
        Ok(finish.insert_if_missing(conn)?)
    });
    let Saved { time_ms, wpm, unranked } = saved.await?;
    Ok(web::Json(LateFinishAnswer { time: two_decimals(seconds(time_ms)), wpm: two_decimals(wpm), unranked }))
}

/// A whole run through a text.
struct Run {
    log: Vec<u8>,
    time: Duration,
    wpm: f64,
    accuracy: f64,
    raw_wpm: Option<f64>,
    consistency: Option<f64>,
    waits: Option<Waits>,
}

impl Run {
    /// Replays a log. Its time is that of the last key.
    fn read(base64: &str, text: &str) -> Result<Self, ApiError> {
        let refuse = |code, sentence: &'static str| ApiError::invalid("log", Invalid::new(code, sentence));
        let log = BASE64_STANDARD.decode(base64).ok().filter(|log| log.len() <= LONGEST_OF_RACE);
        let keys = log.as_deref().and_then(|log| TimedKeys::decode(text, log));
        let (Some(log), Some(keys)) = (log, keys) else {
            return Err(refuse(ErrorCode::WrongKeys, "is not one of this text, or is too long"));
        };
        let mut typing = Typing::new(text);
        typing::keys(&keys.keystrokes).into_iter().for_each(|key| typing.press(key));
        let accuracy = typing.accuracy().ok_or_else(|| refuse(ErrorCode::WrongKeys, "does not produce the text"))?;
        let time = Duration::from_millis(keys.times.last().copied().unwrap_or_default().into());
        if time > LONGEST_RACE {
            return Err(refuse(ErrorCode::WrongTimes, "takes longer than any race"));
        }
        let length = text.chars().count();
        let wpm = score::wpm(length, time).filter(|wpm| *wpm <= MAX_WPM);
        let wpm = wpm.ok_or_else(|| refuse(ErrorCode::TooFast, "is faster than anyone can type"))?;
        if keys.times.len() > plausible_keys(time) {
            return Err(refuse(ErrorCode::TooManyKeys, "has more keys than anyone can press in that time"));
        }
        let presses = presses(text, &keys);
        let typed: Vec<u32> = presses.iter().map(|press| press.ms).collect();
        let consistency = score::consistency(&score::raw_by_second(&typed, time));
        let (raw_wpm, waits) = (score::raw_wpm(typed.len(), time), Waits::of(length, &presses));
        Ok(Self { log, time, wpm, accuracy, raw_wpm, consistency, waits })
    }
}
