//! The heats of rounds, and their rooms.

use chrono::{DateTime, Utc};
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::{PgConnection, QueryResult};
use shared::RoomCode;

use super::event::EventId;
use crate::database::schema::event_heats;

/// A heat that has a room.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = event_heats, check_for_backend(diesel::pg::Pg))]
pub(crate) struct EventHeat {
    pub(crate) event_id: i64,
    pub(crate) round: i32,
    pub(crate) number: i32,
    room: String,
    /// The instant of its start, once its room knows it.
    pub(crate) start_at: Option<DateTime<Utc>>,
}

impl EventHeat {
    /// Returns the heats of an event, in the order of their rounds and numbers.
    pub(crate) fn list(event: EventId, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_event = event_heats::table.filter(event_heats::event_id.eq(event.0));
        of_event.order((event_heats::round, event_heats::number)).select(Self::as_select()).load(conn)
    }

    pub(crate) fn find(event: EventId, round: i32, number: i32, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        event_heats::table.find((event.0, round, number)).select(Self::as_select()).first(conn).optional()
    }

    /// Returns the heat that has this room.
    pub(crate) fn of_room(room: RoomCode, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        event_heats::table.filter(event_heats::room.eq(room.as_str())).select(Self::as_select()).first(conn).optional()
    }

    /// Writes the room of a heat, in place of another one that is gone.
    pub(crate) fn put(
        event: EventId,
        (round, number): (i32, i32),
        room: RoomCode,
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        diesel::insert_into(event_heats::table)
            .values((
                event_heats::event_id.eq(event.0),
                event_heats::round.eq(round),
                event_heats::number.eq(number),
                event_heats::room.eq(room.as_str()),
            ))
            .on_conflict((event_heats::event_id, event_heats::round, event_heats::number))
            .do_update()
            .set(event_heats::room.eq(room.as_str()))
            .execute(conn)
            .map(drop)
    }

    /// Records that the room knows the instant of its start.
    pub(crate) fn begin(&self, at: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(event_heats::table.find((self.event_id, self.round, self.number)))
            .set(event_heats::start_at.eq(at))
            .execute(conn)
            .map(drop)
    }

    pub(crate) fn room(&self) -> RoomCode {
        self.room.parse().expect("a check of the table requires its form")
    }
}
