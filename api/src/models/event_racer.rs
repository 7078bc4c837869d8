//! The racers of events: accounts, and guests.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::{Bool, Text};
use diesel::{PgConnection, QueryResult};
use shared::{GuestId, RacerId, UserId};

use super::ban::not_banned;
use super::event::EventId;
use crate::database::schema::{event_racers, users};
use crate::domain::{Nickname, Username};

/// A racer of an event. Query it with the table of accounts joined to the left.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = event_racers, check_for_backend(diesel::pg::Pg))]
pub(crate) struct EventRacer {
    pub(crate) id: i64,
    event_id: i64,
    user_id: Option<i64>,
    #[diesel(select_expression = sql("coalesce(event_racers.name, users.username)"))]
    #[diesel(select_expression_type = SqlLiteral<Text>)]
    pub(crate) name: String,
    /// The round and the heat of the last seat.
    pub(crate) round: Option<i32>,
    pub(crate) heat: Option<i32>,
    pub(crate) removed_at: Option<DateTime<Utc>>,
}

impl EventRacer {
    /// Returns the racers of an event, in the order in which they joined. Banned accounts are left out.
    pub(crate) fn list(event: EventId, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        event_racers::table
            .left_join(users::table)
            .filter(event_racers::event_id.eq(event.0))
            .filter(sql::<Bool>(not_banned!("event_racers.user_id")))
            .order(event_racers::id)
            .select(Self::as_select())
            .load(conn)
    }

    /// Returns the racer with this key, if it is one of the event.
    pub(crate) fn find(event: EventId, id: i64, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let found: Option<Self> = event_racers::table
            .left_join(users::table)
            .filter(event_racers::id.eq(id))
            .select(Self::as_select())
            .first(conn)
            .optional()?;
        Ok(found.filter(|racer| racer.event_id == event.0))
    }

    /// Returns the guest, if it is one of the event.
    pub(crate) fn of_guest(event: EventId, guest: GuestId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        Ok(Self::find(event, guest.0, conn)?.filter(Self::is_guest))
    }

    /// Returns the racer that an account is in the event.
    pub(crate) fn of_user(event: EventId, user: UserId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        event_racers::table
            .left_join(users::table)
            .filter(event_racers::event_id.eq(event.0))
            .filter(event_racers::user_id.eq(user.0))
            .select(Self::as_select())
            .first(conn)
            .optional()
    }

    /// Returns the racers of an event who were not removed.
    pub(crate) fn count(event: EventId, conn: &mut PgConnection) -> QueryResult<i64> {
        let of_event = event_racers::table.filter(event_racers::event_id.eq(event.0));
        of_event.filter(event_racers::removed_at.is_null()).count().get_result(conn)
    }

    /// Adds an account, unless it is one already.
    pub(crate) fn insert_user(event: EventId, user: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        let row = (event_racers::event_id.eq(event.0), event_racers::user_id.eq(user.0));
        diesel::insert_into(event_racers::table).values(row).on_conflict_do_nothing().execute(conn).map(drop)
    }

    /// Adds a guest. A name that another one has violates `event_racers_name_key`.
    pub(crate) fn insert_guest(event: EventId, name: &Nickname, conn: &mut PgConnection) -> QueryResult<GuestId> {
        let row =
            (event_racers::event_id.eq(event.0), event_racers::name.eq(&**name), event_racers::name_key.eq(name.key()));
        diesel::insert_into(event_racers::table).values(row).returning(event_racers::id).get_result(conn).map(GuestId)
    }

    /// Returns true if a guest of the event has this name, in any case.
    pub(crate) fn has_guest(event: EventId, name: &Nickname, conn: &mut PgConnection) -> QueryResult<bool> {
        let guests = event_racers::table
            .filter(event_racers::event_id.eq(event.0))
            .filter(event_racers::user_id.is_null())
            .filter(event_racers::name_key.eq(name.key()));
        diesel::select(diesel::dsl::exists(guests)).get_result(conn)
    }

    /// Returns the number of seats that are taken in each heat of a round.
    pub(crate) fn seats(event: EventId, round: i32, conn: &mut PgConnection) -> QueryResult<Vec<(i32, i64)>> {
        let seats: Vec<(Option<i32>, i64)> = event_racers::table
            .filter(event_racers::event_id.eq(event.0))
            .filter(event_racers::round.eq(round))
            .filter(event_racers::removed_at.is_null())
            .group_by(event_racers::heat)
            .select((event_racers::heat, diesel::dsl::count_star()))
            .load(conn)?;
        Ok(seats.into_iter().filter_map(|(heat, seats)| Some((heat?, seats))).collect())
    }

    /// Gives the racer a seat in a heat.
    pub(crate) fn seat(&self, round: i32, heat: i32, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(event_racers::table.find(self.id))
            .set((event_racers::round.eq(round), event_racers::heat.eq(heat)))
            .execute(conn)
            .map(drop)
    }

    /// Removes the racer from the event.
    pub(crate) fn remove(&self, conn: &mut PgConnection) -> QueryResult<()> {
        let racer = event_racers::table.find(self.id).filter(event_racers::removed_at.is_null());
        diesel::update(racer).set(event_racers::removed_at.eq(diesel::dsl::now)).execute(conn).map(drop)
    }

    pub(crate) fn is_guest(&self) -> bool {
        self.user_id.is_none()
    }

    pub(crate) fn racer_id(&self) -> RacerId {
        self.user_id.map_or(RacerId::Guest(GuestId(self.id)), |user| UserId(user).into())
    }
}

/// Returns the guests who were removed after `moment`, the last first.
pub(crate) fn removed_guests(moment: DateTime<Utc>, limit: i64, conn: &mut PgConnection) -> QueryResult<Vec<GuestId>> {
    let removed =
        event_racers::table.filter(event_racers::user_id.is_null()).filter(event_racers::removed_at.ge(moment));
    let ids: Vec<i64> =
        removed.order(event_racers::removed_at.desc()).limit(limit).select(event_racers::id).load(conn)?;
    Ok(ids.into_iter().map(GuestId).collect())
}

/// Returns true if a guest of an event that the user has joined has this name, in any case: their lanes could not be told
/// apart.
pub(crate) fn meets_guest(user: UserId, name: &Username, conn: &mut PgConnection) -> QueryResult<bool> {
    let joined = event_racers::table.filter(event_racers::user_id.eq(user.0)).select(event_racers::event_id);
    let events: Vec<i64> = joined.load(conn)?;
    let guests = event_racers::table
        .filter(event_racers::event_id.eq_any(events))
        .filter(event_racers::user_id.is_null())
        .filter(event_racers::name_key.eq(name.to_lowercase()));
    diesel::select(diesel::dsl::exists(guests)).get_result(conn)
}
