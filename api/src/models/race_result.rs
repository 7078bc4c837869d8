//! Results of races: one per race and racer.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::{ExpressionMethods as _, RunQueryDsl as _};
use diesel::sql_types::Bool;
use diesel::{PgConnection, QueryResult};
use shared::messages::RecordResult;
use shared::score::{self, MAX_WPM};
use shared::{RaceId, RoomCode, TextId, UserId};
use uuid::Uuid;

use crate::database::schema::{races, results};

/// The result of a racer in a race, with the race itself.
#[derive(Debug, Clone)]
pub(crate) struct NewRaceResult {
    pub(crate) race_id: RaceId,
    room: RoomCode,
    text_id: TextId,
    racers: i32,
    started_at: DateTime<Utc>,
    pub(crate) user_id: UserId,
    place: i32,
    pub(crate) won: bool,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
    pub(crate) unranked: bool,
}

impl NewRaceResult {
    /// Returns the rows for a message about a text of `length` characters, unless a number is out of its column's range.
    /// The speed is computed here, whatever the engine says.
    pub(crate) fn of(message: &RecordResult, length: usize) -> Option<Self> {
        let RecordResult { race, room, text, racers, started_at, result, proof: _ } = message;
        Some(Self {
            race_id: *race,
            room: *room,
            text_id: *text,
            racers: (*racers).try_into().ok()?,
            started_at: *started_at,
            user_id: result.user_id,
            place: result.place.try_into().ok()?,
            won: result.won,
            time_ms: result.time.as_millis().try_into().ok()?,
            wpm: score::wpm(length, result.time).filter(|wpm| *wpm <= MAX_WPM)?,
            accuracy: result.accuracy,
            unranked: result.unranked,
        })
    }

    pub(crate) fn key(&self) -> (RaceId, UserId) {
        (self.race_id, self.user_id)
    }

    /// Inserts the races of these results that do not exist yet, in the order of their keys.
    pub(crate) fn insert_missing_races(results: &[&Self], conn: &mut PgConnection) -> QueryResult<()> {
        let races = results.chunk_by(|one, next| one.race_id == next.race_id).filter_map(|race| race.first());
        let rows = races.map(|race| {
            (
                races::id.eq(race.race_id.0),
                races::room.eq(race.room.as_str()),
                races::text_id.eq(race.text_id.0),
                races::racers.eq(race.racers),
                races::started_at.eq(race.started_at),
            )
        });
        let rows: Vec<_> = rows.collect();
        diesel::insert_into(races::table).values(rows).on_conflict(races::id).do_nothing().execute(conn).map(drop)
    }

    /// Inserts the results that do not exist yet, and returns the race and racer of each.
    pub(crate) fn insert_missing(results: &[&Self], conn: &mut PgConnection) -> QueryResult<Vec<(RaceId, UserId)>> {
        let rows = results.iter().map(|result| {
            (
                results::race_id.eq(result.race_id.0),
                results::user_id.eq(result.user_id.0),
                results::place.eq(result.place),
                results::won.eq(result.won),
                results::time_ms.eq(result.time_ms),
                results::wpm.eq(result.wpm),
                results::accuracy.eq(result.accuracy),
                results::unranked.eq(result.unranked),
            )
        });
        let written: Vec<(Uuid, i64)> = diesel::insert_into(results::table)
            .values(rows.collect::<Vec<_>>())
            .on_conflict((results::race_id, results::user_id))
            .do_nothing()
            .returning((results::race_id, results::user_id))
            .get_results(conn)?;
        Ok(written.into_iter().map(|(race, user)| (RaceId(race), UserId(user))).collect())
    }
}

/// Returns true during the upgrade to this version, when results may come without a proof of the seat: for an hour after
/// the migration, in a database that had races before.
pub(crate) fn may_lack_proof(conn: &mut PgConnection) -> QueryResult<bool> {
    let is_upgrade = sql::<Bool>(
        "EXISTS (SELECT FROM __diesel_schema_migrations WHERE version = '20261126000300'
            AND run_on > now() - interval '1 hour' AND EXISTS (SELECT FROM races WHERE created_at < run_on))",
    );
    diesel::select(is_upgrade).get_result(conn)
}
