//! The effects of time on a race.

use typing::score;

use crate::Race;
use crate::event::RaceEvent;
use crate::phase::Phase;
use crate::rules::{EMPTY_ROOM_TTL, FINISHED_ROOM_TTL};
use crate::seat::Seat;
use crate::time::RaceTime;

/// A rule that is applied by the clock, not by a command.
#[derive(Clone, Copy)]
pub struct TimedRule {
    /// The effect, in a few words.
    pub name: &'static str,
    due_at: fn(&Race) -> Option<RaceTime>,
    apply: fn(&mut Race, RaceTime) -> Vec<RaceEvent>,
}

/// All of these rules. Of those that are due at the same moment, the first is applied first.
pub const TIMED_RULES: [TimedRule; 5] = [
    TimedRule { name: "unused seats are freed", due_at: Race::next_seat_lost_at, apply: Race::free_lost_seats },
    TimedRule { name: "a finish becomes final", due_at: Race::next_final_at, apply: Race::finalize },
    TimedRule { name: "a race that nobody started is given up", due_at: Race::expires_at, apply: Race::expire },
    TimedRule { name: "the room closes", due_at: Race::closes_at, apply: Race::close_or_keep_for_seats },
    TimedRule { name: "a phase ends", due_at: Race::phase_ends_at, apply: Race::end_phase },
];

impl Race {
    /// Returns the rule that is applied next, and when; `None` once the room is closed.
    pub fn next_timed(&self) -> Option<(RaceTime, TimedRule)> {
        let due = TIMED_RULES.into_iter().filter_map(|rule| Some(((rule.due_at)(self)?, rule)));
        due.min_by_key(|(due_at, _)| *due_at)
    }

    /// Returns the next moment at which [`Race::tick`] has something to do; `None` once the room is closed.
    pub fn deadline(&self) -> Option<RaceTime> {
        self.next_timed().map(|(due_at, _)| due_at)
    }

    /// Advances the race to `now` and returns the events in between.
    pub fn tick(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        let mut events = Vec::new();
        // Each rule is applied at the moment it was due, so that a late tick changes neither times nor order.
        while let Some((due_at, rule)) = self.next_timed().filter(|(due_at, _)| *due_at <= now) {
            events.extend((rule.apply)(self, due_at));
        }
        events
    }

    /// Closes the room, which has been empty or shown its results for long enough. Before the race is over, kept seats
    /// delay this once; the room then gives no new seats, so that it does close.
    fn close_or_keep_for_seats(&mut self, _: RaceTime) -> Vec<RaceEvent> {
        let is_awaited = !self.is_closing && self.seats.iter().any(Seat::is_expected);
        if is_awaited && !self.phase.is_over() {
            self.is_closing = true;
            return Vec::new();
        }
        self.phase = Phase::Closed;
        vec![RaceEvent::Closed]
    }

    fn end_phase(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        match self.phase {
            Phase::Waiting { .. } => vec![self.begin_countdown(now, self.rules.until_start())],
            Phase::Starting { .. } => vec![self.start(now)],
            Phase::Running { .. } => self.end(now),
            Phase::Finished { .. } | Phase::Closed => Vec::new(),
        }
    }

    fn start(&mut self, now: RaceTime) -> RaceEvent {
        let racers = self.seats.iter().filter(|seat| !seat.is_expected()).count();
        self.phase = Phase::Running { started_at: now, racers };
        RaceEvent::Started
    }

    pub(crate) fn end(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        let Phase::Running { started_at, .. } = self.phase else { return Vec::new() };
        let mut events = self.finalize_all();
        let unfinished = self.unfinished().count();
        self.phase = Phase::Finished { started_at, ended_at: now };
        events.push(RaceEvent::Ended { unfinished });
        events
    }

    fn free_lost_seats(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        let is_lost = |until: Option<RaceTime>| until.is_some_and(|until| until <= now);
        let lost = self.seats.extract_if(.., |seat| is_lost(seat.expected_until()));
        let mut events: Vec<_> = lost.map(|seat| RaceEvent::RacerLeft(seat.racer)).collect();
        events.extend(self.end_when_all_finished(now));
        events
    }

    fn phase_ends_at(&self) -> Option<RaceTime> {
        match self.phase {
            Phase::Waiting { until } => until,
            Phase::Starting { start_at } => Some(start_at),
            Phase::Running { started_at, .. } => Some(started_at + score::time_limit(self.length)),
            Phase::Finished { .. } | Phase::Closed => None,
        }
    }

    fn next_seat_lost_at(&self) -> Option<RaceTime> {
        if self.phase == Phase::Closed {
            return None;
        }
        self.seats.iter().filter_map(|seat| seat.expected_until()).min()
    }

    /// Returns the moment at which the room closes if no racer joins.
    pub fn closes_at(&self) -> Option<RaceTime> {
        let last_seat_kept = self.seats.iter().filter_map(|seat| seat.expected_until()).max();
        let empty = (self.connected() == 0).then(|| match last_seat_kept {
            Some(until) if self.is_closing => until,
            _ => self.connected_changed_at + EMPTY_ROOM_TTL,
        });
        match self.phase {
            Phase::Closed => None,
            Phase::Waiting { .. } if self.waits_for_word() => self.expires_at(),
            Phase::Finished { ended_at, .. } => empty.into_iter().chain([ended_at + FINISHED_ROOM_TTL]).min(),
            Phase::Waiting { .. } | Phase::Starting { .. } | Phase::Running { .. } => empty,
        }
    }
}
