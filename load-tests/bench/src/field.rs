//! Rooms full of racers, and the open loop in which they type.

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use shared::RoomCode;

use crate::crowd::{Crowd, Tally};
use crate::ledger::Ledger;
use crate::seats::{self, RACERS, ROOMS_AT_ONCE, Room, Seats};
use crate::typist::Typist;

/// The updates of one racer per second, as with 60 words per minute on 300 characters.
pub(crate) const UPDATES_PER_SECOND: f64 = 1.7;
/// The longest time that a group of rooms may take to enter and join.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The longest time that the last race may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// The seed of all schedules, so that all servers get the same load.
const SEED: u64 = 0xC011B21;

/// Rooms full of racers, all in the middle of their race.
pub(crate) struct Field {
    crowd: Crowd,
    rooms: usize,
    racers: Vec<Racer>,
}

struct Racer {
    username: String,
    code: RoomCode,
    typist: Typist,
}

/// The number of racers that have joined, and of those whose race has started.
#[derive(Default)]
struct Arrivals {
    joined: usize,
    started: usize,
}

/// The turns of the racers: one per racer and period, at a random moment.
pub(crate) struct Schedule {
    start: Instant,
    period: Duration,
    turns: Vec<(Duration, usize)>,
    next: usize,
}

/// The payload of a `typing` event from a server.
#[derive(Deserialize)]
struct Typed<'a> {
    username: &'a str,
    completed: u8,
}

