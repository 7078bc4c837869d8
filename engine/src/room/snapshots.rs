//! Snapshots of a room: what they hold, and that nobody hears of a change before it is safe.
//!
//! One snapshot at a time is on its way. What the racers are to hear of a change waits for the first snapshot that holds
//! it; what follows waits behind it, so that the order stays. Progress alone is not worth a snapshot: whoever comes back
//! says where they are.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use serde::{Deserialize, Serialize};
use shared::messages::RecordResult;
use shared::{RaceId, RoomCode, UserId};
use tokio::time::timeout;

use super::Room;
use crate::metrics;
use crate::peers::EngineId;
use crate::race::{Race, RaceEvent, RaceTime};
use crate::store::{KeptRoom, Revision, RoomStore, Saved, StoreError, Term, Write};

/// Everything of a room that outlives its process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RoomSnapshot {
    pub(super) id: RaceId,
    /// Whether matchmaking never offers the room.
    pub(crate) is_private: bool,
    pub(super) race: Race,
    /// The moment of the race at which this was written.
    pub(super) at: RaceTime,
    /// In the order of places, whether or not they are recorded yet: to record one again changes nothing.
    pub(super) results: Vec<RecordResult>,
    /// By which the last socket of each racer is told from their earlier ones.
    #[serde(default)]
    pub(super) tickets: HashMap<UserId, u64>,
}

impl RoomSnapshot {
    /// Reads what a room wrote.
    ///
    /// # Errors
    /// When it is not a snapshot, or one of another version: then the results in it that can be read. The reason is left out,
    /// since it may quote names.
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

/// Snapshots on their way, and what waits for them.
#[derive(Default)]
pub(super) struct Snapshots {
    /// None where rooms end with the process.
    store: Option<Arc<dyn RoomStore>>,
    /// What was read or written last.
    revision: Revision,
    /// The term in which that was written.
    term: Term,
    /// Whether something has changed that the last snapshot does not hold.
    has_changed: bool,
    is_saving: bool,
    /// How many snapshots were begun.
    begun: u64,
    /// What is done once the snapshot of this number is safe, in order.
    waiting: VecDeque<(u64, Effect)>,
}

/// What is done when a change is safe.
type Effect = Box<dyn FnOnce(&mut Room, &mut Context<Room>)>;

impl Snapshots {
    /// Of a room whose last snapshot is `revision`.
    pub(super) fn new(store: Option<Arc<dyn RoomStore>>, revision: Revision) -> Self {
        Self { store, revision, ..Self::default() }
    }

    /// Whether all that has changed is safe.
    pub(super) fn are_safe(&self) -> bool {
        !self.has_changed && !self.is_saving
    }

    /// Whether a snapshot is on its way.
    pub(super) fn is_saving(&self) -> bool {
        self.is_saving
    }

    /// Where another engine may have taken the room meanwhile, nothing is safe before a snapshot shows that none has. Says
    /// whether that is so.
    pub(super) fn notice_lapse(&mut self) -> bool {
        let has_lapsed = self.store.as_ref().is_some_and(|store| store.term() != Some(self.term));
        self.has_changed |= has_lapsed;
        has_lapsed
    }

    /// Forgets what waits: nobody is to hear it from here.
    pub(super) fn give_up(&mut self) {
        self.store = None;
        self.has_changed = false;
        self.is_saving = false;
        self.waiting.clear();
    }

    /// Forgets the room: its race is over, or it broke off.
    pub(super) fn remove(&self, code: RoomCode) {
        if let Some(store) = &self.store {
            store.remove(code, self.revision);
        }
    }
}

impl Room {
    /// Something has changed of which nobody is to hear before it is safe.
    pub(super) fn has_changed(&mut self) {
        self.snapshots.has_changed = self.snapshots.store.is_some();
    }

    /// The same for what happened in the race.
    pub(super) fn has_changed_by(&mut self, events: &[RaceEvent]) {
        if events.iter().any(|event| !matches!(event, RaceEvent::ProgressMade { .. })) {
            self.has_changed();
        }
    }

    /// Does `effect` once all that has changed until now is safe: at once when it is.
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

    /// Writes a snapshot if something has changed, unless one is on its way, which this one follows.
    pub(super) fn save(&mut self, ctx: &mut Context<Self>) {
        if self.snapshots.has_changed && !self.snapshots.is_saving {
            self.write(None, ctx);
        }
    }

    /// Writes a snapshot, for `heir` where the room moves there.
    pub(super) fn write(&mut self, heir: Option<EngineId>, ctx: &mut Context<Self>) {
        let Some(store) = self.snapshots.store.clone() else { return };
        let snapshot = RoomSnapshot {
            id: self.id,
            is_private: self.is_private,
            race: self.race.clone(),
            at: self.now(),
            results: self.results.records().cloned().collect(),
            tickets: self.tickets.clone(),
        };
        let snapshot = serde_json::to_vec(&snapshot).expect("a snapshot has a form in JSON");
        self.snapshots.has_changed = false;
        self.snapshots.is_saving = true;
        self.snapshots.begun += 1;
        let watch = metrics::watch_snapshot(snapshot.len());
        let saving = store.save(Write { code: self.code, after: self.snapshots.revision, snapshot, heir });
        let patience = store.patience();
        let saved = async move {
            match patience {
                Some(patience) => timeout(patience, saving).await.unwrap_or(Err(StoreError::NotWritten)),
                None => saving.await,
            }
        };
        ctx.spawn(saved.into_actor(self).map(move |saved, room, ctx| {
            watch.stop(saved.is_ok());
            room.saved(saved, heir, ctx);
        }));
    }

    /// The snapshot that was on its way is safe, or it failed.
    fn saved(&mut self, saved: Result<Saved, StoreError>, heir: Option<EngineId>, ctx: &mut Context<Self>) {
        self.snapshots.is_saving = false;
        if self.is_away() {
            return;
        }
        match saved {
            Ok(saved) => {
                self.snapshots.revision = saved.revision;
                self.snapshots.term = saved.term;
                if let Some(heir) = heir {
                    return self.has_moved_to(heir, ctx);
                }
            }
            Err(StoreError::Lost) => return self.is_lost(ctx),
            // The race goes on; it would only not survive a crash now.
            Err(_) => {}
        }
        let number = self.snapshots.begun;
        if self.snapshots.notice_lapse() {
            // Nobody hears anything yet: the next snapshot shows whether the room is still ours.
            self.snapshots.waiting.iter_mut().for_each(|(needed, _)| *needed = (*needed).max(number + 1));
        }
        // Before the effects: they may ask whether all is safe, and what has changed meanwhile is not.
        self.save(ctx);
        while self.snapshots.waiting.front().is_some_and(|(needed, _)| *needed <= number)
            && let Some((_, effect)) = self.snapshots.waiting.pop_front()
        {
            effect(self, ctx);
        }
        if self.has_parted {
            self.end_when_done(ctx);
        } else {
            self.settle(ctx);
        }
        self.move_when_safe(ctx);
    }
}
