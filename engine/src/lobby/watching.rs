//! The races that can be watched: their list, and the one among them that all visitors are shown.
//!
//! The leading lobby knows the races of all engines, so it answers.

use std::cmp::Reverse;

use actix::{ActorFutureExt as _, Context, Handler, ResponseActFuture, WrapFuture as _, fut};
use serde::de::DeserializeOwned;
use shared::messages::{ListRaces, ListRacesError, OpenRace, OpenRacePhase, RaceOf, Races};
use shared::{Percent, RoomCode, UserId};

use super::Lobby;
use super::elsewhere::ask;
use crate::limits::MAX_LISTED;
use crate::peers::message::PeerMessage;

/// The progress of the first racer up to which a race has enough left to see, in percent.
const MUCH_LEFT: u8 = 60;

impl Handler<ListRaces> for Lobby {
    type Result = ResponseActFuture<Self, Result<Races, ListRacesError>>;

    fn handle(&mut self, request: ListRaces, _: &mut Context<Self>) -> Self::Result {
        self.ask_leader(&PeerMessage::ListRaces(request), Self::races)
    }
}

impl Handler<RaceOf> for Lobby {
    type Result = ResponseActFuture<Self, Result<Option<RoomCode>, ListRacesError>>;

    fn handle(&mut self, request: RaceOf, _: &mut Context<Self>) -> Self::Result {
        self.ask_leader(&PeerMessage::RaceOf(request), move |lobby| lobby.race_of(request.user))
    }
}

impl Lobby {
    /// Returns what the leading lobby answers: that of another engine, or this one.
    fn ask_leader<T: DeserializeOwned + 'static>(
        &mut self,
        question: &PeerMessage,
        here: impl FnOnce(&mut Self) -> Result<T, ListRacesError>,
    ) -> ResponseActFuture<Self, Result<T, ListRacesError>> {
        match (self.leader(), &self.engines) {
            (Some(leader), Some(engines)) => {
                Box::pin(ask(&*engines.peers, leader, question).into_actor(self).map(|answer, _, _| answer))
            }
            _ => Box::pin(fut::ready(here(self))),
        }
    }

    /// Returns the races that this lobby knows.
    pub(super) fn races(&mut self) -> Result<Races, ListRacesError> {
        let mut races = self.directory.races();
        self.featured = featured(&races, self.featured);
        races.sort_by_key(|race| (Reverse(interest(race)), Reverse(race.racers), race.code));
        // The one that is shown may have become dull.
        if let Some(index) = races.iter().position(|race| Some(race.code) == self.featured) {
            races[..=index].rotate_right(1);
        }
        races.truncate(MAX_LISTED);
        Ok(Races { featured: self.featured, races })
    }

    /// Returns the room in which a user races, as far as this lobby knows.
    pub(super) fn race_of(&self, user: UserId) -> Result<Option<RoomCode>, ListRacesError> {
        Ok(self.directory.race_of(user))
    }
}

/// Returns the race to show to all visitors: the one `before` until it ends, and then the most interesting.
fn featured(races: &[OpenRace], before: Option<RoomCode>) -> Option<RoomCode> {
    let running = || races.iter().filter(|race| interest(race).is_some());
    let same = running().find(|race| Some(race.code) == before);
    same.or_else(|| running().max_by_key(|race| (interest(race), Reverse(race.code)))).map(|race| race.code)
}

/// Returns how interesting a race is to watch, which nobody sees but in comparison; `None` until it runs. One that is about to
/// end comes after all others. A close race counts most, then the speed, then the number of racers.
fn interest(race: &OpenRace) -> Option<(bool, u32)> {
    let OpenRacePhase::Running { ahead, gap, wpm, .. } = race.phase else { return None };
    let closeness = u32::from(Percent::ALL.get().saturating_sub(gap.saturating_mul(4)));
    let crowd = u32::try_from(race.racers).unwrap_or(u32::MAX).min(10) * 5;
    Some((ahead.get() <= MUCH_LEFT, closeness + u32::from(wpm.min(200)) / 2 + crowd))
}

#[cfg(test)]
mod tests {
    use shared::Language;

    use super::*;

    fn race(code: u64, racers: usize, ahead: i64, gap: u8, wpm: u16) -> OpenRace {
        let ahead = Percent::try_from(ahead).expect("a percent");
        let phase = OpenRacePhase::Running { ms: 10_000, ahead, gap, wpm };
        OpenRace { code: RoomCode::from_random(code), language: Language::English, racers, phase }
    }

    #[test]
    fn the_race_to_show_is_close_fast_and_full_and_has_something_left_to_see() {
        let dull = race(1, 2, 30, 20, 50);
        let cases = [
            ("a close race before one with a gap", race(2, 2, 30, 2, 50)),
            ("a fast race before a slow one", race(2, 2, 30, 20, 120)),
            ("a full race before one of two", race(2, 5, 30, 20, 50)),
        ];
        for (what, better) in cases {
            for races in [[dull, better], [better, dull]] {
                assert_eq!(featured(&races, None), Some(better.code), "{what}");
            }
        }
        let ends = race(2, 5, 95, 0, 150);
        assert_eq!(featured(&[dull, ends], None), Some(dull.code), "a race that is about to end comes last");
        assert_eq!(featured(&[ends], None), Some(ends.code), "but before none");
    }

    #[test]
    fn the_race_to_show_stays_until_it_ends() {
        let (shown, better) = (race(1, 2, 90, 40, 30), race(2, 5, 30, 0, 150));
        assert_eq!(featured(&[shown, better], Some(shown.code)), Some(shown.code));
        assert_eq!(featured(&[better], Some(shown.code)), Some(better.code));
        assert_eq!(featured(&[], Some(shown.code)), None);
    }

    #[test]
    fn a_race_that_waits_is_not_shown_to_all() {
        let waiting = OpenRace { phase: OpenRacePhase::Waiting, ..race(1, 5, 0, 0, 0) };
        assert_eq!(featured(&[waiting], None), None);
    }
}
