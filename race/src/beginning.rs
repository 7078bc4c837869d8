//! Races that begin at somebody's word: those of friends, those of events, and that of a racer who waits alone.

use std::time::Duration;

use shared::racer::Racer;
use shared::{RacerId, Text};

use crate::Race;
use crate::error::EventError;
use crate::event::RaceEvent;
use crate::phase::Phase;
use crate::rules::{EVENT_ROOM_TTL, FRIENDS_ROOM_TTL};
use crate::time::RaceTime;

impl Race {
    /// Returns the racer who may start a waiting race of friends: the opener while they are in the room, else the racer
    /// with the oldest seat who is. `None` for other races, and while nobody is in the room.
    pub fn starter(&self) -> Option<&Racer> {
        let opener = self.opener.filter(|_| matches!(self.phase, Phase::Waiting { .. }))?;
        let mut present = self.seats.iter().filter(|seat| seat.is_connected()).map(|seat| &seat.racer);
        let first = present.clone().next()?;
        present.find(|racer| racer.id == opener.into()).or(Some(first))
    }

    /// Begins the countdown at the word of `racer`: of the [starter](Self::starter) of a race of friends or, in other
    /// rooms, of a racer who is alone. The countdown of a racer alone is short. Nothing happens if it has begun already.
    ///
    /// # Errors
    /// [`EventError::NotJoined`] if the racer is not in the room, [`EventError::NotStarter`] if another racer or a host
    /// starts this race, [`EventError::NotAlone`] if the clock does.
    pub fn begin(&mut self, racer: RacerId, now: RaceTime) -> Result<Vec<RaceEvent>, EventError> {
        self.joined(racer)?;
        if !matches!(self.phase, Phase::Waiting { .. }) {
            return Ok(Vec::new());
        }
        if self.is_of_event {
            return Err(EventError::NotStarter);
        }
        let is_alone = self.seats.len() == 1;
        match self.starter() {
            Some(starter) if starter.id != racer => return Err(EventError::NotStarter),
            None if !is_alone => return Err(EventError::NotAlone),
            Some(_) | None => {}
        }
        let rules = if is_alone { self.rules.solo() } else { self.rules };
        Ok(vec![self.begin_countdown(now, rules.until_start())])
    }

    /// Begins the countdown of a race of an event at the word of its host. The race goes through `text`, and starts at
    /// `start_at`, or now if that is past. Nothing happens if it has begun already.
    pub fn begin_with(&mut self, text: Text, start_at: RaceTime, now: RaceTime) -> Vec<RaceEvent> {
        if !self.is_of_event || !matches!(self.phase, Phase::Waiting { .. }) {
            return Vec::new();
        }
        (self.length, self.text) = (text.length(), text);
        self.phase = Phase::Starting { start_at: start_at.max(now) };
        // If nobody is here, racers on their way find the room open for a while.
        self.connected_changed_at = now;
        vec![RaceEvent::CountdownBegan]
    }

    /// Returns true if the race waits for somebody's word, and not for the clock.
    pub(crate) fn waits_for_word(&self) -> bool {
        self.opener.is_some() || self.is_of_event
    }

    /// Returns the moment at which a waiting race of friends or of an event is given up.
    pub fn expires_at(&self) -> Option<RaceTime> {
        let waits = self.waits_for_word() && matches!(self.phase, Phase::Waiting { .. });
        waits.then_some(RaceTime::ZERO + if self.is_of_event { EVENT_ROOM_TTL } else { FRIENDS_ROOM_TTL })
    }

    pub(crate) fn expire(&mut self, _: RaceTime) -> Vec<RaceEvent> {
        self.phase = Phase::Closed;
        vec![RaceEvent::Expired, RaceEvent::Closed]
    }

    /// Returns the event if another racer than `before` may start the race now.
    pub(crate) fn starter_changed(&self, before: Option<RacerId>) -> Option<RaceEvent> {
        let starter = self.starter().filter(|starter| Some(starter.id) != before)?;
        Some(RaceEvent::StarterChanged(starter.clone()))
    }

    pub(crate) fn starter_id(&self) -> Option<RacerId> {
        self.starter().map(|starter| starter.id)
    }

    /// Begins the countdown; the race starts after `until_start`.
    pub(crate) fn begin_countdown(&mut self, now: RaceTime, until_start: Duration) -> RaceEvent {
        self.phase = Phase::Starting { start_at: now + until_start };
        RaceEvent::CountdownBegan
    }
}