impl Field {
    /// Fills this many rooms and waits until all races run.
    pub(crate) fn assemble(crowd: Crowd, seats: Seats, rooms: usize) -> anyhow::Result<Self> {
        let mut field = Self { crowd, rooms, racers: Vec::with_capacity(rooms * RACERS) };
        let mut arrivals = Arrivals::default();
        for first in (0..rooms).step_by(ROOMS_AT_ONCE) {
            for room in seats.rooms(first, ROOMS_AT_ONCE.min(rooms - first))? {
                field.admit(room)?;
            }
            let all = field.racers.len();
            let entered = |tally: &Tally| tally.entered + tally.closed >= all;
            field.crowd.listen_until(TIMEOUT, "entering", entered, &mut |_, packet, _| arrivals.receive(packet))?;
            for member in arrivals.joined..all {
                let Racer { code, username, .. } = &field.racers[member];
                // The number requests an acknowledgement, which confirms that the racer is in the room.
                let join = format!(r#"420["join",{{"code":"{code}","username":"{username}"}}]"#);
                field.crowd.send(member, join.as_bytes());
            }
            field.await_all("joined", TIMEOUT, &mut arrivals, |arrivals| arrivals.joined)?;
        }
        if seats.are_given() {
            field.await_all("received the start", START_TIMEOUT, &mut arrivals, |arrivals| arrivals.started)?;
        }
        Ok(field)
    }

    fn admit(&mut self, room: Room) -> anyhow::Result<()> {
        for racer in room.racers {
            self.crowd.admit(racer.token.as_deref())?;
            self.racers.push(Racer { username: racer.username, code: room.code, typist: Typist::default() });
        }
        Ok(())
    }

    /// Receives packets until `count` includes all racers so far.
    fn await_all(
        &mut self,
        what: &str,
        timeout: Duration,
        arrivals: &mut Arrivals,
        count: impl Fn(&Arrivals) -> usize,
    ) -> anyhow::Result<()> {
        let (all, until) = (self.racers.len(), Instant::now() + timeout);
        while count(arrivals) < all {
            let (some, tally) = (count(arrivals), self.crowd.tally());
            anyhow::ensure!(Instant::now() < until, "{some} of {all} racers {what} in {timeout:?}: {tally:?}");
            self.crowd.listen(until, &mut |_, packet, _| arrivals.receive(packet))?;
        }
        Ok(())
    }

    /// Lets all racers send the logs of their keys, too.
    pub(crate) fn begin_logs(&mut self) {
        self.racers.iter_mut().for_each(|racer| racer.typist.begin_log());
    }

    /// Returns the number of rooms.
    pub(crate) fn rooms(&self) -> usize {
        self.rooms
    }

    /// Returns the number of racers.
    pub(crate) fn racers(&self) -> usize {
        self.racers.len()
    }

    /// Returns the connections.
    pub(crate) fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// Lets all racers type on schedule until `until`, even if the server falls behind.
    pub(crate) fn race(&mut self, schedule: &mut Schedule, ledger: &mut Ledger, until: Instant) -> anyhow::Result<()> {
        let mut event = Vec::new();
        loop {
            let now = Instant::now();
            while let Some((racer, due)) = schedule.due(now.min(until)) {
                let completed = self.racers[racer].write_update(&mut event);
                ledger.record_sent(racer, completed, due);
                self.crowd.send(racer, &event);
            }
            if now >= until {
                return Ok(());
            }
            self.listen(ledger, schedule.next_due().min(until))?;
        }
    }

    /// Receives the packets in flight, until all have arrived or until `until`.
    pub(crate) fn wind_down(&mut self, ledger: &mut Ledger, until: Instant) -> anyhow::Result<()> {
        while Instant::now() < until && ledger.counts().delivered < ledger.counts().expected {
            self.listen(ledger, until)?;
        }
        Ok(())
    }

    fn listen(&mut self, ledger: &mut Ledger, until: Instant) -> anyhow::Result<()> {
        let mut unreadable = None;
        self.crowd.listen(until, &mut |racer, packet, at| {
            if !packet.starts_with(b"2[\"typing\"") {
                return;
            }
            match serde_json::from_slice::<(&str, Typed<'_>)>(&packet[1..]) {
                Ok((_, typed)) => match seats::seat_of(typed.username) {
                    Some((room, seat)) => ledger.record_received(racer, room * RACERS + seat, typed.completed, at),
                    None => unreadable = Some(typed.username.to_owned()),
                },
                Err(error) => unreadable = Some(error.to_string()),
            }
        })?;
        unreadable.map_or(Ok(()), |what| Err(anyhow::anyhow!(what)).context("an unreadable event"))
    }
}

impl Arrivals {
    fn receive(&mut self, packet: &[u8]) {
        self.joined += usize::from(packet.starts_with(b"30"));
        self.started += usize::from(packet.starts_with(b"2[\"start\""));
    }
}

impl Racer {
    /// Writes the racer's next update to `event`, and returns its percent.
    fn write_update(&mut self, event: &mut Vec<u8>) -> u8 {
        let before = self.typist.completed();
        let completed = self.typist.next();
        let piece = self.typist.piece(before);
        event.clear();
        let Self { code, username, .. } = self;
        let write = write!(event, r#"42["typing",{{"completed":{completed},"code":"{code}","username":"{username}""#);
        let write = write.and_then(|()| match piece {
            Some((from, keys)) => write!(event, r#","log":{{"from":{from},"keys":"{keys}"}}}}]"#),
            None => write!(event, "}}]"),
        });
        write.expect("writing to a vector");
        completed
    }
}

impl Schedule {
    /// Creates the schedule of this many racers, which begins at `start`.
    pub(crate) fn new(racers: usize, start: Instant) -> Self {
        let mut random = StdRng::seed_from_u64(SEED);
        let period = Duration::from_secs_f64(1.0 / UPDATES_PER_SECOND);
        let mut who: Vec<_> = (0..racers).collect();
        who.shuffle(&mut random);
        let mut turns: Vec<_> =
            who.into_iter().map(|racer| (period.mul_f64(random.random_range(0.0..1.0)), racer)).collect();
        turns.sort_unstable();
        Self { start, period, turns, next: 0 }
    }

    /// Returns the next racer whose turn is due by `now`, and the moment of the turn.
    pub(crate) fn due(&mut self, now: Instant) -> Option<(usize, Instant)> {
        let due = self.next_due();
        if due > now {
            return None;
        }
        let racer = self.turns[self.next].1;
        self.next += 1;
        if self.next == self.turns.len() {
            self.next = 0;
            self.start += self.period;
        }
        Some((racer, due))
    }

    /// Returns the moment of the next turn.
    pub(crate) fn next_due(&self) -> Instant {
        self.start + self.turns[self.next].0
    }
}

#[cfg(test)]
mod tests {
    use shared::Percent;
    use shared::wire::{ClientEvent, ClientMessage};

    use super::*;

    #[test]
    fn each_racer_has_one_turn_per_period() {
        let start = Instant::now();
        let mut schedule = Schedule::new(10, start);
        let mut n_turns = [0; 10];
        let until = start + Duration::from_secs(60);
        let mut last = start;
        while let Some((racer, due)) = schedule.due(until) {
            assert!(due >= last && due <= until);
            last = due;
            n_turns[racer] += 1;
        }
        assert!(n_turns.iter().all(|n_turns| (101..=103).contains(n_turns)), "{n_turns:?}");
    }

    #[test]
    fn the_protocol_reads_the_updates_of_a_racer() {
        let code = RoomCode::from_random(7);
        let mut racer = Racer { username: "racer-00001-2".to_owned(), code, typist: Typist::default() };
        let mut event = Vec::new();
        let completed = racer.write_update(&mut event);
        let (name, payload): (String, serde_json::Value) = serde_json::from_slice(&event[2..]).expect("JSON");
        let read = ClientMessage::read(&name, &payload.to_string()).expect("an event");
        let event = ClientEvent::Typing(Percent::try_from(i64::from(completed)).expect("a percent").into());
        assert_eq!(read, ClientMessage { code, username: Some("racer-00001-2".to_owned()), event });
    }
}
