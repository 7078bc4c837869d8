//! Results of races: one per race and racer.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::{ExpressionMethods as _, RunQueryDsl as _};
use diesel::sql_types::Bool;
use diesel::{PgConnection, QueryResult};
use shared::key_log::{self, TimedKeys};
use shared::messages::RecordResult;
use shared::presses::presses;
use shared::score::{self, MAX_WPM};
use shared::{RaceId, RoomCode, TextId, UserId};
use uuid::Uuid;

use super::text::Text;
use crate::database::schema::{races, results};
use crate::domain::Language;
use crate::key_sums::KeySums;

/// The longest race whose seconds are counted; no race of ours takes as long.
const LONGEST_RACE: Duration = Duration::from_hours(1);

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
    pub(crate) language: Language,
    /// The keys, if they are known.
    pub(crate) keys: Option<Keys>,
}

/// The keys of a run, and what follows from them.
#[derive(Debug, Clone)]
pub(crate) struct Keys {
    /// In the form of [`key_log`].
    pub(crate) log: Vec<u8>,
    pub(crate) sums: KeySums,
    raw_wpm: Option<f64>,
    consistency: Option<f64>,
}

/// A result that was inserted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inserted {
    pub(crate) id: i64,
    pub(crate) created_at: DateTime<Utc>,
}

impl NewRaceResult {
    /// Returns the rows for a message about a run through `text`, unless a number is out of its column's range. The speed
    /// is computed here, whatever the engine says.
    pub(crate) fn of(message: &RecordResult, Text { id, text, language, .. }: &Text) -> Option<Self> {
        let RecordResult {
            race,
            room,
            text: _,
            racers,
            started_at,
            result,
            proof: _,
            keys,
            evidence: _,
            start_spread_ms: _,
        } = message;
        let wpm = score::wpm(text.chars().count(), result.time).filter(|wpm| *wpm <= MAX_WPM)?;
        Some(Self {
            race_id: *race,
            room: *room,
            text_id: *id,
            racers: (*racers).try_into().ok()?,
            started_at: *started_at,
            user_id: result.user_id,
            place: result.place.try_into().ok()?,
            won: result.won,
            time_ms: result.time.as_millis().try_into().ok()?,
            wpm,
            accuracy: result.accuracy,
            unranked: result.unranked,
            language: *language,
            keys: keys.as_ref().and_then(|keys| Keys::read(keys, text, result.time)),
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

    /// Inserts the results that do not exist yet, and returns them by race and racer.
    pub(crate) fn insert_missing(
        results: &[&Self],
        conn: &mut PgConnection,
    ) -> QueryResult<HashMap<(RaceId, UserId), Inserted>> {
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
                results::language.eq(result.language),
                results::raw_wpm.eq(result.keys.as_ref().and_then(|keys| keys.raw_wpm)),
                results::consistency.eq(result.keys.as_ref().and_then(|keys| keys.consistency)),
            )
        });
        let written: Vec<(Uuid, i64, i64, DateTime<Utc>)> = diesel::insert_into(results::table)
            .values(rows.collect::<Vec<_>>())
            .on_conflict((results::race_id, results::user_id))
            .do_nothing()
            .returning((results::race_id, results::user_id, results::id, results::created_at))
            .get_results(conn)?;
        let by_key = written
            .into_iter()
            .map(|(race, user, id, created_at)| ((RaceId(race), UserId(user)), Inserted { id, created_at }));
        Ok(by_key.collect())
    }
}

impl Keys {
    /// Reads the keys of a run through `text` that took `time`; `None` if they cannot be read.
    fn read(base64: &str, text: &str, time: Duration) -> Option<Self> {
        let log =
            BASE64_STANDARD.decode(base64).ok().filter(|log| (1..=key_log::LONGEST_OF_RACE).contains(&log.len()))?;
        let presses = presses(text, &TimedKeys::decode(text, &log)?);
        let typed: Vec<u32> = presses.iter().map(|press| press.ms).collect();
        let is_race = time <= LONGEST_RACE;
        let consistency = score::consistency(&if is_race { score::raw_by_second(&typed, time) } else { vec![] });
        let raw_wpm = score::raw_wpm(typed.len(), time);
        Some(Self { log, sums: KeySums::of(&presses), raw_wpm, consistency })
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
