//! The rounds of events.

use chrono::{DateTime, Utc};
use diesel::prelude::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};

use super::event::EventId;
use crate::database::schema::event_rounds;
use crate::domain::RoundKind;
use crate::events::course::Round;

/// A round with its text.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable)]
#[diesel(table_name = event_rounds, check_for_backend(diesel::pg::Pg))]
pub(crate) struct EventRound {
    pub(crate) event_id: i64,
    pub(crate) number: i32,
    pub(crate) kind: RoundKind,
    /// Of a text of the site by its length.
    pub(crate) size: Option<String>,
    /// Of frequent words: their number.
    pub(crate) words: Option<i32>,
    /// Of a text of the site.
    pub(crate) text_id: Option<i64>,
    /// Empty if nobody is named.
    pub(crate) author: String,
    pub(crate) work: Option<String>,
    /// Empty once it was deleted.
    pub(crate) text: String,
    pub(crate) length: i32,
    pub(crate) start_at: Option<DateTime<Utc>>,
}

impl EventRound {
    /// Returns the rounds of an event in their order.
    pub(crate) fn list(event: EventId, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_event = event_rounds::table.filter(event_rounds::event_id.eq(event.0));
        of_event.order(event_rounds::number).select(Self::as_select()).load(conn)
    }

    pub(crate) fn find(event: EventId, number: i32, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        event_rounds::table.find((event.0, number)).select(Self::as_select()).first(conn).optional()
    }

    /// Writes rounds that have not begun, in place of those that the event has from the first of them on.
    pub(crate) fn replace(event: EventId, rounds: &[Self], conn: &mut PgConnection) -> QueryResult<()> {
        use event_rounds::{author, kind, length, number, size, text, text_id, words, work};
        let last = rounds.iter().map(|round| round.number).max().unwrap_or_default();
        let of_event = event_rounds::table.filter(event_rounds::event_id.eq(event.0));
        diesel::delete(of_event.filter(number.gt(last))).execute(conn)?;
        diesel::insert_into(event_rounds::table)
            .values(rounds)
            .on_conflict((event_rounds::event_id, number))
            .do_update()
            .set((
                kind.eq(excluded(kind)),
                size.eq(excluded(size)),
                words.eq(excluded(words)),
                text_id.eq(excluded(text_id)),
                author.eq(excluded(author)),
                work.eq(excluded(work)),
                text.eq(excluded(text)),
                length.eq(excluded(length)),
            ))
            .execute(conn)
            .map(drop)
    }

    /// Sets the instant of the start.
    pub(crate) fn start(&self, at: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        let round = event_rounds::table.find((self.event_id, self.number));
        diesel::update(round).set(event_rounds::start_at.eq(at)).execute(conn).map(drop)
    }
}

/// Returns the times of the rounds of an event, in their order.
pub(super) fn times(event: EventId, conn: &mut PgConnection) -> QueryResult<Vec<Round>> {
    let of_event = event_rounds::table.filter(event_rounds::event_id.eq(event.0)).order(event_rounds::number);
    let times: Vec<(Option<DateTime<Utc>>, i32)> =
        of_event.select((event_rounds::start_at, event_rounds::length)).load(conn)?;
    Ok(times.into_iter().map(|(start_at, length)| Round { start_at, length: length as usize }).collect())
}
