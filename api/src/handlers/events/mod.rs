//! Events: rounds of races that a member hosts for whoever joins by a code.

pub(crate) mod hosting;
pub(crate) mod joining;
pub(crate) mod lists;
pub(crate) mod opening;
pub(crate) mod seats;
mod standings;
pub(crate) mod starting;
pub(crate) mod views;

use std::time::Duration;

use diesel::PgConnection;
use serde::Serialize;
use shared::{GuestId, RoomCode};
use tokio::sync::SemaphorePermit;
use tokio::time::timeout;
use utoipa::ToSchema;

pub(crate) use self::standings::{LineAnswer, RoundResultsAnswer, Standings};
use crate::Services;
use crate::domain::ErrorCode;
use crate::error::ApiError;
use crate::events::course::{Course, Over};
use crate::models::event::Event;
use crate::models::event_racer::EventRacer;
use crate::models::user::User;

/// The longest wait for a turn to change an event.
const TURN_TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) const NO_SUCH_EVENT: ApiError =
    ApiError::NotFound(ErrorCode::NoSuchEvent, "There is no event with this code.");
pub(crate) const NOT_IN_EVENT: ApiError = ApiError::Forbidden(ErrorCode::NotInEvent, "You have not joined this event.");
pub(crate) const REMOVED: ApiError =
    ApiError::Forbidden(ErrorCode::RemovedFromEvent, "The host has removed you from this event.");
pub(crate) const NOT_HOST: ApiError =
    ApiError::Forbidden(ErrorCode::NotHost, "Only those who host this event may do this.");

/// The error for what is not done in an event that is over, as the document of the api has it.
pub(crate) const OVER: ApiError = ApiError::EventOver(Over::Ended);

/// The state of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EventState {
    Open,
    Over,
}

impl From<Option<Over>> for EventState {
    fn from(over: Option<Over>) -> Self {
        if over.is_some() { Self::Over } else { Self::Open }
    }
}

/// The caller of a call about an event: a member, a guest, or a host with the key.
struct EventCaller<'a> {
    services: &'a Services,
    address: String,
    user: Option<User>,
    guest: Option<GuestId>,
    key: Option<String>,
}

impl EventCaller<'_> {
    /// Finds the event by its code. Strangers who try too many wrong ones must wait.
    fn event(&self, code: Option<RoomCode>, conn: &mut PgConnection) -> Result<Event, ApiError> {
        let find = |conn: &mut PgConnection| code.map_or(Ok(None), |code| Event::find(code, conn));
        let is_stranger = self.user.is_none() && self.guest.is_none();
        let found =
            if is_stranger { self.services.limits.try_event_code(&self.address, find, conn)? } else { find(conn)? };
        found.ok_or(NO_SUCH_EVENT)
    }

    /// Returns the racer that the caller is in the event, if they have joined. A guest's token counts before a member's.
    fn racer(&self, event: &Event, conn: &mut PgConnection) -> Result<Option<EventRacer>, ApiError> {
        if let Some(guest) = self.guest
            && let Some(racer) = EventRacer::of_guest(event.id, guest, conn)?
        {
            return Ok(Some(racer));
        }
        Ok(match &self.user {
            Some(user) => EventRacer::of_user(event.id, user.id, conn)?,
            None => None,
        })
    }

    /// Like [`EventCaller::racer`], for a call that only racers may make.
    fn admit_racer(&self, event: &Event, conn: &mut PgConnection) -> Result<EventRacer, ApiError> {
        let racer = self.racer(event, conn)?.ok_or(NOT_IN_EVENT)?;
        if racer.removed_at.is_some() { Err(REMOVED) } else { Ok(racer) }
    }

    fn is_host(&self, event: &Event) -> bool {
        let hash = self.key.as_deref().map(|key| self.services.event_key_hash(key));
        event.is_hosted_by(self.user.as_ref().map(|user| user.id), hash.as_deref())
    }

    fn admit_host(&self, event: &Event) -> Result<(), ApiError> {
        if self.is_host(event) { Ok(()) } else { Err(NOT_HOST) }
    }
}

impl Services {
    /// Waits for a turn to change an event.
    async fn event_turn(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        let turn = timeout(TURN_TIMEOUT, self.event_turns.acquire()).await;
        turn.ok().and_then(Result::ok).ok_or(ApiError::Unavailable)
    }

    /// Returns the hash under which the key of an event is stored.
    fn event_key_hash(&self, key: &str) -> Vec<u8> {
        self.tokens.keyed_hash().of("event keys", key)
    }

    /// Returns the guest with this token, if it is good and there are guests on this site.
    fn guest(&self, token: Option<&str>) -> Option<GuestId> {
        let token = token.filter(|_| self.settings.guests)?;
        self.token_reader.read_guest(token).ok().map(|(guest, _)| guest)
    }
}

/// Locks an event that was found, and returns it as it is now, with its course.
fn lock(event: &Event, conn: &mut PgConnection) -> Result<(Event, Course), ApiError> {
    let event = Event::lock(event.id, conn)?.ok_or(NO_SUCH_EVENT)?;
    let course = event.course(conn)?;
    Ok((event, course))
}

/// Refuses what is not done in an event that is over.
fn go_on(course: &Course) -> Result<(), ApiError> {
    course.over(chrono::Utc::now()).map_or(Ok(()), |reason| Err(ApiError::EventOver(reason)))
}
