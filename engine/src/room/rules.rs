//! The rules of a room that this engine owns: the race, its racers' sockets by address, and its results.
//!
//! An [`Input`] and the time go in, [`Effect`]s come out, in the order in which they have to happen. No socket, task,
//! timer or store in here: the room performs the effects once a snapshot with the change behind them is safe.

mod announcing;
mod watching;

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use chrono::Utc;
use race::state::{outcome, state};
use race::{EventError, Finish, Finishing, Phase, Race, RaceEvent, RaceTime, SeatError};
use serde_json::{Value, json};
use shared::messages::{BeginRace, BeginRaceError, RecordResult, Recorded, TakeSeat, TakeSeatError, TakenSeat};
use shared::racer::Racer;
use shared::wire::{
    ClientEvent, ClockAnswer, Fault, Finished, Phase as PhaseLeft, Progress, ServerEvent, Started, State, Watched,
};
use shared::{Percent, RaceId, RacerId, RoomCode, UserId};
use tokio::time::Instant;

use super::address::{Address, Call};
use super::clock::Clock;
use super::results::{Reply, Resolved, Results};
use super::snapshot::RoomSnapshot;
use crate::client::{Refusal, fault};
use crate::ids::{EngineId, Ticket};
use crate::occupancy::{Occupancy, PublicRace, RoomKind, Waiting};
use crate::peers::message::Attached;

