//! The events of a member.

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::QueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::EventState;
use super::standings::Standings;
use crate::domain::EventTitle;
use crate::error::ApiError;
use crate::extract::{Caller, NoFields};
use crate::models::event::Event;

/// The maximum number of events in a list.
const LISTED_AT_MOST: i64 = 20;

/// Events, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct HostedEvents {
    #[schema(max_items = 20)]
    events: Vec<HostedEvent>,
}

#[derive(Serialize, ToSchema)]
struct HostedEvent {
    code: String,
    title: EventTitle,
    date: DateTime<Utc>,
    #[schema(inline)]
    state: EventState,
}

/// Events, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RacedEvents {
    #[schema(max_items = 20)]
    events: Vec<RacedEvent>,
}

#[derive(Serialize, ToSchema)]
struct RacedEvent {
    code: String,
    title: EventTitle,
    date: DateTime<Utc>,
    #[schema(inline)]
    state: EventState,
    /// The place in the table; null without a result that counts, and once the results of guests are deleted.
    #[schema(required)]
    place: Option<u32>,
}

/// `POST /api/events/hosted`: lists the user's own events.
pub(crate) async fn hosted(caller: Caller<NoFields>) -> Result<web::Json<HostedEvents>, ApiError> {
    let listed = caller.run(|user, _, conn| {
        let events = Event::hosted_by(user.id, LISTED_AT_MOST, conn)?.into_iter();
        let answer = |event: Event| {
            let state = event.course(conn)?.over(Utc::now()).into();
            Ok(HostedEvent { code: event.code, title: event.title, date: event.created_at, state })
        };
        Ok(events.map(answer).collect::<QueryResult<_>>()?)
    });
    Ok(web::Json(HostedEvents { events: listed.await? }))
}

/// `POST /api/events/raced`: lists the events in which the user races.
pub(crate) async fn raced(caller: Caller<NoFields>) -> Result<web::Json<RacedEvents>, ApiError> {
    let listed = caller.run(|user, _, conn| {
        let events = Event::joined_by(user.id, LISTED_AT_MOST, conn)?.into_iter();
        let answer = |(event, racer): (Event, i64)| {
            let state = event.course(conn)?.over(Utc::now()).into();
            // Without the guests, the others would come earlier than they did.
            let place = if event.cleared { None } else { Standings::of(&event, conn)?.place_of(racer) };
            Ok(RacedEvent { code: event.code, title: event.title, date: event.created_at, state, place })
        };
        Ok(events.map(answer).collect::<QueryResult<_>>()?)
    });
    Ok(web::Json(RacedEvents { events: listed.await? }))
}
