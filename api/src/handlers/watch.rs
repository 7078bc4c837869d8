//! What there is to watch: public races as the engine lists them, and otherwise the best replay of the last day.

use actix_web::web;
use serde::{Deserialize, Serialize};
use shared::RoomCode;
use shared::messages::{ListRaces, ListRacesError, OpenRace, OpenRacePhase, RaceOf, Races};
use typing::score::two_decimals;
use utoipa::ToSchema;

use crate::domain::{Language, ShortRaceId, SkinFile, Username, lookup, room};
use crate::error::ApiError;
use crate::extract::{Body, NoFields, Query};
use crate::handlers::race::ENGINE_TIMEOUT;
use crate::handlers::stats::UNKNOWN_USER;
use crate::handlers::{Written, write};
use crate::models::replay::Best;
use crate::models::user::User;
use crate::{Links, Services};

#[derive(Deserialize, ToSchema)]
pub(crate) struct RacerForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
}

/// The races and the replay to watch, the same for everyone and about a second old.
#[derive(Serialize, ToSchema)]
#[schema(as = Watchable)]
pub(crate) struct WatchAnswer {
    /// The race to show to everyone, which is in the list. It stays the same until it ends. Null if none runs.
    #[schema(required, value_type = Option<String>, example = "k3f9wq2m")]
    featured: Option<RoomCode>,
    /// The most interesting first.
    #[schema(max_items = 50)]
    races: Vec<RaceAnswer>,
    /// If no race runs, the best replay of the last 24 hours.
    #[schema(required)]
    best: Option<BestReplay>,
}

/// A public race that runs, or waits with company.
#[derive(Serialize, ToSchema)]
#[schema(as = WatchableRace)]
struct RaceAnswer {
    #[schema(schema_with = room::code)]
    code: RoomCode,
    #[schema(inline)]
    language: Language,
    /// The number of racers who are connected or have finished.
    racers: usize,
    /// Null until the race runs.
    #[schema(required)]
    running: Option<Running>,
}

/// The progress of a race.
#[derive(Serialize, ToSchema)]
#[schema(as = RunningRace)]
struct Running {
    /// The progress of the racer who is ahead, in whole percent.
    completed: u8,
    /// The highest speed so far, in whole words per minute.
    wpm: u16,
}

/// The public replay of a verified run that nobody hides, the fastest of the last 24 hours; one with company, if there is
/// any.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BestReplay {
    /// The id of the race, for its replay.
    race: ShortRaceId,
    username: Username,
    skin: SkinFile,
    wpm: f64,
    #[schema(inline)]
    language: Language,
    /// The number of racers at the start.
    racers: i32,
}

/// The public room of a racer.
#[derive(Serialize, ToSchema)]
#[schema(as = RaceOfRacer)]
pub(crate) struct RacerAnswer {
    /// Null while the racer is in no public race.
    #[schema(required, value_type = Option<String>, example = "k3f9wq2m")]
    code: Option<RoomCode>,
}

/// `GET /api/watch`: lists what there is to watch.
pub(crate) async fn races(
    links: web::Data<Links>,
    services: web::Data<Services>,
    _: Query<NoFields>,
) -> Result<Written<WatchAnswer>, ApiError> {
    let read = async || {
        let listed = links.list_races.send(ListRaces {}).timeout(ENGINE_TIMEOUT).await;
        let Races { featured, races } = answered(listed)?;
        let best = if featured.is_none() { best_replay(&services).await? } else { None };
        write(&WatchAnswer { featured, races: races.into_iter().map(RaceAnswer::from).collect(), best })
    };
    services.races.get(read).await.map(Written::from)
}

/// `POST /api/watch/racer`: returns the race of a racer. One who has not switched the overlay on is unknown.
pub(crate) async fn racer(
    links: web::Data<Links>,
    services: web::Data<Services>,
    Body(RacerForm { username }): Body<RacerForm>,
) -> Result<web::Json<RacerAnswer>, ApiError> {
    let username = username.ok_or(UNKNOWN_USER)?;
    let found = services.database.with_conn(move |conn| User::with_overlay(&username, conn)).await?;
    let user = found.ok_or(UNKNOWN_USER)?;
    let code = answered(links.race_of.send(RaceOf { user }).timeout(ENGINE_TIMEOUT).await)?;
    Ok(web::Json(RacerAnswer { code }))
}

async fn best_replay(services: &Services) -> Result<Option<BestReplay>, ApiError> {
    let read = async || {
        let best = services.database.with_conn(Best::of_last_day).await?;
        Ok(best.map(BestReplay::from))
    };
    services.best_replay.get(read).await
}

/// Returns the engine's answer; the server is busy without one.
fn answered<T>(answer: Result<Result<T, ListRacesError>, actix::MailboxError>) -> Result<T, ApiError> {
    match answer {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the races could not be listed");
            Err(ApiError::Unavailable)
        }
        Err(error) => {
            tracing::error!(%error, "the engine did not answer");
            Err(ApiError::Unavailable)
        }
    }
}

impl From<OpenRace> for RaceAnswer {
    fn from(OpenRace { code, language, racers, phase }: OpenRace) -> Self {
        let running = match phase {
            OpenRacePhase::Waiting => None,
            OpenRacePhase::Running { ms: _, ahead, gap: _, wpm } => Some(Running { completed: ahead.get(), wpm }),
        };
        Self { code, language: language.into(), racers, running }
    }
}

impl From<Best> for BestReplay {
    fn from(Best { race, username, skin, wpm, language, racers }: Best) -> Self {
        Self { race, username, skin, wpm: two_decimals(wpm), language, racers }
    }
}
