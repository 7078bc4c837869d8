//! Statements in SQL that are prepared once.

use diesel::deserialize::{self, QueryableByName};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::query_dsl::methods::LoadQuery;
use diesel::row::NamedRow;
use diesel::{PgConnection, QueryResult, RunQueryDsl};

/// A statement in SQL whose text never changes, so that each connection parses and plans it once. Diesel does so only with
/// what it builds itself, since the text of others may be another each time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prepared<Statement>(pub(crate) Statement);

impl<Statement> Prepared<Statement> {
    /// Executes a statement that returns nothing.
    ///
    /// In the place of Diesel's method of that name, which borrows the statement, and would prepare it each time: a borrowed
    /// one is judged by what it is made of.
    pub(crate) fn execute<'query>(self, conn: &mut PgConnection) -> QueryResult<()>
    where
        Self: LoadQuery<'query, PgConnection, Nothing>,
    {
        self.load(conn).map(drop)
    }
}

/// A row that tells no more than that there is one.
pub(crate) struct Nothing;

impl QueryableByName<Pg> for Nothing {
    fn build<'a>(_: &impl NamedRow<'a, Pg>) -> deserialize::Result<Self> {
        Ok(Self)
    }
}

impl<Statement: QueryFragment<Pg>> QueryFragment<Pg> for Prepared<Statement> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(pass)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}

impl<Statement> QueryId for Prepared<Statement> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Statement: Query> Query for Prepared<Statement> {
    type SqlType = Statement::SqlType;
}

impl<Statement> RunQueryDsl<PgConnection> for Prepared<Statement> {}
