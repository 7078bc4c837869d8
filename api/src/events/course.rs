//! The course of an event: which round is open, when a round starts, and when the event is over.

use chrono::{DateTime, TimeDelta, Utc};
use typing::score;

use crate::models::span;

/// The time from the host's word to the start: rooms hear of it, and racers put their fingers on the keys.
pub(crate) const UNTIL_START: TimeDelta = TimeDelta::seconds(10);

/// The time after the last thing that a host did at which the event is over: nobody comes any more.
pub(crate) const IDLE_TTL: TimeDelta = TimeDelta::hours(1);

/// The facts that decide which round is open and whether the event is over.
#[derive(Debug, Clone)]
pub(crate) struct Course {
    /// True once a host has ended it.
    pub(crate) ended: bool,
    /// False if the account of the host is deleted or banned.
    pub(crate) has_host: bool,
    /// The last time that a host did something.
    pub(crate) hosted_at: DateTime<Utc>,
    /// The rounds in their order. Those that have begun come first.
    pub(crate) rounds: Vec<Round>,
}

/// A round, as its course goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    /// The instant of the start; `None` until the host starts it.
    pub(crate) start_at: Option<DateTime<Utc>>,
    /// The number of characters of its text.
    pub(crate) length: usize,
}

/// The reason an event is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// A host has ended it.
    Ended,
    /// The account of the host is deleted or banned.
    HostGone,
    /// The last race is over.
    Raced,
    /// The host did nothing for a long time.
    Idle,
}

/// The error when a round cannot be started: an earlier one has not been, or there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotNext;

impl Over {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ended => "ended",
            Self::HostGone => "host-gone",
            Self::Raced => "raced",
            Self::Idle => "idle",
        }
    }
}

impl Course {
    /// Returns the reason the event is over, if it is.
    pub(crate) fn over(&self, now: DateTime<Utc>) -> Option<Over> {
        if self.ended {
            return Some(Over::Ended);
        }
        if !self.has_host {
            return Some(Over::HostGone);
        }
        let is_raced = self.open_round().is_none() && self.rounds.iter().all(|round| round.is_raced(now));
        if is_raced {
            return Some(Over::Raced);
        }
        (self.hosted_at + IDLE_TTL <= now).then_some(Over::Idle)
    }

    /// Returns the number of the round that waits for its start, if there is one.
    pub(crate) fn open_round(&self) -> Option<i32> {
        let before = self.rounds.iter().take_while(|round| round.start_at.is_some()).count();
        (before < self.rounds.len()).then_some(before as i32 + 1)
    }

    /// Returns true from the start of a round to the end of the longest time that its race may take. The time before the
    /// start, once its instant is known, counts, too.
    pub(crate) fn is_running(&self, round: i32, now: DateTime<Utc>) -> bool {
        self.round(round).is_some_and(|round| round.start_at.is_some() && !round.is_raced(now))
    }

    /// Returns whether each round was started.
    pub(crate) fn begun(&self) -> impl Iterator<Item = bool> {
        self.rounds.iter().map(|round| round.start_at.is_some())
    }

    /// Returns the instant at which a round starts that a host starts `now`. If it was started before, that is the instant
    /// from then, unless that has passed and there are heats that have not heard of it.
    ///
    /// # Errors
    /// [`NotNext`]
    pub(crate) fn start(&self, round: i32, has_heats_left: bool, now: DateTime<Utc>) -> Result<DateTime<Utc>, NotNext> {
        let begun = self.round(round).ok_or(NotNext)?.start_at;
        match begun {
            Some(at) if at > now || !has_heats_left || !self.is_running(round, now) => Ok(at),
            None if self.open_round() != Some(round) => Err(NotNext),
            _ => Ok(now + UNTIL_START),
        }
    }

    fn round(&self, number: i32) -> Option<&Round> {
        usize::try_from(number).ok()?.checked_sub(1).and_then(|index| self.rounds.get(index))
    }
}

impl Round {
    /// Returns true once no race of this round can run any more.
    fn is_raced(self, now: DateTime<Utc>) -> bool {
        self.start_at.is_some_and(|at| at + span(score::time_limit(self.length)) <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(n: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(n)
    }

    /// Returns an event whose rounds, of a minute each, start at these seconds.
    fn course<const N: usize>(starts: [Option<i64>; N]) -> Course {
        let rounds = starts.map(|at| Round { start_at: at.map(second), length: 50 });
        Course { ended: false, has_host: true, hosted_at: second(0), rounds: rounds.to_vec() }
    }

    #[test]
    fn the_first_round_that_has_not_begun_is_open() {
        assert_eq!(course([None, None]).open_round(), Some(1));
        assert_eq!(course([Some(10), None]).open_round(), Some(2));
        assert_eq!(course([Some(10), Some(90)]).open_round(), None);
    }

    #[test]
    fn an_event_is_over_after_its_last_race_or_an_hour_without_its_host() {
        let (waiting, raced) = (course([Some(10), None]), course([Some(10), Some(90)]));
        assert_eq!((waiting.over(second(3599)), waiting.over(second(3600))), (None, Some(Over::Idle)));
        assert_eq!((raced.over(second(149)), raced.over(second(150))), (None, Some(Over::Raced)));
    }

    #[test]
    fn an_event_is_over_when_a_host_ends_it_or_the_host_is_gone() {
        let ended = Course { ended: true, ..course([None]) };
        let gone = Course { has_host: false, ..course([None]) };
        assert_eq!((ended.over(second(0)), gone.over(second(0))), (Some(Over::Ended), Some(Over::HostGone)));
    }

    #[test]
    fn a_round_starts_once_and_only_in_its_turn() {
        let course = course([Some(10), None, None]);
        assert_eq!(course.start(2, true, second(20)), Ok(second(30)));
        assert_eq!(course.start(1, false, second(20)), Ok(second(10)), "it was started before");
        for round in [0, 3, 4, -1] {
            assert_eq!(course.start(round, true, second(20)), Err(NotNext), "{round}");
        }
    }

    #[test]
    fn heats_that_have_not_heard_of_the_start_get_a_new_one_once_it_has_passed() {
        let course = course([Some(10), None]);
        for (now, at) in [(9, 10), (10, 20), (30, 40), (70, 10)] {
            assert_eq!(course.start(1, true, second(now)), Ok(second(at)), "{now}");
        }
    }
}
