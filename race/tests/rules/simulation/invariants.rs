//! The invariants of every race.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use race::{
    CREDIT_ALLOWANCE, CREDIT_MAX, EVENT_ROOM_TTL, FRIENDS_ROOM_TTL, Finish, Phase, Race, RaceEvent, RaceTime, Rules,
    SOLO_COUNTDOWN, START_DELAY,
};
use shared::RacerId;
use shared::racer::{LogPiece, RaceResult};
use typing::score::MAX_WPM;

/// The observations of a race so far, against which all further events are checked.
pub(super) struct Invariants {
    rules: Rules,
    rank: usize,
    countdown_began_at: Option<RaceTime>,
    /// The time from the beginning of the countdown to the start.
    until_start: Duration,
    /// True once a racer who may, or the host, has said that the race begins.
    is_word_given: bool,
    /// The racer who may start the race of friends, according to the events.
    starter: Option<RacerId>,
    started_at: Option<RaceTime>,
    racers_at_start: usize,
    ended: bool,
    closed: bool,
    /// The racers who had joined when the countdown began, or joined later.
    committed: HashSet<RacerId>,
    results: Vec<RaceResult>,
    /// The racers whose finish was accepted, with its arrival, in this order.
    accepted: Vec<(RacerId, RaceTime)>,
    /// The longest logs of racers, in bytes.
    logs: HashMap<RacerId, usize>,
    /// The racers of whom the room has seen half of the text.
    typists: HashSet<RacerId>,
    /// The racers and whether each is connected, according to the events.
    lanes: HashMap<String, bool>,
}

fn rank(phase: Phase) -> usize {
    match phase {
        Phase::Waiting { .. } => 0,
        Phase::Starting { .. } => 1,
        Phase::Running { .. } => 2,
        Phase::Finished { .. } => 3,
        Phase::Closed => 4,
    }
}

