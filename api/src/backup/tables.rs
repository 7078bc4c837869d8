//! The rows of all tables as lines of JSON, whatever the schema is.

use std::collections::{BTreeMap, BTreeSet};

use diesel::connection::SimpleConnection as _;
use diesel::pg::PgRowByRowLoadingMode;
use diesel::sql_types::{Array, BigInt, Text};
use diesel::{PgConnection, QueryResult, QueryableByName, RunQueryDsl as _, sql_query};

use super::archive::Table;

/// The settings under which values are printed, so that they are read as the same values, whatever the role's settings are.
const FORMATS: &str = "SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; \
    SET bytea_output = 'hex'; SET client_encoding = 'UTF8'";

/// The tables of the site's schema, without those of extensions. Generated columns are computed again.
const TABLES: &str = "SELECT c.relname::text AS name,
        array_agg(a.attname::text ORDER BY a.attnum) AS columns,
        array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) AS types
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relkind = 'r'
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND NOT EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e'
        )
    GROUP BY c.relname ORDER BY c.relname";

const REFERENCES: &str = "SELECT one.relname::text AS name, other.relname::text AS refers_to
    FROM pg_constraint JOIN pg_class one ON one.oid = conrelid JOIN pg_class other ON other.oid = confrelid
    WHERE contype = 'f' AND conrelid <> confrelid";

const SEQUENCES: &str = "SELECT sequencename::text AS name, last_value FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL";

/// A table with the types of its columns.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub(super) struct StoredTable {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Array<Text>)]
    columns: Vec<String>,
    #[diesel(sql_type = Array<Text>)]
    types: Vec<String>,
}

/// Sets the formats of values for the session.
pub(super) fn set_formats(conn: &mut PgConnection) -> QueryResult<()> {
    conn.batch_execute(FORMATS)
}

/// Returns all tables, each after those to which it refers.
pub(super) fn all(conn: &mut PgConnection) -> QueryResult<Vec<StoredTable>> {
    #[derive(QueryableByName)]
    struct Reference {
        #[diesel(sql_type = Text)]
        name: String,
        #[diesel(sql_type = Text)]
        refers_to: String,
    }
    let mut tables: Vec<StoredTable> = sql_query(TABLES).load(conn)?;
    let references: Vec<Reference> = sql_query(REFERENCES).load(conn)?;
    let references = references.into_iter().map(|Reference { name, refers_to }| (name, refers_to)).collect();
    let order = in_order(tables.iter().map(|table| table.name.as_str()).collect(), &references);
    let order: BTreeMap<String, usize> = order.into_iter().map(str::to_owned).zip(0..).collect();
    tables.sort_by_key(|table| order[&table.name]);
    Ok(tables)
}

/// Returns the names with each after those to which it refers. Those that refer to each other come last.
fn in_order<'a>(mut names: Vec<&'a str>, references: &BTreeSet<(String, String)>) -> Vec<&'a str> {
    let mut order = Vec::new();
    loop {
        let (next, left): (Vec<_>, Vec<_>) = names
            .iter()
            .partition(|name| references.iter().all(|(one, other)| one != **name || !names.contains(&other.as_str())));
        if next.is_empty() {
            order.extend(left);
            return order;
        }
        order.extend(next);
        names = left;
    }
}

/// Keeps the tables from being changed by a migration until the end of the transaction.
pub(super) fn lock(tables: &[StoredTable], conn: &mut PgConnection) -> QueryResult<()> {
    conn.batch_execute(&format!("LOCK TABLE {} IN ACCESS SHARE MODE", names(tables)))
}

/// Deletes the rows of the tables.
pub(super) fn truncate(tables: &[StoredTable], conn: &mut PgConnection) -> QueryResult<()> {
    conn.batch_execute(&format!("TRUNCATE {}", names(tables)))
}

/// Turns off the triggers of a table that are not those of constraints: what they write is in the backup.
pub(super) fn disable_triggers(tables: &[StoredTable], conn: &mut PgConnection) -> QueryResult<()> {
    alter_triggers(tables, "DISABLE", conn)
}

