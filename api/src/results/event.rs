//! Results of races of events.

use diesel::{PgConnection, QueryResult};
use shared::RacerId;
use shared::messages::RecordResult;
use shared::racer::RaceResult;
use typing::score::{self, MAX_WPM};

use crate::events::standings::EventResult;
use crate::models::event::EventId;
use crate::models::event_heat::EventHeat;
use crate::models::event_racer::EventRacer;
use crate::models::event_result;
use crate::models::event_round::EventRound;

/// Writes a result, once per round and racer. Returns false if its heat or its racer is gone, or a number is impossible.
pub(super) fn write(message: &RecordResult, conn: &mut PgConnection) -> QueryResult<bool> {
    let Some(heat) = EventHeat::of_room(message.room, conn)? else { return Ok(false) };
    let event = EventId(heat.event_id);
    let racer = match message.result.racer {
        RacerId::User(user) => EventRacer::of_user(event, user, conn)?,
        RacerId::Guest(guest) => EventRacer::of_guest(event, guest, conn)?,
    };
    let round = EventRound::find(event, heat.round, conn)?;
    let result = racer.zip(round).and_then(|(racer, round)| result(&message.result, &heat, &racer, &round));
    let Some(result) = result else { return Ok(false) };
    event_result::insert_if_missing(event, &result, conn)?;
    Ok(true)
}

/// Returns the result with the speed that follows from the text and the time; `None` if it is impossible.
fn result(result: &RaceResult, heat: &EventHeat, racer: &EventRacer, round: &EventRound) -> Option<EventResult> {
    let RaceResult { time, accuracy, unranked, .. } = *result;
    let time_ms = i64::try_from(time.as_millis()).ok().filter(|ms| *ms > 0)?;
    let wpm = score::wpm(round.length as usize, time).filter(|wpm| *wpm <= MAX_WPM)?;
    (0.0..=100.0).contains(&accuracy).then_some(EventResult {
        racer: racer.id,
        round: heat.round,
        heat: heat.number,
        time_ms,
        wpm,
        accuracy,
        unranked,
    })
}
