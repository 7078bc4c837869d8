//! The lobby's index of its rooms: seats, offers and rematches. Bookkeeping only; callers pass in the current time.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use actix::Addr;
use race::EMPTY_ROOM_TTL;
use shared::messages::{OpenRace, OpenRacePhase, OpenRoom, TakeSeatError};
use shared::{Language, RacerId, RoomCode, UserId};
use tokio::time::Instant;

use super::arrived::Arrived;
use super::choice::{self, Offered};
use super::offers::{Offer, Offers};
use crate::ids::EngineId;
use crate::limits::{MIN_WAITING_LEFT, PROMISE_TTL, REMATCH_TTL, ROOMS_COMPARED};
use crate::occupancy::{Occupancy, PublicRace, RoomKind, Running, Waiting};
use crate::peers::message::RoomNotice;
use crate::room::Room;

/// The rooms of this process and, while this engine leads, those that others report; also the codes of recently closed
/// rooms.
pub(super) struct Directory {
    /// The number of rooms in which one user may hold a seat.
    rooms_per_user: usize,
    rooms: HashMap<RoomCode, Entry>,
    offers: Offers,
    /// The racers who were sent to public rooms lately, by any lobby that tells.
    pub(super) arrived: Arrived,
    /// The rooms in which each racer holds or has requested a seat, from the occupancies.
    held: HashMap<RacerId, HashSet<RoomCode>>,
    /// The room in which a seat is reserved for each user who was sent to one.
    promised: HashMap<UserId, RoomCode>,
    /// The rooms of friends, by opener.
    of_friends: BTreeSet<(UserId, RoomCode)>,
    /// The recently closed rooms.
    past: HashMap<RoomCode, RoomKind>,
    /// The past rooms and rematches to forget and when, oldest first.
    forgetting: VecDeque<(Instant, RoomCode)>,
    /// The new room in which the racers of an old one race again.
    rematches: HashMap<RoomCode, RoomCode>,
}

struct Entry {
    location: Location,
    kind: RoomKind,
    occupancy: Occupancy,
    /// The users who were sent here and for whom seats are reserved, each until a moment, oldest first.
    promises: VecDeque<(UserId, Instant)>,
}

/// The engine that owns a room.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Location {
    /// This engine, with the room's actor.
    Here(Addr<Room>),
    /// Another engine.
    At(EngineId),
}

impl Location {
    fn is_alive(&self) -> bool {
        match self {
            Self::Here(room) => room.connected(),
            Self::At(_) => true,
        }
    }
}

impl Directory {
    /// Returns a directory with no rooms.
    pub(super) fn new(rooms_per_user: usize) -> Self {
        Self {
            rooms_per_user,
            rooms: HashMap::new(),
            offers: Offers::default(),
            arrived: Arrived::default(),
            held: HashMap::new(),
            promised: HashMap::new(),
            of_friends: BTreeSet::new(),
            past: HashMap::new(),
            forgetting: VecDeque::new(),
            rematches: HashMap::new(),
        }
    }

    /// Returns true if a room is open under `code`, or was recently.
    pub(super) fn knows(&self, code: RoomCode) -> bool {
        self.rooms.contains_key(&code) || self.past.contains_key(&code)
    }

    /// Returns the kind of a room that is open, or was recently.
    pub(super) fn kind(&self, code: RoomCode) -> Option<RoomKind> {
        self.rooms.get(&code).map(|entry| entry.kind).or_else(|| self.past.get(&code).copied())
    }

    pub(super) fn has_closed(&self, code: RoomCode) -> bool {
        self.past.contains_key(&code) && !self.rooms.contains_key(&code)
    }

    /// Adds a room that has just opened, was resumed here, or is reported by another engine. It offers `open_seats` until
    /// its occupancy is recorded.
    pub(super) fn add(&mut self, code: RoomCode, location: Location, kind: RoomKind, open_seats: usize, now: Instant) {
        if let Some(entry) = self.rooms.get_mut(&code) {
            entry.location = location;
            return;
        }
        self.of_friends.extend(kind.opener.map(|opener| (opener, code)));
        let occupancy = Occupancy::empty(open_seats, now + EMPTY_ROOM_TTL);
        let entry = Entry { location, kind, occupancy, promises: VecDeque::new() };
        self.rooms.insert(code, entry);
        self.offer(code, now);
    }

