//! Today's race: the text of each day and language, each user's only attempt at it, and the board of those who finished.

use chrono::TimeDelta;
use diesel::dsl::sql;
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryableByName, RunQueryDsl as _,
};
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text as SqlText, Uuid};
use diesel::{PgConnection, QueryResult, sql_query};
use rand::Rng;
use shared::{RaceId, RoomCode, TextId, UserId};

use super::ban::not_banned;
use super::candidates::Candidates;
use super::text::{Text, Wish};
use crate::database::schema::{daily_attempts, daily_races};
use crate::domain::{Country, Day, Language, ShortRaceId, SkinFile, Username};
use crate::text_bag::TextBag;

/// The time for which a text is not drawn again, if there are others.
const DRAWN_TTL: TimeDelta = TimeDelta::days(30);

/// The number of racers on a board.
const BOARD: usize = 50;

/// A race of a day: all racers of a language have the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DailyRace {
    pub(crate) day: Day,
    pub(crate) language: Language,
}

/// A user's attempt at the race of a day.
#[derive(Debug, QueryableByName)]
pub(crate) struct Attempt {
    #[diesel(sql_type = Uuid)]
    race: uuid::Uuid,
    /// `None` once the room is known to be gone.
    #[diesel(sql_type = Nullable<SqlText>)]
    room: Option<String>,
    /// True if the race has a result of the user.
    #[diesel(sql_type = Bool)]
    has_result: bool,
    /// That result, if a rule holds it back.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(crate) held: Option<i64>,
}

/// A racer on the board.
#[derive(Debug, QueryableByName)]
pub(crate) struct Entry {
    /// One more than the number of faster racers, so equal times share a rank.
    #[diesel(sql_type = BigInt)]
    pub(crate) rank: i64,
    #[diesel(sql_type = SqlText)]
    pub(crate) username: Username,
    #[diesel(sql_type = SqlText)]
    pub(crate) skin: SkinFile,
    #[diesel(sql_type = SqlText)]
    pub(crate) country: Country,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy: f64,
    #[diesel(sql_type = BigInt)]
    pub(crate) time_ms: i64,
    #[diesel(sql_type = Uuid)]
    pub(crate) race: ShortRaceId,
}

