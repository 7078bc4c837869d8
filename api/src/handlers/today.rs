//! Today's race: the same text for all, one attempt, and a board.

use actix_web::web;
use diesel::{Connection as _, PgConnection};
use serde::{Deserialize, Serialize};
use shared::RoomCode;
use shared::messages::{OpenRoom, TakeSeatError};
use typing::score::two_decimals;
use utoipa::ToSchema;

use crate::domain::{Country, Day, ErrorCode, Language, RunId, RunKind, ShortRaceId, SkinFile, Username};
use crate::error::ApiError;
use crate::extract::{SignedIn, Visitor};
use crate::handlers::race::{RoomAnswer, open_room, take_seat};
use crate::handlers::seconds;
use crate::handlers::texts::NO_TEXTS;
use crate::models::daily_race::{Attempt, DailyRace, Entry};
use crate::models::user_stats;
use crate::{Links, Services};

pub(crate) const ATTEMPT_OVER: ApiError = ApiError::Conflict(
    ErrorCode::AttemptOver,
    "You have had your attempt at today's race. There is a new one tomorrow.",
);

#[derive(Deserialize, ToSchema)]
pub(crate) struct TodayForm {
    language: Language,
    /// An earlier day (UTC); today if it is left out.
    day: Option<Day>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct StartForm {
    language: Language,
}

/// The race of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct TodayAnswer {
    #[serde(flatten)]
    board: BoardAnswer,
    /// Today in UTC, by the clock of the server.
    today: Day,
    /// The user's own entry, also behind the end of the board. Null without a ranked result.
    #[schema(required)]
    own: Option<EntryAnswer>,
    #[schema(inline)]
    attempt: AttemptState,
    /// The room of an attempt that has begun.
    #[schema(required, value_type = Option<String>, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The id of the user's run, if a rule holds it back.
    #[schema(required, value_type = Option<String>, example = "r12")]
    held: Option<RunId>,
}

/// The board of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = DailyBoard)]
pub(crate) struct BoardAnswer {
    day: Day,
    language: Language,
    /// The fastest first.
    #[schema(max_items = 50)]
    board: Vec<EntryAnswer>,
    /// The number of racers with a ranked result.
    racers: i64,
}

/// A racer on the board of a day. The time is in seconds.
#[derive(Serialize, ToSchema)]
#[schema(as = DailyEntry)]
struct EntryAnswer {
    /// Equal times share a rank.
    rank: i64,
    username: Username,
    skin: SkinFile,
    country: Country,
    wpm: f64,
    accuracy: f64,
    time: f64,
    /// The id of the race, for its replay.
    race: ShortRaceId,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum AttemptState {
    /// Not begun yet.
    Open,
    /// Begun, without a result so far.
    Begun,
    /// With a result, without its room, or of an earlier day.
    Over,
}

/// `POST /api/today`: returns the race of a day.
pub(crate) async fn today(visitor: Visitor<TodayForm>) -> Result<web::Json<TodayAnswer>, ApiError> {
    let found = visitor.run(|visitor, TodayForm { language, day }, conn| {
        let today = Day::today();
        let race = DailyRace { day: day.unwrap_or(today), language };
        let board = BoardAnswer::find(race, conn)?;
        let (mut own, mut attempt) = (None, None);
        if let Some(user) = visitor {
            own = race.entry_of(user.id, conn)?.map(EntryAnswer::from);
            attempt = Attempt::find(race, user.id, conn)?;
        }
        let code = attempt.as_ref().and_then(Attempt::open).map(|(_, code)| code);
        let held = attempt.as_ref().and_then(|attempt| attempt.held).map(|row| RunId { kind: RunKind::Race, row });
        let is_open = attempt.is_none() && race.day == today;
        let attempt = match code {
            Some(_) => AttemptState::Begun,
            None if is_open => AttemptState::Open,
            None => AttemptState::Over,
        };
        Ok(TodayAnswer { board, today, own, attempt, code, held })
    });
    Ok(web::Json(found.await?))
}

/// `POST /api/today/start`: begins the user's attempt at today's race, or returns the room of one that has begun.
pub(crate) async fn start(
    links: web::Data<Links>,
    services: web::Data<Services>,
    SignedIn { user, body: StartForm { language } }: SignedIn<StartForm>,
) -> Result<web::Json<RoomAnswer>, ApiError> {
    let (race, id) = (DailyRace { day: Day::today(), language }, user.id);
    let find = services.database.run(move |conn| {
        conn.transaction(|conn| {
            let text = race.text(&mut rand::rng(), conn)?.ok_or(NO_TEXTS)?;
            let divisions = user_stats::divisions(id, conn)?;
            Ok::<_, ApiError>((text, Attempt::find(race, id, conn)?, divisions))
        })
    });
    let (text, attempt, divisions) = find.await?;
    if let Some(attempt) = attempt {
        let (its_race, code) = attempt.open().ok_or(ATTEMPT_OVER)?;
        return match take_seat(&links, &services, &user, &divisions, code).await {
            Ok(seat) if seat.race == its_race => Ok(web::Json(RoomAnswer { code })),
            Ok(_) | Err(TakeSeatError::Unknown | TakeSeatError::Joinable | TakeSeatError::Full) => {
                services.database.with_conn(move |conn| Attempt::end(race, id, conn)).await?;
                Err(ATTEMPT_OVER)
            }
            Err(reason) => Err(ApiError::NoSeat { reason, username: user.username.into() }),
        };
    }
    let text = Some(text.into());
    let message = OpenRoom { private: true, solo: true, text, ..OpenRoom::by(id) };
    let code = open_room(&links, message).await?;
    let seat = take_seat(&links, &services, &user, &divisions, code).await;
    let seat = seat.map_err(|reason| ApiError::NoSeat { reason, username: user.username.into() })?;
    let save = move |conn: &mut PgConnection| Attempt::insert_if_missing(race, id, (seat.race, code), conn);
    let attempt = services.database.with_conn(save).await?;
    // Another call may have begun it in the meantime.
    let (_, code) = attempt.as_ref().and_then(Attempt::open).ok_or(ATTEMPT_OVER)?;
    Ok(web::Json(RoomAnswer { code }))
}

impl BoardAnswer {
    pub(crate) fn find(race: DailyRace, conn: &mut PgConnection) -> Result<Self, ApiError> {
        let board = race.board(conn)?.into_iter().map(EntryAnswer::from).collect();
        Ok(Self { day: race.day, language: race.language, board, racers: race.racers(conn)? })
    }
}

impl From<Entry> for EntryAnswer {
    fn from(entry: Entry) -> Self {
        Self {
            rank: entry.rank,
            username: entry.username,
            skin: entry.skin,
            country: entry.country,
            wpm: two_decimals(entry.wpm),
            accuracy: two_decimals(entry.accuracy),
            time: seconds(entry.time_ms),
            race: entry.race,
        }
    }
}