    /// Returns the room `code` that this engine owns. One whose actor has ended without notice is forgotten.
    pub(super) fn room(&mut self, code: RoomCode, now: Instant) -> Option<Addr<Room>> {
        let Location::Here(room) = &self.rooms.get(&code)?.location else { return None };
        if room.connected() {
            return Some(room.clone());
        }
        self.close(code, now);
        None
    }

    /// Records the occupancy of a room that this engine owns, with its actor if it is known.
    pub(super) fn record_here(
        &mut self,
        code: RoomCode,
        room: Option<Addr<Room>>,
        kind: RoomKind,
        occupancy: Occupancy,
        now: Instant,
    ) {
        if let Some(room) = room {
            self.add(code, Location::Here(room), kind, occupancy.open_seats, now);
        }
        self.update(code, occupancy, now);
    }

    /// Records the occupancy of a room of another engine.
    pub(super) fn record_report(
        &mut self,
        code: RoomCode,
        engine: EngineId,
        kind: RoomKind,
        occupancy: Occupancy,
        now: Instant,
    ) {
        if self.room(code, now).is_some() {
            // The room has just moved here, or is about to move there and is then reported again.
            return;
        }
        self.past.remove(&code);
        self.add(code, Location::At(engine), kind, occupancy.open_seats, now);
        self.update(code, occupancy, now);
    }

    /// Records that this engine no longer owns a room. With `engine`, it stays known as a room there.
    pub(super) fn record_move(&mut self, code: RoomCode, engine: Option<EngineId>, now: Instant) {
        let Some(entry) = self.rooms.get_mut(&code) else { return };
        match engine {
            Some(engine) => entry.location = Location::At(engine),
            None => self.forget(code, now),
        }
    }

    /// Forgets the rooms of other engines for which `is_gone` holds.
    pub(super) fn forget_rooms_at(&mut self, is_gone: impl Fn(EngineId, RoomCode) -> bool, now: Instant) {
        let at = |(code, entry): (&RoomCode, &Entry)| match entry.location {
            Location::At(engine) if is_gone(engine, *code) => Some(*code),
            Location::At(_) | Location::Here(_) => None,
        };
        let gone: Vec<_> = self.rooms.iter().filter_map(at).collect();
        gone.into_iter().for_each(|code| self.forget(code, now));
    }

    pub(super) fn close_at(&mut self, code: RoomCode, engine: EngineId, now: Instant) {
        if self.rooms.get(&code).is_some_and(|entry| entry.location == Location::At(engine)) {
            self.close(code, now);
        }
    }

    /// Forgets a room, as if it had never existed. Its racers may ask for the room in which they race again when another
    /// engine has taken it over.
    fn forget(&mut self, code: RoomCode, now: Instant) {
        self.remove(code);
        if self.rematches.contains_key(&code) {
            self.forgetting.push_back((now + REMATCH_TTL, code));
        }
    }

    fn remove(&mut self, code: RoomCode) -> Option<Entry> {
        self.offers.set(code, None);
        let entry = self.rooms.remove(&code)?;
        entry.kind.opener.into_iter().for_each(|opener| _ = self.of_friends.remove(&(opener, code)));
        self.release(code, &entry.occupancy.unfinished);
        for (user, _) in &entry.promises {
            self.promised.remove(user);
        }
        Some(entry)
    }

    pub(super) fn notice(&self, code: RoomCode) -> Option<RoomNotice> {
        let Entry { kind, occupancy, .. } = self.rooms.get(&code)?;
        Some(RoomNotice { code, kind: *kind, occupancy: occupancy.clone() })
    }

    /// Records the occupancy that a room has reported. A seat that was taken redeems the promise to its holder.
    pub(super) fn update(&mut self, code: RoomCode, occupancy: Occupancy, now: Instant) {
        let Some(entry) = self.rooms.get_mut(&code) else { return };
        for user in occupancy.unfinished.iter().filter_map(|racer| racer.user()) {
            if self.promised.get(&user) == Some(&code) {
                self.promised.remove(&user);
                entry.promises.retain(|(other, _)| *other != user);
            }
        }
        let holders = occupancy.unfinished.clone();
        let before = std::mem::replace(&mut entry.occupancy, occupancy);
        self.release(code, &before.unfinished);
        for racer in holders {
            self.held.entry(racer).or_default().insert(code);
        }
        self.offer(code, now);
    }

