//! A room that this engine owns: performs the effects of its [`Owner`], each once the change that it shows is safe.

use std::time::Duration;

use actix::Message;
use shared::RoomCode;
use shared::messages::{RecordResult, TakeSeat, TakeSeatError, TakenSeat};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::address::Address;
use super::clock::Clock;
use super::locals::Locals;
use super::owner::{Effect, Input, Owner};
use super::sessions::Sessions;
use super::snapshot::RoomSnapshot;
use super::snapshots::Snapshots;
use crate::client::Refusal;
use crate::ids::EngineId;
use crate::metrics::RoomMeters;
use crate::occupancy::Occupancy;

/// The number of joins and leaves that may wait for a snapshot. Beyond it, the racers get the state in their place.
const MAX_JOINS_AND_LEAVES: usize = 64;

/// A room that this engine owns.
pub(super) struct Owned {
    pub(super) owner: Owner,
    pub(super) sessions: Sessions,
    pub(super) snapshots: Snapshots<Waiting>,
    pub(super) meters: RoomMeters,
    /// The last report to the lobby; `None` if the next one is sent even if it says the same.
    pub(super) reported: Option<Occupancy>,
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
    cause: Option<Instant>,
}

/// Something to do once all changes so far are safe.
enum Deferred {
    Effect(Effect),
    Seat(oneshot::Sender<Result<TakenSeat, TakeSeatError>>, Result<TakenSeat, TakeSeatError>),
    Opened(oneshot::Sender<()>),
}

impl Owned {
    pub(super) fn new(
        code: RoomCode,
        snapshot: RoomSnapshot,
        age: Duration,
        sessions: Sessions,
        snapshots: Snapshots<Waiting>,
    ) -> Self {
        let clock = Clock::at(snapshot.at + age);
        Self {
            owner: Owner::resume(code, snapshot, clock),
            sessions,
            snapshots,
            meters: RoomMeters::new(),
            reported: None,
            hand_over: None,
            to_record: Vec::new(),
            has_closed: false,
            opened: None,
            effects: Vec::new(),
        }
    }

    /// Begins to run the race, with the sockets of this engine and all that they have asked for.
    pub(super) fn start(&mut self, locals: &mut Locals) {
        self.perform_all(None, locals, |owner, _, now, effects| owner.start(now, effects));
        if let Some(opened) = self.opened.take() {
            self.defer(Deferred::Opened(opened), locals);
        }
        for attached in locals.joined() {
            self.handle(Input::Return(attached, Address::here(attached.socket)), None, locals);
        }
        self.repeat_calls(locals);
    }

    /// Takes all that the sockets of this engine have asked for and that was not answered, and their progress.
    pub(super) fn repeat_calls(&mut self, locals: &mut Locals) {
        self.perform_all(None, locals, |owner, locals, now, effects| {
            for call in locals.calls() {
                owner.handle(Input::Call(call), now, effects);
            }
        });
    }

    /// Takes the command with this `number`, which [`Locals`] keeps until it is answered.
    pub(super) fn call(&mut self, number: u64, cause: Instant, locals: &mut Locals) {
        self.perform_all(Some(cause), locals, |owner, locals, now, effects| {
            if let Some(call) = locals.call(number) {
                owner.handle(Input::Call(call), now, effects);
            }
        });
    }

    /// Handles one input, caused by a packet that was read at `cause`. Returns false if only a racer's progress has
    /// changed.
    pub(super) fn handle(&mut self, input: Input<'_>, cause: Option<Instant>, locals: &mut Locals) -> bool {
        self.perform_all(cause, locals, |owner, _, now, effects| owner.handle(input, now, effects))
    }

    /// Handles a request for a seat, and answers it once the seat is safe.
    pub(super) fn take_seat(
        &mut self,
        request: TakeSeat,
        answer: oneshot::Sender<Result<TakenSeat, TakeSeatError>>,
        locals: &mut Locals,
    ) {
        let taken = self.perform_all(None, locals, |owner, _, now, effects| owner.take_seat(request, now, effects));
        self.defer(Deferred::Seat(answer, taken), locals);
    }

    /// Refuses something, which need not wait for a snapshot.
    pub(super) fn refuse(&mut self, refusal: Effect, locals: &mut Locals) {
        self.do_now(Deferred::Effect(refusal), None, None, locals);
    }

    /// Performs the effects that waited for the snapshot with this `number`.
    pub(super) fn perform_waiting(&mut self, number: u64, locals: &mut Locals) {
        while let Some(Waiting { effect, to, cause }) = self.snapshots.next(number) {
            self.do_now(effect, Some(&to), cause, locals);
        }
    }