impl Invariants {
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            rank: 0,
            countdown_began_at: None,
            until_start: rules.countdown + START_DELAY,
            is_word_given: false,
            starter: None,
            started_at: None,
            racers_at_start: 0,
            ended: false,
            closed: false,
            committed: HashSet::new(),
            results: Vec::new(),
            accepted: Vec::new(),
            logs: HashMap::new(),
            typists: HashSet::new(),
            lanes: HashMap::new(),
        }
    }

    /// Checks an event at the moment at which it was due; `race` is the race after it.
    pub(super) fn happened(&mut self, event: &RaceEvent, at: RaceTime, race: &Race) {
        assert!(!self.closed, "nothing happens in a closed room: {event:?}");
        match event {
            RaceEvent::RacerJoined(racer) => {
                let was_connected = self.lanes.insert(racer.username.clone(), true);
                assert_ne!(was_connected, Some(true), "a connected racer does not join: {racer:?}");
            }
            RaceEvent::RacerLeft(racer) => {
                if self.countdown_began_at.is_some() && self.lanes.contains_key(&racer.username) {
                    self.lanes.insert(racer.username.clone(), false);
                } else {
                    self.lanes.remove(&racer.username);
                }
            }
            RaceEvent::StarterChanged(racer) => {
                assert!(self.countdown_began_at.is_none() && race.opener().is_some(), "only friends have a starter");
                assert_ne!(self.starter.replace(racer.id), Some(racer.id), "another racer may start");
            }
            RaceEvent::Expired => {
                let whole = if race.is_of_event() { EVENT_ROOM_TTL } else { FRIENDS_ROOM_TTL };
                assert_eq!(at, RaceTime::ZERO + whole, "friends and events have their whole time");
                assert!(self.countdown_began_at.is_none(), "a race that was started is not given up");
            }
            RaceEvent::WaitingBegan => {
                let waits_for_clock = race.opener().is_none() && !race.is_of_event();
                assert!(waits_for_clock, "friends wait for each other and events for their host, not for the clock");
                assert!(self.countdown_began_at.is_none(), "waiting does not begin after the countdown");
            }
            RaceEvent::CountdownBegan => {
                let waits_for_clock = race.opener().is_none() && !race.is_of_event();
                assert!(waits_for_clock || self.is_word_given, "only a word starts a race of friends or of an event");
                assert!(self.countdown_began_at.replace(at).is_none(), "the countdown begins once");
            }
            RaceEvent::Started => {
                let begun = self.countdown_began_at.expect("a race starts after its countdown");
                assert_eq!(at.since(begun), self.until_start, "a race starts exactly a countdown and its delay later");
                assert!(self.started_at.replace(at).is_none(), "a race starts once");
                self.racers_at_start = race.seats().iter().filter(|seat| !seat.is_expected()).count();
            }
            RaceEvent::ProgressMade { .. } => {
                assert!(self.started_at.is_some() && !self.ended, "progress is made between start and end");
            }
            RaceEvent::Ended { unfinished } => {
                assert!(self.started_at.is_some(), "a race ends after its start");
                assert!(!std::mem::replace(&mut self.ended, true), "a race ends once");
                let without = race.seats().iter().filter(|seat| seat.result.is_none()).count();
                assert_eq!(*unfinished, without, "the unfinished are those without a result");
                assert_eq!(self.results.len(), self.accepted.len(), "every accepted finish has a result");
            }
            RaceEvent::Finished(_) => assert!(!self.ended, "no result comes after the end"),
            RaceEvent::Closed => self.closed = true,
        }
    }

    /// Records that `user` says that the waiting `race` begins.
    pub(super) fn begins(&mut self, user: RacerId, race: &Race) {
        let is_waiting = matches!(race.phase(), Phase::Waiting { .. });
        let is_here = race.seat(user).is_some_and(|seat| seat.is_connected());
        let may = !race.is_of_event() && race.starter().is_none_or(|starter| starter.id == user);
        self.is_word_given = is_waiting && is_here && may;
        if self.is_word_given && race.seats().len() == 1 {
            self.until_start = SOLO_COUNTDOWN + START_DELAY;
        }
    }

    /// Records that the host says at `now` that the `race` begins, and starts at `start_at`.
    pub(super) fn begins_with(&mut self, start_at: RaceTime, now: RaceTime, race: &Race) {
        if race.is_of_event() && matches!(race.phase(), Phase::Waiting { .. }) {
            self.is_word_given = true;
            self.until_start = start_at.since(now);
        }
    }

    /// Records that `racer` loses their seat.
    pub(super) fn removed(&mut self, racer: RacerId) {
        self.committed.remove(&racer);
        self.typists.remove(&racer);
        self.results.retain(|result| result.racer != racer);
        self.accepted.retain(|(other, _)| *other != racer);
    }

    /// Records that the finish of `user` is accepted, which arrived at `typed_at`.
    pub(super) fn accepted(&mut self, user: RacerId, typed_at: RaceTime) {
        let is_first = self.accepted.iter().all(|(other, _)| *other != user);
        assert!(is_first, "a racer has one first finish");
        self.accepted.push((user, typed_at));
    }

    /// Checks a final result. Returns true if it is before one that arrived earlier.
    pub(super) fn finished(&mut self, Finish { result, racers, evidence, .. }: &Finish) -> bool {
        let started_at = self.started_at.expect("a finish comes after the start");
        let index = self.accepted.iter().position(|(user, _)| *user == result.racer).expect("it was accepted");
        let arrived = self.accepted[index].1.since(started_at);
        let credit = evidence.map_or(Duration::ZERO, |_| CREDIT_MAX + CREDIT_ALLOWANCE);
        assert!(result.time >= arrived.saturating_sub(credit), "no more than the network delay is credited");
        let before = self.results.last().map_or(Duration::ZERO, |before| before.time);
        assert!(result.time <= arrived.max(before), "nobody pays for more than their own time");
        let ranked = self.results.iter().filter(|result| !result.unranked).count();
        assert_eq!(result.place, ranked + 1, "places of ranked results are one after another, without gaps");
        if let Some(before) = self.results.last() {
            assert!(before.time <= result.time, "places are in order of time");
        }
        let is_new = self.results.iter().all(|other| other.racer != result.racer);
        assert!(is_new, "a racer has one first finish");
        assert_eq!(*racers, self.racers_at_start, "the racers are counted at the start");
        let has_opponent = self.typists.iter().any(|user| *user != result.racer);
        assert_eq!(
            result.won,
            result.place == 1 && !result.unranked && has_opponent,
            "a win is the first ranked place beside a racer of whom the room has seen half of the text"
        );
        assert!(result.wpm > 0.0 && result.wpm <= MAX_WPM, "the speed is possible");
        assert!((0.0..=100.0).contains(&result.accuracy), "accuracy is a percentage");
        self.results.push(result.clone());
        let is_final = |user: &RacerId| self.results.iter().any(|result| result.racer == *user);
        self.accepted[..index].iter().any(|(user, _)| !is_final(user))
    }

    /// Records a report or finish of `user` that the rules of `race` accepted, with this piece of the log.
    pub(super) fn typed(&mut self, user: RacerId, log: Option<&LogPiece>, race: &Race) {
        let longest = self.logs.entry(user).or_default();
        *longest = log.map_or(0, |piece| piece.from as usize + piece.keys.len()).max(*longest);
        if race.seat(user).is_some_and(|seat| seat.has_typed_half) {
            assert!(*longest * 2 >= race.text().length(), "half of the text takes as many keys");
            self.typists.insert(user);
        } else {
            assert!(!self.typists.contains(&user), "an opponent stays one");
        }
    }

    /// Checks the state of the room after a command or a tick at `now`.
    pub(super) fn check(&mut self, race: &Race, now: RaceTime) {
        let rank = rank(race.phase());
        assert!(rank >= self.rank, "phases only go forward: {:?}", race.phase());
        self.rank = rank;
        match race.deadline() {
            Some(deadline) => assert!(deadline > now, "the deadline is in the future"),
            None => assert_eq!(race.phase(), Phase::Closed, "only a closed room has no deadline"),
        }
        assert!(race.seats().len() <= self.rules.capacity, "there are no more seats than the capacity");
        if let Some(starter) = race.starter() {
            assert_eq!(self.starter, Some(starter.id), "the room has told who starts the race");
            assert!(race.seat(starter.id).is_some_and(|seat| seat.is_connected()), "the starter is here");
        } else if rank == 0 && race.opener().is_some() {
            assert_eq!(race.connected(), 0, "somebody who is here may start the race");
            self.starter = None;
        }
        let mut users = HashSet::new();
        for seat in race.seats() {
            assert!(users.insert(seat.racer.id), "a user has one seat");
            let known = self.results.iter().find(|result| result.racer == seat.racer.id);
            assert_eq!(seat.result.as_ref(), known, "a result does not change");
            if rank >= 1 && !seat.is_expected() {
                self.committed.insert(seat.racer.id);
            }
        }
        assert!(self.committed.is_subset(&users), "a racer who raced or was about to keeps the seat to the end");
        if rank == 2 && !race.seats().is_empty() {
            assert!(race.unfinished().next().is_some(), "a race is over when all have finished");
        }
    }
}
