//! Races that begin at a racer's word: those of friends, and that of a racer who waits alone.

use std::time::Duration;

use shared::RacerId;
use shared::racer::Racer;

use crate::Race;
use crate::error::EventError;
use crate::event::RaceEvent;
use crate::phase::Phase;
use crate::rules::FRIENDS_ROOM_TTL;
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
    /// [`EventError::NotJoined`] if the racer is not in the room, [`EventError::NotStarter`] if another racer starts this
    /// race, [`EventError::NotAlone`] if the clock does.
    pub fn begin(&mut self, racer: RacerId, now: RaceTime) -> Result<Vec<RaceEvent>, EventError> {
        self.joined(racer)?;
        if !matches!(self.phase, Phase::Waiting { .. }) {
            return Ok(Vec::new());
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

    /// Returns the moment at which a waiting race of friends is given up.
    pub fn expires_at(&self) -> Option<RaceTime> {
        let waits = self.opener.is_some() && matches!(self.phase, Phase::Waiting { .. });
        waits.then_some(RaceTime::ZERO + FRIENDS_ROOM_TTL)
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
