//! The session of a gateway with the owner of its room: looking the owner up, attaching to it, and noticing when a
//! message was missed.

use std::time::Duration;

use actix::{ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use tokio::time::Instant;

use super::{Finding, Gateway, Owner, SEARCH_EVERY};
use crate::ids::EngineId;
use crate::peers::Found;
use crate::peers::message::{self, GatewayMessage, PeerMessage};
use crate::store::StoreError;

/// The pause between two checks for missed messages.
const SYNC_EVERY: Duration = Duration::from_millis(500);

/// The time in which an owner has to answer a new session or a check.
const ATTACH_LIMIT: Duration = Duration::from_millis(300);

/// The number of checks without a socket or command after which the lobby forgets the gateway.
const IDLE_CHECKS: u32 = 20;

impl Gateway {
    /// Looks up the owner and attaches to it.
    pub(super) fn search(&mut self, ctx: &mut Context<Self>) {
        if self.successor.is_some() {
            return;
        }
        self.owner = Owner::Unknown;
        let found = self.links.peers.find(self.code).into_actor(self);
        ctx.spawn(found.map(|found, gateway, ctx| gateway.found(found, ctx)));
    }

    fn search_later(&mut self, ctx: &mut Context<Self>) {
        self.owner = Owner::Unknown;
        ctx.run_later(SEARCH_EVERY, |gateway, ctx| {
            if gateway.owner == Owner::Unknown {
                gateway.search(ctx);
            }
        });
    }

    fn found(&mut self, found: Result<Option<Found>, StoreError>, ctx: &mut Context<Self>) {
        if self.owner != Owner::Unknown || self.successor.is_some() {
            return;
        }
        match found {
            Ok(Some(found)) if found.owner == self.links.peers.me() => {
                self.notify_lobby(Finding::Ours(found), ctx);
                self.search_later(ctx);
            }
            Ok(Some(found)) if self.avoids(found.owner) => self.search_later(ctx),
            Ok(Some(found)) => self.attach(found.owner, ctx),
            Ok(None) => self.close(ctx),
            Err(_) => self.search_later(ctx),
        }
    }

    fn avoids(&self, engine: EngineId) -> bool {
        self.avoided.is_some_and(|(avoided, until)| avoided == engine && Instant::now() < until)
    }

    /// Begins a session with `owner`, and brings it up to date.
    pub(super) fn attach(&mut self, owner: EngineId, ctx: &mut Context<Self>) {
        self.owner = Owner::Asked(owner);
        self.session = rand::random();
        (self.sent, self.received) = (0, 0);
        self.send(owner, GatewayMessage::Attach { sockets: self.members.joined() });
        self.members.messages(self.code).into_iter().for_each(|message| self.send(owner, message));
        self.sync(owner, ctx);
    }

    /// Asks `owner` whether a message was missed, and looks it up again if it does not answer in time.
    fn sync(&mut self, owner: EngineId, ctx: &mut Context<Self>) {
        self.send(owner, GatewayMessage::Sync);
        let session = self.session;
        ctx.run_later(ATTACH_LIMIT, move |gateway, ctx| {
            if gateway.session == session && gateway.owner == Owner::Asked(owner) {
                gateway.search(ctx);
            }
        });
    }

    fn send(&mut self, owner: EngineId, message: GatewayMessage) {
        self.sent += 1;
        let (code, session, number) = (self.code, self.session, self.sent);
        message::send(&*self.links.peers, owner, &PeerMessage::ToRoom { code, session, number, message });
    }

    pub(super) fn send_if_attached(&mut self, message: GatewayMessage) {
        if let Owner::Asked(owner) | Owner::Attached(owner) = self.owner {
            self.send(owner, message);
        }
    }

    pub(super) fn check_regularly(&mut self, ctx: &mut Context<Self>) {
        self.timer = Some(ctx.run_interval(SYNC_EVERY, Self::check));
    }

    pub(super) fn stop_checking(&mut self, ctx: &mut Context<Self>) {
        self.timer.take().into_iter().for_each(|timer| _ = ctx.cancel_future(timer));
    }

    /// Asks the owner whether a message was missed. Retires the gateway after [`IDLE_CHECKS`] without a socket or
    /// command.
    fn check(&mut self, ctx: &mut Context<Self>) {
        if self.members.are_gone() {
            self.idle_checks += 1;
            if self.idle_checks >= IDLE_CHECKS {
                self.notify_lobby(Finding::Idle, ctx);
                self.stop_checking(ctx);
            }
            return;
        }
        self.idle_checks = 0;
        if let Owner::Attached(owner) = self.owner {
            // The owner may be dead until it answers.
            self.owner = Owner::Asked(owner);
            self.sync(owner, ctx);
        }
    }
}
