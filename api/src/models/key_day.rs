//! The sums of a user's keys, by kind of run, language and day.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Bytea, Date, Integer, Text};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;

use crate::database::Prepared;
use crate::database::schema::{key_days, octet_length};
use crate::domain::{Language, RunKind};
use crate::key_sums::KeySums;

/// The day under which the sums of all days are.
const ALL_DAYS: NaiveDate = NaiveDate::from_ymd_opt(1, 1, 1).expect("it is a day");

/// The bytes of sums that are read for an answer: a thousand days of somebody who types much.
const BYTES_READ: i32 = 4 * 1024 * 1024;

/// The key of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, QueryableByName)]
struct Key {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = Text)]
    kind: RunKind,
    #[diesel(sql_type = Text)]
    language: Language,
    #[diesel(sql_type = Date)]
    day: NaiveDate,
}

/// The sums of runs, and their number.
#[derive(Debug)]
struct Sums<'a> {
    runs: i32,
    keys: Cow<'a, KeySums>,
}

/// The sums of runs of several users, by row.
#[derive(Debug, Default)]
pub(crate) struct Additions<'a>(BTreeMap<Key, Sums<'a>>);

/// The part of the runs whose sums are read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Range {
    /// The runs of a day and of later ones.
    From(NaiveDate),
    /// The runs of the last days that together have this many.
    Runs(i64),
    All,
}

#[derive(Debug, QueryableByName)]
struct Row {
    #[diesel(embed)]
    key: Key,
    #[diesel(sql_type = Integer)]
    runs: i32,
    #[diesel(sql_type = Bytea)]
    sums: Vec<u8>,
}

/// Inserts rows, given by their columns.
const INSERT: &str = "INSERT INTO key_days (user_id, kind, language, day, runs, sums)
    SELECT * FROM unnest($1, $2, $3, $4, $5, $6)";

macro_rules! bind_rows {
    ($insert:expr, $rows:expr) => {
        $insert
            .bind::<Array<BigInt>, _>($rows.iter().map(|row| row.key.user_id).collect::<Vec<_>>())
            .bind::<Array<Text>, _>($rows.iter().map(|row| row.key.kind).collect::<Vec<_>>())
            .bind::<Array<Text>, _>($rows.iter().map(|row| row.key.language).collect::<Vec<_>>())
            .bind::<Array<Date>, _>($rows.iter().map(|row| row.key.day).collect::<Vec<_>>())
            .bind::<Array<Integer>, _>($rows.iter().map(|row| row.runs).collect::<Vec<_>>())
            .bind::<Array<Bytea>, _>($rows.iter().map(|row| row.sums.as_slice()).collect::<Vec<_>>())
    };
}

impl<'a> Additions<'a> {
    /// Adds the keys of one run.
    pub(crate) fn add(
        &mut self,
        user_id: UserId,
        at: DateTime<Utc>,
        kind: RunKind,
        language: Language,
        keys: Cow<'a, KeySums>,
    ) {
        for day in [at.date_naive(), ALL_DAYS] {
            match self.0.entry(Key { user_id: user_id.0, kind, language, day }) {
                Entry::Vacant(row) => _ = row.insert(Sums { runs: 1, keys: keys.clone() }),
                Entry::Occupied(mut row) => {
                    row.get_mut().runs += 1;
                    row.get_mut().keys.to_mut().add(&keys);
                }
            }
        }
    }

    /// Writes the sums.
    pub(crate) fn write(mut self, conn: &mut PgConnection) -> QueryResult<()> {
        while !self.0.is_empty() {
            let found = lock(self.0.keys().copied(), conn)?;
            let mut updated = Vec::new();
            for row in found {
                if let Some(added) = self.0.remove(&row.key) {
                    updated.push(Row { runs: row.runs + added.runs, sums: added.keys.added_to(&row.sums), ..row });
                }
            }
            if !updated.is_empty() {
                overwrite(&updated, conn)?;
            }
            let missing: Vec<_> = self
                .0
                .iter()
                .map(|(key, Sums { runs, keys })| Row { key: *key, runs: *runs, sums: keys.encode() })
                .collect();
            if missing.is_empty() {
                return Ok(());
            }
            // One that another transaction inserted in the meantime is read again.
            let insert = sql_query(format!("{INSERT} ON CONFLICT DO NOTHING RETURNING user_id, kind, language, day"));
            let inserted: Vec<Key> = Prepared(bind_rows!(insert, missing)).load(conn)?;
            self.0.retain(|key, _| !inserted.contains(key));
        }
        Ok(())
    }

    /// Takes sums back that were written.
    pub(crate) fn subtract(self, conn: &mut PgConnection) -> QueryResult<()> {
        let found = lock(self.0.keys().copied(), conn)?;
        let rows = found.into_iter().filter_map(|row| {
            let taken = self.0.get(&row.key)?;
            let mut keys = KeySums::decode(&row.sums);
            keys.subtract(&taken.keys);
            Some(Row { runs: (row.runs - taken.runs).max(0), sums: keys.encode(), ..row })
        });
        let rows: Vec<_> = rows.collect();
        if rows.is_empty() { Ok(()) } else { overwrite(&rows, conn) }
    }
}

