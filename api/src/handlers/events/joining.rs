//! Joining an event, and what its racers see of it besides their races.

use actix_web::web;
use chrono::Utc;
use diesel::{Connection as _, PgConnection, QueryResult};
use serde::{Deserialize, Serialize};
use shared::{GuestId, RoomCode};
use utoipa::ToSchema;

use super::{EventCaller, EventState, LineAnswer, NOT_IN_EVENT, REMOVED, RoundResultsAnswer, Standings, go_on, lock};
use crate::Services;
use crate::domain::{ErrorCode, EventTitle, Invalid, Joining, Language, Nickname, Scoring, Username, lookup};
use crate::error::ApiError;
use crate::extract::Visitor;
use crate::handlers::{Written, write};
use crate::limits::EVENT_GUESTS;
use crate::models::event::Event;
use crate::models::event_racer::EventRacer;
use crate::models::user::User;

pub(crate) const LOCKED: ApiError = ApiError::Conflict(ErrorCode::EventLocked, "Nobody else may join this event.");
pub(crate) const FULL: ApiError = ApiError::Conflict(ErrorCode::EventFull, "This event has no place left.");
pub(crate) const MEMBERS_ONLY: ApiError =
    ApiError::Forbidden(ErrorCode::MembersOnly, "Only members may join. Please log in.");
pub(crate) const NAME_TAKEN: ApiError = ApiError::Taken { field: "name" };

#[derive(Deserialize, ToSchema)]
pub(crate) struct LookForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The token of a guest. An invalid one is treated as missing.
    guest: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct JoinForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The name of a guest. Members join under their username.
    name: Option<Nickname>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct TableForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The token of a guest. An invalid one is treated as missing.
    guest: Option<String>,
    /// The key of those who host it.
    key: Option<String>,
}

/// An event, as whoever has its code sees it.
#[derive(Serialize, ToSchema)]
#[schema(as = EventLook)]
pub(crate) struct LookAnswer {
    title: EventTitle,
    #[schema(inline)]
    language: Language,
    #[schema(inline)]
    joining: Joining,
    #[schema(inline)]
    state: EventState,
    /// The round that waits for its start; null if none does.
    #[schema(required)]
    round: Option<i32>,
    /// The number of rounds.
    rounds: usize,
    /// True if nobody else may join.
    locked: bool,
    /// True if guests may join.
    guests: bool,
    /// The racer that the caller is in this event; null before they have joined.
    #[schema(required)]
    you: Option<You>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = EventYou)]
struct You {
    name: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = JoinedEvent)]
pub(crate) struct JoinAnswer {
    /// The token of a guest, which is good for this event alone. Missing for a member.
    #[serde(skip_serializing_if = "Option::is_none")]
    guest: Option<String>,
    name: String,
}

/// The results of an event, as its racers and hosts see them.
#[derive(Serialize, ToSchema)]
#[schema(as = EventTable)]
pub(crate) struct TableAnswer {
    title: EventTitle,
    #[schema(inline)]
    state: EventState,
    #[schema(inline)]
    scoring: Scoring,
    rounds: Vec<RoundResultsAnswer>,
    /// The best first.
    table: Vec<LineAnswer>,
}

/// `POST /api/events/look`: returns an event.
pub(crate) async fn look(
    services: web::Data<Services>,
    visitor: Visitor<LookForm>,
) -> Result<web::Json<LookAnswer>, ApiError> {
    let (address, shared) = (visitor.address(), services.into_inner());
    let found = visitor.run(move |user, LookForm { code, guest }, conn| {
        let guest = shared.guest(guest.as_deref());
        let caller = EventCaller { services: &shared, address, user, guest, key: None };
        let event = caller.event(code, conn)?;
        let course = event.course(conn)?;
        let racer = caller.racer(&event, conn)?;
        if racer.as_ref().is_some_and(|racer| racer.removed_at.is_some()) {
            return Err(REMOVED);
        }
        let Event { title, language, joining, locked, .. } = event;
        let guests = shared.settings.guests && joining == Joining::Everyone;
        let (state, round) = (course.over(Utc::now()).into(), course.open_round());
        let you = racer.map(|racer| You { name: racer.name });
        Ok(LookAnswer { title, language, joining, state, round, rounds: course.rounds.len(), locked, guests, you })
    });
    Ok(web::Json(found.await?))
}

