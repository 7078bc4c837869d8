//! Replays: races with what each racer typed.

use chrono::{DateTime, Utc};
use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{BigInt, Bool, Bytea, Double, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::{RoomCode, UserId};

use super::ban::not_banned;
use crate::domain::{Country, Language, ShortRaceId, SkinFile, Username, Verdict};

/// The time of which the best replay is shown, in hours: of the calendar's day, there would be none just after midnight.
const HOURS_OF_A_DAY: i32 = 24;

/// A race, and the lanes of those racers who finished and still have an account.
#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) race: Race,
    /// In the order of their places; never empty.
    pub(crate) lanes: Vec<Lane>,
}

#[derive(Debug, QueryableByName)]
pub(crate) struct Race {
    #[diesel(sql_type = Text)]
    pub(crate) text: String,
    #[diesel(sql_type = Text)]
    pub(crate) author: String,
    #[diesel(sql_type = Text)]
    pub(crate) source: String,
    #[diesel(sql_type = Text)]
    pub(crate) language: Language,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) started_at: DateTime<Utc>,
    /// The number of racers at the start.
    #[diesel(sql_type = Integer)]
    pub(crate) racers: i32,
}

#[derive(Debug, QueryableByName)]
pub(crate) struct Lane {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = Text)]
    pub(crate) username: Username,
    #[diesel(sql_type = Text)]
    pub(crate) skin: SkinFile,
    #[diesel(sql_type = Text)]
    pub(crate) country: Country,
    #[diesel(sql_type = BigInt)]
    pub(crate) time_ms: i64,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy: f64,
    #[diesel(sql_type = Integer)]
    place: i32,
    #[diesel(sql_type = Bool)]
    pub(crate) won: bool,
    #[diesel(sql_type = Bool)]
    pub(crate) unranked: bool,
    #[diesel(sql_type = Text)]
    verdict: Verdict,
    /// True if the room never got the finish.
    #[diesel(sql_type = Bool)]
    pub(crate) late: bool,
    #[diesel(sql_type = Bool)]
    pub(crate) is_hidden: bool,
    /// In the form of [`typing::key_log`], if they are kept.
    #[diesel(sql_type = Nullable<Bytea>)]
    keys: Option<Vec<u8>>,
}

/// The best replay of a time, for everyone.
#[derive(Debug, QueryableByName)]
pub(crate) struct Best {
    #[diesel(sql_type = SqlUuid)]
    pub(crate) race: ShortRaceId,
    #[diesel(sql_type = Text)]
    pub(crate) username: Username,
    #[diesel(sql_type = Text)]
    pub(crate) skin: SkinFile,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Text)]
    pub(crate) language: Language,
    /// The number of racers at the start.
    #[diesel(sql_type = Integer)]
    pub(crate) racers: i32,
}

impl Best {
    /// Returns the replay with the fastest proven run of the last 24 hours; one with company, if there is any. Races that
    /// were private are not public, nor are those of a racer who hides from watchers, has hidden the keys, or is banned.
    pub(crate) fn of_last_day(conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let best = sql_query(concat!(
            "SELECT run.race_id AS race, users.username, users.skin, run.wpm, run.language, races.racers
            FROM results AS run JOIN races ON races.id = run.race_id JOIN users ON users.id = run.user_id
            WHERE run.created_at > now() - $1 * interval '1 hour' AND run.verdict IN ('verified', 'accepted')
                AND NOT run.unranked AND NOT run.is_hidden AND NOT races.private
                AND EXISTS (SELECT FROM result_keys WHERE result_id = run.id)
                AND NOT EXISTS (
                    SELECT FROM results AS beside JOIN users AS racer ON racer.id = beside.user_id
                    WHERE beside.race_id = run.race_id AND NOT racer.shown_to_watchers)
                AND ",
            not_banned!("run.user_id"),
            " ORDER BY races.racers = 1, run.wpm DESC, run.id LIMIT 1",
        ));
        Ok(best.bind::<Integer, _>(HOURS_OF_A_DAY).load(conn)?.pop())
    }
}

impl Replay {
    /// Returns the replay of a race; `None` without such a race, or if no lane is left.
    pub(crate) fn find(race: ShortRaceId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let lanes = sql_query(concat!(
            "SELECT users.id AS user_id, users.username, users.skin, users.country, results.time_ms, results.wpm,
                results.accuracy, results.place, results.won, results.unranked, results.verdict, results.late, results.is_hidden, result_keys.keys
            FROM results JOIN users ON users.id = results.user_id
            LEFT JOIN result_keys ON result_keys.result_id = results.id
            WHERE results.race_id = $1 AND ",
            not_banned!("results.user_id"),
            " ORDER BY results.unranked, results.place, results.id",
        ));
        let lanes: Vec<Lane> = lanes.bind::<diesel::sql_types::Uuid, _>(race).load(conn)?;
        if lanes.is_empty() {
            return Ok(None);
        }
        let found = sql_query(
            "SELECT texts.text, texts.author, texts.source, texts.language, races.started_at, races.racers
            FROM races JOIN texts ON texts.id = races.text_id WHERE races.id = $1",
        );
        let found: Option<Race> = found.bind::<diesel::sql_types::Uuid, _>(race).load(conn)?.pop();
        Ok(found.map(|race| Self { race, lanes }))
    }

    /// Returns the last race of a room that has a result of somebody who still has an account; a private one only
    /// `with_private`. Codes of rooms come again.
    pub(crate) fn last_of_room(
        room: RoomCode,
        with_private: bool,
        conn: &mut PgConnection,
    ) -> QueryResult<Option<ShortRaceId>> {
        #[derive(QueryableByName)]
        struct Found {
            #[diesel(sql_type = SqlUuid)]
            id: ShortRaceId,
        }
        let found = sql_query(
            "SELECT id FROM races
            WHERE room = $1 AND ($2 OR NOT private) AND EXISTS (SELECT FROM results WHERE results.race_id = races.id)
            ORDER BY started_at DESC LIMIT 1",
        );
        let found: Vec<Found> = found.bind::<Text, _>(room.as_str()).bind::<Bool, _>(with_private).load(conn)?;
        Ok(found.into_iter().next().map(|Found { id }| id))
    }

    /// Hides a racer's keys from others, or shows them again. Returns false if the racer has no result in this race.
    pub(crate) fn hide(race: ShortRaceId, user: UserId, is_hidden: bool, conn: &mut PgConnection) -> QueryResult<bool> {
        let hide = sql_query("UPDATE results SET is_hidden = $1 WHERE race_id = $2 AND user_id = $3");
        let hide = hide.bind::<Bool, _>(is_hidden).bind::<SqlUuid, _>(race).bind::<BigInt, _>(user.0);
        Ok(hide.execute(conn)? > 0)
    }
}

impl Lane {
    /// Returns the keys, if they are kept and `viewer` may see them.
    pub(crate) fn keys_for(&self, viewer: Option<UserId>) -> Option<&[u8]> {
        let may_see = !self.is_hidden || viewer == Some(UserId(self.user_id));
        self.keys.as_deref().filter(|_| may_see)
    }

    /// Returns true for a result that counts, and that the room has seen typed, or an admin has accepted.
    pub(crate) fn is_proven(&self) -> bool {
        !self.unranked && matches!(self.verdict, Verdict::Verified | Verdict::Accepted)
    }

    /// Returns the place, if the result is ranked.
    pub(crate) fn place(&self) -> Option<i32> {
        (!self.unranked).then_some(self.place)
    }
}
