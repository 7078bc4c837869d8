//! The ranked races of a racer, which everyone may see.

use chrono::{DateTime, Utc};
use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Bool, Double, Integer, Text, Timestamptz, Uuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;

use crate::domain::{Language, ShortRaceId, TextLength};

#[derive(Debug, QueryableByName)]
pub(crate) struct PublicRace {
    #[diesel(sql_type = Uuid)]
    pub(crate) race: ShortRaceId,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    pub(crate) language: Language,
    /// The length of the text: a [`TextLength`].
    #[diesel(sql_type = Text)]
    pub(crate) size: String,
    #[diesel(sql_type = Double)]
    pub(crate) wpm: f64,
    #[diesel(sql_type = Double)]
    pub(crate) accuracy: f64,
    #[diesel(sql_type = Integer)]
    pub(crate) place: i32,
    /// The number of racers at the start.
    #[diesel(sql_type = Integer)]
    pub(crate) racers: i32,
    /// True if the keys are kept, and not hidden.
    #[diesel(sql_type = Bool)]
    pub(crate) has_keys: bool,
}

/// Returns a query of [`PublicRace`]s from the results `run` that `$rows` selects, in an order.
macro_rules! public_races {
    ($rows:expr, $order:expr) => {
        concat!(
            "SELECT run.race_id AS race, run.created_at AS at, run.language, run.size, run.wpm, run.accuracy, run.place,
                races.racers,
                NOT run.is_hidden AND EXISTS (SELECT FROM result_keys WHERE result_id = run.id) AS has_keys
            FROM (",
            $rows,
            ") AS run JOIN races ON races.id = run.race_id WHERE NOT run.unranked ORDER BY ",
            $order
        )
    };
}

impl PublicRace {
    /// Returns the ranked ones among the newest `n` races of a user, newest first.
    pub(crate) fn newest(user: UserId, n: i64, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        sql_query(public_races!(
            "SELECT run.* FROM unnest($2::text[]) AS wanted (language) CROSS JOIN LATERAL (
                SELECT * FROM results WHERE user_id = $1 AND results.language = wanted.language
                ORDER BY created_at DESC, id DESC LIMIT $3) AS run
            ORDER BY run.created_at DESC, run.id DESC LIMIT $3",
            "run.created_at DESC, run.id DESC"
        ))
        .bind::<BigInt, _>(user.0)
        .bind::<Array<Text>, _>(languages())
        .bind::<BigInt, _>(n)
        .load(conn)
    }

    /// Returns a user's fastest ranked race in each language through a text of each length.
    pub(crate) fn bests(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        sql_query(public_races!(
            "SELECT run.* FROM unnest($2::text[]) AS spoken (language) CROSS JOIN unnest($3::text[]) AS wanted (size)
            CROSS JOIN LATERAL (
                SELECT * FROM results
                WHERE user_id = $1 AND results.language = spoken.language AND results.size = wanted.size
                    AND NOT unranked
                ORDER BY wpm DESC, id LIMIT 1) AS run",
            "run.wpm DESC, run.id"
        ))
        .bind::<BigInt, _>(user.0)
        .bind::<Array<Text>, _>(languages())
        .bind::<Array<Text>, _>(&TextLength::ALL.map(TextLength::name)[..])
        .load(conn)
    }
}

fn languages() -> Vec<&'static str> {
    Language::ALL.iter().map(|language| language.name()).collect()
}
