//! Finishes that their rooms never got: results that count for nothing, until the room's own result takes their place.

use chrono::{DateTime, Utc};
use diesel::prelude::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::{RaceId, RoomCode, TextId, UserId};
use typing::verdict::Waits;
use uuid::Uuid;

use super::{run_digest, run_keys};
use crate::database::Prepared;
use crate::database::schema::{races, results};
use crate::domain::Language;

/// A finish that nobody has witnessed.
#[derive(Debug, Clone)]
pub(crate) struct LateFinish {
    pub(crate) race: RaceId,
    pub(crate) room: RoomCode,
    pub(crate) text: TextId,
    pub(crate) language: Language,
    pub(crate) started_at: DateTime<Utc>,
    pub(crate) user: UserId,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
    pub(crate) raw_wpm: Option<f64>,
    pub(crate) consistency: Option<f64>,
    /// In the form of [`typing::key_log`].
    pub(crate) log: Vec<u8>,
    pub(crate) waits: Option<Waits>,
}

/// The result that is saved for a race and racer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Saved {
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) unranked: bool,
}

impl LateFinish {
    /// Saves the finish unless its race has a result of the racer, and returns the one that it has then. To be called in a
    /// transaction, with the account [locked alone](User::lock_alone), so that the room's result cannot come meanwhile.
    pub(crate) fn insert_if_missing(&self, conn: &mut PgConnection) -> QueryResult<Saved> {
        // The room's first result of the race will say how many raced.
        let race = (
            races::id.eq(self.race.0),
            races::room.eq(self.room.as_str()),
            races::text_id.eq(self.text.0),
            races::racers.eq(1),
            races::started_at.eq(self.started_at),
        );
        diesel::insert_into(races::table).values(race).on_conflict(races::id).do_nothing().execute(conn)?;
        let result = (
            results::race_id.eq(self.race.0),
            results::user_id.eq(self.user.0),
            results::place.eq(NO_PLACE),
            results::won.eq(false),
            results::time_ms.eq(self.time_ms),
            results::wpm.eq(self.wpm),
            results::accuracy.eq(self.accuracy),
            results::unranked.eq(true),
            results::late.eq(true),
            results::language.eq(self.language),
            results::raw_wpm.eq(self.raw_wpm),
            results::consistency.eq(self.consistency),
        );
        let inserted: Option<i64> = diesel::insert_into(results::table)
            .values(result)
            .on_conflict((results::race_id, results::user_id))
            .do_nothing()
            .returning(results::id)
            .get_result(conn)
            .optional()?;
        if let Some(id) = inserted {
            run_keys::insert_of_races(&[(id, &self.log)], conn)?;
            // The replay shows its keys, too.
            if let Some(waits) = &self.waits {
                run_digest::insert(&[(id, self.text, waits)], conn)?;
            }
        }
        let saved = results::table.filter(results::race_id.eq(self.race.0)).filter(results::user_id.eq(self.user.0));
        let (time_ms, wpm, unranked) = saved.select((results::time_ms, results::wpm, results::unranked)).first(conn)?;
        Ok(Saved { time_ms, wpm, unranked })
    }
}

/// The place in the rows of late finishes, which have none.
const NO_PLACE: i32 = 1;

/// Deletes the late finishes of these races and racers, for which the rooms send results now.
pub(crate) fn make_way(keys: impl Iterator<Item = (RaceId, UserId)>, conn: &mut PgConnection) -> QueryResult<()> {
    let (races, users): (Vec<Uuid>, Vec<i64>) = keys.map(|(race, user)| (race.0, user.0)).unzip();
    let delete = sql_query(
        "DELETE FROM results USING unnest($1, $2) AS now (race_id, user_id)
        WHERE late AND results.race_id = now.race_id AND results.user_id = now.user_id",
    );
    Prepared(delete.bind::<Array<SqlUuid>, _>(races).bind::<Array<BigInt>, _>(users)).execute(conn)
}
