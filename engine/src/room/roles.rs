//! The changes of a room's role: a move to another engine, and the loss of the room to one.

use actix::Context;
use race::Phase;

use super::guest::Guest;
use super::owner::HandOver;
use super::rules::Input;
use super::{News, Role, Room};
use crate::ids::EngineId;
use crate::metrics;
use crate::peers::message::{self, PeerMessage};

impl Room {
    /// Writes the snapshot for a new owner, if a move is pending and all changes are safe: then no effect waits, and
    /// none is lost with the room.
    pub(super) fn hand_over(&mut self, ctx: &mut Context<Self>) {
        let Role::Owner(owner) = &mut self.role else { return };
        let Some(HandOver { to, while_waiting }) = owner.hand_over else { return };
        let phase = owner.rules.phase();
        if !owner.snapshots.are_safe() || phase == Phase::Closed {
            return;
        }
        owner.hand_over = None;
        if while_waiting && !matches!(phase, Phase::Waiting { .. }) {
            return;
        }
        if let Role::Owner(owner) = std::mem::replace(&mut self.role, Role::Guest(Guest::new(self.code))) {
            self.role = Role::Moving(to, owner);
            self.write(Some(to), ctx);
        }
    }

    /// Ends a move whose snapshot could not be written: this engine stays the owner, takes the commands that have
    /// arrived since, and announces nothing until another snapshot has shown that it owns the room.
    pub(super) fn stay(&mut self) {
        let (to, mut owner) = match std::mem::replace(&mut self.role, Role::Guest(Guest::new(self.code))) {
            Role::Moving(to, owner) => (to, owner),
            role => return self.role = role,
        };
        tracing::warn!(race.id = %owner.rules.id(), engine.id = %to, "room not handed over: its snapshot was not written");
        owner.snapshots.mark_changed();
        // The owner has not heard of sockets that have closed during the move.
        let has_closed = |number| self.locals.socket(number).is_none();
        let left = owner.rules.racers().filter(|(_, from)| from.engine.is_none() && has_closed(from.number));
        for (user, from) in left.collect::<Vec<_>>() {
            owner.handle(Input::Leave(user, from), None, &mut self.locals);
        }
        owner.repeat_calls(&mut self.locals);
        self.role = Role::Owner(owner);
    }

    /// Ends a move: the engine `to` owns the room now.
    pub(super) fn moved_to(&mut self, to: EngineId, ctx: &mut Context<Self>) {
        metrics::count(metrics::ROOMS_HANDED_OVER);
        tracing::info!(engine.id = %to, "room handed over");
        if let Some(peers) = &self.links.peers {
            // Before the guests are detached, so that they find the new owner ready.
            message::send(&**peers, to, &PeerMessage::TakeOver { code: self.code });
        }
        self.become_guest(Some(to), ctx);
    }

    /// Gives the room up after a snapshot was refused because another engine owns the room.
    pub(super) fn lose(&mut self, ctx: &mut Context<Self>) {
        metrics::count(metrics::WRITES_REFUSED);
        tracing::warn!("room lost to another engine");
        self.become_guest(None, ctx);
    }

    /// Drops the race, and attaches the sockets of this engine to the new owner. Whatever they have asked for and that
    /// was not answered is asked again there.
    fn become_guest(&mut self, successor: Option<EngineId>, ctx: &mut Context<Self>) {
        if let Role::Owner(owner) | Role::Moving(_, owner) = &self.role {
            owner.sessions.detach_all();
        }
        let mut guest = Guest::new(self.code);
        let step = guest.search(&self.locals);
        self.change_role(Role::Guest(guest), ctx);
        // The room is not closed, so the lobby gets no report that it is.
        self.report(News::Moved(successor));
        self.follow(step, ctx);
    }

    pub(super) fn change_role(&mut self, role: Role, ctx: &mut Context<Self>) {
        self.set_timer(None, ctx);
        // A new owner hears of them anew.
        self.locals.watchers.set_elsewhere(false);
        self.generation += 1;
        self.role = role;
    }
}