/// Returns the rows that exist, in the order of their keys, and locks them until the transaction ends.
fn lock(keys: impl Iterator<Item = Key> + Clone, conn: &mut PgConnection) -> QueryResult<Vec<Row>> {
    let rows = sql_query(
        "SELECT key_days.* FROM unnest($1::bigint[], $2::text[], $3::text[], $4::date[])
            AS wanted (user_id, kind, language, day)
        JOIN key_days USING (user_id, kind, language, day)
        ORDER BY user_id, kind DESC, language, day FOR UPDATE OF key_days",
    )
    .bind::<Array<BigInt>, _>(keys.clone().map(|key| key.user_id).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(keys.clone().map(|key| key.kind.name()).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(keys.clone().map(|key| key.language.name()).collect::<Vec<_>>())
    .bind::<Array<Date>, _>(keys.map(|key| key.day).collect::<Vec<_>>());
    Prepared(rows).load(conn)
}

fn overwrite(rows: &[Row], conn: &mut PgConnection) -> QueryResult<()> {
    let write = sql_query(format!(
        "{INSERT} ON CONFLICT (user_id, kind, language, day) DO UPDATE SET runs = excluded.runs, sums = excluded.sums"
    ));
    Prepared(bind_rows!(write, rows)).execute(conn)
}

/// Returns the sums of all of a user's runs, by kind and language.
pub(crate) fn all(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<(RunKind, Language, KeySums)>> {
    let own = key_days::table.filter(key_days::user_id.eq(user.0)).filter(key_days::day.eq(ALL_DAYS));
    let rows = own.select((key_days::kind, key_days::language, key_days::sums));
    let rows: Vec<(RunKind, Language, Vec<u8>)> = rows.order((key_days::kind, key_days::language)).load(conn)?;
    Ok(rows.into_iter().map(|(kind, language, sums)| (kind, language, KeySums::decode(&sums))).collect())
}

/// Deletes the sums of all practice of a user.
pub(crate) fn delete_practice(user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    let practice = key_days::table.filter(key_days::user_id.eq(user.0)).filter(key_days::kind.eq(RunKind::Practice));
    diesel::delete(practice).execute(conn).map(drop)
}

/// Returns the sums of a user's runs, and their number. Of very many keys, only those of the last days are read.
pub(crate) fn sums(
    user: UserId,
    language: Option<Language>,
    range: Range,
    conn: &mut PgConnection,
) -> QueryResult<(i64, KeySums)> {
    let languages = language.map_or_else(|| Language::ALL.to_vec(), |language| vec![language]);
    let own = key_days::table.filter(key_days::user_id.eq(user.0)).filter(key_days::language.eq_any(languages));
    let own = own.filter(key_days::kind.eq_any(RunKind::ALL));
    let (least, most_runs) = match range {
        Range::All => (None, 0),
        Range::From(day) => (Some(day), i64::MAX),
        Range::Runs(n) => (ALL_DAYS.succ_opt(), n),
    };
    let (first, last) = match least {
        None => (ALL_DAYS, ALL_DAYS),
        Some(least) => {
            let days = own.clone().filter(key_days::day.ge(least)).order(key_days::day.desc());
            let sizes = (key_days::day, key_days::runs, octet_length(key_days::sums));
            (first_day(days.select(sizes).load(conn)?, most_runs), NaiveDate::MAX)
        }
    };
    let rows = own.filter(key_days::day.ge(first)).filter(key_days::day.le(last));
    // One by one, so that they are never in memory together.
    let rows = rows.select((key_days::runs, key_days::sums)).load_iter::<_, PgRowByRowLoadingMode>(conn)?;
    let mut sums = KeySums::default();
    let mut n_runs = 0;
    for row in rows {
        let (runs, keys): (i32, Vec<u8>) = row?;
        n_runs += i64::from(runs);
        sums.add(&KeySums::decode(&keys));
    }
    Ok((n_runs, sums))
}

/// Returns the first of the days to read, of which the last come first: with all of them, there are as many runs as wanted,
/// or as many bytes as are read.
fn first_day(days: Vec<(NaiveDate, i32, i32)>, most_runs: i64) -> NaiveDate {
    let (mut runs, mut bytes) = (0, 0);
    let read = days.into_iter().take_while(|(_, runs_of_day, bytes_of_day)| {
        let is_read = runs < most_runs && bytes < BYTES_READ;
        runs += i64::from(*runs_of_day);
        bytes += *bytes_of_day;
        is_read
    });
    read.last().map_or(NaiveDate::MAX, |(day, ..)| day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_until_there_are_enough_runs_or_too_many_bytes() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 1, n).expect("it is a day");
        let days = |bytes| (1..=30).rev().map(|n| (day(n), 10, bytes)).collect::<Vec<_>>();
        assert_eq!(first_day(days(100), 35), day(27));
        assert_eq!(first_day(days(100), i64::MAX), day(1));
        assert_eq!(first_day(days(BYTES_READ / 4), i64::MAX), day(27));
        assert_eq!(first_day(vec![], 35), NaiveDate::MAX);
    }
}
