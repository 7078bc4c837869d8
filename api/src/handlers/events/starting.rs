//! Starting a round: one transaction decides on the instant, and then its rooms are told.

use std::time::Duration;

use actix_web::web;
use chrono::{DateTime, SubsecRound as _, Utc};
use diesel::{Connection as _, PgConnection};
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use shared::messages::BeginRace;
use shared::{RoomCode, Text, TextId};
use utoipa::ToSchema;

use super::hosting::as_host;
use super::{go_on, lock};
use crate::domain::{ErrorCode, Language, RoundNumber, lookup};
use crate::error::ApiError;
use crate::events::course::NotNext;
use crate::extract::Visitor;
use crate::handlers::race::ENGINE_TIMEOUT;
use crate::models::event::Event;
use crate::models::event_heat::EventHeat;
use crate::models::event_round::EventRound;
use crate::{Links, Services};

/// The pause before a room is told again of its start, which is some seconds away.
const RETRY_PAUSE: Duration = Duration::from_millis(300);

pub(crate) const NOT_NEXT: ApiError =
    ApiError::Conflict(ErrorCode::NotNextRound, "It is not this round's turn, or there is none with this number.");
pub(crate) const NOBODY: ApiError = ApiError::Conflict(ErrorCode::NobodySeated, "Nobody has a seat in this round yet.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct StartForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    pub(super) code: Option<RoomCode>,
    /// The key of those who host it, besides the member who opened it.
    pub(super) key: Option<String>,
    /// The number of the round. Starting one again changes nothing, but begins heats that were not told before.
    round: RoundNumber,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StartedRound)]
pub(crate) struct StartAnswer {
    /// The milliseconds to the start; 0 if it has passed.
    start_at: i64,
}

/// A round that a host has started.
struct Started {
    at: DateTime<Utc>,
    text: Text,
    /// The heats whose rooms are still to be told.
    heats: Vec<EventHeat>,
}

/// `POST /api/events/start`: starts a round for all of its heats at one instant.
pub(crate) async fn start(
    links: web::Data<Links>,
    services: web::Data<Services>,
    visitor: Visitor<StartForm>,
) -> Result<web::Json<StartAnswer>, ApiError> {
    let started = as_host(services.clone(), visitor, |event, StartForm { round: RoundNumber(round), .. }, conn| {
        conn.transaction(|conn| Started::write(&event, round, conn))
    });
    let Started { at, text, heats } = started.await?;
    if !heats.is_empty() {
        // Not a part of the call, which may end when its connection does.
        actix_web::rt::spawn(async move {
            let told = heats.into_iter().map(|heat| tell(&links, &services, heat, &text, at));
            join_all(told).await;
        });
    }
    Ok(web::Json(StartAnswer { start_at: (at - Utc::now()).num_milliseconds().max(0) }))
}

impl Started {
    /// Writes the start of a round, unless it was started before.
    fn write(event: &Event, round: i32, conn: &mut PgConnection) -> Result<Self, ApiError> {
        let (event, course) = lock(event, conn)?;
        go_on(&course)?;
        let heats = EventHeat::list(event.id, conn)?.into_iter().filter(|heat| heat.round == round);
        let (told, heats): (Vec<_>, Vec<_>) = heats.partition(|heat| heat.start_at.is_some());
        // The database keeps microseconds; all hosts who press start get the same instant.
        let now = Utc::now().trunc_subsecs(3);
        let at = course.start(round, !heats.is_empty(), now).map_err(|NotNext| NOT_NEXT)?;
        if told.is_empty() && heats.is_empty() {
            return Err(NOBODY);
        }
        let found = EventRound::find(event.id, round, conn)?.ok_or(NOT_NEXT)?;
        if found.start_at != Some(at) {
            found.start(at, conn)?;
            Event::touch(event.id, now, conn)?;
        }
        let heats = if at > now { heats } else { Vec::new() };
        Ok(Self { at, text: found.into_text(event.language), heats })
    }
}

/// Tells the room of a heat to begin, again and again until it has heard or the start has passed.
async fn tell(links: &Links, services: &Services, heat: EventHeat, text: &Text, at: DateTime<Utc>) {
    let message = BeginRace { code: heat.room(), text: text.clone(), start_at: at };
    loop {
        let error = match links.begin_race.send(message.clone()).timeout(ENGINE_TIMEOUT).await {
            Ok(Ok(())) => break,
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        tracing::warn!(room.id = %message.code, error, "a heat could not be begun");
        if Utc::now() + RETRY_PAUSE >= at {
            return;
        }
        tokio::time::sleep(RETRY_PAUSE).await;
    }
    let begun = services.database.with_conn(move |conn| heat.begin(at, conn)).await;
    if let Err(error) = begun {
        // The next press of the host tells the room again, which changes nothing.
        tracing::warn!(%error, "the start of a heat is not recorded");
    }
}

impl EventRound {
    /// Returns the text as rooms get it.
    fn into_text(self, language: Language) -> Text {
        let Self { text_id, author, work, text, .. } = self;
        Text { id: text_id.map_or(TextId::NONE, TextId), author, work, text, language: language.into() }
    }
}
