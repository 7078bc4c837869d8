//! Rooms and seats, as the engine provides them.

use std::time::Duration;

use actix_web::web;
use chrono::Utc;
use serde::{Deserialize, Serialize};
use shared::RoomCode;
use shared::messages::{LinkError, OpenRoom, OpenRoomError, TakeSeat, TakeSeatError, TakenSeat};
use shared::racer::{Division, Racer, SeatProof};
use shared::wire::Participant;
use utoipa::ToSchema;

use crate::domain::{Language, ShortRaceId, Username, lookup, lookup_if_any, room};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::replay::UNKNOWN;
use crate::handlers::texts::TextAnswer;
use crate::models::text::Text;
use crate::models::user::User;
use crate::models::{block, speed};
use crate::{Links, Services};

/// The longest wait for an answer from the engine.
pub(crate) const ENGINE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Deserialize, ToSchema)]
pub(crate) struct RoomRequest {
    /// True for a room that matchmaking does not offer to others.
    private: Option<bool>,
    /// True for a private race with friends, which waits until the user starts it with the event `begin`. Each user has
    /// at most one such room that waits, in each language: asking again returns it.
    friends: Option<bool>,
    /// The room whose racers want to race again.
    #[schema(schema_with = room::code_or_null)]
    after: Option<RoomCode>,
    /// The language of the text. Without one, the room may have any in which someone waits.
    language: Option<Language>,
    /// The room in which the racer waits alone. The answer is one with company, in its language or in the default
    /// language, or the same.
    #[schema(schema_with = room::code_or_null)]
    alone: Option<RoomCode>,
    /// The id of a race whose text the room has. Such a room is always private, new, and for this user alone.
    #[serde(deserialize_with = "lookup_if_any")]
    #[schema(value_type = Option<String>, example = "uVCeG3pQQ1yQyx0XH2r0Wg")]
    race: Option<Option<ShortRaceId>>,
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
    pub(crate) code: RoomCode,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SeatAnswer {
    participants: Vec<Participant>,
    text: TextAnswer,
    username: Username,
    /// The receipt for `/api/latefinish`, if the room never gets the finish.
    receipt: String,
    /// True for a room that matchmaking does not offer to others; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    private: bool,
    /// The number of seats of the room, taken or not. With one, nobody else can join.
    seats: usize,
}

/// `POST /api/multiplayer`: returns a room.
pub(crate) async fn multiplayer(
    links: web::Data<Links>,
    caller: Caller<RoomRequest>,
) -> Result<web::Json<RoomAnswer>, ApiError> {
    let message = caller.run(|user, RoomRequest { private, friends, after, language, alone, race }, conn| {
        let user = user.id;
        if let Some(race) = race {
            let text = Text::of_race(race.ok_or(UNKNOWN)?, conn)?.ok_or(UNKNOWN)?;
            return Ok(OpenRoom { private: true, solo: true, text: Some(text.into()), ..OpenRoom::by(user) });
        }
        let friends = friends.unwrap_or(false);
        let private = friends || private.unwrap_or(false);
        let language = language.map(Into::into);
        // Only matchmaking needs them.
        let (speeds, blocked) =
            if private { Default::default() } else { (speed::of(user, conn)?, block::both_ways(user, conn)?) };
        Ok(OpenRoom { private, friends, after, language, alone, speeds, blocked, ..OpenRoom::by(user) })
    });
    Ok(web::Json(RoomAnswer { code: open_room(&links, message.await?).await? }))
}

/// Asks the engine for a room.
pub(crate) async fn open_room(links: &Links, message: OpenRoom) -> Result<RoomCode, ApiError> {
    match links.open_room.send(message).timeout(ENGINE_TIMEOUT).await {
        Ok(Ok(code)) => Ok(code),
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
    caller: Caller<SeatRequest>,
) -> Result<web::Json<SeatAnswer>, ApiError> {
    let found = caller.run_with_divisions(|user, divisions, SeatRequest { code }, _| Ok((user, divisions, code)));
    let (user, divisions, code) = found.await?;
    let refuse = |reason, username: Username| Err(ApiError::NoSeat { reason, username: username.into() });
    let Some(code) = code else { return refuse(TakeSeatError::Unknown, user.username) };
    match take_seat(&links, &services, &user, &divisions, code).await {
        Ok(TakenSeat { participants, text, race, private, seats, waits }) => {
            let participants = participants.iter().map(Participant::from).collect();
            let receipt = services.tokens.receipt(user.id, code, race, text.id, Utc::now(), waits);
            let (text, username) = (text.into(), user.username);
            Ok(web::Json(SeatAnswer { participants, text, username, receipt, private, seats }))
        }
        Err(reason) => refuse(reason, user.username),
    }
}

/// Asks the engine for a seat in a room.
pub(crate) async fn take_seat(
    links: &Links,
    services: &Services,
    user: &User,
    divisions: &[(Language, Division)],
    code: RoomCode,
) -> Result<TakenSeat, TakeSeatError> {
    let (username, skin) = (user.username.to_string(), user.skin.to_string());
    // The room knows which of the divisions is that of its language.
    let racer = Racer { id: user.id.into(), username, skin, division: None, shown: user.shown_to_watchers };
    let proof = services.tokens.seat_proof(user.id.into(), code);
    ask_for_seat(links, racer, proof, divisions, code).await
}

/// Asks the engine for a seat of this racer in a room.
pub(crate) async fn ask_for_seat(
    links: &Links,
    racer: Racer,
    proof: SeatProof,
    divisions: &[(Language, Division)],
    code: RoomCode,
) -> Result<TakenSeat, TakeSeatError> {
    let divisions = divisions.iter().map(|(language, division)| ((*language).into(), *division)).collect();
    let taken = links.take_seat.send(TakeSeat { code, racer, proof, divisions }).timeout(ENGINE_TIMEOUT).await;
    let taken = taken.unwrap_or_else(|error| {
        tracing::error!(%error, "the engine did not answer");
        Err(LinkError::Unreachable.into())
    });
    if let Err(TakeSeatError::Link(error)) = &taken {
        tracing::warn!(%error, "no seat could be taken");
    }
    taken
}
