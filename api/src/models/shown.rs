//! The speeds that accounts have shown.

use std::collections::{BTreeMap, HashSet};

use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Double, Nullable, Text};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use shared::verdict::{Rule, Shown};

use crate::database::schema::{result_findings, results};
use crate::domain::{Language, Verdict};

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
    let rows: Vec<Row> = rows.bind::<Array<BigInt>, _>(users).bind::<Array<Text>, _>(languages).load(conn)?;
    let shown = rows
        .into_iter()
        .map(|Row { user_id, language, last, accepted }| ((UserId(user_id), language), Shown { last, accepted }));
    Ok(shown.collect())
}

/// Returns those of these accounts of which an admin has accepted a run in chords.
pub(crate) fn chords_by(users: &[UserId], conn: &mut PgConnection) -> QueryResult<HashSet<UserId>> {
    let users = users.iter().map(|user| user.0);
    let accepted = results::table
        .inner_join(result_findings::table)
        .filter(results::user_id.eq_any(users))
        .filter(results::verdict.eq(Verdict::Accepted))
        .filter(result_findings::rule.eq(Rule::WordsAtOnce.name()));
    let accepted: Vec<i64> = accepted.select(results::user_id).distinct().load(conn)?;
    Ok(accepted.into_iter().map(UserId).collect())
}
