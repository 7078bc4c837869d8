//! A room that this engine owns: performs the effects of its [`Rules`], each once the change that it shows is safe.

use std::time::Duration;

use actix::Message;
use race::state::{pass_time, pass_time_of};
use shared::RoomCode;
use shared::messages::RecordResult;
use shared::wire::{ClientEvent, ServerEvent};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::address::{Address, Call};
use super::clock::Clock;
use super::locals::Locals;
use super::rules::{Effect, Input, Rules, refusal};
use super::sessions::Sessions;
use super::snapshot::RoomSnapshot;
use super::snapshots::Snapshots;
use crate::client::Refusal;
use crate::ids::EngineId;
use crate::limits::PICTURE_EVERY;
use crate::metrics::RoomMeters;
use crate::occupancy::Occupancy;

/// The number of effects that may wait for a snapshot until nobody can join any more. Less than half of those of joins and
/// leaves are for all racers, whose sockets have room for them.
const MAX_WAITING: usize = 2048;

/// A room that this engine owns.
pub(super) struct Owner {
    pub(super) rules: Rules,
    pub(super) sessions: Sessions,
    pub(super) snapshots: Snapshots<Waiting>,
    pub(super) meters: RoomMeters,
    /// The last report to the lobby; `None` if the next one is sent even if it says the same.
    pub(super) reported: Option<Occupancy>,
    /// The moment of the next report while watchers may find the race in a list: its progress changes all the time.
    pub(super) report_at: Option<Instant>,
    /// The moment of the next picture for racers, if one has typed since the last.
    pub(super) picture_at: Option<Instant>,
    /// A move to another engine that begins once all changes are safe.
    pub(super) hand_over: Option<HandOver>,
    /// The results to record.
    pub(super) to_record: Vec<RecordResult>,
    /// True once the race has closed the room, until the lobby has been told.
    pub(super) has_closed: bool,
    /// Told once the first snapshot is safe.
    pub(super) opened: Option<oneshot::Sender<()>>,
    /// The effects of the input that is being handled; kept for its memory.
    effects: Vec<Effect>,
}

/// Lobby to room: move to the engine `to`.
#[derive(Debug, Clone, Copy, Message)]
#[rtype(result = "()")]
pub(crate) struct HandOver {
    pub(crate) to: EngineId,
    /// True for a move that is dropped once the race no longer waits: each move repeats the room's state to its racers.
    pub(crate) while_waiting: bool,
}

/// An effect that waits for a snapshot.
pub(super) struct Waiting {
    effect: Deferred,
    /// The recipients of an event for all: those who were in the room when it happened.
    to: Vec<Address>,
    /// The moment at which the packet that caused it was read; `None` if time did.
    received_at: Option<Instant>,
    /// The moment from which it has waited.
    since: Instant,
}

/// Something to do once all changes so far are safe.
enum Deferred {
    Effect(Effect),
    Answer(Box<dyn FnOnce()>),
}

impl Owner {
    pub(super) fn new(
        code: RoomCode,
        snapshot: RoomSnapshot,
        age: Duration,
        sessions: Sessions,
        snapshots: Snapshots<Waiting>,
    ) -> Self {
        let clock = Clock::at(snapshot.at + age);
        Self {
            rules: Rules::resume(code, snapshot, clock),
            sessions,
            snapshots,
            meters: RoomMeters::new(),
            reported: None,
            report_at: None,
            picture_at: None,
            hand_over: None,
            to_record: Vec::new(),
            has_closed: false,
            opened: None,
            effects: Vec::new(),
        }
    }

    /// Begins to run the race, with the sockets of this engine and all that they have asked for.
    pub(super) fn start(&mut self, locals: &mut Locals) {
        self.perform_all(None, locals, |rules, _, now, effects| rules.start(now, effects));
        if let Some(opened) = self.opened.take() {
            self.answer(opened, (), locals);
        }
        for attached in locals.joined() {
            self.handle(Input::Return(attached, Address::here(attached.socket)), None, locals);
        }
        self.repeat_calls(locals);
    }

    /// Takes all that the sockets of this engine have asked for and that was not answered, and their progress.
    pub(super) fn repeat_calls(&mut self, locals: &mut Locals) {
        self.perform_all(None, locals, |rules, locals, now, effects| {
            for call in locals.calls() {
                rules.handle(Input::Call(call), now, effects);
            }
        });
    }

    /// Takes the command with this `number`, which [`Locals`] keeps until it is answered.
    pub(super) fn call(&mut self, number: u64, received_at: Instant, locals: &mut Locals) {
        if let Some(refusal) = locals.call(number).and_then(|call| self.refusal_when_full(&call)) {
            return self.refuse(refusal, locals);
        }
        self.perform_all(Some(received_at), locals, |rules, locals, now, effects| {
            if let Some(call) = locals.call(number) {
                rules.handle(Input::Call(call), now, effects);
            }
        });
    }