    /// Removes a closed room, and remembers its code for a while.
    pub(super) fn close(&mut self, code: RoomCode, now: Instant) {
        if let Some(entry) = self.remove(code) {
            self.past.insert(code, entry.kind);
            self.forgetting.push_back((now + REMATCH_TTL, code));
        }
    }

    /// Forgets past rooms and rematches whose time is over.
    pub(super) fn prune(&mut self, now: Instant) {
        while self.forgetting.front().is_some_and(|(due, _)| *due <= now) {
            if let Some((_, code)) = self.forgetting.pop_front() {
                self.past.remove(&code);
                self.rematches.remove(&code);
            }
        }
    }

    /// Returns the public room in this language to which the racer of `request` is sent, among those that have a seat and
    /// time left for one more; `None` for a new one.
    pub(super) fn choose(&mut self, language: Language, request: &OpenRoom, now: Instant) -> Option<RoomCode> {
        self.end_offers(now);
        let offered: Vec<_> = self.offers.fullest_first(language).take(ROOMS_COMPARED).collect();
        let is_alive = |code: &RoomCode| self.rooms.get(code).is_some_and(|entry| entry.location.is_alive());
        let (offered_codes, dead): (Vec<_>, Vec<_>) = offered.into_iter().partition(is_alive);
        // Rooms whose actors have ended without notice are forgotten.
        dead.into_iter().for_each(|code| self.close(code, now));
        let offered = |code| Some(self.rooms.get(&code)?.offered(code, request, &self.arrived, now));
        let offered: Vec<_> = offered_codes.into_iter().filter_map(offered).collect();
        choice::choose(&offered, &self.arrived.in_language(language), request.speed_in(language), now)
    }

    /// Returns the fullest room in the first of these languages in which somebody else than the user of `request` waits or
    /// was sent to. Those with somebody whom the user should not meet come last. Speeds do not matter here: where somebody
    /// would be alone, any company is welcome.
    pub(super) fn with_company(
        &mut self,
        languages: &[Language],
        request: &OpenRoom,
        now: Instant,
    ) -> Option<RoomCode> {
        self.end_offers(now);
        let first = |is_good: fn(&Entry, &OpenRoom, Instant) -> bool| {
            let is_good = |code: &RoomCode| {
                let entry = self.rooms.get(code).filter(|entry| entry.location.is_alive());
                entry.is_some_and(|entry| entry.has_company_for(request.user, now) && is_good(entry, request, now))
            };
            languages.iter().find_map(|language| self.offers.fullest_first(*language).find(is_good))
        };
        first(|entry, request, now| !entry.has_blocked(request, now)).or_else(|| first(|_, _, _| true))
    }

    /// Returns a room with company for the user of `request`, who waits alone in the room `code`: in its language or else in
    /// the default one. `None` if there is none, or if nobody else may be sent to their room or is in it.
    pub(super) fn better_than(&mut self, code: RoomCode, request: &OpenRoom, now: Instant) -> Option<RoomCode> {
        let entry = self.rooms.get(&code)?;
        if entry.waits_until(now).is_none() || entry.has_company_for(request.user, now) {
            return None;
        }
        self.with_company(&[entry.kind.language, Language::default()], request, now)
    }

    /// Renews the offers that have ended.
    fn end_offers(&mut self, now: Instant) {
        while let Some(code) = self.offers.ended(now) {
            self.offer(code, now);
        }
    }

    /// Returns the room in which the racers of `old` race again, while that race has not begun.
    pub(super) fn rematch(&self, old: RoomCode) -> Option<RoomCode> {
        let next = self.rematches.get(&old)?;
        self.rooms.get(next).filter(|entry| entry.location.is_alive() && !entry.occupancy.has_begun).map(|_| *next)
    }

    /// Returns a room of friends that `opener` has opened and that still waits: one in this language or, if there is one
    /// for each language, any.
    pub(super) fn opened_by(&self, opener: UserId, language: Language) -> Option<RoomCode> {
        let codes = self.of_friends.range((opener, RoomCode::from_random(0))..).take_while(|(user, _)| *user == opener);
        let rooms = codes.filter_map(|(_, code)| Some((*code, self.rooms.get(code)?)));
        let is_open = |entry: &Entry| entry.location.is_alive() && entry.occupancy.waiting != Waiting::Over;
        let open: Vec<_> = rooms.filter(|(_, entry)| is_open(entry)).collect();
        let fitting = open.iter().find(|(_, entry)| entry.kind.language == language);
        fitting.or(open.first().filter(|_| open.len() >= Language::ALL.len())).map(|(code, _)| *code)
    }

