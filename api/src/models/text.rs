//! The passages to type.

use diesel::prelude::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::{PgConnection, QueryResult};
use shared::TextId;

use crate::database::schema::{races, texts};
use crate::domain::{Author, Language, Passage, ShortRaceId, TextCategory, TextLength, WebAddress};
use crate::models::candidates::Candidates;
use crate::text_bag::TextBag;

/// The kind of text to draw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) language: Language,
    pub(crate) category: TextCategory,
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
    /// The work and its year, the subject of a text of ours, or the page that proves the author.
    pub(crate) source: String,
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

    /// Retires the text: it is drawn no more.
    pub(crate) fn retire(&self, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(texts::table.find(self.id.0)).set(texts::retired.eq(true)).execute(conn).map(drop)
    }

    /// Takes the next text like the wished one out of a bag, if possible one that is not in `not`. Without a text of that
    /// length, it has any length; without one of that category, the general one; and without one in that language, another
    /// language, the default one first.
    pub(crate) fn draw(
        candidates: &Candidates,
        wish: Wish,
        not: &[TextId],
        bag: &mut TextBag,
        conn: &mut PgConnection,
    ) -> QueryResult<Option<Self>> {
        let elsewhere = Language::ALL.iter().map(|&language| Wish { language, ..Wish::default() });
        let general = Wish { category: TextCategory::default(), ..wish };
        for Wish { language, category, length } in [wish, general].into_iter().chain(elsewhere) {
            let all = candidates.of(language, category, conn)?;
            let of_length: Vec<_> = match length {
                Some(length) => all.iter().copied().filter(|text| text.kind.length == length).collect(),
                None => Vec::new(),
            };
            if let Some(id) = bag.draw(if of_length.is_empty() { &all } else { &of_length }, not) {
                return Self::find(id, conn);
            }
        }
        Ok(None)
    }

    /// Returns what readers see of the source of a text: all but the address of a page.
    pub(crate) fn work(source: String) -> Option<String> {
        source.parse::<WebAddress>().is_err().then_some(source)
    }
}

impl From<Text> for shared::Text {
    fn from(text: Text) -> Self {
        Self {
            id: text.id,
            author: text.author.into(),
            work: Text::work(text.source),
            text: text.text.into(),
            language: text.language.into(),
        }
    }
}
