//! Taking a seat, joining, leaving and coming back.

use shared::RacerId;
use shared::racer::{Racer, SEAT_TTL, SeatProof};

use crate::Race;
use crate::error::EventError;
use crate::event::RaceEvent;
use crate::phase::Phase;
use crate::seat::{Presence, Seat};
use crate::time::RaceTime;

/// The error when a racer gets no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// All seats are taken.
    #[error("all seats of this room are taken")]
    Full,
    /// The race has begun.
    #[error("the race in this room has begun")]
    Begun,
    /// The room is closed or about to close.
    #[error("this room is closed")]
    Closed,
}

impl Race {
    /// Keeps a seat for `racer` until their socket joins, with the api's `proof` of it. A racer who has a seat keeps it,
    /// in any phase.
    ///
    /// # Errors
    /// Returns a [`SeatError`] and changes nothing when there is no seat for the racer.
    pub fn take_seat(&mut self, racer: Racer, proof: SeatProof, now: RaceTime) -> Result<(), SeatError> {
        if self.phase == Phase::Closed {
            return Err(SeatError::Closed);
        }
        if let Some(seat) = self.seat_mut(racer.id) {
            // Hiding from watchers takes effect at once, while name and skin remain those that the others know.
            seat.racer.shown = racer.shown;
            seat.asked_again(now);
            return Ok(());
        }
        if self.phase.has_begun() {
            return Err(SeatError::Begun);
        }
        if self.is_closing {
            return Err(SeatError::Closed);
        }
        if self.open_seats() == 0 {
            return Err(SeatError::Full);
        }
        self.seats.push(Seat::taken(racer, proof, now));
        Ok(())
    }

    /// Lets a socket of `racer` join: for the first time, again, or in place of another socket of theirs.
    ///
    /// The first join begins the waiting time; the join that fills the room ends it. A room of friends or of an event waits
    /// on.
    ///
    /// # Errors
    /// [`EventError::NoSeat`] when `racer` holds no seat.
    pub fn join(&mut self, racer: RacerId, now: RaceTime) -> Result<Vec<RaceEvent>, EventError> {
        if self.phase == Phase::Closed {
            return Err(EventError::NoSeat);
        }
        let starter = self.starter_id();
        let seat = self.seat_mut(racer).ok_or(EventError::NoSeat)?;
        let was_connected = seat.is_connected();
        seat.joined(now);
        let joined = RaceEvent::RacerJoined(seat.racer.clone());

        let mut events = Vec::new();
        if !was_connected {
            self.connected_changed(now);
            events.push(joined);
        }
        events.extend(self.starter_changed(starter));
        if self.waits_for_word() {
            return Ok(events);
        }
        if self.phase == (Phase::Waiting { until: None }) {
            self.phase = Phase::Waiting { until: Some(now + self.rules.waiting) };
            events.push(RaceEvent::WaitingBegan);
        }
        if matches!(self.phase, Phase::Waiting { .. }) && self.connected() >= self.rules.capacity {
            events.push(self.begin_countdown(now, self.rules.until_start()));
        }
        Ok(events)
    }

    /// Records that the socket of `racer` has closed. Before the countdown this frees their seat, unless they asked for
    /// it again while connected: after a reload, the new page asks before the old page's socket is known to be closed.
    /// From the countdown on, they keep the seat.
    pub fn leave(&mut self, racer: RacerId, now: RaceTime) -> Vec<RaceEvent> {
        let is_waiting = matches!(self.phase, Phase::Waiting { .. });
        let starter = self.starter_id();
        let Some(seat) = self.seat_mut(racer).filter(|seat| seat.is_connected()) else { return Vec::new() };
        let left = RaceEvent::RacerLeft(seat.racer.clone());
        match seat.expected_again(now) {
            Some(expected) if is_waiting => seat.presence = expected,
            None if is_waiting => self.seats.retain(|seat| seat.racer.id != racer),
            _ => seat.presence = Presence::Away,
        }
        self.connected_changed(now);
        [left].into_iter().chain(self.starter_changed(starter)).collect()
    }

