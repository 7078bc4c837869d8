//! The snapshots of a room: their contents, and the rule that a change is announced only once it is safe.
//!
//! One snapshot is written at a time. The announcement of a change waits for the first snapshot that contains it, and
//! later announcements queue behind it, so that their order is kept. Progress alone does not cause a snapshot: a client
//! that connects again reports its progress.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use serde::{Deserialize, Serialize};
use shared::messages::RecordResult;
use shared::{RaceId, RoomCode, UserId};
use tokio::time::{Instant, timeout};

use super::Room;
use crate::ids::{EngineId, Ticket};
use crate::metrics;
use crate::occupancy::RoomKind;
use crate::race::{Race, RaceEvent, RaceTime};
use crate::store::{KeptRoom, Revision, RoomStore, Saved, StoreError, Term, Write};

/// The state of a room that outlives its process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RoomSnapshot {
    pub(super) id: RaceId,
    /// True for a room that matchmaking never offers.
    pub(crate) is_private: bool,
    pub(super) race: Race,
    /// The time of the race at which this was written.
    pub(super) at: RaceTime,
    /// The results in the order of places, recorded or not: recording one again changes nothing.
    pub(super) results: Vec<RecordResult>,
    /// The number of each racer's last join, which distinguishes their last socket from earlier ones.
    pub(super) tickets: HashMap<UserId, Ticket>,
}

impl RoomSnapshot {
    pub(crate) fn kind(&self) -> RoomKind {
        RoomKind { is_private: self.is_private, language: self.race.text().language }
    }

    /// Reads the snapshot of a room.
    ///
    /// # Errors
    /// Returns the results that can still be read if this is not a snapshot of this version. The reason is left out,
    /// since it may contain names.
    pub(crate) fn read(kept: &KeptRoom) -> Result<Self, Vec<RecordResult>> {
        #[derive(Deserialize)]
        struct Results {
            results: Vec<RecordResult>,
        }
        serde_json::from_slice(&kept.snapshot).map_err(|_| {
            serde_json::from_slice(&kept.snapshot).map_or_else(|_| Vec::new(), |Results { results }| results)
        })
    }
}

/// The state of a room's snapshots, and the announcements that wait for them.
#[derive(Default)]
pub(super) struct Snapshots {
    /// `None` when rooms end with the process.
    store: Option<Arc<dyn RoomStore>>,
    /// The revision that was read or written last.
    revision: Revision,
    /// The term in which that revision was written.
    term: Term,
    /// True while a change is not in any snapshot.
    has_changed: bool,
    is_saving: bool,
    begun: u64,
    /// The effects to run once the snapshot with this number is safe, in order.
    waiting: VecDeque<(u64, Effect)>,
}

/// An effect that runs once a change is safe.
type Effect = Box<dyn FnOnce(&mut Room, &mut Context<Room>)>;

impl Snapshots {
    /// Returns the snapshots of a room whose last one is `revision`.
    pub(super) fn new(store: Option<Arc<dyn RoomStore>>, revision: Revision) -> Self {
        Self { store, revision, ..Self::default() }
    }

    /// Returns true if every change is in a snapshot that is safe.
    pub(super) fn are_safe(&self) -> bool {
        !self.has_changed && !self.is_saving
    }

    /// Returns true while a snapshot is being written.
    pub(super) fn is_saving(&self) -> bool {
        self.is_saving
    }

    /// Marks the room as changed if the lease has lapsed since its last snapshot: another engine may own the room, and
    /// only a new snapshot shows that none does. Returns true if the lease has lapsed.
    pub(super) fn notice_lapse(&mut self) -> bool {
        let has_lapsed = self.store.as_ref().is_some_and(|store| store.term() != Some(self.term));
        self.has_changed |= has_lapsed;
        has_lapsed
    }

    /// Drops the waiting effects and stops writing, since another engine owns the room.
    pub(super) fn give_up(&mut self) {
        self.store = None;
        self.has_changed = false;
        self.is_saving = false;
        self.waiting.clear();
    }

    /// Removes the room from the store: its race is over or was aborted.
    pub(super) fn remove(&self, code: RoomCode) {
        if let Some(store) = &self.store {
            store.remove(code, self.revision);
        }
    }
}