/// `POST /api/events/join`: makes the caller a racer of an event: a member under their username, others as a guest.
pub(crate) async fn join(
    services: web::Data<Services>,
    visitor: Visitor<JoinForm>,
) -> Result<web::Json<JoinAnswer>, ApiError> {
    let _turn = services.event_turn().await?;
    let (address, shared) = (visitor.address(), services.clone().into_inner());
    let joined = visitor.run(move |user, JoinForm { code, name }, conn| {
        let caller = EventCaller { services: &shared, address, user, guest: None, key: None };
        let event = caller.event(code, conn)?;
        if let Some(user) = &caller.user {
            conn.transaction(|conn| shared.join_as_member(&event, user, conn))?;
            return Ok(JoinAnswer { guest: None, name: user.username.to_string() });
        }
        let missing = || ApiError::invalid("name", Invalid::new(ErrorCode::Missing, "is missing"));
        let name = name.ok_or_else(missing)?;
        shared.limits.count_on(&[EVENT_GUESTS], None, &caller.address, conn)?;
        let guest = conn.transaction(|conn| shared.join_as_guest(&event, &name, conn))?;
        let token = shared.tokens.issue_to_guest(guest, &name);
        Ok(JoinAnswer { guest: Some(token), name: (*name).to_owned() })
    });
    Ok(web::Json(joined.await?))
}

/// `POST /api/events/table`: returns the results of an event.
pub(crate) async fn table(
    services: web::Data<Services>,
    visitor: Visitor<TableForm>,
) -> Result<Written<TableAnswer>, ApiError> {
    let (address, shared) = (visitor.address(), services.clone().into_inner());
    let found = visitor.run(move |user, TableForm { code, guest, key }, conn| {
        let guest = shared.guest(guest.as_deref());
        let caller = EventCaller { services: &shared, address, user, guest, key };
        let event = caller.event(code, conn)?;
        if !caller.is_host(&event) {
            caller.admit_racer(&event, conn)?;
        }
        Ok(event)
    });
    let event = found.await?;
    let id = event.id;
    let read = async || write(&services.database.with_conn(|conn| TableAnswer::of(event, conn)).await?);
    services.event_tables.get(id, read).await.map(Written::from)
}

/// Returns the errors when an event is joined.
pub(crate) fn join_errors() -> [ApiError; 7] {
    [super::NO_SUCH_EVENT, super::OVER, LOCKED, FULL, MEMBERS_ONLY, REMOVED, NAME_TAKEN]
}

/// Returns the errors when a racer asks about an event.
pub(crate) fn racer_errors() -> [ApiError; 3] {
    [super::NO_SUCH_EVENT, NOT_IN_EVENT, REMOVED]
}

impl TableAnswer {
    fn of(event: Event, conn: &mut PgConnection) -> QueryResult<Self> {
        let (course, standings) = (event.course(conn)?, Standings::of(&event, conn)?);
        let (state, rounds) = (course.over(Utc::now()).into(), standings.rounds(course.begun()));
        Ok(Self { title: event.title, state, scoring: event.scoring, rounds, table: standings.table(true) })
    }
}

impl Services {
    /// Makes a member a racer of the event, who may be one already.
    fn join_as_member(&self, event: &Event, user: &User, conn: &mut PgConnection) -> Result<(), ApiError> {
        let (event, course) = lock(event, conn)?;
        go_on(&course)?;
        if let Some(racer) = EventRacer::of_user(event.id, user.id, conn)? {
            return if racer.removed_at.is_some() { Err(REMOVED) } else { Ok(()) };
        }
        self.admit_another(&event, conn)?;
        // One who joined before there was a member of this name.
        let name: Nickname = user.username.parse().map_err(|invalid| ApiError::invalid("name", invalid))?;
        if EventRacer::has_guest(event.id, &name, conn)? {
            return Err(NAME_TAKEN);
        }
        Ok(EventRacer::insert_user(event.id, user.id, conn)?)
    }

    /// Adds a guest to the event.
    fn join_as_guest(&self, event: &Event, name: &Nickname, conn: &mut PgConnection) -> Result<GuestId, ApiError> {
        let (event, course) = lock(event, conn)?;
        go_on(&course)?;
        if !self.settings.guests || event.joining == Joining::Members {
            return Err(MEMBERS_ONLY);
        }
        self.admit_another(&event, conn)?;
        name.check(&self.settings.product)?;
        if let Ok(username) = name.parse::<Username>()
            && User::find_by_name(&username, conn)?.is_some()
        {
            return Err(NAME_TAKEN);
        }
        let inserted = EventRacer::insert_guest(event.id, name, conn);
        inserted.map_err(|error| ApiError::taken_if(error, &[("event_racers_name_key", "name")]))
    }

    /// Refuses another racer if the event, which is locked, has no place.
    fn admit_another(&self, event: &Event, conn: &mut PgConnection) -> Result<(), ApiError> {
        if event.locked {
            return Err(LOCKED);
        }
        let is_full = EventRacer::count(event.id, conn)? >= i64::from(self.settings.event_racers);
        if is_full { Err(FULL) } else { Ok(()) }
    }
}