    /// Handles one input, caused by a packet that was read at `received_at` or, with `None`, by the time. Returns false if
    /// only a racer's progress has changed.
    pub(super) fn handle(&mut self, input: Input<'_>, received_at: Option<Instant>, locals: &mut Locals) -> bool {
        if let Input::Call(call) = &input
            && let Some(refusal) = self.refusal_when_full(call)
        {
            self.refuse(refusal, locals);
            return false;
        }
        self.perform_all(received_at, locals, |rules, _, now, effects| rules.handle(input, now, effects))
    }

    /// Handles a request of the api, and answers it once what it has changed is safe.
    pub(super) fn request<T: 'static>(
        &mut self,
        answer: oneshot::Sender<T>,
        locals: &mut Locals,
        request: impl FnOnce(&mut Rules, Instant, &mut Vec<Effect>) -> T,
    ) {
        let outcome = self.perform_all(None, locals, |rules, _, now, effects| request(rules, now, effects));
        self.answer(answer, outcome, locals);
    }

    fn answer<T: 'static>(&mut self, answer: oneshot::Sender<T>, outcome: T, locals: &mut Locals) {
        // Whoever has asked may have stopped waiting.
        let answer = Deferred::Answer(Box::new(move || _ = answer.send(outcome)));
        if self.is_safe() { self.do_now(answer, None, None, locals) } else { self.wait(answer, None) }
    }

    /// Refuses something, which need not wait for a snapshot.
    pub(super) fn refuse(&mut self, refusal: Effect, locals: &mut Locals) {
        self.do_now(Deferred::Effect(refusal), None, None, locals);
    }

    /// Returns the refusal of a join while too much waits for a snapshot: whoever comes and goes would flood the others.
    fn refusal_when_full(&self, call: &Call<'_>) -> Option<Effect> {
        let is_refused = matches!(*call.event, ClientEvent::Join) && self.snapshots.n_waiting() >= MAX_WAITING;
        is_refused.then(|| refusal(call.from, call.event.name(), &Refusal::RoomBusy, call.reply))
    }

    /// Notices whether anybody watches, here or at another engine.
    pub(super) fn notice_watchers(&mut self, locals: &mut Locals) {
        let are_elsewhere = self.sessions.are_watching();
        locals.watchers.set_elsewhere(are_elsewhere);
        match (are_elsewhere || !locals.watchers.is_empty(), self.rules.is_watched()) {
            (true, false) => self.perform_all(None, locals, |rules, _, now, effects| rules.watch(None, now, effects)),
            (false, true) => self.rules.unwatch(),
            (true, true) | (false, false) => {}
        }
    }

    /// Records whether a guest has watchers.
    pub(super) fn set_watches(&mut self, engine: EngineId, watches: bool, locals: &mut Locals) -> bool {
        if watches && !self.rules.is_for_watchers() {
            self.sessions.show(engine, None);
            return false;
        }
        let is_news = self.sessions.set_watches(engine, watches);
        locals.watchers.set_elsewhere(self.sessions.are_watching());
        if is_news && watches {
            self.perform_all(None, locals, |rules, _, now, effects| rules.watch(Some(engine), now, effects));
        }
        is_news
    }

    /// Shows the progress to the watchers, unless a change waits for a snapshot: the lanes may be about to change.
    pub(super) fn picture(&mut self, locals: &mut Locals) {
        if self.is_safe() {
            let completed = self.rules.progress_of_all();
            if locals.watchers.set_progress(&completed) {
                self.sessions.send_picture(&completed);
            }
        }
    }

    /// Sends racers a picture if it is time for one, under the same condition.
    pub(super) fn picture_for_racers(&mut self, now: Instant, locals: &Locals) {
        if self.picture_at.is_none_or(|at| at > now) {
            return;
        }
        if !self.is_safe() {
            self.picture_at = Some(now + PICTURE_EVERY);
            return;
        }
        self.picture_at = None;
        if let Some(picture) = self.rules.picture(now) {
            self.sessions.send_to_all(self.rules.present(None), &ServerEvent::Picture(picture), locals);
        }
    }

    /// Performs the effects that waited for the snapshot with this `number`.
    pub(super) fn perform_waiting(&mut self, number: u64, locals: &mut Locals) {
        while let Some(Waiting { mut effect, to, received_at, since }) = self.snapshots.next(number) {
            match &mut effect {
                Deferred::Effect(Effect::Broadcast(event, _) | Effect::Send(_, event)) => {
                    pass_time(event, since.elapsed());
                }
                Deferred::Effect(Effect::Show(_, race) | Effect::ShowAll(race)) => {
                    pass_time_of(&mut race.phase, since.elapsed());
                }
                Deferred::Effect(_) | Deferred::Answer(_) => {}
            }
            self.do_now(effect, Some(&to), received_at, locals);
        }
    }

    /// Tells all racers that the race has ended early.
    pub(super) fn abort(&mut self, locals: &Locals) {
        let Self { rules, sessions, .. } = self;
        rules.present(None).for_each(|to| sessions.end(to, &Refusal::RaceBroken, locals));
    }

    fn perform_all<T>(
        &mut self,
        received_at: Option<Instant>,
        locals: &mut Locals,
        input: impl FnOnce(&mut Rules, &Locals, Instant, &mut Vec<Effect>) -> T,
    ) -> T {
        let mut effects = std::mem::take(&mut self.effects);
        let outcome = input(&mut self.rules, locals, Instant::now(), &mut effects);
        self.perform(&mut effects, received_at, locals);
        self.effects = effects;
        outcome
    }

    /// Performs the effects of one input: at once, or when the snapshot with the changes of that input is safe.
    fn perform(&mut self, effects: &mut Vec<Effect>, received_at: Option<Instant>, locals: &mut Locals) {
        if self.rules.take_changed() {
            self.snapshots.mark_changed();
        }
        for effect in effects.drain(..) {
            if matches!(effect, Effect::Progress(..)) && self.rules.has_pictures() {
                self.picture_at.get_or_insert_with(|| Instant::now() + PICTURE_EVERY);
            } else if effect.shows_a_change() && !self.is_safe() {
                self.wait(Deferred::Effect(effect), received_at);
            } else {
                self.do_now(Deferred::Effect(effect), None, received_at, locals);
            }
        }
    }

    /// Returns true if all changes are safe and this engine still owns the room for certain.
    fn is_safe(&mut self) -> bool {
        self.snapshots.notice_lapse();
        self.snapshots.are_safe()
    }

    fn wait(&mut self, effect: Deferred, received_at: Option<Instant>) {
        let (to, progress_of) = match &effect {
            Deferred::Effect(Effect::Broadcast(_, except)) => (self.rules.present(*except).collect(), None),
            Deferred::Effect(Effect::Progress(user, _)) => (self.rules.present(Some(*user)).collect(), Some(*user)),
            Deferred::Effect(_) | Deferred::Answer(_) => (Vec::new(), None),
        };
        // Of each racer's progress only the last report waits, however long the store is away: a racer sees how far
        // the others are, and nobody is flooded when it is back. The report goes to the end of the queue, because a
        // racer who has joined since then was told of the one before.
        // The same holds for what watchers see.
        let shows_all = matches!(effect, Deferred::Effect(Effect::ShowAll(_)));
        let since = Instant::now();
        self.snapshots.wait(Waiting { effect, to, received_at, since }, |waiting| match waiting.effect {
            Deferred::Effect(Effect::Progress(user, _)) => progress_of == Some(user),
            Deferred::Effect(Effect::ShowAll(_)) => shows_all,
            Deferred::Effect(_) | Deferred::Answer(_) => false,
        });
    }

    fn do_now(&mut self, effect: Deferred, to: Option<&[Address]>, received_at: Option<Instant>, locals: &mut Locals) {
        let Self { rules, sessions, .. } = self;
        let effect = match effect {
            Deferred::Effect(effect) => effect,
            Deferred::Answer(answer) => return answer(),
        };
        let mut to_all = |event: &_, except| {
            match to {
                Some(to) => sessions.send_to_all(to.iter().copied(), event, locals),
                None => sessions.send_to_all(rules.present(except), event, locals),
            }
            self.meters.broadcast(received_at);
        };
        match effect {
            Effect::Broadcast(event, except) => to_all(&event, except),
            Effect::Progress(user, completed) => {
                rules.progress(user, completed).into_iter().for_each(|event| to_all(&event, Some(user)));
            }
            Effect::Refuse { to, fault, reply } => sessions.refuse(to, &fault, reply, locals),
            Effect::Disconnect(to, reason) => sessions.disconnect(to, &reason, locals),
            Effect::Send(to, event) => sessions.send(to, &event, locals),
            Effect::Joined(to, ticket) => sessions.joined(to, ticket, rules.is_of_event(), locals),
            Effect::TellTime(reply, answer) => sessions.answer(reply, &answer, locals),
            Effect::Answer(reply, answer) => sessions.answer(reply, &answer, locals),
            Effect::Show(engine, race) => sessions.show(engine, Some(race)),
            Effect::ShowAll(race) => {
                sessions.show_to_all(&race);
                locals.watchers.show(*race);
            }
            Effect::Record(record) => self.to_record.push(*record),
            Effect::Close => self.has_closed = true,
        }
    }
}
