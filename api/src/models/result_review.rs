//! The findings of the rules of verdicts, and the reviews of the results that they held back.

use chrono::{DateTime, Utc};
use diesel::dsl::{now, sql};
use diesel::prelude::{
    ExpressionMethods as _, JoinOnDsl as _, OptionalExtension as _, QueryDsl as _, Queryable, QueryableByName,
    RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::{BigInt, Bool, Double, Nullable};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use shared::finding::{Finding, Rule};

use crate::database::schema::{result_findings, result_reviews, results, users};
use crate::domain::{RequestId, Username};

/// The condition of the partial index, as a literal: with a parameter, the planner would not use it.
const IS_OPEN: &str = "(result_reviews.asked_at IS NOT NULL AND result_reviews.decided_at IS NULL)";

/// The least number of decisions from which a usual time follows, and the number of the last ones that count.
const LEAST_DECISIONS: i64 = 5;
const LAST_DECISIONS: i64 = 100;

/// The review of a result that is held back, or was.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = result_reviews, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ResultReview {
    pub(crate) result_id: i64,
    #[diesel(embed)]
    pub(crate) if_accepted: IfAccepted,
    pub(crate) asked_at: Option<DateTime<Utc>>,
    pub(crate) decided_at: Option<DateTime<Utc>>,
    pub(crate) explanation: Option<String>,
}

/// The parts of a result that come back when it is accepted.
#[derive(Debug, Clone, Copy, Queryable, Selectable)]
#[diesel(table_name = result_reviews, check_for_backend(diesel::pg::Pg))]
pub(crate) struct IfAccepted {
    pub(crate) won: bool,
    pub(crate) unranked: bool,
}

/// Inserts what was found in results, by their keys.
pub(crate) fn insert_findings(found: &[(i64, Finding)], conn: &mut PgConnection) -> QueryResult<()> {
    let rows = found.iter().map(|(result, Finding { rule, measured, bound })| {
        (
            result_findings::result_id.eq(*result),
            result_findings::rule.eq(rule.name()),
            result_findings::measured.eq(*measured),
            result_findings::bound.eq(*bound),
        )
    });
    diesel::insert_into(result_findings::table).values(rows.collect::<Vec<_>>()).execute(conn).map(drop)
}

/// Returns what was found in a result, in the order of the rules. Rules of other versions are left out.
pub(crate) fn findings(result: i64, conn: &mut PgConnection) -> QueryResult<Vec<Finding>> {
    let columns = (result_findings::rule, result_findings::measured, result_findings::bound);
    let found = result_findings::table.filter(result_findings::result_id.eq(result)).select(columns);
    let found: Vec<(String, f64, f64)> = found.load(conn)?;
    let known = found.into_iter().filter_map(|(rule, measured, bound)| {
        Some(Finding { rule: Rule::ALL.iter().copied().find(|known| known.name() == rule)?, measured, bound })
    });
    let mut known: Vec<_> = known.collect();
    known.sort_unstable_by_key(|finding| finding.rule);
    Ok(known)
}

/// Returns the usual time until an admin has decided, in seconds: the median of the last decisions; `None` if they are
/// few.
pub(crate) fn usual_wait(conn: &mut PgConnection) -> QueryResult<Option<u32>> {
    #[derive(QueryableByName)]
    struct Wait {
        #[diesel(sql_type = Nullable<Double>)]
        seconds: Option<f64>,
    }
    let median = sql_query(
        "SELECT CASE WHEN count(*) >= $1 THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) END AS seconds FROM (
            SELECT extract(epoch FROM decided_at - asked_at)::double precision AS seconds FROM result_reviews
            WHERE decided_at > now() - interval '90 days' ORDER BY decided_at DESC LIMIT $2) AS last",
    );
    let median = median.bind::<BigInt, _>(LEAST_DECISIONS).bind::<BigInt, _>(LAST_DECISIONS);
    let Wait { seconds } = median.get_result(conn)?;
    Ok(seconds.map(|seconds| seconds.round() as u32))
}

impl ResultReview {
    /// Inserts the reviews of results that are held back, by their keys.
    pub(crate) fn insert(held: &[(i64, IfAccepted)], conn: &mut PgConnection) -> QueryResult<()> {
        let rows = held.iter().map(|(result, IfAccepted { won, unranked })| {
            (
                result_reviews::result_id.eq(*result),
                result_reviews::won.eq(*won),
                result_reviews::unranked.eq(*unranked),
            )
        });
        diesel::insert_into(result_reviews::table).values(rows.collect::<Vec<_>>()).execute(conn).map(drop)
    }

    /// Returns the review of a result.
    pub(crate) fn find(result: i64, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        result_reviews::table.find(result).select(Self::as_select()).first(conn).optional()
    }

    /// Records that the owner asked for a look. Returns false if they have asked before.
    pub(crate) fn ask(&self, conn: &mut PgConnection) -> QueryResult<bool> {
        let first = result_reviews::table.find(self.result_id).filter(result_reviews::asked_at.is_null());
        Ok(diesel::update(first).set(result_reviews::asked_at.eq(now)).execute(conn)? > 0)
    }

    /// Returns up to `limit` results that wait for a look, with keys above `after`, each with its owner, in the order of
    /// their keys.
    pub(crate) fn open(
        after: RequestId,
        limit: i64,
        conn: &mut PgConnection,
    ) -> QueryResult<Vec<(Self, i64, Username)>> {
        result_reviews::table
            .inner_join(results::table.on(results::id.eq(result_reviews::result_id)))
            .inner_join(users::table.on(users::id.eq(results::user_id)))
            .filter(sql::<Bool>(IS_OPEN))
            .filter(result_reviews::result_id.gt(after.0))
            .order(result_reviews::result_id)
            .limit(limit)
            .select((Self::as_select(), users::id, users::username))
            .load(conn)
    }

    pub(crate) fn count_open(conn: &mut PgConnection) -> QueryResult<i64> {
        result_reviews::table.filter(sql::<Bool>(IS_OPEN)).count().get_result(conn)
    }

    /// Returns the number of a user's results that were held back.
    pub(crate) fn count_of(user: UserId, conn: &mut PgConnection) -> QueryResult<i64> {
        let reviewed = result_reviews::table.inner_join(results::table.on(results::id.eq(result_reviews::result_id)));
        reviewed.filter(results::user_id.eq(user.0)).count().get_result(conn)
    }

    /// Returns the owner of a result with a review. Accounts are locked before their rows, so this is read first.
    pub(crate) fn owner_of(result: RequestId, conn: &mut PgConnection) -> QueryResult<Option<UserId>> {
        let reviewed = result_reviews::table.inner_join(results::table.on(results::id.eq(result_reviews::result_id)));
        let owner = reviewed.filter(result_reviews::result_id.eq(result.0)).select(results::user_id);
        Ok(owner.first(conn).optional()?.map(UserId))
    }

    /// Selects the review of a result, locked until the transaction ends.
    pub(crate) fn lock(result: RequestId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        result_reviews::table.find(result.0).for_update().select(Self::as_select()).first(conn).optional()
    }

    /// Returns true if the owner has asked and no admin has decided.
    pub(crate) fn is_open(&self) -> bool {
        self.asked_at.is_some() && self.decided_at.is_none()
    }

    /// Records the decision, and the admin who made it.
    pub(crate) fn decide(&self, explanation: &str, admin: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(result_reviews::table.find(self.result_id))
            .set((
                result_reviews::decided_by.eq(admin.0),
                result_reviews::decided_at.eq(now),
                result_reviews::explanation.eq(explanation),
            ))
            .execute(conn)
            .map(drop)
    }
}