/// Something that happens to a room.
pub(super) enum Input<'a> {
    /// An event of a racer.
    Call(Call<'a>),
    /// The socket of a racer that joined with this ticket is connected, as before the room changed hands.
    Return(Attached, Address),
    /// The socket of a racer has closed.
    Leave(RacerId, Address),
    /// Another engine begins a session, with these sockets and no others.
    Attach(EngineId, &'a [Attached]),
    /// An engine is dead, and its sockets are lost.
    Lose(EngineId),
    /// The result of a racer is saved, or can never be (`None`).
    Recorded(RacerId, Option<Recorded>),
    /// The finish of a racer is announced, even if its result is not saved yet.
    Due(RacerId),
    /// Time has passed.
    Tick,
}

/// Something that a room has to do.
#[derive(Debug)]
pub(super) enum Effect {
    /// Send a racer's refused event back, and refuse the command that awaits an answer. Changes nothing, so it need not
    /// wait for a snapshot.
    Refuse {
        to: Address,
        fault: Fault,
        reply: Option<Address>,
    },
    /// Disconnect a socket whose racer has a newer one, or has lost their seat. It need not wait for a snapshot either.
    Disconnect(Address, Refusal),
    /// Tell a racer the time, which changes nothing.
    TellTime(Address, ClockAnswer),
    /// Report to the lobby that the room is closed.
    Close,
    Send(Address, Box<ServerEvent>),
    /// Send an event to all racers who are in the room, except one.
    Broadcast(Box<ServerEvent>, Option<RacerId>),
    /// Send a racer's progress to all others.
    Progress(RacerId, Percent),
    /// Tell a socket's engine that its join is safe.
    Joined(Address, Ticket),
    Answer(Address, Value),
    /// Show the race to the watchers of one other engine.
    Show(EngineId, Box<Watched>),
    /// Show it to all watchers.
    ShowAll(Box<Watched>),
    /// Save a result, and announce the finish.
    Record(Box<RecordResult>),
}

/// The owner's side of a room.
pub(super) struct Rules {
    code: RoomCode,
    id: RaceId,
    is_private: bool,
    race: Race,
    clock: Clock,
    /// The current socket of each racer who is in the room.
    present: BTreeMap<RacerId, Address>,
    /// The ticket of each racer's last join. A socket that returns with an earlier one was replaced.
    tickets: HashMap<RacerId, Ticket>,
    results: Results,
    /// The race as watchers were shown it last, and its phase then; `None` while nobody watches.
    shown: Option<(Phase, Box<Watched>)>,
    /// True once something has changed that no snapshot has.
    has_changed: bool,
}

impl Rules {
    /// Resumes a room from `snapshot`, whose `clock` has kept running.
    pub(super) fn resume(code: RoomCode, snapshot: RoomSnapshot, clock: Clock) -> Self {
        let RoomSnapshot { id, is_private, race, at: _, results, tickets } = snapshot;
        let finished = |record: RecordResult| {
            let username = username(&race, record.result.racer);
            let finished = Finished { username, outcome: outcome(&record.result, record.evidence) };
            (record, finished)
        };
        let results = Results::resume(results.into_iter().map(finished));
        let (present, shown) = (BTreeMap::new(), None);
        Self { code, id, is_private, race, clock, present, tickets, results, shown, has_changed: false }
    }

    /// Lets the race catch up with the time since the snapshot, and records its results: doing so again changes nothing.
    pub(super) fn start(&mut self, now: Instant, effects: &mut Vec<Effect>) {
        let now = self.clock.moment_of(now);
        // A closed room lives until its results are saved. Its race has no event left that would close it again.
        let was_closed = self.race.phase() == Phase::Closed;
        let events = self.race.resume(now);
        self.announce(events, None, now, effects);
        if was_closed {
            effects.push(Effect::Close);
        }
        // All of them: the snapshot does not know which are saved by now, and the api records each once.
        effects.extend(self.results.records().cloned().map(|record| Effect::Record(Box::new(record))));
        tracing::info!(race.id = %self.id, n_racers = self.race.seats().len(), "room opened");
        self.has_changed = true;
    }

    /// Handles one input. Returns false if only a racer's progress has changed, which affects neither the occupancy nor
    /// the next deadline.
    pub(super) fn handle(&mut self, input: Input<'_>, now: Instant, effects: &mut Vec<Effect>) -> bool {
        let now = self.clock.moment_of(now);
        // First, since what was due before this input happened before it: the timer may be late.
        let has_advanced = self.advance(now, effects);
        let has_more = self.take_input(input, now, effects) || has_advanced;
        if has_more {
            self.show_changes(now, effects);
        }
        has_more
    }

    fn take_input(&mut self, input: Input<'_>, now: RaceTime, effects: &mut Vec<Effect>) -> bool {
        match input {
            Input::Call(call) => return self.call(&call, now, effects),
            Input::Return(Attached { user, ticket, .. }, from) => self.return_to(user, ticket, from, now, effects),
            Input::Leave(user, from) => self.leave(user, from, now, effects),
            Input::Attach(engine, sockets) => self.attach(engine, sockets, now, effects),
            Input::Lose(engine) => self.lose(now, effects, |_, from| from.engine == Some(engine)),
            Input::Recorded(user, recorded) => {
                match self.results.resolve(user, recorded.as_ref()) {
                    Some(Resolved::Saved(answer, replies)) => {
                        effects.extend(replies.into_iter().map(|reply| Effect::Answer(reply, json!(answer))));
                        let overdue = self.results.overdue_win().cloned();
                        effects.extend(overdue.map(|record| Effect::Record(Box::new(record))));
                    }
                    Some(Resolved::Settled(settled)) => {
                        let to = self.present.get(&user).copied();
                        effects.extend(to.map(|to| Effect::Send(to, Box::new(ServerEvent::Win(settled.clone())))));
                    }
                    None => {}
                }
                self.announce_results(effects);
            }
            Input::Due(user) => {
                self.results.make_due(user);
                self.announce_results(effects);
            }
            Input::Tick => {}
        }
        true
    }

    /// Gives a racer a seat.
    ///
    /// # Errors
    /// Returns the error for the racer.
    pub(super) fn take_seat(
        &mut self,
        request: TakeSeat,
        now: Instant,
        effects: &mut Vec<Effect>,
    ) -> Result<TakenSeat, TakeSeatError> {
        let TakeSeat { code: _, racer, proof, divisions } = request;
        let language = self.race.text().language;
        let division = divisions.into_iter().find(|(of, _)| *of == language).map(|(_, division)| division);
        let racer = Racer { division, ..racer };
        let now = self.clock.moment_of(now);
        self.advance(now, effects);
        let user = racer.id;
        let newcomer = self.race.seat(user).is_none().then(|| ServerEvent::Join((&racer).into()));
        self.race.take_seat(racer, proof, now).map_err(|error| match error {
            SeatError::Full => TakeSeatError::Full,
            SeatError::Begun => TakeSeatError::Joinable,
            SeatError::Closed => TakeSeatError::Unknown,
        })?;
        self.has_changed = true;
        self.show_changes(now, effects);
        // The newcomer gets the text, so the others learn of them before a socket joins, or none ever does.
        effects.extend(newcomer.map(|join| Effect::Broadcast(Box::new(join), Some(user))));
        Ok(TakenSeat {
            participants: self.race.participants(),
            text: self.race.text().clone(),
            race: self.id,
            private: self.is_private,
            seats: self.race.rules().capacity,
            waits: self.race.expires_at().map_or(Duration::ZERO, |at| at.since(now)),
        })
    }

    /// Begins the race of an event, at the word of its host.
    ///
    /// # Errors
    /// [`BeginRaceError::Unknown`] if this is no room of an event, or closed.
    pub(super) fn begin_race(
        &mut self,
        BeginRace { code: _, text, start_at }: BeginRace,
        now: Instant,
        effects: &mut Vec<Effect>,
    ) -> Result<(), BeginRaceError> {
        let now = self.clock.moment_of(now);
        self.advance(now, effects);
        if !self.race.is_of_event() || self.race.phase() == Phase::Closed {
            return Err(BeginRaceError::Unknown);
        }
        let until_start = (start_at - Utc::now()).to_std().unwrap_or_default();
        let events = self.race.begin_with(text, now + until_start, now);
        self.announce(events, None, now, effects);
        self.show_changes(now, effects);
        Ok(())
    }

    /// Takes the seat of a racer away.
    pub(super) fn remove_racer(&mut self, racer: RacerId, now: Instant, effects: &mut Vec<Effect>) {
        let now = self.clock.moment_of(now);
        self.advance(now, effects);
        let events = self.race.remove(racer, now);
        if self.race.seat(racer).is_none() {
            let socket = self.present.remove(&racer);
            effects.extend(socket.map(|socket| Effect::Disconnect(socket, Refusal::NoSeat)));
        }
        self.announce(events, None, now, effects);
        self.show_changes(now, effects);
    }

    /// Returns true, once, if something has changed that no snapshot has.
    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Returns the state that outlives the process, at `now`.
    pub(super) fn snapshot(&self, now: Instant) -> RoomSnapshot {
        RoomSnapshot {
            id: self.id,
            is_private: self.is_private,
            race: self.race.clone(),
            at: self.clock.moment_of(now),
            results: self.results.records().cloned().collect(),
            tickets: self.tickets.clone(),
        }
    }

    pub(super) fn id(&self) -> RaceId {
        self.id
    }

    /// Returns true for a room of an event.
    pub(super) fn is_of_event(&self) -> bool {
        self.race.is_of_event()
    }

    pub(super) fn kind(&self) -> RoomKind {
        RoomKind::of(&self.race, self.is_private)
    }

    pub(super) fn phase(&self) -> Phase {
        self.race.phase()
    }

    /// Returns the event that shows a racer's progress to the others; `None` once the seat is gone.
    pub(super) fn progress(&self, user: RacerId, completed: Percent) -> Option<ServerEvent> {
        let username = self.race.seat(user)?.racer.username.clone();
        Some(ServerEvent::Typing(Progress { username, completed }))
    }

    /// Returns true if `socket` is the current one of `user`.
    pub(super) fn has(&self, user: RacerId, socket: Address) -> bool {
        self.present.get(&user) == Some(&socket)
    }

    /// Returns the current sockets of all racers who are in the room, except one.
    pub(super) fn present(&self, except: Option<RacerId>) -> impl Iterator<Item = Address> + '_ {
        self.present.iter().filter(move |(user, _)| Some(**user) != except).map(|(_, socket)| *socket)
    }

    /// Returns all racers who are in the room with their current sockets.
    pub(super) fn racers(&self) -> impl Iterator<Item = (RacerId, Address)> + '_ {
        self.present.iter().map(|(user, socket)| (*user, *socket))
    }

    /// Returns the moment at which time changes the race.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.race.deadline().map(|deadline| self.clock.instant_of(deadline))
    }

    /// Returns the results, as they are recorded.
    pub(super) fn records(&self) -> impl Iterator<Item = &RecordResult> {
        self.results.records()
    }

    /// Returns true while a result is not saved yet.
    pub(super) fn has_pending_results(&self) -> bool {
        self.results.are_pending()
    }

    /// Returns the seats and racers as the lobby needs them at `now`; `is_saving` is true while a snapshot is being saved.
    pub(super) fn occupancy(&self, is_saving: bool, now: Instant) -> Occupancy {
        let (race, phase) = (&self.race, self.race.phase());
        let waiting = match phase {
            Phase::Waiting { until: None } => race
                .closes_at()
                .map_or(Waiting::Over, |closes_at| Waiting::NotBegun { closes_at: self.clock.instant_of(closes_at) }),
            Phase::Waiting { until: Some(until) } => Waiting::Until(self.clock.instant_of(until)),
            Phase::Starting { .. } | Phase::Running { .. } | Phase::Finished { .. } | Phase::Closed => Waiting::Over,
        };
        let is_saving = is_saving || self.results.are_pending();
        Occupancy {
            open_seats: race.open_seats(),
            waiting,
            is_under_way: race.connected() > 0
                && (is_saving || matches!(phase, Phase::Starting { .. } | Phase::Running { .. })),
            has_begun: phase.has_begun(),
            unfinished: race.unfinished().collect(),
            race: if self.is_private { None } else { PublicRace::of(race, self.clock.moment_of(now), now) },
            elsewhere: self.elsewhere().filter(|_| matches!(phase, Phase::Waiting { .. })),
        }
    }

    /// Returns the other engine that holds more than half of the room's sockets, if there is one.
    fn elsewhere(&self) -> Option<EngineId> {
        let at = |engine| self.present.values().filter(|socket| socket.engine == engine).count();
        let mut engines = self.present.values().map(|socket| socket.engine);
        engines.find(|engine| at(*engine) * 2 > self.present.len()).flatten()
    }

    /// Lets the race catch up with the clock and returns true if anything happened. Called before every input.
    fn advance(&mut self, now: RaceTime, effects: &mut Vec<Effect>) -> bool {
        let events = self.race.tick(now);
        let has_advanced = !events.is_empty();
        self.announce(events, None, now, effects);
        has_advanced
    }

    /// Performs an event of a client. Returns false if only their progress has changed.
    fn call(&mut self, call: &Call<'_>, now: RaceTime, effects: &mut Vec<Effect>) -> bool {
        let is_progress = matches!(*call.event, ClientEvent::Clock(_) | ClientEvent::Typing(_));
        match (self.take(call, now, effects), call.reply) {
            (Ok(()), None) => {}
            (Ok(()), Some(reply)) => match &*call.event {
                ClientEvent::Clock(_) => effects.push(Effect::TellTime(reply, ClockAnswer { ms: now.millis() })),
                ClientEvent::Join
                | ClientEvent::Typing(_)
                | ClientEvent::Starting
                | ClientEvent::Begin
                | ClientEvent::Start(_) => effects.push(Effect::Answer(reply, json!({}))),
                ClientEvent::Finish(_) => match self.results.answer_when_saved(call.user, reply) {
                    Reply::Waits => {}
                    Reply::Now(answer) => effects.push(Effect::Answer(reply, json!(answer))),
                    Reply::InPlaceOf(oldest) => {
                        effects.push(refusal(call.from, call.event.name(), &Refusal::RoomBusy, Some(oldest)));
                    }
                },
            },
            (Err(error), _) => {
                let error = Refusal::from(error);
                let (race, event) = (self.id, call.event.name());
                tracing::debug!(race.id = %race, racer.id = %call.user, event, %error, "event refused");
                effects.push(refusal(call.from, event, &error, call.reply));
            }
        }
        !is_progress
    }

    fn take(&mut self, call: &Call<'_>, now: RaceTime, effects: &mut Vec<Effect>) -> Result<(), EventError> {
        let Call { user, from, .. } = *call;
        // First: an event in another's name is refused even from a socket that has not joined.
        self.race.identify(user, call.username)?;
        if !matches!(*call.event, ClientEvent::Join) && !self.has(user, from) {
            // The socket has not joined, or another tab has replaced it.
            return Err(EventError::NotJoined);
        }
        // When the racer's engine received it, not when it is handled: a busy room costs no racer time.
        let typed_at = self.clock.moment_of(call.received_at);
        if let (Some(round_trip), ClientEvent::Clock(_) | ClientEvent::Finish(_)) = (call.round_trip, &*call.event) {
            self.race.time_line(user, round_trip);
        }
        match &*call.event {
            ClientEvent::Join => self.join(user, from, None, now, effects),
            ClientEvent::Typing(report) => {
                if let Some(RaceEvent::ProgressMade { racer, completed }) = self.race.report(user, report, typed_at)? {
                    effects.push(Effect::Progress(racer, completed));
                }
                self.repeat_first_with_more_opponents(effects);
                Ok(())
            }
            ClientEvent::Begin => {
                let events = self.race.begin(user, now)?;
                self.announce(events, None, now, effects);
                Ok(())
            }
            ClientEvent::Clock(seen) => self.race.measure(user, *seen, typed_at),
            // The room's own clock decides.
            ClientEvent::Starting | ClientEvent::Start(None) => Ok(()),
            ClientEvent::Start(Some(opened)) => self.race.open(user, *opened, typed_at),
            ClientEvent::Finish(report) => {
                if let Finishing::First(events) = self.race.finish(user, report, typed_at, now)? {
                    self.has_changed = true;
                    self.announce(events, None, now, effects);
                    self.repeat_first_with_more_opponents(effects);
                }
                Ok(())
            }
        }
    }

    /// Records the first place again when more racers make it a win than was known.
    fn repeat_first_with_more_opponents(&mut self, effects: &mut Vec<Effect>) {
        let Some(first) = self.results.undecided_first() else { return };
        let opponents = self.opponents(first);
        if let Some(record) = self.results.set_opponents(first, opponents) {
            effects.push(Effect::Record(Box::new(record.clone())));
            self.has_changed = true;
        }
    }

    /// Returns the accounts besides `user` against which a win counts.
    fn opponents(&self, user: RacerId) -> Vec<UserId> {
        self.race.typed_half_besides(user).filter_map(RacerId::user).collect()
    }

    /// Lets a socket of `user` join, or return with the `ticket` of its join.
    fn join(
        &mut self,
        user: RacerId,
        from: Address,
        ticket: Option<Ticket>,
        now: RaceTime,
        effects: &mut Vec<Effect>,
    ) -> Result<(), EventError> {
        let events = self.race.join(user, now)?;
        let earlier = self.present.insert(user, from);
        let replaced = earlier.filter(|earlier| *earlier != from);
        effects.extend(replaced.map(|earlier| Effect::Disconnect(earlier, Refusal::TakenOver)));
        let ticket = ticket.unwrap_or_else(|| {
            // The ticket of a return is in the snapshot already.
            self.has_changed = true;
            self.tickets.values().max().map_or(Ticket::MIN, |last| last.saturating_add(1))
        });
        self.tickets.insert(user, ticket);
        // Before the state: if the room changes hands once the page shows it, its engine can attach the socket again.
        effects.push(Effect::Joined(from, ticket));
        self.welcome(from, now, effects);
        self.announce(events, Some(user), now, effects);
        Ok(())
    }

    /// Returns the state of the race, with results as they are saved; `None` once the room is closed.
    fn state(&self, now: RaceTime) -> Option<State> {
        let mut state = state(&self.race, self.code, now)?;
        self.results.show_saved(&mut state);
        Some(state)
    }

    /// Sends a socket that has just joined the `state`, the text of a race of an event once it has begun, then the event of
    /// the phase for clients that do not know `state`.
    fn welcome(&self, to: Address, now: RaceTime, effects: &mut Vec<Effect>) {
        let Some(state) = self.state(now) else { return };
        let phase = match state.phase {
            PhaseLeft::Waiting(left) => Some(ServerEvent::Waiting(left)),
            PhaseLeft::Starting(left) => Some(ServerEvent::Starting(left)),
            PhaseLeft::Running { ms } => Some(ServerEvent::Start(Started { ms: Some(ms) })),
            PhaseLeft::Finished { .. } => None,
        };
        let events = [Some(ServerEvent::State(state)), self.text_of_event(), phase];
        effects.extend(events.into_iter().flatten().map(|event| Effect::Send(to, Box::new(event))));
    }

    /// Returns the text of a race of an event once it has begun; others are known with the seat.
    fn text_of_event(&self) -> Option<ServerEvent> {
        let has_begun = !matches!(self.race.phase(), Phase::Waiting { .. });
        (self.race.is_of_event() && has_begun).then(|| ServerEvent::Text(self.race.text().into()))
    }

    fn return_to(&mut self, user: RacerId, ticket: Ticket, from: Address, now: RaceTime, effects: &mut Vec<Effect>) {
        // Also without a seat: the racer may have left in the tab that replaced this one.
        if Some(&ticket) < self.tickets.get(&user) {
            return effects.push(Effect::Disconnect(from, Refusal::TakenOver));
        }
        let joined = self.race.identify(user, None).and_then(|()| self.join(user, from, Some(ticket), now, effects));
        if let Err(error) = joined {
            effects.push(refusal(from, ClientEvent::Join.name(), &error.into(), None));
        }
    }

    /// Handles the end of a socket. Ignored for a tab that was replaced.
    fn leave(&mut self, user: RacerId, from: Address, now: RaceTime, effects: &mut Vec<Effect>) {
        if self.has(user, from) {
            self.present.remove(&user);
            let events = self.race.leave(user, now);
            self.announce(events, None, now, effects);
        }
    }

    fn attach(&mut self, engine: EngineId, sockets: &[Attached], now: RaceTime, effects: &mut Vec<Effect>) {
        for Attached { socket, user, ticket } in sockets {
            let from = Address::at(engine, *socket);
            let before = self.present.get(user).and_then(|before| before.engine);
            if before == Some(engine) && self.tickets.get(user) == Some(ticket) {
                // The same socket in a new session is not a second window.
                self.present.insert(*user, from);
            }
            self.return_to(*user, *ticket, from, now, effects);
        }
        // Last, so that a racer whose socket has only changed its number is never lost in between.
        self.lose(now, effects, |user, from| {
            let is_listed = |known: &Attached| known.user == user && known.socket == from.number;
            from.engine == Some(engine) && !sockets.iter().any(is_listed)
        });
    }

    /// Removes the sockets for which `is_lost` holds. Their racers have not left, and get time to come back.
    fn lose(&mut self, now: RaceTime, effects: &mut Vec<Effect>, is_lost: impl Fn(RacerId, Address) -> bool) {
        let lost: Vec<_> = self.racers().filter(|(user, from)| is_lost(*user, *from)).collect();
        for (user, _) in lost {
            self.present.remove(&user);
            let events = self.race.lose(user, now);
            self.announce(events, None, now, effects);
        }
    }

    /// Records a final result, which is announced when it is saved.
    fn record(&mut self, finish: Finish, effects: &mut Vec<Effect>) {
        let Finish { result, proof, evidence, keys, racers, started_at } = finish;
        let user = result.racer;
        let finished = Finished { username: username(&self.race, user), outcome: outcome(&result, evidence) };
        let record = RecordResult {
            race: self.id,
            room: self.code,
            text: self.race.text().id,
            racers,
            started_at: self.clock.date_of(started_at),
            result,
            proof,
            keys,
            evidence,
            start_spread_ms: self.race.start_spread_ms(),
            private: self.is_private,
            opponents: self.opponents(user),
        };
        // Kept here as well: the snapshot has it, so that the next owner records it if this one dies before the answer.
        self.results.add(record.clone(), finished);
        effects.push(Effect::Record(Box::new(record)));
    }
}

impl Effect {
    /// Returns true for an effect that shows a change, which has to be safe before.
    pub(super) fn shows_a_change(&self) -> bool {
        !matches!(self, Self::Refuse { .. } | Self::Disconnect(..) | Self::TellTime(..) | Self::Close)
    }
}

/// Returns the refusal of the event called `event` of a socket.
pub(super) fn refusal(to: Address, event: &str, refusal: &Refusal, reply: Option<Address>) -> Effect {
    Effect::Refuse { to, fault: fault(event, refusal), reply }
}

fn username(race: &Race, user: RacerId) -> String {
    race.seat(user).map(|seat| seat.racer.username.clone()).unwrap_or_default()
}