/// Returns a query of [`Entry`]s: the ranked attempts of `$rows`.
macro_rules! entries {
    ($rank:expr, $rows:expr) => {
        concat!(
            "SELECT ",
            $rank,
            " AS rank, users.username, users.skin, users.country, results.wpm, results.accuracy, attempt.time_ms,
                attempt.race_id AS race
            FROM (",
            $rows,
            ") AS attempt
            JOIN results ON results.race_id = attempt.race_id AND results.user_id = attempt.user_id
            JOIN users ON users.id = attempt.user_id
            ORDER BY attempt.time_ms, attempt.started_at"
        )
    };
}

impl DailyRace {
    /// Returns the text, drawn once for all racers; `None` if there are no texts.
    pub(crate) fn text(self, rng: &mut impl Rng, conn: &mut PgConnection) -> QueryResult<Option<Text>> {
        let Self { day, language } = self;
        let id = daily_races::table.find((day, language)).select(daily_races::text_id);
        if let Some(id) = id.first(conn).optional()? {
            return Text::find(TextId(id), conn);
        }
        let recent = daily_races::table.filter(daily_races::language.eq(language));
        let recent = recent.filter(daily_races::day.ge(day.before(DRAWN_TTL))).select(daily_races::text_id);
        let not: Vec<_> = recent.load(conn)?.into_iter().map(TextId).collect();
        let wish = Wish { language, ..Wish::default() };
        let bag = &mut TextBag::new(rng.next_u64());
        let Some(text) = Text::draw(&Candidates::of_now(), wish, &not, bag, conn)? else { return Ok(None) };
        let row = (daily_races::day.eq(day), daily_races::language.eq(language), daily_races::text_id.eq(text.id.0));
        let inserted = diesel::insert_into(daily_races::table).values(row).on_conflict_do_nothing().execute(conn)?;
        // Another call may have drawn one in the meantime.
        if inserted == 0 { Text::find(TextId(id.first(conn)?), conn) } else { Ok(Some(text)) }
    }

    /// Returns the best racers, the fastest first and, of equal ones, the one who began first.
    pub(crate) fn board(self, conn: &mut PgConnection) -> QueryResult<Vec<Entry>> {
        sql_query(entries!(
            "rank() OVER (ORDER BY attempt.time_ms)",
            concat!(
                "SELECT * FROM daily_attempts WHERE day = $1 AND language = $2 AND time_ms IS NOT NULL AND ",
                not_banned!("daily_attempts.user_id"),
                " ORDER BY time_ms, started_at LIMIT $3"
            )
        ))
        .bind::<Date, _>(self.day)
        .bind::<SqlText, _>(self.language)
        .bind::<BigInt, _>(BOARD as i64)
        .load(conn)
    }

    /// Returns the number of racers who would be on a board without an end.
    pub(crate) fn racers(self, conn: &mut PgConnection) -> QueryResult<i64> {
        let of_day = daily_attempts::table.filter(daily_attempts::day.eq(self.day));
        let of_race = of_day.filter(daily_attempts::language.eq(self.language));
        let ranked = of_race.filter(daily_attempts::time_ms.is_not_null());
        ranked.filter(sql::<Bool>(not_banned!("daily_attempts.user_id"))).count().get_result(conn)
    }

    /// Returns the entry of a user, if their result is ranked.
    pub(crate) fn entry_of(self, user: UserId, conn: &mut PgConnection) -> QueryResult<Option<Entry>> {
        let entry = sql_query(entries!(
            concat!(
                "1 + (SELECT count(*) FROM daily_attempts WHERE day = $1 AND language = $2 AND time_ms < attempt.time_ms
                    AND ",
                not_banned!("daily_attempts.user_id"),
                ")"
            ),
            "SELECT * FROM daily_attempts WHERE day = $1 AND language = $2 AND user_id = $3 AND time_ms IS NOT NULL"
        ));
        let entry = entry.bind::<Date, _>(self.day).bind::<SqlText, _>(self.language).bind::<BigInt, _>(user.0);
        Ok(entry.load(conn)?.pop())
    }
}

impl Attempt {
    /// Returns the user's attempt, if there is one.
    pub(crate) fn find(
        DailyRace { day, language }: DailyRace,
        user: UserId,
        conn: &mut PgConnection,
    ) -> QueryResult<Option<Self>> {
        let found = sql_query(
            "SELECT race_id AS race, room, results.id IS NOT NULL AS has_result,
                CASE WHEN results.verdict = 'held' THEN results.id END AS held
            FROM daily_attempts AS attempt LEFT JOIN results USING (race_id, user_id)
            WHERE attempt.day = $1 AND attempt.language = $2 AND user_id = $3",
        );
        let found = found.bind::<Date, _>(day).bind::<SqlText, _>(language).bind::<BigInt, _>(user.0);
        Ok(found.load(conn)?.pop())
    }

    /// Saves the user's attempt unless there is one, and returns the one that there is then.
    pub(crate) fn insert_if_missing(
        race: DailyRace,
        user: UserId,
        (id, room): (RaceId, RoomCode),
        conn: &mut PgConnection,
    ) -> QueryResult<Option<Self>> {
        let row = (
            daily_attempts::day.eq(race.day),
            daily_attempts::language.eq(race.language),
            daily_attempts::user_id.eq(user.0),
            daily_attempts::race_id.eq(id.0),
            daily_attempts::room.eq(room.as_str()),
        );
        diesel::insert_into(daily_attempts::table).values(row).on_conflict_do_nothing().execute(conn)?;
        Self::find(race, user, conn)
    }

    /// Records that the room of a user's attempt is gone.
    pub(crate) fn end(race: DailyRace, user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        let own = daily_attempts::table.find((race.day, race.language, user.0));
        diesel::update(own).set(daily_attempts::room.eq(None::<String>)).execute(conn).map(drop)
    }

    /// Returns the race and its room; `None` if the attempt is over.
    pub(crate) fn open(&self) -> Option<(RaceId, RoomCode)> {
        let room = self.room.as_deref().filter(|_| !self.has_result)?;
        Some((RaceId(self.race), room.parse().ok()?))
    }
}
