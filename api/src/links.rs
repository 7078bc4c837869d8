//! Answers the engine: draws texts, records results.
//!
//! An actor that holds nothing but the database. Each question is a future of its own, so that a slow one does not
//! hold up the next. It ends with its system.

use std::time::Instant;

use actix::{Actor, Context, Handler, Recipient, ResponseFuture};
use chrono::{DateTime, Utc};
use diesel::{Connection as _, PgConnection, QueryResult};
use shared::UserId;
use shared::messages::{DrawText, DrawTextError, RecordError, RecordResult, Recorded};

use crate::database::{Database, DatabaseError};
use crate::metrics;
use crate::models::race::NewRace;
use crate::models::race_result::NewRaceResult;
use crate::models::skins;
use crate::models::text::Text;
use crate::models::user::User;
use crate::models::user_stats::UserStats;

/// Messages that may wait. Whoever sends one waits for its answer, so this is about how many ask at once.
const MAILBOX: usize = 256;

impl Database {
    /// Where the engine asks for texts. Call it inside a running actix system.
    pub fn draw_text(&self) -> Recipient<DrawText> {
        Clerk { database: self.clone() }.start().recipient()
    }

    /// Where the engine has results recorded. Call it inside a running actix system.
    pub fn record_result(&self) -> Recipient<RecordResult> {
        Clerk { database: self.clone() }.start().recipient()
    }
}

/// Does what the engine asks of the database.
struct Clerk {
    database: Database,
}

impl Actor for Clerk {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<DrawText> for Clerk {
    type Result = ResponseFuture<Result<shared::Text, DrawTextError>>;

    fn handle(&mut self, DrawText { not }: DrawText, _: &mut Self::Context) -> Self::Result {
        let database = self.database.clone();
        Box::pin(async move {
            match database.with_conn(move |conn| Text::draw(&not, &mut rand::rng(), conn)).await {
                Ok(Some(text)) => Ok(text.into()),
                Ok(None) => Err(DrawTextError::NoTexts),
                Err(error) => {
                    tracing::error!(%error, "no text was drawn");
                    Err(DrawTextError::Database)
                }
            }
        })
    }
}

impl Handler<RecordResult> for Clerk {
    type Result = ResponseFuture<Result<Recorded, RecordError>>;

    fn handle(&mut self, message: RecordResult, _: &mut Self::Context) -> Self::Result {
        let database = self.database.clone();
        Box::pin(async move {
            let began = Instant::now();
            let race = message.race;
            let recorded = record(&database, &message).await;
            let outcome = match &recorded {
                Ok(Recorded::Now) => "now",
                Ok(Recorded::Before) => "before",
                Err(RecordError::Impossible(reason)) => {
                    tracing::error!(race.id = %race, %reason, "a result cannot be recorded");
                    "impossible"
                }
                Err(error) => {
                    tracing::warn!(race.id = %race, %error, "a result is not recorded yet");
                    "unavailable"
                }
            };
            metrics::result_recorded(outcome, began.elapsed());
            recorded
        })
    }
}

async fn record(database: &Database, message: &RecordResult) -> Result<Recorded, RecordError> {
    let (race, result) = rows(message).ok_or_else(|| RecordError::Impossible("a number is out of range".to_owned()))?;
    let user = message.result.user_id;
    let recorded = database
        .with_conn(move |conn| {
            conn.transaction(|conn| {
                let Some(member_since) = User::created_at(user, conn)? else { return Ok(None) };
                write(&race, &result, member_since, conn).map(Some)
            })
        })
        .await;
    match recorded {
        Ok(Some(recorded)) => Ok(recorded),
        Ok(None) => Err(RecordError::Impossible("the account is gone".to_owned())),
        Err(error) => Err(refusal(&error)),
    }
}

fn write(
    race: &NewRace,
    result: &NewRaceResult,
    member_since: DateTime<Utc>,
    conn: &mut PgConnection,
) -> QueryResult<Recorded> {
    race.insert_if_missing(conn)?;
    if !result.insert_if_missing(conn)? {
        return Ok(Recorded::Before);
    }
    let stats = UserStats::add(result, member_since, conn)?;
    skins::grant_reached(conn, UserId(result.user_id), &stats)?;
    Ok(Recorded::Now)
}

/// The rows for a message, unless a number does not fit into its column.
fn rows(message: &RecordResult) -> Option<(NewRace, NewRaceResult)> {
    let RecordResult { race, room, text, racers, started_at, result } = message;
    let race_row = NewRace {
        id: race.0,
        room: room.as_str().to_owned(),
        text_id: text.0,
        racers: (*racers).try_into().ok()?,
        started_at: *started_at,
    };
    let result_row = NewRaceResult {
        race_id: race.0,
        user_id: result.user_id.0,
        place: result.place.try_into().ok()?,
        won: result.won,
        time_ms: result.time.as_millis().try_into().ok()?,
        wpm: result.wpm,
        accuracy: result.accuracy,
    };
    Some((race_row, result_row))
}

fn refusal(error: &DatabaseError) -> RecordError {
    if error.is_passing() {
        return RecordError::Unavailable;
    }
    match error.constraint() {
        // Deleted between our look and our write.
        Some("results_user_fkey" | "user_stats_user_fkey" | "owned_skins_user_fkey") => {
            RecordError::Impossible("the account is gone".to_owned())
        }
        Some("races_text_fkey") => RecordError::Impossible("the text is gone".to_owned()),
        _ => RecordError::Impossible(error.to_string()),
    }
}
