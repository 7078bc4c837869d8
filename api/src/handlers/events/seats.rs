//! Seats in the rooms of an event.
//!
//! No connection of the database is held while the engine is asked. So what was found may be outdated by then, and a racer
//! whose room is gone, or has begun without them, is placed anew.

use actix_web::web;
use chrono::Utc;
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use shared::messages::{EVENT_SEATS, EventRoom, OpenRoom, TakeSeatError};
use shared::racer::Racer;
use shared::wire::Participant;
use shared::{RoomCode, Text, TextId, UserId};
use tokio::time::timeout;
use utoipa::ToSchema;

use super::{EventCaller, NO_SUCH_EVENT, REMOVED, go_on, lock};
use crate::domain::{ErrorCode, lookup, room};
use crate::error::ApiError;
use crate::events::heats;
use crate::extract::Visitor;
use crate::handlers::race::{ENGINE_TIMEOUT, ask_for_seat, open_room};
use crate::handlers::texts::TextAnswer;
use crate::models::event::Event;
use crate::models::event_heat::EventHeat;
use crate::models::event_racer::EventRacer;
use crate::models::{event_result, user_stats};
use crate::{Links, Services};

/// The number of times that a racer is placed: once more for a room that is gone, and for a round that was started.
const PLACED_AT_MOST: usize = 4;

/// The skin of guests, which everyone has.
const GUEST_SKIN: &str = "hummingbird";

pub(crate) const NO_ROUND_LEFT: ApiError =
    ApiError::Conflict(ErrorCode::NoRoundLeft, "The last round of this event has begun.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct EventSeatForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The token of a guest. An invalid one is treated as missing.
    guest: Option<String>,
}

/// A seat in a room of an event.
#[derive(Serialize, ToSchema)]
#[schema(as = EventSeat)]
pub(crate) struct EventSeatAnswer {
    /// The code of the room.
    #[schema(schema_with = room::code)]
    code: RoomCode,
    round: i32,
    heat: i32,
    participants: Vec<Participant>,
    /// Null until the race begins; the event `text` has it then.
    #[schema(required)]
    text: Option<TextAnswer>,
    username: String,
    /// The number of seats of the room, taken or not.
    seats: usize,
}

/// The heat of a racer, and its room.
struct Place {
    round: i32,
    heat: i32,
    /// The room, if the heat has one that is not known to be gone.
    room: Option<RoomCode>,
    host: UserId,
}

/// `POST /api/events/seat`: takes a seat in a room of the round that is open, or returns the racer's seat in a race that
/// runs.
pub(crate) async fn seat(
    links: web::Data<Links>,
    services: web::Data<Services>,
    visitor: Visitor<EventSeatForm>,
) -> Result<web::Json<EventSeatAnswer>, ApiError> {
    let (address, shared) = (visitor.address(), services.clone().into_inner());
    let found = visitor.run(move |user, EventSeatForm { code, guest }, conn| {
        let guest = shared.guest(guest.as_deref());
        let caller = EventCaller { services: &shared, address, user, guest, key: None };
        let event = caller.event(code, conn)?;
        let racer = caller.admit_racer(&event, conn)?;
        let user = caller.user.filter(|_| !racer.is_guest());
        let divisions = user.as_ref().map_or(Ok(Vec::new()), |user| user_stats::divisions(user.id, conn))?;
        Ok((event, racer, user, divisions))
    });
    let (event, racer, user, divisions) = found.await?;
    let (skin, shown) = match &user {
        Some(user) => (user.skin.to_string(), user.shown_to_watchers),
        None => (GUEST_SKIN.to_owned(), true),
    };
    let username = racer.name.clone();
    let as_racer = Racer { id: racer.racer_id(), username: username.clone(), skin, division: None, shown };
    let mut gone = None;
    for _ in 0..PLACED_AT_MOST {
        let (placed, of) = (event.clone(), racer.id);
        let turn = services.event_turn().await?;
        let place = services.database.transact(move |conn| place(&placed, of, gone, conn)).await?;
        drop(turn);
        let Some(room) = open_heat(&links, &services, &event, &place, gone).await? else { continue };
        let proof = services.tokens.event_seat_proof(as_racer.id, room);
        match ask_for_seat(&links, as_racer.clone(), proof, &divisions, room).await {
            Ok(taken) => {
                let text = Some(taken.text).filter(|text| !text.text.is_empty()).map(TextAnswer::from);
                let participants = taken.participants.iter().map(Participant::from).collect();
                let Place { round, heat, .. } = place;
                let answer =
                    EventSeatAnswer { code: room, round, heat, participants, text, username, seats: taken.seats };
                return Ok(web::Json(answer));
            }
            Err(TakeSeatError::Unknown | TakeSeatError::Joinable) => gone = Some(room),
            Err(reason) => return Err(ApiError::NoSeat { reason, username }),
        }
    }
    Err(ApiError::NoSeat { reason: TakeSeatError::Unknown, username })
}

