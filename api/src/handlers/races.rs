//! The races of a racer that everyone may see. Practice is not among them.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use typing::score::two_decimals;
use utoipa::ToSchema;

use crate::domain::{Language, ShortRaceId, TextLength, Username, lookup};
use crate::error::ApiError;
use crate::extract::Visitor;
use crate::handlers::stats::UNKNOWN_USER;
use crate::models::public_race::PublicRace;
use crate::models::user::Profile;

/// The number of newest races in an answer: enough for a curve, and a bound on what a stranger's call reads.
const NEWEST: i64 = 100;

#[derive(Deserialize, ToSchema)]
pub(crate) struct RacesForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
}

/// The ranked races of a racer.
#[derive(Serialize, ToSchema)]
pub(crate) struct RacesAnswer {
    /// The ranked ones of the last 100 races, newest first.
    #[schema(max_items = 100)]
    races: Vec<RaceAnswer>,
    /// The fastest in each language through a text of each length, the fastest first.
    bests: Vec<RaceAnswer>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RacerRace)]
struct RaceAnswer {
    /// The id of the race, for its replay.
    race: ShortRaceId,
    date: DateTime<Utc>,
    #[schema(inline)]
    language: Language,
    #[schema(inline, value_type = TextLength)]
    length: String,
    wpm: f64,
    accuracy: f64,
    place: i32,
    /// The number of racers at the start.
    racers: i32,
    /// True if the keys are kept, and the racer does not hide them.
    has_keys: bool,
}

/// `POST /api/races`: returns a racer's ranked races.
pub(crate) async fn races(visitor: Visitor<RacesForm>) -> Result<web::Json<RacesAnswer>, ApiError> {
    let found = visitor.run(|_, RacesForm { username }, conn| {
        let (user, ..) = Profile::find(&username.ok_or(UNKNOWN_USER)?, conn)?.ok_or(UNKNOWN_USER)?;
        let races = PublicRace::newest(user, NEWEST, conn)?;
        let bests = PublicRace::bests(user, conn)?;
        let answers = |races: Vec<PublicRace>| races.into_iter().map(RaceAnswer::from).collect();
        Ok(RacesAnswer { races: answers(races), bests: answers(bests) })
    });
    Ok(web::Json(found.await?))
}

impl From<PublicRace> for RaceAnswer {
    fn from(race: PublicRace) -> Self {
        Self {
            race: race.race,
            date: race.at,
            language: race.language,
            length: race.size,
            wpm: two_decimals(race.wpm),
            accuracy: two_decimals(race.accuracy),
            place: race.place,
            racers: race.racers,
            has_keys: race.has_keys,
        }
    }
}