impl Room {
    /// Marks the room as changed. Further announcements wait for a snapshot of the change.
    pub(super) fn mark_changed(&mut self) {
        self.snapshots.has_changed = self.snapshots.store.is_some();
    }

    /// Marks the room as changed if `events` contain more than progress.
    pub(super) fn mark_changed_by(&mut self, events: &[RaceEvent]) {
        if events.iter().any(|event| !matches!(event, RaceEvent::ProgressMade { .. })) {
            self.mark_changed();
        }
    }

    /// Runs `effect` once all changes so far are safe, at once if they already are.
    pub(super) fn when_safe(
        &mut self,
        ctx: &mut Context<Self>,
        effect: impl FnOnce(&mut Self, &mut Context<Self>) + 'static,
    ) {
        self.snapshots.notice_lapse();
        if self.snapshots.are_safe() {
            return effect(self, ctx);
        }
        let number = self.snapshots.begun + u64::from(self.snapshots.has_changed);
        self.snapshots.waiting.push_back((number, Box::new(effect)));
    }

    /// Writes a snapshot if something has changed and none is being written. Called again when that one is done.
    pub(super) fn save(&mut self, ctx: &mut Context<Self>) {
        if self.snapshots.has_changed && !self.snapshots.is_saving {
            self.write(None, ctx);
        }
    }

    /// Writes a snapshot. With `successor`, it makes that engine the owner.
    pub(super) fn write(&mut self, successor: Option<EngineId>, ctx: &mut Context<Self>) {
        let Some(store) = self.snapshots.store.clone() else { return };
        let snapshot = RoomSnapshot {
            id: self.id,
            is_private: self.is_private,
            race: self.race.clone(),
            at: self.now(),
            results: self.results.records().cloned().collect(),
            tickets: self.tickets.clone(),
        };
        let snapshot = serde_json::to_vec(&snapshot).expect("a snapshot is serializable");
        self.snapshots.has_changed = false;
        self.snapshots.is_saving = true;
        self.snapshots.begun += 1;
        let (began, bytes) = (Instant::now(), snapshot.len());
        let saving = store.save(Write { code: self.code, after: self.snapshots.revision, snapshot, successor });
        let patience = store.patience();
        let saved = async move {
            match patience {
                Some(patience) => timeout(patience, saving).await.unwrap_or(Err(StoreError::NotWritten)),
                None => saving.await,
            }
        };
        ctx.spawn(saved.into_actor(self).map(move |saved, room, ctx| {
            match saved {
                Ok(_) => metrics::snapshot_saved(began, bytes),
                Err(_) => metrics::count(metrics::SNAPSHOTS_FAILED),
            }
            room.saved(saved, successor, ctx);
        }));
    }

    /// Handles the outcome of a snapshot, and runs the effects that waited for it.
    fn saved(&mut self, saved: Result<Saved, StoreError>, successor: Option<EngineId>, ctx: &mut Context<Self>) {
        self.snapshots.is_saving = false;
        if self.is_away() {
            return;
        }
        match saved {
            Ok(saved) => {
                self.snapshots.revision = saved.revision;
                self.snapshots.term = saved.term;
                if let Some(successor) = successor {
                    return self.complete_move(successor, ctx);
                }
            }
            Err(StoreError::Lost) => return self.lose_room(ctx),
            // The race continues; it is lost only if the process crashes now.
            Err(_) => {}
        }
        let number = self.snapshots.begun;
        if self.snapshots.notice_lapse() {
            // No effect runs yet: the next snapshot shows whether this engine still owns the room.
            self.snapshots.waiting.iter_mut().for_each(|(needed, _)| *needed = (*needed).max(number + 1));
        }
        // Before the effects run, because they may ask whether all changes are safe, and new ones are not.
        self.save(ctx);
        while self.snapshots.waiting.front().is_some_and(|(needed, _)| *needed <= number)
            && let Some((_, effect)) = self.snapshots.waiting.pop_front()
        {
            effect(self, ctx);
        }
        if self.is_delisted {
            self.end_when_done(ctx);
        } else {
            self.settle(ctx);
        }
        self.move_when_safe(ctx);
    }
}
