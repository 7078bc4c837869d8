//! The speeds that accounts have shown.

use std::collections::{BTreeMap, HashSet};

use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Double, Nullable, Text};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use shared::finding::Rule;
use typing::verdict::Shown;

use crate::database::Prepared;
use crate::domain::Language;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = Text)]
    language: Language,
    #[diesel(sql_type = Array<Double>)]
    last: Vec<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    accepted: Option<f64>,
}

/// Returns what these accounts have shown in these languages.
pub(crate) fn by(
    racers: &[(UserId, Language)],
    conn: &mut PgConnection,
) -> QueryResult<BTreeMap<(UserId, Language), Shown>> {
    let (users, languages): (Vec<_>, Vec<_>) = racers.iter().map(|(user, language)| (user.0, language.name())).unzip();
    let rows = sql_query(
        "SELECT racer.user_id, racer.language, coalesce(shown, '{}') AS last,
            (SELECT max(wpm) FROM results
            WHERE user_id = racer.user_id AND verdict = 'accepted' AND NOT unranked) AS accepted
        FROM unnest($1, $2) AS racer (user_id, language) LEFT JOIN language_stats USING (user_id, language)",
    );
    let rows = rows.bind::<Array<BigInt>, _>(users).bind::<Array<Text>, _>(languages);
    let rows: Vec<Row> = Prepared(rows).load(conn)?;
    let shown = rows
        .into_iter()
        .map(|Row { user_id, language, last, accepted }| ((UserId(user_id), language), Shown { last, accepted }));
    Ok(shown.collect())
}

#[derive(QueryableByName)]
struct Known {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
}

/// Returns those of these accounts of which an admin has accepted a run in chords.
pub(crate) fn chords_by(users: &[UserId], conn: &mut PgConnection) -> QueryResult<HashSet<UserId>> {
    let known = sql_query(
        "SELECT DISTINCT user_id FROM results JOIN result_findings ON result_id = results.id
        WHERE user_id = ANY($1) AND verdict = 'accepted' AND rule = $2",
    );
    let users: Vec<i64> = users.iter().map(|user| user.0).collect();
    let known: Vec<Known> =
        known.bind::<Array<BigInt>, _>(users).bind::<Text, _>(Rule::WordsAtOnce.name()).load(conn)?;
    Ok(known.into_iter().map(|Known { user_id }| UserId(user_id)).collect())
}
