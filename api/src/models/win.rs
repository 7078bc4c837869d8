//! Wins: a first place is one once an opponent counts, who has a ranked result in the race, or of whom the room has seen half
//! of the text. In private rooms, an account wins against the same accounts once a day.
//!
//! Most are wins when they are saved. Here are the others: those of private rooms, those that come before the opponents have
//! typed half, and those that were held back, or whose opponents were.

use diesel::prelude::{QueryDsl as _, QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Bool, Text, Uuid as SqlUuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::{RaceId, UserId};
use uuid::Uuid;

use super::skin;
use super::user::User;
use super::user_stats;
use crate::database::schema::races;
use crate::database::{Nothing, Prepared};
use crate::domain::Language;

/// The opponents of the race with the given id, and its first racer.
macro_rules! opponents {
    ($race:literal) => {
        concat!(
            "(SELECT user_id FROM results WHERE NOT unranked AND race_id = ",
            $race,
            " UNION ALL SELECT user_id FROM race_opponents WHERE race_id = ",
            $race,
            ") AS opponents"
        )
    };
}

/// A first place for which an opponent counts.
#[derive(Debug, QueryableByName)]
struct First {
    #[diesel(sql_type = SqlUuid)]
    race_id: Uuid,
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = Text)]
    language: Language,
    #[diesel(sql_type = Bool)]
    private: bool,
}

/// A first place for which an opponent counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settled {
    pub(crate) race: RaceId,
    pub(crate) user: UserId,
    pub(crate) language: Language,
    /// False if it is a repeated one, and no win.
    pub(crate) won: bool,
}

/// Keeps the opponents of races, as far as their accounts exist.
pub(crate) fn add_opponents(
    opponents: impl Iterator<Item = (RaceId, UserId)>,
    conn: &mut PgConnection,
) -> QueryResult<()> {
    let (races, users): (Vec<Uuid>, Vec<i64>) = opponents.map(|(race, user)| (race.0, user.0)).unzip();
    if races.is_empty() {
        return Ok(());
    }
    let insert = sql_query(
        "INSERT INTO race_opponents (race_id, user_id)
         SELECT race_id, user_id FROM unnest($1, $2) AS seen (race_id, user_id) JOIN users ON users.id = user_id
         ORDER BY race_id, user_id ON CONFLICT DO NOTHING",
    );
    Prepared(insert.bind::<Array<SqlUuid>, _>(races).bind::<Array<BigInt>, _>(users)).execute(conn)
}

/// Makes the first places of these races wins for which an opponent counts now, and returns them, with those that are
/// repeated. The races must be locked until the end of the transaction; the stats are the caller's.
pub(crate) fn settle(races: &[RaceId], conn: &mut PgConnection) -> QueryResult<Vec<Settled>> {
    let races: Vec<Uuid> = races.iter().map(|race| race.0).collect();
    let firsts = sql_query(concat!(
        "SELECT race_id, results.user_id, language, private FROM results JOIN races ON races.id = race_id
         WHERE race_id = ANY($1) AND place = 1 AND NOT won AND NOT unranked
            AND EXISTS (SELECT FROM ",
        opponents!("races.id"),
        " WHERE opponents.user_id <> results.user_id)
         ORDER BY results.user_id, race_id"
    ));
    let firsts: Vec<First> = Prepared(firsts.bind::<Array<SqlUuid>, _>(races)).load(conn)?;
    let private: Vec<_> = firsts.iter().filter(|first| first.private).map(|first| UserId(first.user_id)).collect();
    if !private.is_empty() {
        // Two private races of an account would not see each other's win.
        User::lock_for_wins(&private, conn)?;
    }
    firsts.into_iter().map(|first| first.settle(conn)).collect()
}

impl First {
    fn settle(self, conn: &mut PgConnection) -> QueryResult<Settled> {
        let Self { race_id, user_id, language, private: _ } = self;
        let win = sql_query(concat!(
            "UPDATE results SET won = true FROM races
             WHERE races.id = race_id AND race_id = $1 AND user_id = $2 AND NOT won
                AND (NOT private OR EXISTS (SELECT FROM ",
            opponents!("races.id"),
            " WHERE opponents.user_id <> $2 AND opponents.user_id NOT IN (
                    SELECT beaten.user_id
                    FROM results AS earlier
                    JOIN races AS same_day ON same_day.id = earlier.race_id
                        AND date_trunc('day', same_day.started_at, 'UTC') = date_trunc('day', races.started_at, 'UTC')
                    CROSS JOIN LATERAL (SELECT opponents.user_id FROM ",
            opponents!("same_day.id"),
            ") AS beaten
                    WHERE earlier.user_id = $2 AND earlier.won AND same_day.private
                        AND earlier.created_at >= date_trunc('day', races.started_at, 'UTC'))))
             RETURNING user_id"
        ));
        let won: Vec<Nothing> = Prepared(win.bind::<SqlUuid, _>(race_id).bind::<BigInt, _>(user_id)).load(conn)?;
        let won = !won.is_empty();
        Ok(Settled { race: RaceId(race_id), user: UserId(user_id), language, won })
    }
}

/// Makes the first place of a race a win if an opponent counts now, for example because a result was accepted, and adds it to
/// the racer's stats and skins.
pub(crate) fn settle_late(race: RaceId, conn: &mut PgConnection) -> QueryResult<()> {
    // As the results of its room do.
    races::table.find(race.0).select(races::id).for_no_key_update().first::<Uuid>(conn)?;
    for Settled { user, language, .. } in settle(&[race], conn)?.into_iter().filter(|settled| settled.won) {
        user_stats::add_win(user, language, conn)?;
        skin::grant_reached(&[user], conn)?;
    }
    Ok(())
}
