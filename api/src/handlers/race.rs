//! Rooms and seats, as the engine provides them.

use std::time::Duration;

use actix_web::web;
use chrono::Utc;
use serde::{Deserialize, Serialize};
use shared::RoomCode;
use shared::messages::{LinkError, OpenRoom, OpenRoomError, Racer, TakeSeat, TakeSeatError, TakenSeat};
use shared::wire::Participant;
use utoipa::ToSchema;

use crate::domain::{Language, Username, lookup, room};
use crate::error::ApiError;
use crate::extract::SignedIn;
use crate::handlers::texts::TextAnswer;
use crate::{Links, Services};

/// The longest wait for an answer from the engine.
const ENGINE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Deserialize, ToSchema)]
pub(crate) struct RoomRequest {
    /// True for a room that matchmaking does not offer to others.
    private: Option<bool>,
    /// The room whose racers want to race again.
    #[schema(schema_with = room::code_or_null)]
    after: Option<RoomCode>,
    /// The language of the text. Without one, the room may have any in which someone waits.
    language: Option<Language>,
    /// The room in which the racer waits alone. The answer is one with company, in its language or in the default
    /// language, or the same.
    #[schema(schema_with = room::code_or_null)]
    alone: Option<RoomCode>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct SeatRequest {
    /// A malformed code matches no room.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RoomAnswer {
    #[schema(schema_with = room::code)]
    code: RoomCode,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SeatAnswer {
    participants: Vec<Participant>,
    text: TextAnswer,
    username: Username,
    /// What `/api/latefinish` asks for if the room never gets the finish.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
}

/// `POST /api/multiplayer`: returns a room.
pub(crate) async fn multiplayer(
    links: web::Data<Links>,
    SignedIn { user, body }: SignedIn<RoomRequest>,
) -> Result<web::Json<RoomAnswer>, ApiError> {
    let message = OpenRoom {
        user: Some(user.id),
        private: body.private.unwrap_or(false),
        after: body.after,
        language: body.language.map(Into::into),
        alone: body.alone,
    };
    match links.open_room.send(message).timeout(ENGINE_TIMEOUT).await {
        Ok(Ok(code)) => Ok(web::Json(RoomAnswer { code })),
        Ok(Err(OpenRoomError::Draining)) => Err(ApiError::Restarting),
        Ok(Err(error)) => {
            tracing::warn!(%error, "no room could be opened");
            Err(ApiError::Unavailable)
        }
        Err(error) => {
            tracing::error!(%error, "the engine did not answer");
            Err(ApiError::Unavailable)
        }
    }
}

/// `POST /api/play`: takes a seat in a room, or returns the racer's existing seat.
pub(crate) async fn play(
    links: web::Data<Links>,
    services: web::Data<Services>,
    SignedIn { user, body }: SignedIn<SeatRequest>,
) -> Result<web::Json<SeatAnswer>, ApiError> {
    let refuse = |reason, username: Username| Err(ApiError::NoSeat { reason, username: username.into() });
    let Some(code) = body.code else { return refuse(TakeSeatError::Unknown, user.username) };
    let racer = Racer { user_id: user.id, username: user.username.to_string(), skin: user.skin.to_string() };
    let proof = Some(services.tokens.seat_proof(user.id, code));
    let reason = match links.take_seat.send(TakeSeat { code, racer, proof }).timeout(ENGINE_TIMEOUT).await {
        Ok(Ok(TakenSeat { participants, text, race })) => {
            let participants = participants.iter().map(Participant::from).collect();
            let receipt = race.map(|race| services.tokens.receipt(user.id, code, race, text.id, Utc::now()));
            return Ok(web::Json(SeatAnswer { participants, text: text.into(), username: user.username, receipt }));
        }
        Ok(Err(reason)) => {
            if let TakeSeatError::Link(error) = &reason {
                tracing::warn!(%error, "no seat could be taken");
            }
            reason
        }
        Err(error) => {
            tracing::error!(%error, "the engine did not answer");
            LinkError::Unreachable.into()
        }
    };
    refuse(reason, user.username)
}
