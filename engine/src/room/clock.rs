//! A room's clock and the timer of the race's deadline.

use actix::{AsyncContext, Context};
use tokio::time::Instant;

use super::Room;
use super::news::{News, RoomNews};
use crate::metrics;
use crate::occupancy::{Occupancy, Waiting};
use crate::race::{Phase, RaceEvent, RaceTime};

/// The clock of a race in this process: a moment of the race and the same instant here.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    moment: RaceTime,
    at: Instant,
}

impl Clock {
    /// Returns a clock that shows `moment` now.
    pub(super) fn at(moment: RaceTime) -> Self {
        Self { moment, at: Instant::now() }
    }

    pub(super) fn now(self) -> RaceTime {
        self.moment + self.at.elapsed()
    }

    /// Returns the moment of `instant`, which may be before the start of the clock.
    pub(super) fn moment_of(self, instant: Instant) -> RaceTime {
        let before = self.at.saturating_duration_since(instant);
        RaceTime(self.moment.0.saturating_sub(before)) + instant.saturating_duration_since(self.at)
    }

    /// Returns the instant of `moment`, or the start of the clock for an earlier moment.
    pub(super) fn instant_of(self, moment: RaceTime) -> Instant {
        self.at + moment.since(self.moment)
    }
}

impl Room {
    /// Lets the race catch up with the clock and returns true if anything happened. Called before every command.
    pub(super) fn advance(&mut self, ctx: &mut Context<Self>) -> bool {
        if !self.is_here() {
            return false;
        }
        let events = self.race.tick(self.now());
        self.announce(&events, None, ctx);
        if events.contains(&RaceEvent::Closed) {
            self.close(ctx);
        }
        !events.is_empty()
    }

    /// Reports a changed occupancy to the lobby and sets the timer. Called after every command except progress, which
    /// changes neither the occupancy nor the next deadline.
    pub(super) fn settle(&mut self, ctx: &mut Context<Self>) {
        if !self.is_here() {
            return;
        }
        self.save(ctx);
        let phase = self.race.phase();
        self.meters.update(phase, self.sockets.len());
        if phase == Phase::Closed {
            return;
        }
        let occupancy = self.occupancy();
        if self.reported.as_ref() != Some(&occupancy) {
            self.reported = Some(occupancy.clone());
            self.links.lobby.do_send(RoomNews { code: self.code, news: News::Occupancy(occupancy) });
        }
        self.set_timer(ctx);
    }

    fn occupancy(&self) -> Occupancy {
        let (race, phase) = (&self.race, self.race.phase());
        let waiting = match phase {
            Phase::Waiting { until: None } => race
                .closes_at()
                .map_or(Waiting::Over, |closes_at| Waiting::NotBegun { closes_at: self.clock.instant_of(closes_at) }),
            Phase::Waiting { until: Some(until) } => Waiting::Until(self.clock.instant_of(until)),
            Phase::Starting { .. } | Phase::Running { .. } | Phase::Finished { .. } | Phase::Closed => Waiting::Over,
        };
        let is_saving = self.results.are_pending() || !self.snapshots.are_safe();
        Occupancy {
            open_seats: race.open_seats(),
            waiting,
            is_under_way: race.connected() > 0
                && (is_saving || matches!(phase, Phase::Starting { .. } | Phase::Running { .. })),
            has_begun: phase.has_begun(),
            unfinished: race.unfinished().collect(),
            elsewhere: self.elsewhere().filter(|_| matches!(phase, Phase::Waiting { .. })),
        }
    }

    fn set_timer(&mut self, ctx: &mut Context<Self>) {
        let deadline = self.race.deadline();
        if self.timer.map(|(set_for, _)| set_for) == deadline {
            return;
        }
        if let Some((_, timer)) = self.timer.take() {
            ctx.cancel_future(timer);
        }
        self.timer = deadline.map(|deadline| {
            let timer = ctx.run_later(deadline.since(self.now()), move |room, ctx| {
                metrics::timer_fired(room.now().since(deadline));
                room.timer = None;
                room.advance(ctx);
                room.settle(ctx);
            });
            (deadline, timer)
        });
    }
}
