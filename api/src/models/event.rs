//! Events that members host.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable,
    RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::Bool;
use diesel::{PgConnection, QueryResult};
use shared::{RoomCode, UserId};
use subtle::ConstantTimeEq as _;

use super::ban::not_banned;
use super::event_round;
use crate::database::schema::{event_racers, event_rounds, events};
use crate::domain::{EventTitle, Joining, Language, Scoring, key};
use crate::events::course::{Course, IDLE_TTL};

/// The number of events whose guests are deleted at once.
const CLEARED_AT_ONCE: i64 = 50;

key! {
    pub(crate) EventId
}

/// An event.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = events, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Event {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: EventId,
    pub(crate) code: String,
    pub(crate) host_id: Option<i64>,
    key_hash: Vec<u8>,
    pub(crate) title: EventTitle,
    pub(crate) language: Language,
    pub(crate) joining: Joining,
    pub(crate) scoring: Scoring,
    pub(crate) locked: bool,
    pub(crate) shows_names: bool,
    ended: bool,
    pub(crate) cleared: bool,
    #[diesel(select_expression = sql(concat!("events.host_id IS NOT NULL AND ", not_banned!("events.host_id"))))]
    #[diesel(select_expression_type = SqlLiteral<Bool>)]
    has_host: bool,
    pub(crate) created_at: DateTime<Utc>,
    hosted_at: DateTime<Utc>,
}

/// An event that is about to be opened.
#[derive(Debug)]
pub(crate) struct NewEvent {
    pub(crate) code: RoomCode,
    pub(crate) host: UserId,
    pub(crate) key_hash: Vec<u8>,
    pub(crate) title: EventTitle,
    pub(crate) language: Language,
    pub(crate) joining: Joining,
    pub(crate) scoring: Scoring,
}

/// The changes of a host. `None` leaves a thing as it is.
#[derive(Debug, diesel::AsChangeset)]
#[diesel(table_name = events)]
pub(crate) struct Changes {
    pub(crate) title: Option<EventTitle>,
    pub(crate) joining: Option<Joining>,
    pub(crate) scoring: Option<Scoring>,
    pub(crate) locked: Option<bool>,
    pub(crate) shows_names: Option<bool>,
    pub(crate) hosted_at: DateTime<Utc>,
}

impl NewEvent {
    pub(crate) fn insert(&self, conn: &mut PgConnection) -> QueryResult<EventId> {
        let now = Utc::now();
        let id: i64 = diesel::insert_into(events::table)
            .values((
                events::code.eq(self.code.as_str()),
                events::host_id.eq(self.host.0),
                events::key_hash.eq(&self.key_hash),
                events::title.eq(&self.title),
                events::language.eq(self.language),
                events::joining.eq(self.joining),
                events::scoring.eq(self.scoring),
                events::created_at.eq(now),
                events::hosted_at.eq(now),
            ))
            .returning(events::id)
            .get_result(conn)?;
        Ok(EventId(id))
    }
}

impl Event {
    pub(crate) fn find(code: RoomCode, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        events::table.filter(events::code.eq(code.as_str())).select(Self::as_select()).first(conn).optional()
    }

    /// Selects an event that was found, as it is now, locked until the transaction ends.
    pub(crate) fn lock(id: EventId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        events::table.find(id.0).for_no_key_update().select(Self::as_select()).first(conn).optional()
    }

    /// Returns the last events of a host, newest first.
    pub(crate) fn hosted_by(user: UserId, limit: i64, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let hosted = events::table.filter(events::host_id.eq(user.0));
        hosted.order(events::created_at.desc()).limit(limit).select(Self::as_select()).load(conn)
    }

    /// Returns the events of a host who did something in them lately.
    pub(crate) fn hosted_lately_by(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let hosted = events::table.filter(events::host_id.eq(user.0));
        hosted.filter(events::hosted_at.gt(Utc::now() - IDLE_TTL)).select(Self::as_select()).load(conn)
    }

    /// Returns the last events in which a user has joined, each with the key of the racer, newest first.
    pub(crate) fn joined_by(user: UserId, limit: i64, conn: &mut PgConnection) -> QueryResult<Vec<(Self, i64)>> {
        event_racers::table
            .inner_join(events::table)
            .filter(event_racers::user_id.eq(user.0))
            .order(event_racers::joined_at.desc())
            .limit(limit)
            .select((Self::as_select(), event_racers::id))
            .load(conn)
    }

    /// Returns what decides about the course of the event.
    pub(crate) fn course(&self, conn: &mut PgConnection) -> QueryResult<Course> {
        let rounds = event_round::times(self.id, conn)?;
        Ok(Course { ended: self.ended, has_host: self.has_host, hosted_at: self.hosted_at, rounds })
    }

    /// Returns true for the member who hosts it, and for the hash of the key with which others do.
    pub(crate) fn is_hosted_by(&self, user: Option<UserId>, key_hash: Option<&[u8]>) -> bool {
        let is_own = self.host_id.is_some() && self.host_id == user.map(|user| user.0);
        is_own || key_hash.is_some_and(|hash| hash.ct_eq(&self.key_hash).into())
    }

    pub(crate) fn change(id: EventId, changes: &Changes, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(events::table.find(id.0)).set(changes).execute(conn).map(drop)
    }

    /// Records that a host did something.
    pub(crate) fn touch(id: EventId, now: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(events::table.find(id.0)).set(events::hosted_at.eq(now)).execute(conn).map(drop)
    }

    pub(crate) fn end(id: EventId, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(events::table.find(id.0)).set(events::ended.eq(true)).execute(conn).map(drop)
    }
}

/// Deletes the guests of events that were over before this time ago, with their results, and the own texts of hosts. An
/// event whose host has no account any more is deleted. Returns true if there may be more.
pub(crate) fn clear_some(kept: TimeDelta, conn: &mut PgConnection) -> QueryResult<bool> {
    conn.build_transaction().run(|conn| {
        // By then each is over, whatever ended it.
        let over = events::table.filter(events::hosted_at.lt(Utc::now() - kept - IDLE_TTL));
        let kept = over
            .filter(diesel::dsl::not(events::cleared).or(events::host_id.is_null()))
            .order(events::hosted_at)
            .limit(CLEARED_AT_ONCE);
        let kept = kept.select((events::id, events::host_id)).for_update().skip_locked();
        let found: Vec<(i64, Option<i64>)> = kept.load(conn)?;
        let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
        let of_nobody = found.iter().filter(|(_, host)| host.is_none()).map(|(id, _)| *id);
        diesel::delete(events::table.filter(events::id.eq_any(of_nobody.collect::<Vec<_>>()))).execute(conn)?;
        let guests = event_racers::table.filter(event_racers::event_id.eq_any(&ids));
        diesel::delete(guests.filter(event_racers::user_id.is_null())).execute(conn)?;
        let own = event_rounds::table.filter(event_rounds::event_id.eq_any(&ids)).filter(event_rounds::kind.eq("own"));
        diesel::update(own).set((event_rounds::text.eq(""), event_rounds::author.eq(""))).execute(conn)?;
        diesel::update(events::table.filter(events::id.eq_any(&ids))).set(events::cleared.eq(true)).execute(conn)?;
        Ok(ids.len() as i64 == CLEARED_AT_ONCE)
    })
}