    /// Sets `next` as the room in which the racers of `old` race again.
    pub(super) fn set_rematch(&mut self, old: RoomCode, next: RoomCode) {
        self.rematches.insert(old, next);
    }

    /// Reserves a seat for `user`, who is sent to the room `code`, instead of one in another room. Nothing is reserved for
    /// a user who has a seat there, nor in a private room.
    pub(super) fn promise(&mut self, code: RoomCode, user: UserId, now: Instant) {
        if let Some(before) = self.promised.remove(&user)
            && let Some(entry) = self.rooms.get_mut(&before)
        {
            entry.promises.retain(|(other, _)| *other != user);
            self.offer(before, now);
        }
        if let Some(entry) = self.rooms.get_mut(&code)
            && !entry.kind.is_private
            && !entry.occupancy.unfinished.contains(&user.into())
        {
            entry.promises.push_back((user, now + PROMISE_TTL));
            self.promised.insert(user, code);
            self.offer(code, now);
        }
    }

    /// Returns the room in which a seat is reserved for `user`, while it waits for racers, unless it has another language
    /// than the one asked for.
    pub(super) fn promised_to(&self, user: UserId, language: Option<Language>, now: Instant) -> Option<RoomCode> {
        let code = *self.promised.get(&user)?;
        let suits = |entry: &&Entry| language.is_none_or(|language| language == entry.kind.language);
        let entry = self.rooms.get(&code).filter(|entry| entry.location.is_alive()).filter(suits)?;
        let is_kept = entry.promises.iter().any(|(other, until)| *other == user && *until > now);
        (is_kept && entry.waits_until(now).is_some()).then_some(code)
    }

    /// Returns the room `code` for a request of `racer` for a seat, which counts as theirs until the room reports its
    /// occupancy.
    ///
    /// # Errors
    /// Returns `Unknown` if there is no such room, `TooManySeats` if the racer already holds as many seats as they may.
    pub(super) fn ask(&mut self, code: RoomCode, racer: RacerId, now: Instant) -> Result<Addr<Room>, TakeSeatError> {
        let room = self.room(code, now).ok_or(TakeSeatError::Unknown)?;
        let elsewhere = self.held.get(&racer).map_or(0, |codes| codes.iter().filter(|held| **held != code).count());
        if elsewhere >= self.rooms_per_user {
            return Err(TakeSeatError::TooManySeats(self.rooms_per_user));
        }
        if let Some(entry) = self.rooms.get_mut(&code)
            && !entry.occupancy.unfinished.contains(&racer)
        {
            entry.occupancy.unfinished.push(racer);
            self.held.entry(racer).or_default().insert(code);
        }
        Ok(room)
    }

    /// Returns the public races with company that wait or run.
    pub(super) fn races(&self) -> Vec<OpenRace> {
        let races = self.rooms.iter().filter(|(_, entry)| !entry.kind.is_private && entry.location.is_alive());
        let open = races.filter_map(|(code, entry)| {
            let PublicRace { racers, running } = entry.occupancy.race?;
            let phase = running.map_or(OpenRacePhase::Waiting, |Running { started_at, ahead, gap, wpm }| {
                let ms = u64::try_from(started_at.elapsed().as_millis()).unwrap_or(u64::MAX);
                OpenRacePhase::Running { ms, ahead, gap, wpm }
            });
            Some(OpenRace { code: *code, language: entry.kind.language, racers, phase })
        });
        open.collect()
    }

    /// Returns the public room in which `user` races now, or else waits.
    pub(super) fn race_of(&self, user: UserId) -> Option<RoomCode> {
        let rooms = self.held.get(&user.into())?.iter().filter_map(|code| Some((*code, self.rooms.get(code)?)));
        let public = rooms.filter(|(_, entry)| !entry.kind.is_private && entry.location.is_alive());
        public.max_by_key(|(code, entry)| (entry.occupancy.has_begun, *code)).map(|(code, _)| code)
    }

