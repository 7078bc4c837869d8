//! The state of a race on the wire, which a racer who joins or returns receives.

use std::time::Duration;

use shared::racer::RaceResult;
use shared::wire::{self, ServerEvent};
use shared::{Evidence, RoomCode};
use typing::score::two_decimals;

use crate::{Phase, Race, RaceTime, Seat};

/// Returns the state at `now` of `race`, which runs in the room `code`; `None` once the room is closed.
pub fn state(race: &Race, code: RoomCode, now: RaceTime) -> Option<wire::State> {
    let rules = race.rules();
    let phase = match race.phase() {
        Phase::Waiting { until } => wire::Phase::Waiting(wire::WaitingLeft {
            ms: until.or(race.expires_at()).map_or(milliseconds(rules.waiting), |until| milliseconds(until.since(now))),
            countdown: milliseconds(rules.until_start()),
        }),
        Phase::Starting { start_at } => {
            wire::Phase::Starting(wire::TimeLeft { ms: milliseconds(start_at.since(now)), at: start_at.millis() })
        }
        Phase::Running { started_at, .. } => wire::Phase::Running { ms: milliseconds(now.since(started_at)) },
        Phase::Finished { started_at, ended_at } => {
            wire::Phase::Finished { ms: milliseconds(ended_at.since(started_at)) }
        }
        Phase::Closed => return None,
    };
    let starter = race.starter().map(|starter| starter.username.clone());
    Some(wire::State { code, phase, participants: race.seats().iter().map(lane).collect(), starter })
}

/// Corrects the times in an event that has waited to be sent, while the race went on.
pub fn pass_time(event: &mut ServerEvent, waited: Duration) {
    let waited = milliseconds(waited);
    match event {
        ServerEvent::Waiting(left) | ServerEvent::State(wire::State { phase: wire::Phase::Waiting(left), .. }) => {
            left.ms = left.ms.saturating_sub(waited);
        }
        ServerEvent::Starting(left) | ServerEvent::State(wire::State { phase: wire::Phase::Starting(left), .. }) => {
            left.ms = left.ms.saturating_sub(waited);
        }
        ServerEvent::Start(wire::Started { ms: Some(ms) })
        | ServerEvent::State(wire::State { phase: wire::Phase::Running { ms }, .. }) => *ms += waited,
        _ => {}
    }
}

/// Returns the part of a result that racers see.
pub fn outcome(result: &RaceResult, evidence: Option<Evidence>) -> wire::Outcome {
    wire::Outcome {
        time: two_decimals(result.time.as_secs_f64()),
        wpm: result.wpm,
        unranked: result.unranked,
        unverified: evidence.is_none(),
        credited: evidence.map_or(0, |evidence| evidence.credited_ms),
    }
}

fn lane(seat: &Seat) -> wire::Lane {
    wire::Lane {
        racer: (&seat.racer).into(),
        completed: seat.completed,
        connected: seat.is_connected(),
        finish: seat.result.as_ref().map(|result| outcome(result, seat.evidence)),
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