/// Decides where a racer belongs, and gives them a seat there: where they sit, in the round that is open, or in a race that
/// runs without a result of theirs; otherwise in the open round. The room that is `gone` is no place.
fn place(event: &Event, racer: i64, gone: Option<RoomCode>, conn: &mut PgConnection) -> Result<Place, ApiError> {
    let (event, course) = lock(event, conn)?;
    go_on(&course)?;
    let racer = EventRacer::find(event.id, racer, conn)?.filter(|racer| racer.removed_at.is_none()).ok_or(REMOVED)?;
    let host = UserId(event.host_id.ok_or(NO_SUCH_EVENT)?);
    let room_of = |round, heat, conn: &mut PgConnection| {
        let found = EventHeat::find(event.id, round, heat, conn)?.map(|heat| heat.room());
        Ok::<_, ApiError>(found.filter(|room| Some(*room) != gone))
    };
    let open = course.open_round();
    if let (Some(round), Some(heat)) = (racer.round, racer.heat) {
        let room = room_of(round, heat, conn)?;
        let may_go_on =
            room.is_some() && course.is_running(round, Utc::now()) && !event_result::exists(racer.id, round, conn)?;
        if open == Some(round) || may_go_on {
            return Ok(Place { round, heat, room, host });
        }
    }
    let round = open.ok_or(NO_ROUND_LEFT)?;
    let heat = heats::next(EventRacer::seats(event.id, round, conn)?);
    racer.seat(round, heat, conn)?;
    Ok(Place { round, heat, room: room_of(round, heat, conn)?, host })
}

/// Returns the room of a heat, after opening one if it has none, or one that is gone. `None` if the round was started
/// meanwhile.
async fn open_heat(
    links: &Links,
    services: &Services,
    event: &Event,
    place: &Place,
    gone: Option<RoomCode>,
) -> Result<Option<RoomCode>, ApiError> {
    if place.room.is_some() {
        return Ok(place.room);
    }
    // One after another, so that a class that comes at once does not open a room for each pupil.
    let turn = timeout(ENGINE_TIMEOUT, services.opening_heats.lock()).await;
    let _turn = turn.map_err(|_| ApiError::Unavailable)?;
    let (id, round, heat) = (event.id, place.round, place.heat);
    let find = move |conn: &mut PgConnection| EventHeat::find(id, round, heat, conn);
    let found = services.database.with_conn(find).await?.map(|heat| heat.room());
    if let Some(room) = found.filter(|room| Some(*room) != gone) {
        return Ok(Some(room));
    }
    let text = Text {
        id: TextId::NONE,
        author: String::new(),
        work: None,
        text: String::new(),
        language: event.language.into(),
    };
    let room = Some(EventRoom { seats: EVENT_SEATS });
    let message = OpenRoom { private: true, text: Some(text), event: room, ..OpenRoom::by(place.host) };
    let room = open_room(links, message).await?;
    let event = event.clone();
    let put = move |conn: &mut PgConnection| {
        let (event, course) = lock(&event, conn)?;
        if course.open_round() != Some(round) {
            return Ok(None);
        }
        // Another process may have opened one.
        let found = EventHeat::find(event.id, round, heat, conn)?.map(|heat| heat.room());
        if let Some(room) = found.filter(|room| Some(*room) != gone) {
            return Ok(Some(room));
        }
        EventHeat::put(event.id, (round, heat), room, conn)?;
        Ok::<_, ApiError>(Some(room))
    };
    services.database.transact(put).await
}
