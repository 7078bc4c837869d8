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

/// Returns `state`, which is that of `race`, as watchers see it: without the text until the race runs, and without those
/// who do not want to be shown.
pub fn watched(race: &Race, state: wire::State) -> wire::Watched {
    let wire::State { code: _, phase, participants, starter: _ } = state;
    let lanes = participants.into_iter().zip(race.seats()).map(|(lane, seat)| {
        let wire::Lane { racer, completed, connected, finish } = lane;
        let wire::Participant { username, skin, division } = racer;
        let is_shown = seat.racer.shown;
        let (username, skin) = is_shown.then_some((username, skin)).unzip();
        let division = division.filter(|_| is_shown);
        wire::WatchedLane { username, skin, division, completed, connected, finish }
    });
    let text = race.phase().has_begun().then(|| race.text().text.clone());
    wire::Watched { phase, language: race.text().language, text, back: 0, lanes: lanes.collect() }
}

/// Corrects the times in an event that has waited to be sent, while the race went on.
pub fn pass_time(event: &mut ServerEvent, waited: Duration) {
    match event {
        ServerEvent::State(state) => pass_time_of(&mut state.phase, waited),
        ServerEvent::Waiting(wire::WaitingLeft { ms, .. }) | ServerEvent::Starting(wire::TimeLeft { ms, .. }) => {
            *ms = ms.saturating_sub(milliseconds(waited));
        }
        ServerEvent::Start(wire::Started { ms: Some(ms) }) => *ms += milliseconds(waited),
        _ => {}
    }
}

/// Does the same for a phase.
pub fn pass_time_of(phase: &mut wire::Phase, waited: Duration) {
    match phase {
        wire::Phase::Waiting(wire::WaitingLeft { ms, .. }) | wire::Phase::Starting(wire::TimeLeft { ms, .. }) => {
            *ms = ms.saturating_sub(milliseconds(waited));
        }
        wire::Phase::Running { ms } => *ms += milliseconds(waited),
        wire::Phase::Finished { .. } => {}
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
