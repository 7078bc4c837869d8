//! Replays of races, which everyone with the address of one may see.

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use shared::{RoomCode, UserId};
use typing::key_log::TimedKeys;
use utoipa::ToSchema;

use crate::domain::{Country, ErrorCode, Language, ShortRaceId, SkinFile, Username, lookup};
use crate::error::ApiError;
use crate::extract::{Caller, Visitor};
use crate::handlers::{OkAnswer, seconds};
use crate::models::replay::{Lane, Replay};
use crate::models::text::Text;

pub(crate) const UNKNOWN: ApiError = ApiError::NotFound(ErrorCode::UnknownRace, "There is no such race.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct ReplayForm {
    /// The id of the race. A malformed one is that of no race.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "uVCeG3pQQ1yQyx0XH2r0Wg")]
    pub(crate) race: Option<ShortRaceId>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct RaceOfRoomForm {
    /// A malformed code matches no room.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = RaceOfRoom)]
pub(crate) struct RaceOfRoomAnswer {
    /// The id of the race, for its replay. Null if nobody has finished it.
    #[schema(required, value_type = Option<String>, example = "uVCeG3pQQ1yQyx0XH2r0Wg")]
    race: Option<ShortRaceId>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct HidingForm {
    /// The id of the race. A malformed one is that of no race.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "uVCeG3pQQ1yQyx0XH2r0Wg")]
    race: Option<ShortRaceId>,
    /// True to hide what the user typed, false to show it again.
    hidden: bool,
}

/// A race that is over.
#[derive(Serialize, ToSchema)]
#[schema(as = Replay)]
pub(crate) struct ReplayAnswer {
    text: String,
    author: String,
    /// The work and its year, or the subject of a text that was written for this site.
    #[schema(required)]
    work: Option<String>,
    #[schema(inline)]
    language: Language,
    /// The start of the race.
    date: DateTime<Utc>,
    /// The number of racers at the start. Those who did not finish or deleted their account have no lane.
    racers: i32,
    /// In the order of their places, and then those without a place.
    lanes: Vec<LaneAnswer>,
}

/// A racer who finished. The time is in seconds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReplayLane)]
struct LaneAnswer {
    username: Username,
    skin: SkinFile,
    country: Country,
    time: f64,
    wpm: f64,
    accuracy: f64,
    /// Null if the result is not ranked.
    #[schema(required)]
    place: Option<i32>,
    won: bool,
    unranked: bool,
    /// True if the result counts, and its room has seen it typed, or an admin has accepted it.
    proven: bool,
    /// True if the room never got the finish, so that nobody has seen it.
    late: bool,
    /// True if the racer hides the keys, which then only their own token returns.
    is_hidden: bool,
    /// Every key: characters as they are, Backspace as U+0008, Ctrl+Backspace as U+0017. Null if the keys are hidden, not
    /// kept any more, or were never sent.
    #[schema(required)]
    keystrokes: Option<String>,
    /// Whole milliseconds since the start, one per key.
    #[schema(required)]
    times: Option<Vec<u32>>,
}

/// `POST /api/replay`: returns a race with the keys of its racers.
pub(crate) async fn replay(visitor: Visitor<ReplayForm>) -> Result<web::Json<ReplayAnswer>, ApiError> {
    let found = visitor
        .run(|visitor, ReplayForm { race }, conn| ReplayAnswer::find(race, visitor.map(|visitor| visitor.id), conn));
    Ok(web::Json(found.await?))
}

/// `POST /api/replay/room`: returns the last race of a room once it has a result. A user who has the code of a room could
/// have raced there, and everyone could have watched a public race.
pub(crate) async fn of_room(visitor: Visitor<RaceOfRoomForm>) -> Result<web::Json<RaceOfRoomAnswer>, ApiError> {
    let found = visitor.run(|user, RaceOfRoomForm { code }, conn| {
        let race = code.map(|code| Replay::last_of_room(code, user.is_some(), conn)).transpose()?.flatten();
        Ok::<_, ApiError>(RaceOfRoomAnswer { race })
    });
    Ok(web::Json(found.await?))
}

/// `POST /api/hidereplay`: hides what the user typed in a race from others, or shows it again.
pub(crate) async fn hide(caller: Caller<HidingForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let hidden = caller.run(|user, HidingForm { race, hidden }, conn| {
        if Replay::hide(race.ok_or(UNKNOWN)?, user.id, hidden, conn)? { Ok(OkAnswer::json()) } else { Err(UNKNOWN) }
    });
    hidden.await
}

impl ReplayAnswer {
    /// Returns the replay of a race as `viewer` may see it.
    pub(crate) fn find(
        race: Option<ShortRaceId>,
        viewer: Option<UserId>,
        conn: &mut PgConnection,
    ) -> Result<Self, ApiError> {
        let Replay { race, lanes } = Replay::find(race.ok_or(UNKNOWN)?, conn)?.ok_or(UNKNOWN)?;
        let lanes = lanes.into_iter().map(|lane| LaneAnswer::of(lane, &race.text, viewer)).collect();
        let (text, author, work) = (race.text, race.author, Text::work(race.source));
        Ok(Self { text, author, work, language: race.language, date: race.started_at, racers: race.racers, lanes })
    }
}

impl LaneAnswer {
    /// Returns the lane of a race through `text` as `viewer` may see it.
    fn of(lane: Lane, text: &str, viewer: Option<UserId>) -> Self {
        let keys = lane.keys_for(viewer).and_then(|keys| TimedKeys::decode(text, keys));
        let (keystrokes, times) = keys.map(|keys| (keys.keystrokes, keys.times)).unzip();
        Self {
            place: lane.place(),
            proven: lane.is_proven(),
            late: lane.late,
            username: lane.username,
            skin: lane.skin,
            country: lane.country,
            time: seconds(lane.time_ms),
            wpm: lane.wpm,
            accuracy: lane.accuracy,
            won: lane.won,
            unranked: lane.unranked,
            is_hidden: lane.is_hidden,
            keystrokes,
            times,
        }
    }
}
