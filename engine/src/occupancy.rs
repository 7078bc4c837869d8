//! The occupancy of a room, as the lobby knows it and as engines report it to each other.

use std::time::Duration;

use race::{Phase, Race, RaceTime, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shared::messages::EventRoom;
use shared::{Language, Percent, RacerId, UserId};
use tokio::time::Instant;
use typing::score;

use crate::ids::EngineId;

/// The number of racers who are company: with fewer, there is no race to watch.
const COMPANY: usize = 2;

/// The properties of a room that never change, as matchmaking and rematches need them. They serialize for other engines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomKind {
    /// True for a room that matchmaking never offers.
    pub(crate) is_private: bool,
    /// The language of its text.
    pub(crate) language: Language,
    /// True for a room with one seat, whose racer races alone.
    pub(crate) is_solo: bool,
    /// The user who opened a room of friends.
    pub(crate) opener: Option<UserId>,
    /// The wishes for a room of an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) event: Option<EventRoom>,
}

impl RoomKind {
    /// Returns the kind of the room of `race`; matchmaking never offers it if `is_private`.
    pub(crate) fn of(race: &Race, is_private: bool) -> Self {
        Self {
            is_private,
            language: race.text().language,
            is_solo: is_private && !race.is_of_event() && race.rules().capacity == 1,
            opener: race.opener(),
            event: race.is_of_event().then_some(EventRoom { seats: race.rules().capacity }),
        }
    }
}

/// The seats and racers of a room, as matchmaking, seat limits and shutdown need them. It serializes for other engines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Occupancy {
    /// Seats that are free for newcomers.
    pub(crate) open_seats: usize,
    /// The time for which the room still waits for newcomers.
    pub(crate) waiting: Waiting,
    /// True while racers are connected and the race counts down or runs, or a result or snapshot is being saved: the
    /// process does not end before.
    #[serde(skip)]
    pub(crate) is_under_way: bool,
    /// True once the race has started, so that no newcomer may join.
    pub(crate) has_begun: bool,
    /// Racers who hold a seat and can still finish.
    pub(crate) unfinished: Vec<RacerId>,
    /// The race, if it is one that watchers may find in a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) race: Option<PublicRace>,
    /// The engine that holds most sockets of a waiting room, if it is another one.
    #[serde(skip)]
    pub(crate) elsewhere: Option<EngineId>,
}

/// The time for which a room waits for newcomers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Waiting {
    /// No racer has joined, so the waiting time has not begun.
    NotBegun {
        /// The moment at which the room closes if no racer joins.
        #[serde(with = "from_now")]
        closes_at: Instant,
    },
    /// The room waits until this moment.
    #[serde(with = "from_now")]
    Until(Instant),
    /// The room no longer waits.
    Over,
}

/// A public race with company, which waits or runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PublicRace {
    /// The number of racers who are there while it waits, or were there at the start.
    pub(crate) racers: usize,
    /// `None` until it runs.
    pub(crate) running: Option<Running>,
}

/// The progress of a public race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Running {
    #[serde(with = "until_now")]
    pub(crate) started_at: Instant,
    /// The progress of the racer who is ahead.
    pub(crate) ahead: Percent,
    /// The percentage points between the first two.
    pub(crate) gap: u8,
    /// The highest speed so far, in whole words per minute.
    pub(crate) wpm: u16,
}

impl PublicRace {
    /// Returns the race at the moment `time` of its clock, which is `now`, if it is one.
    pub(crate) fn of(race: &Race, time: RaceTime, now: Instant) -> Option<Self> {
        match race.phase() {
            Phase::Waiting { .. } | Phase::Starting { .. } => {
                let racers = race.connected();
                (racers >= COMPANY).then_some(Self { racers, running: None })
            }
            Phase::Running { started_at, racers } if racers >= COMPANY && race.connected() > 0 => {
                let elapsed = time.since(started_at);
                let length = race.text().length();
                let mut progress: Vec<_> = race.seats().iter().map(|seat| seat.completed).collect();
                progress.sort_unstable_by(|one, other| other.cmp(one));
                let [ahead, next] = [0, 1].map(|index| progress.get(index).copied().unwrap_or_default());
                let speed = |seat: &Seat| match &seat.result {
                    Some(result) => result.wpm,
                    // Right after the start, a single key would be a record.
                    None => {
                        let typed = length * usize::from(seat.completed.get()) / 100;
                        score::wpm(typed, elapsed.max(Duration::from_secs(1))).unwrap_or_default()
                    }
                };
                let wpm = race.seats().iter().map(speed).fold(0.0, f64::max) as u16;
                let started_at = now.checked_sub(elapsed).unwrap_or(now);
                let running = Running { started_at, ahead, gap: ahead.get() - next.get(), wpm };
                Some(Self { racers, running: Some(running) })
            }
            Phase::Running { .. } | Phase::Finished { .. } | Phase::Closed => None,
        }
    }
}

/// Moments in the past as durations until now.
mod until_now {
    use super::{Deserialize, Deserializer, Duration, Instant, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(moment: &Instant, serializer: S) -> Result<S::Ok, S::Error> {
        moment.elapsed().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Instant, D::Error> {
        let now = Instant::now();
        Ok(now.checked_sub(Duration::deserialize(deserializer)?).unwrap_or(now))
    }
}

/// Moments as durations from now, since the clocks of two engines differ.
mod from_now {
    use super::{Deserialize, Deserializer, Duration, Instant, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(moment: &Instant, serializer: S) -> Result<S::Ok, S::Error> {
        moment.saturating_duration_since(Instant::now()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Instant, D::Error> {
        Ok(Instant::now() + Duration::deserialize(deserializer)?)
    }
}

impl Occupancy {
    /// Returns the occupancy of a room that has just opened.
    pub(crate) fn empty(capacity: usize, closes_at: Instant) -> Self {
        Self {
            open_seats: capacity,
            waiting: Waiting::NotBegun { closes_at },
            is_under_way: false,
            has_begun: false,
            unfinished: Vec::new(),
            race: None,
            elsewhere: None,
        }
    }
}