    pub(super) fn rooms(&self) -> impl Iterator<Item = (RoomCode, &Addr<Room>)> {
        self.rooms.iter().filter_map(|(code, entry)| match &entry.location {
            Location::Here(room) => Some((*code, room)),
            Location::At(_) => None,
        })
    }

    /// Returns true while a race of this process is under way.
    pub(super) fn is_busy(&self) -> bool {
        let is_here = |location: &Location| matches!(location, Location::Here(room) if room.connected());
        self.rooms.values().any(|entry| entry.occupancy.is_under_way && is_here(&entry.location))
    }

    fn offer(&mut self, code: RoomCode, now: Instant) {
        let offer = self.rooms.get_mut(&code).and_then(|entry| {
            while let Some((user, _)) = entry.promises.pop_front_if(|(_, until)| *until <= now) {
                self.promised.remove(&user);
            }
            entry.offer(now)
        });
        self.offers.set(code, offer);
    }

    /// Returns the number of entries in all collections.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        let lists = [self.rooms.len(), self.offers.len(), self.held.len(), self.past.len(), self.forgetting.len()];
        lists.iter().sum::<usize>() + self.rematches.len() + self.promised.len() + self.of_friends.len()
    }

    /// Removes the room `code` from those in which these racers hold a seat.
    fn release(&mut self, code: RoomCode, racers: &[RacerId]) {
        for racer in racers {
            if let Some(codes) = self.held.get_mut(racer) {
                codes.remove(&code);
                if codes.is_empty() {
                    self.held.remove(racer);
                }
            }
        }
    }
}

impl Entry {
    /// Returns true if somebody else than `user` has a seat here, or was sent here.
    fn has_company_for(&self, user: UserId, now: Instant) -> bool {
        self.racers(now).any(|other| other != user.into())
    }

    /// Returns true if somebody is here whom the user of `request` should not meet.
    fn has_blocked(&self, request: &OpenRoom, now: Instant) -> bool {
        self.racers(now).filter_map(RacerId::user).any(|user| request.blocked.contains(&user))
    }

    /// Returns this room as it is offered to the racer of `request`.
    fn offered(&self, code: RoomCode, request: &OpenRoom, arrived: &Arrived, now: Instant) -> Offered {
        let racers = || self.racers(now);
        let speeds = || racers().filter_map(|racer| arrived.speed(racer.user()?, self.kind.language));
        let slowest = speeds().min_by(|one, other| one.0.total_cmp(&other.0));
        let fastest = speeds().max_by(|one, other| one.0.total_cmp(&other.0));
        Offered {
            code,
            racers: racers().count(),
            speeds: slowest.zip(fastest),
            left: match self.occupancy.waiting {
                Waiting::NotBegun { .. } | Waiting::Over => None,
                Waiting::Until(until) => Some(until.saturating_duration_since(now)),
            },
            is_blocked: self.has_blocked(request, now),
        }
    }

    /// Returns the racers who have a seat here, or were sent here.
    fn racers(&self, now: Instant) -> impl Iterator<Item = RacerId> + '_ {
        let sent = self.promises.iter().filter(move |(_, until)| *until > now).map(|(user, _)| (*user).into());
        self.occupancy.unfinished.iter().copied().chain(sent)
    }

    /// Returns the offer of this room for matchmaking; `None` if it is private or does not wait for racers.
    fn offer(&self, now: Instant) -> Option<Offer> {
        let waits_until = self.waits_until(now)?;
        let until = self.promises.front().map_or(waits_until, |(_, promise)| waits_until.min(*promise));
        let free = self.occupancy.open_seats.saturating_sub(self.promises.len());
        Some(Offer { language: self.kind.language, free, until })
    }

    /// Returns the moment until which racers may be sent to this room; `None` if it is private or does not wait.
    fn waits_until(&self, now: Instant) -> Option<Instant> {
        if self.kind.is_private {
            return None;
        }
        let waits_until = match self.occupancy.waiting {
            // An empty room must not close while racers load its page.
            Waiting::NotBegun { closes_at } => closes_at.checked_sub(PROMISE_TTL),
            Waiting::Until(until) => until.checked_sub(MIN_WAITING_LEFT),
            Waiting::Over => None,
        };
        waits_until.filter(|until| *until > now)
    }
}
