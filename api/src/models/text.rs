//! The passages to type.

use diesel::dsl::{max, min};
use diesel::prelude::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::{PgConnection, QueryResult};
use rand::{Rng, RngExt as _};
use shared::TextId;

use crate::database::schema::texts;
use crate::domain::{Author, Passage, WebAddress};

/// The number of random keys that are looked up at once. Keys have gaps only where texts were deleted: with half of the
/// keys present, one draw in 65,000 finds none.
const TRIES: usize = 16;

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = texts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Text {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: TextId,
    pub(crate) author: Author,
    pub(crate) text: Passage,
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = texts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewText {
    pub(crate) author: Author,
    pub(crate) text: Passage,
    /// The address of a page that proves the author.
    pub(crate) source: WebAddress,
}

impl NewText {
    /// Adds the text unless it already exists, and returns whether it was new.
    pub(crate) fn insert_if_missing(&self, conn: &mut PgConnection) -> QueryResult<bool> {
        Ok(diesel::insert_into(texts::table).values(self).on_conflict_do_nothing().execute(conn)? > 0)
    }
}

impl Text {
    pub(crate) fn exists(text: &Passage, conn: &mut PgConnection) -> QueryResult<bool> {
        diesel::select(diesel::dsl::exists(texts::table.filter(texts::text.eq(text)))).get_result(conn)
    }

    /// Returns the key of the text with this wording, if it is one of the site's.
    pub(crate) fn find_by_wording(text: &str, conn: &mut PgConnection) -> QueryResult<Option<TextId>> {
        let found: Option<i64> = texts::table.filter(texts::text.eq(text)).select(texts::id).first(conn).optional()?;
        Ok(found.map(TextId))
    }

    pub(crate) fn find(id: TextId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        texts::table.find(id.0).select(Self::as_select()).first(conn).optional()
    }

    /// Returns a random text, if possible one that is not in `not`.
    ///
    /// Looks up random keys, so that the cost does not grow with the number of texts.
    pub(crate) fn draw(not: &[TextId], rng: &mut impl Rng, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let ends = texts::table.select((min(texts::id), max(texts::id))).first(conn)?;
        let (Some(first), Some(last)) = ends else { return Ok(None) };
        let not: Vec<i64> = not.iter().map(|id| id.0).collect();
        let tries: Vec<i64> = (0..TRIES).map(|_| rng.random_range(first..=last)).collect();
        let drawable = |not: &[i64]| texts::table.filter(texts::id.ne_all(not.to_vec())).select(Self::as_select());
        let found: Vec<Self> = drawable(&not).filter(texts::id.eq_any(&tries)).load(conn)?;
        // In random order: the database's order would favor low keys.
        if let Some(text) = tries.iter().find_map(|id| found.iter().find(|text| text.id.0 == *id)) {
            return Ok(Some(text.clone()));
        }
        let mut next_from =
            |id: i64, not: &[i64]| drawable(not).filter(texts::id.ge(id)).order(texts::id).first(conn).optional();
        let from = rng.random_range(first..=last);
        for (id, not) in [(from, &*not), (first, &not)] {
            if let Some(text) = next_from(id, not)? {
                return Ok(Some(text));
            }
        }
        next_from(from, &[])
    }
}

impl From<Text> for shared::Text {
    fn from(text: Text) -> Self {
        Self { id: text.id, author: text.author.into(), text: text.text.into() }
    }
}