pub(super) fn enable_triggers(tables: &[StoredTable], conn: &mut PgConnection) -> QueryResult<()> {
    alter_triggers(tables, "ENABLE", conn)
}

fn alter_triggers(tables: &[StoredTable], how: &str, conn: &mut PgConnection) -> QueryResult<()> {
    tables.iter().try_for_each(|StoredTable { name, .. }| {
        conn.batch_execute(&format!("ALTER TABLE {} {how} TRIGGER USER", quoted(name)))
    })
}

impl StoredTable {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns it as a backup names it.
    pub(super) fn described(&self) -> Table {
        Table { name: self.name.clone(), columns: self.columns.clone() }
    }

    /// Yields its rows, one at a time, each an object with its columns as text.
    pub(super) fn rows<'a>(
        &self,
        conn: &'a mut PgConnection,
    ) -> QueryResult<impl Iterator<Item = QueryResult<String>> + use<'a>> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Text)]
            line: String,
        }
        let columns: Vec<_> =
            self.columns.iter().map(|name| quoted(name)).map(|name| format!("{name}::text AS {name}")).collect();
        let rows = format!("SELECT {} FROM {}", columns.join(", "), quoted(&self.name));
        let rows = sql_query(format!("SELECT row_to_json(r)::text AS line FROM ({rows}) r"));
        Ok(rows.load_iter::<Row, PgRowByRowLoadingMode>(conn)?.map(|row| row.map(|Row { line }| line)))
    }

    /// Inserts rows that [`StoredTable::rows`] has yielded, each a line.
    pub(super) fn insert(&self, lines: &str, conn: &mut PgConnection) -> QueryResult<usize> {
        let list = |each: fn((&String, &String)) -> String| {
            self.columns.iter().zip(&self.types).map(each).collect::<Vec<_>>().join(", ")
        };
        let columns = list(|(name, _)| quoted(name));
        let values = list(|(name, of)| format!("r.{}::{of}", quoted(name)));
        let texts = list(|(name, _)| format!("{} text", quoted(name)));
        let rows = format!("[{}]", lines.trim_end().replace('\n', ","));
        let table = quoted(&self.name);
        let insert = "OVERRIDING SYSTEM VALUE SELECT";
        sql_query(format!(
            "INSERT INTO {table} ({columns}) {insert} {values} FROM json_to_recordset($1::json) AS r ({texts})"
        ))
        .bind::<Text, _>(rows)
        .execute(conn)
    }
}

/// Returns the last value of each sequence that has one.
pub(super) fn sequences(conn: &mut PgConnection) -> QueryResult<BTreeMap<String, i64>> {
    #[derive(QueryableByName)]
    struct Sequence {
        #[diesel(sql_type = Text)]
        name: String,
        #[diesel(sql_type = BigInt)]
        last_value: i64,
    }
    let all: Vec<Sequence> = sql_query(SEQUENCES).load(conn)?;
    Ok(all.into_iter().map(|Sequence { name, last_value }| (name, last_value)).collect())
}

/// Sets sequences to their last values.
pub(super) fn set_sequences(values: &BTreeMap<String, i64>, conn: &mut PgConnection) -> QueryResult<()> {
    values.iter().try_for_each(|(name, value)| {
        let set = sql_query("SELECT setval($1::regclass, $2)");
        set.bind::<Text, _>(quoted(name)).bind::<BigInt, _>(value).execute(conn).map(drop)
    })
}

fn names(tables: &[StoredTable]) -> String {
    tables.iter().map(|table| quoted(&table.name)).collect::<Vec<_>>().join(", ")
}

/// Returns a name as an identifier of SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_after_those_to_which_they_refer() {
        let references = [("a", "b"), ("b", "c"), ("d", "a"), ("x", "y"), ("y", "x"), ("e", "elsewhere")]
            .map(|(one, other)| (one.to_owned(), other.to_owned()));
        let order = in_order(vec!["a", "b", "c", "d", "e", "x", "y"], &references.into());
        assert_eq!(order, ["c", "e", "b", "a", "d", "x", "y"]);
    }
}
