//! The racers who asked for a public room lately: how many came, and how fast they type.
//!
//! The lobby that leads chooses rooms by them. The others keep those whom they asked it for, and tell the one that leads
//! next. Bookkeeping only; callers pass in the current time.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use shared::messages::{LogSpeed, OpenRoom};
use shared::{Language, UserId};
use tokio::time::Instant;

use super::choice::Arrivals;
use crate::limits::{ARRIVALS_AVERAGED, ARRIVALS_REPORTED, LONGEST_WAIT};
use crate::peers::message::Arrival;

#[derive(Default)]
pub(super) struct Arrived {
    arrivals: HashMap<Language, Arrivals>,
    /// The racers of the averaged time.
    racers: HashMap<UserId, Racer>,
    oldest_first: VecDeque<(Instant, UserId)>,
}

struct Racer {
    at: Instant,
    /// The language of the room that they asked for.
    language: Language,
    speeds: Vec<(Language, LogSpeed)>,
}

impl Arrived {
    /// Counts the racer of `request`; one who asks again while a room waits is the same.
    pub(super) fn add(&mut self, request: &OpenRoom, now: Instant) {
        let is_known = |racer: &Racer| now.saturating_duration_since(racer.at) < LONGEST_WAIT;
        if !self.racers.get(&request.user).is_some_and(is_known) {
            let language = request.language.unwrap_or_default();
            self.insert(request.user, Racer { at: now, language, speeds: request.speeds.clone() }, now);
        }
    }

    /// Counts the racers whom another lobby knows, except those known here.
    pub(super) fn merge(&mut self, arrivals: Vec<Arrival>, now: Instant) {
        for Arrival { user, language, speeds, ms_ago } in arrivals {
            if let Some(at) = now.checked_sub(Duration::from_millis(ms_ago))
                && !self.racers.contains_key(&user)
            {
                self.insert(user, Racer { at, language, speeds }, now);
            }
        }
        self.oldest_first.make_contiguous().sort_unstable();
    }

    fn insert(&mut self, user: UserId, racer: Racer, now: Instant) {
        while let Some((at, user)) = self.oldest_first.pop_front_if(|(at, _)| *at + ARRIVALS_AVERAGED < now) {
            if self.racers.get(&user).is_some_and(|racer| racer.at == at) {
                self.racers.remove(&user);
            }
        }
        self.arrivals.entry(racer.language).or_default().count(racer.at, now);
        self.oldest_first.push_back((racer.at, user));
        self.racers.insert(user, racer);
    }

    /// Returns the last racers, for another lobby.
    pub(super) fn last(&self, now: Instant) -> Vec<Arrival> {
        let arrival = |(at, user): &(Instant, UserId)| {
            let Racer { language, speeds, .. } = self.racers.get(user).filter(|racer| racer.at == *at)?;
            let ms_ago = now.saturating_duration_since(*at).as_millis() as u64;
            Some(Arrival { user: *user, language: *language, speeds: speeds.clone(), ms_ago })
        };
        self.oldest_first.iter().rev().take(ARRIVALS_REPORTED).filter_map(arrival).collect()
    }

    /// Returns how many came lately for a room in this language.
    pub(super) fn in_language(&self, language: Language) -> Arrivals {
        self.arrivals.get(&language).copied().unwrap_or_default()
    }

    /// Returns the speed of a racer in this language, if it is known.
    pub(super) fn speed(&self, user: UserId, language: Language) -> Option<LogSpeed> {
        let speeds = &self.racers.get(&user)?.speeds;
        speeds.iter().find(|(of, _)| *of == language).map(|(_, speed)| *speed)
    }
}