    /// Tells all racers that the race has ended early.
    pub(super) fn abort(&mut self, locals: &Locals) {
        let Self { owner, sessions, .. } = self;
        owner.present(None).for_each(|to| sessions.end(to, &Refusal::RaceBroken, locals));
    }

    fn perform_all<T>(
        &mut self,
        cause: Option<Instant>,
        locals: &mut Locals,
        input: impl FnOnce(&mut Owner, &Locals, Instant, &mut Vec<Effect>) -> T,
    ) -> T {
        let mut effects = std::mem::take(&mut self.effects);
        let outcome = input(&mut self.owner, locals, Instant::now(), &mut effects);
        self.perform(&mut effects, cause, locals);
        self.effects = effects;
        outcome
    }

    /// Performs the effects of one input: at once, or when the snapshot with the changes of that input is safe.
    fn perform(&mut self, effects: &mut Vec<Effect>, cause: Option<Instant>, locals: &mut Locals) {
        if self.owner.take_changed() {
            self.snapshots.mark_changed();
        }
        for effect in effects.drain(..) {
            if effect.shows_a_change() && !self.is_safe() {
                self.wait(Deferred::Effect(effect), cause);
            } else {
                self.do_now(Deferred::Effect(effect), None, cause, locals);
            }
        }
    }

    fn defer(&mut self, effect: Deferred, locals: &mut Locals) {
        if self.is_safe() { self.do_now(effect, None, None, locals) } else { self.wait(effect, None) }
    }

    /// Returns true if all changes are safe and this engine still owns the room for certain.
    fn is_safe(&mut self) -> bool {
        self.snapshots.notice_lapse();
        self.snapshots.are_safe()
    }

    fn wait(&mut self, effect: Deferred, cause: Option<Instant>) {
        let effect = match effect {
            Deferred::Effect(effect) if effect.is_in_state() => Deferred::Effect(self.summed_up(effect)),
            effect => effect,
        };
        let to = match &effect {
            Deferred::Effect(Effect::Broadcast(_, except)) => self.owner.present(*except).collect(),
            Deferred::Effect(Effect::Progress(user, _)) => self.owner.present(Some(*user)).collect(),
            Deferred::Effect(_) | Deferred::Seat(..) | Deferred::Opened(_) => Vec::new(),
        };
        // However long the store is away, nobody is flooded when it is back. An event goes to the end of the queue,
        // because a racer who has joined since the one that it supersedes was told of that.
        let waiting = Waiting { effect, to, cause };
        self.snapshots.wait(waiting, |later, earlier| match (&later.effect, &earlier.effect) {
            (Deferred::Effect(later), Deferred::Effect(earlier)) => later.supersedes(earlier),
            _ => false,
        });
    }

    /// Returns an event with the state in place of `effect` if too many wait that it would make up for.
    fn summed_up(&self, effect: Effect) -> Effect {
        let is_in_state =
            |waiting: &&Waiting| matches!(&waiting.effect, Deferred::Effect(effect) if effect.is_in_state());
        if self.snapshots.waiting().filter(is_in_state).count() < MAX_JOINS_AND_LEAVES {
            return effect;
        }
        self.owner.state(Instant::now()).map_or(effect, |state| Effect::Broadcast(Box::new(state), None))
    }

    fn do_now(&mut self, effect: Deferred, to: Option<&[Address]>, cause: Option<Instant>, locals: &mut Locals) {
        let Self { owner, sessions, .. } = self;
        let effect = match effect {
            Deferred::Effect(effect) => effect,
            Deferred::Seat(answer, taken) => {
                // The api may have stopped waiting.
                let _ = answer.send(taken);
                return;
            }
            Deferred::Opened(opened) => {
                // The lobby may be gone.
                let _ = opened.send(());
                return;
            }
        };
        let mut to_all = |event: &_, except| {
            match to {
                Some(to) => sessions.send_to_all(to.iter().copied(), event, locals),
                None => sessions.send_to_all(owner.present(except), event, locals),
            }
            self.meters.broadcast(cause);
        };
        match effect {
            Effect::Broadcast(event, except) => to_all(&event, except),
            Effect::Progress(user, completed) => {
                owner.progress(user, completed).into_iter().for_each(|event| to_all(&event, Some(user)));
            }
            Effect::Refuse { to, fault, reply } => sessions.refuse(to, &fault, reply, locals),
            Effect::Replace(to) => sessions.replace(to, locals),
            Effect::Send(to, event) => sessions.send(to, &event, locals),
            Effect::Joined(to, ticket) => sessions.joined(to, ticket, locals),
            Effect::TellTime(reply, answer) => sessions.answer(reply, &answer, locals),
            Effect::Answer(reply, answer) => sessions.answer(reply, &answer, locals),
            Effect::Record(record) => self.to_record.push(*record),
            Effect::Close => self.has_closed = true,
        }
    }
}