    /// Takes the seat of `racer` away, in any phase of a race of an event. The race ends if it only waited for them.
    pub fn remove(&mut self, racer: RacerId, now: RaceTime) -> Vec<RaceEvent> {
        if !self.is_of_event || self.phase == Phase::Closed {
            return Vec::new();
        }
        let Some(index) = self.seats.iter().position(|seat| seat.racer.id == racer) else { return Vec::new() };
        let seat = self.seats.remove(index);
        if seat.is_connected() {
            self.connected_changed(now);
        }
        let mut events = vec![RaceEvent::RacerLeft(seat.racer)];
        events.extend(self.end_when_all_finished(now));
        events
    }

    /// Applies the rules for the number of connected racers, which has just changed.
    fn connected_changed(&mut self, now: RaceTime) {
        self.connected_changed_at = now;
        let is_empty = self.connected() == 0;
        self.is_closing &= is_empty;
        if is_empty && matches!(self.phase, Phase::Waiting { .. }) {
            // The next racer to join gets the whole waiting time.
            self.phase = Phase::Waiting { until: None };
        }
    }

    /// Records that the socket of `racer` was lost together with its server. While the race waits, the racer has as long
    /// to come back as the holder of a new seat; otherwise this is the same as leaving.
    pub fn lose(&mut self, racer: RacerId, now: RaceTime) -> Vec<RaceEvent> {
        if let Some(seat) = self.seat_mut(racer)
            && seat.asked_again_at.is_none()
        {
            seat.asked_again_at = Some(now);
        }
        self.leave(racer, now)
    }

    /// Resumes the race in another process, without sockets. Events that have come due happen as if all connected
    /// racers had stayed. These racers may come back to a waiting race for as long as a new seat is kept, and to a
    /// later phase for as long as an empty room stays open. Racers who were expected get the time of a new seat.
    pub fn resume(&mut self, now: RaceTime) -> Vec<RaceEvent> {
        let until = now + SEAT_TTL;
        // No pattern has `..`, so that the compiler asks what a new field is after a restart.
        let Self {
            rules: _,
            opener: _,
            is_of_event: _,
            text: _,
            length: _,
            phase,
            seats,
            connected_changed_at,
            is_closing: _,
        } = self;
        let (Phase::Waiting { until: _ }
        | Phase::Starting { start_at: _ }
        | Phase::Running { started_at: _, racers: _ }
        | Phase::Finished { started_at: _, ended_at: _ }
        | Phase::Closed) = phase;
        *connected_changed_at = now;
        for Seat {
            racer: _,
            proof: _,
            presence,
            asked_again_at,
            completed: _,
            has_typed_half: _,
            seen_since: _,
            log: _,
            round_trip_ms: _,
            long_round_trips: _,
            lateness: _,
            opened_ms: _,
            pending: _,
            result: _,
            evidence: _,
        } in seats
        {
            *asked_again_at = None;
            match presence {
                Presence::Expected { since: _, until: kept_until } => *kept_until = until,
                Presence::Connected | Presence::Away => {}
            }
        }
        let events = self.tick(now);
        let is_waiting = matches!(self.phase, Phase::Waiting { .. });
        for seat in self.seats.iter_mut().filter(|seat| seat.is_connected()) {
            seat.presence = if is_waiting { Presence::Expected { since: now, until } } else { Presence::Away };
        }
        events
    }

    /// Checks that `racer` holds a seat, and that `claimed` is their username if an event names one.
    ///
    /// # Errors
    /// Returns the [`EventError`] for the sender of the event.
    pub fn identify(&self, racer: RacerId, claimed: Option<&str>) -> Result<(), EventError> {
        let seat = self.seat(racer).ok_or(EventError::NoSeat)?;
        match claimed {
            Some(name) if name != seat.racer.username => Err(EventError::ForeignName),
            _ => Ok(()),
        }
    }
}
