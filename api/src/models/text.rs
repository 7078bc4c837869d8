//! The passages to type.

use diesel::dsl::{max, min};
use diesel::prelude::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::Text as SqlText;
use diesel::{PgConnection, QueryResult, define_sql_function};
use rand::{Rng, RngExt as _};
use shared::TextId;

use crate::database::schema::{races, texts};
use crate::domain::{Author, Language, Passage, ShortRaceId, TextLength, WebAddress};

/// The number of random keys that are looked up at once. Keys have gaps where texts have another language or length, or
/// were deleted: with one key in ten present, one draw in 800 finds none.
const TRIES: usize = 64;

define_sql_function! {
    /// Returns the number of characters.
    fn char_length(text: SqlText) -> Integer;
}

/// The kind of text to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) language: Language,
    /// `None` for any length.
    pub(crate) length: Option<TextLength>,
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = texts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Text {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: TextId,
    pub(crate) author: Author,
    pub(crate) text: Passage,
    pub(crate) language: Language,
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = texts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewText {
    pub(crate) author: Author,
    pub(crate) text: Passage,
    /// The address of a page that proves the author.
    pub(crate) source: WebAddress,
    pub(crate) language: Language,
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

    /// Returns the text with this wording, if it is one of the site's.
    pub(crate) fn find_by_wording(text: &str, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        texts::table.filter(texts::text.eq(text)).select(Self::as_select()).first(conn).optional()
    }

    pub(crate) fn find(id: TextId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        texts::table.find(id.0).select(Self::as_select()).first(conn).optional()
    }

    /// Returns the text of a race that has a result.
    pub(crate) fn of_race(race: ShortRaceId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let id: Option<i64> = races::table.find(race).select(races::text_id).first(conn).optional()?;
        id.map_or(Ok(None), |id| Self::find(TextId(id), conn))
    }

    /// Returns a random text like the wished one, if possible one that is not in `not`. Without a text of that length,
    /// it has any length, and without one in that language, another language, the default one first.
    pub(crate) fn draw(
        wish: Wish,
        not: &[TextId],
        rng: &mut impl Rng,
        conn: &mut PgConnection,
    ) -> QueryResult<Option<Self>> {
        let not: Vec<i64> = not.iter().map(|id| id.0).collect();
        let any = Language::ALL.iter().map(|&language| Wish { language, length: None });
        for wish in [wish, Wish { length: None, ..wish }].into_iter().chain(any) {
            if let Some(text) = Self::draw_like(wish, &not, rng, conn)? {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Looks up random keys, so that the cost does not grow with the number of texts.
    fn draw_like(
        Wish { language, length }: Wish,
        not: &[i64],
        rng: &mut impl Rng,
        conn: &mut PgConnection,
    ) -> QueryResult<Option<Self>> {
        let ends = texts::table.filter(texts::language.eq(language)).select((min(texts::id), max(texts::id)));
        let (Some(first), Some(last)) = ends.first(conn)? else { return Ok(None) };
        let tries: Vec<i64> = (0..TRIES).map(|_| rng.random_range(first..=last)).collect();
        let drawable = |not: &[i64]| {
            let texts = texts::table.filter(texts::language.eq(language)).filter(texts::id.ne_all(not.to_vec()));
            let texts = texts.select(Self::as_select()).into_boxed();
            match length.map(TextLength::characters) {
                Some(range) => texts.filter(char_length(texts::text).between(*range.start(), *range.end())),
                None => texts,
            }
        };
        let found: Vec<Self> = drawable(not).filter(texts::id.eq_any(&tries)).load(conn)?;
        // In random order: the database's order would favor low keys.
        if let Some(text) = tries.iter().find_map(|id| found.iter().find(|text| text.id.0 == *id)) {
            return Ok(Some(text.clone()));
        }
        let mut next_from =
            |id: i64, not: &[i64]| drawable(not).filter(texts::id.ge(id)).order(texts::id).first(conn).optional();
        let from = rng.random_range(first..=last);
        for (id, not) in [(from, not), (first, not)] {
            if let Some(text) = next_from(id, not)? {
                return Ok(Some(text));
            }
        }
        // All are in `not`, or there are none.
        Ok(next_from(from, &[])?.or(next_from(first, &[])?))
    }
}

impl From<Text> for shared::Text {
    fn from(text: Text) -> Self {
        Self { id: text.id, author: text.author.into(), text: text.text.into(), language: text.language.into() }
    }
}
