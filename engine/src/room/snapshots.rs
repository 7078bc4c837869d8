//! The snapshots of a room, and the rule that a change is announced only once it is safe.
//!
//! One snapshot is written at a time. An effect that shows a change waits for the first snapshot that contains the
//! change, and later effects queue behind it, so that their order is kept. Progress alone does not cause a snapshot: a
//! client that connects again reports its progress.

use std::collections::VecDeque;
use std::sync::Arc;

use shared::RoomCode;
use tokio::time::timeout;

use crate::ids::EngineId;
use crate::store::{Revision, RoomStore, Saved, StoreError, Term, Write};

/// The state of a room's snapshots, and the effects of type `E` that wait for them.
pub(super) struct Snapshots<E> {
    /// `None` when rooms end with the process.
    store: Option<Arc<dyn RoomStore>>,
    /// The revision that was read or written last.
    revision: Revision,
    /// The term in which that revision was written.
    term: Term,
    /// True while a change is not in any snapshot.
    has_changed: bool,
    is_saving: bool,
    /// The number of the snapshot that was begun last.
    begun: u64,
    /// The effects to perform once the snapshot with this number is safe, in order.
    waiting: VecDeque<(u64, E)>,
}

impl<E> Snapshots<E> {
    /// Returns the snapshots of a room whose last one is `revision`.
    pub(super) fn new(store: Option<Arc<dyn RoomStore>>, revision: Revision) -> Self {
        let (term, waiting) = (Term::default(), VecDeque::new());
        Self { store, revision, term, has_changed: false, is_saving: false, begun: 0, waiting }
    }

    /// Returns the revision that was read or written last.
    pub(super) fn revision(&self) -> Revision {
        self.revision
    }

    /// Marks the room as changed. Further effects wait for a snapshot of the change.
    pub(super) fn mark_changed(&mut self) {
        // Without a store nothing outlives the process, so nothing waits.
        self.has_changed = self.store.is_some();
    }

    /// Marks the room as changed if the lease has lapsed since its last snapshot: another engine may own the room, and
    /// only a new snapshot shows that none does. Returns true if the lease has lapsed.
    pub(super) fn notice_lapse(&mut self) -> bool {
        let has_lapsed = self.have_lapsed();
        self.has_changed |= has_lapsed;
        has_lapsed
    }

    /// Returns true if the lease has lapsed since the last snapshot.
    pub(super) fn have_lapsed(&self) -> bool {
        self.store.as_ref().is_some_and(|store| store.term() != Some(self.term))
    }

    /// Returns true if every change is in a snapshot that is safe.
    pub(super) fn are_safe(&self) -> bool {
        !self.has_changed && !self.is_saving
    }

    /// Returns true if a snapshot has to be written, and none is being written.
    pub(super) fn are_due(&self) -> bool {
        self.has_changed && !self.is_saving
    }

    /// Returns the number of effects that wait.
    pub(super) fn n_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Lets `effect` wait for the first snapshot with all changes so far, in place of a waiting one that it makes
    /// `obsolete`.
    pub(super) fn wait(&mut self, effect: E, obsolete: impl Fn(&E) -> bool) {
        // At most one is, since this happens for each: of progress, no more waits than there are racers.
        if let Some(index) = self.waiting.iter().rposition(|(_, waiting)| obsolete(waiting)) {
            self.waiting.remove(index);
        }
        // A change that the snapshot under way does not have is in the next one.
        self.waiting.push_back((self.begun + u64::from(self.has_changed), effect));
    }

    /// Begins to write `snapshot`, and returns its outcome. With `successor`, it makes that engine the owner.
    pub(super) fn write(
        &mut self,
        code: RoomCode,
        snapshot: Vec<u8>,
        successor: Option<EngineId>,
    ) -> Option<impl Future<Output = Result<Saved, StoreError>> + use<E>> {
        let store = self.store.as_ref()?;
        // Not when it is saved: whatever changes from now on needs another snapshot.
        self.has_changed = false;
        self.is_saving = true;
        self.begun += 1;
        let saving = store.save(Write { code, after: self.revision, snapshot, successor });
        let limit = store.save_timeout();
        Some(async move {
            match limit {
                Some(limit) => timeout(limit, saving).await.unwrap_or(Err(StoreError::NotWritten)),
                None => saving.await,
            }
        })
    }

    /// Records that a snapshot is safe (`Some`), or that it could not be written and the race goes on without it: it is
    /// lost only if the process crashes now. Returns the snapshot's number, for [`Self::next`].
    pub(super) fn saved(&mut self, saved: Option<Saved>) -> u64 {
        self.is_saving = false;
        // If it was not written, the next one still replaces the last that was.
        if let Some(Saved { revision, term }) = saved {
            // The term in which it was written, not the current one: a lease that lapsed and was renewed meanwhile may have
            // let another engine claim the room.
            (self.revision, self.term) = (revision, term);
        }
        let number = self.begun;
        if self.notice_lapse() {
            // No effect is performed yet: the next snapshot shows whether this engine still owns the room.
            self.waiting.iter_mut().for_each(|(needed, _)| *needed = (*needed).max(number + 1));
        }
        number
    }

    /// Removes and returns the next effect whose snapshot, with this `number`, is safe.
    pub(super) fn next(&mut self, number: u64) -> Option<E> {
        // Only from the front: an effect that is safe stays behind one that is not, so that racers see them in order.
        self.waiting.pop_front_if(|(needed, _)| *needed <= number).map(|(_, effect)| effect)
    }

    /// Removes the room from the store: its race is over or was aborted.
    pub(super) fn remove(&self, code: RoomCode) {
        if let Some(store) = &self.store {
            store.remove(code, self.revision);
        }
    }
}

impl<E> std::fmt::Debug for Snapshots<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { revision, has_changed, is_saving, begun, waiting, .. } = self;
        write!(f, "{revision:?}, changed {has_changed}, saving {is_saving}, begun {begun}, {} waiting", waiting.len())
    }
}
