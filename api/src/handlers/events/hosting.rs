//! The calls of an event's hosts besides those that start its rounds.

use actix_web::web;
use chrono::Utc;
use diesel::{Connection as _, PgConnection};
use serde::Deserialize;
use shared::RoomCode;
use shared::messages::RemoveRacer;
use utoipa::ToSchema;

use super::opening::write_rounds;
use super::starting::StartForm;
use super::{EventCaller, NO_SUCH_EVENT, NOT_HOST, go_on, lock};
use crate::domain::{ErrorCode, EventRounds, EventTitle, Joining, RequestId, Scoring, lookup};
use crate::error::ApiError;
use crate::extract::Visitor;
use crate::handlers::OkAnswer;
use crate::handlers::race::ENGINE_TIMEOUT;
use crate::models::event::{Changes, Event};
use crate::models::event_heat::EventHeat;
use crate::models::event_racer::EventRacer;
use crate::models::event_round::EventRound;
use crate::{Links, Services};

pub(crate) const UNKNOWN_RACER: ApiError =
    ApiError::NotFound(ErrorCode::UnknownRacer, "There is no such racer in this event.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct HostForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The key of those who host it, besides the member who opened it.
    key: Option<String>,
}

/// The changes of a host. What is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The key of those who host it, besides the member who opened it.
    key: Option<String>,
    title: Option<EventTitle>,
    /// All rounds that have not begun. One that is asked for again keeps its text.
    rounds: Option<EventRounds>,
    joining: Option<Joining>,
    scoring: Option<Scoring>,
    /// True if nobody else may join.
    locked: Option<bool>,
    /// True if the wall shows the names of racers.
    shows_names: Option<bool>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct RemoveForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The key of those who host it, besides the member who opened it.
    key: Option<String>,
    /// The `id` of the racer.
    racer: RequestId,
}

/// `POST /api/events/edit`: changes an event.
pub(crate) async fn edit(
    services: web::Data<Services>,
    visitor: Visitor<EditForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let edited = as_host(services, visitor, |event, form: EditForm, conn| {
        let EditForm { title, rounds, joining, scoring, locked, shows_names, .. } = form;
        let changes = Changes { title, joining, scoring, locked, shows_names, hosted_at: Utc::now() };
        conn.transaction(|conn| {
            let (event, course) = lock(&event, conn)?;
            go_on(&course)?;
            if let Some(rounds) = rounds {
                let before = EventRound::list(event.id, conn)?;
                write_rounds((event.id, event.language), &before, rounds, conn)?;
            }
            Ok(Event::change(event.id, &changes, conn)?)
        })
    });
    edited.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/events/remove`: removes a racer from an event, for good.
pub(crate) async fn remove(
    links: web::Data<Links>,
    services: web::Data<Services>,
    visitor: Visitor<RemoveForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let removed = as_host(services, visitor, |event, RemoveForm { racer: RequestId(racer), .. }, conn| {
        conn.transaction(|conn| {
            let (event, course) = lock(&event, conn)?;
            let racer = EventRacer::find(event.id, racer, conn)?.ok_or(UNKNOWN_RACER)?;
            racer.remove(conn)?;
            if go_on(&course).is_ok() {
                Event::touch(event.id, Utc::now(), conn)?;
            }
            let seat = racer.round.zip(racer.heat);
            let heat = seat.map_or(Ok(None), |(round, heat)| EventHeat::find(event.id, round, heat, conn))?;
            Ok::<_, ApiError>(heat.map(|heat| RemoveRacer { code: heat.room(), racer: racer.racer_id() }))
        })
    });
    if let Some(message) = removed.await? {
        let left = links.remove_racer.send(message).timeout(ENGINE_TIMEOUT).await;
        // The engines refuse the token of a guest in any case. A member loses the seat when the host asks again.
        match left {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a racer could not be removed from a room"),
            Err(error) => tracing::error!(%error, "the engine did not answer"),
        }
    }
    Ok(OkAnswer::json())
}

/// `POST /api/events/end`: ends an event.
pub(crate) async fn end(
    services: web::Data<Services>,
    visitor: Visitor<HostForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let ended = as_host(services, visitor, |event, _: HostForm, conn| {
        conn.transaction(|conn| {
            let (event, course) = lock(&event, conn)?;
            if go_on(&course).is_ok() {
                Event::touch(event.id, Utc::now(), conn)?;
                Event::end(event.id, conn)?;
            }
            Ok::<_, ApiError>(())
        })
    });
    ended.await?;
    Ok(OkAnswer::json())
}

/// Returns the errors when a host does something.
pub(crate) fn host_errors() -> [ApiError; 2] {
    [NO_SUCH_EVENT, NOT_HOST]
}

/// The form of a call for those who host an event.
pub(super) trait HostsForm: Send + 'static {
    /// Returns the code of the event, and the key.
    fn of_event(&self) -> (Option<RoomCode>, Option<&str>);
}

macro_rules! hosts_forms {
    ($($Form:ty)*) => {
        $(impl HostsForm for $Form {
            fn of_event(&self) -> (Option<RoomCode>, Option<&str>) {
                (self.code, self.key.as_deref())
            }
        })*
    };
}

hosts_forms!(HostForm EditForm RemoveForm StartForm);

/// Runs `act` with the event and the form, if the caller hosts it.
pub(super) async fn as_host<Form: HostsForm, R: Send + 'static>(
    services: web::Data<Services>,
    visitor: Visitor<Form>,
    act: impl FnOnce(Event, Form, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
) -> Result<R, ApiError> {
    let (address, shared) = (visitor.address(), services.into_inner());
    let found = visitor.run(move |user, form, conn| {
        let (code, key) = form.of_event();
        let caller = EventCaller { services: &shared, address, user, guest: None, key: key.map(str::to_owned) };
        let event = caller.event(code, conn)?;
        caller.admit_host(&event)?;
        act(event, form, conn)
    });
    found.await
}
