//! The rooms that have an actor in this process, by code.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix::{Actor, Addr, Context, WeakAddr};
use shared::RoomCode;

/// The rooms that have an actor in this process: at most one each, whatever its role. Clones share the list.
///
/// An actor lives as long as this engine owns the room or a session may still send to it; the list keeps none alive.
/// The lobby alone adds to it.
pub(crate) struct Rooms<A: Actor>(Arc<Mutex<BTreeMap<RoomCode, WeakAddr<A>>>>);

impl<A: Actor<Context = Context<A>>> Rooms<A> {
    pub(crate) fn get(&self, code: RoomCode) -> Option<Addr<A>> {
        self.lock().get(&code).and_then(WeakAddr::upgrade).filter(Addr::connected)
    }

    pub(crate) fn add(&self, code: RoomCode, room: &Addr<A>) {
        self.lock().insert(code, room.downgrade());
    }

    pub(crate) fn all(&self) -> Vec<Addr<A>> {
        self.lock().values().filter_map(WeakAddr::upgrade).collect()
    }

    /// Removes the room `code`, whose actor is about to end, unless somebody has got its address in the meantime: then
    /// `is_needed` returns true, and the actor has to live on. Returns true if the room was removed.
    pub(crate) fn retire(&self, code: RoomCode, is_needed: impl FnOnce() -> bool) -> bool {
        // The lock is what makes this safe: nobody gets an address between the question and the removal.
        let mut rooms = self.lock();
        if is_needed() {
            return false;
        }
        rooms.remove(&code);
        true
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<RoomCode, WeakAddr<A>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }
}

impl<A: Actor> Clone for Rooms<A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<A: Actor> Default for Rooms<A> {
    fn default() -> Self {
        Self(Arc::default())
    }
}
