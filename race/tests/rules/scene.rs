//! A race whose clock the test controls.

use std::time::Duration;

use race::{EventError, Finish, Finishing, Race, RaceEvent, RaceTime, Rules, Seat, SeatError};
use shared::racer::{FinishReport, ProgressReport};
use shared::testing::{racer, racer_id, seat_proof, text};
use shared::{Percent, Text};

pub(crate) struct Scene {
    pub(crate) race: Race,
    pub(crate) now: RaceTime,
    /// The events that time, joins and leaves have caused, in order.
    pub(crate) events: Vec<RaceEvent>,
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self::with(Rules::default(), &text(60))
    }

    pub(crate) fn with(rules: Rules, text: &Text) -> Self {
        Self { race: Race::new(rules, text.clone()), now: RaceTime::ZERO, events: Vec::new() }
    }

    pub(crate) fn running(users: &[i64]) -> Self {
        let mut scene = Self::new();
        users.iter().for_each(|user| scene.enter(*user));
        scene.pass(Duration::from_millis(30_250));
        assert!(scene.events.contains(&RaceEvent::Started));
        scene.events.clear();
        scene
    }

    /// Lets time pass; the rules are called at each of their deadlines.
    pub(crate) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while let Some(due) = self.race.deadline().filter(|due| *due <= until) {
            self.now = due;
            let events = self.race.tick(due);
            self.events.extend(events);
        }
        self.now = until;
    }

    pub(crate) fn take_seat(&mut self, user: i64) -> Result<(), SeatError> {
        self.race.take_seat(racer(user), seat_proof(), self.now)
    }

    pub(crate) fn join(&mut self, user: i64) -> Result<(), EventError> {
        let events = self.race.join(racer_id(user), self.now)?;
        self.events.extend(events);
        Ok(())
    }

    pub(crate) fn enter(&mut self, user: i64) {
        self.take_seat(user).unwrap();
        self.join(user).unwrap();
    }

    pub(crate) fn leave(&mut self, user: i64) {
        let events = self.race.leave(racer_id(user), self.now);
        self.events.extend(events);
    }

    pub(crate) fn report(&mut self, user: i64, percent: i64) -> Result<Option<RaceEvent>, EventError> {
        self.report_with(user, Percent::try_from(percent).unwrap().into())
    }

    pub(crate) fn report_with(&mut self, user: i64, report: ProgressReport) -> Result<Option<RaceEvent>, EventError> {
        self.race.report(racer_id(user), &report, self.now)
    }

    pub(crate) fn finish(&mut self, user: i64) -> Result<Finishing, EventError> {
        self.finish_with(user, FinishReport { accuracy: 98.5, ..FinishReport::default() })
    }

    pub(crate) fn finish_with(&mut self, user: i64, report: FinishReport) -> Result<Finishing, EventError> {
        self.race.finish(racer_id(user), &report, self.now, self.now)
    }

    pub(crate) fn complete(&mut self, user: i64) -> Finishing {
        self.report(user, 100).unwrap();
        let finishing = self.finish(user).unwrap();
        if let Finishing::First(events) = &finishing {
            self.events.extend(events.clone());
        }
        finishing
    }

    /// Returns the results that are final so far, in order.
    pub(crate) fn finishes(&self) -> Vec<&Finish> {
        let finishes = self.events.iter().filter_map(|event| match event {
            RaceEvent::Finished(finish) => Some(&**finish),
            _ => None,
        });
        finishes.collect()
    }

    pub(crate) fn seat(&self, user: i64) -> &Seat {
        self.race.seat(racer_id(user)).unwrap()
    }

    pub(crate) fn completed(&self, user: i64) -> Percent {
        self.seat(user).completed
    }
}

pub(crate) fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
