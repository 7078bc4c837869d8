#![doc = include_str!("../README.md")]

use std::{
    collections::HashMap,
    error::Error,
    fmt,
    hash::Hash,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A limit on the bytes that are held at the same time, in all and by key. Cheap to clone; clones share their bytes.
pub struct ByteBudget<K> {
    held: Arc<Mutex<HeldBytes<K>>>,
    in_all: usize,
    per_key: usize,
}

struct HeldBytes<K> {
    in_all: usize,
    /// Only keys that hold bytes.
    by_key: HashMap<K, usize>,
}

/// The bytes that one holder has taken, all of which it gives back when dropped.
pub struct Hold<K: Eq + Hash> {
    budget: ByteBudget<K>,
    key: Option<K>,
    bytes: usize,
}

/// The error when a budget has too few bytes left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exhausted {
    /// All holders together have too many.
    InAll,
    /// The holders with this key have too many.
    ForKey,
}

impl<K> ByteBudget<K> {
    /// Creates a budget of `in_all` bytes.
    pub fn new(in_all: usize) -> Self {
        let held = HeldBytes { in_all: 0, by_key: HashMap::new() };
        Self { held: Arc::new(Mutex::new(held)), in_all, per_key: usize::MAX }
    }

    /// Limits the bytes of each key. A key also gets no more once it holds as much as is left in all, so that a few keys cannot
    /// take everything.
    #[must_use]
    pub fn per_key(self, bytes: usize) -> Self {
        Self { per_key: bytes, ..self }
    }

    /// Returns the bytes that are held now.
    pub fn held(&self) -> usize {
        self.lock().in_all
    }

    fn lock(&self) -> MutexGuard<'_, HeldBytes<K>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> ByteBudget<K> {
    /// Returns a holder that has taken nothing yet. Without a key, its bytes count only in all.
    pub fn hold(&self, key: Option<K>) -> Hold<K> {
        Hold { budget: self.clone(), key, bytes: 0 }
    }
}

impl<K> Clone for ByteBudget<K> {
    fn clone(&self) -> Self {
        Self { held: Arc::clone(&self.held), ..*self }
    }
}

impl<K: Clone + Eq + Hash> Hold<K> {
    /// Takes `bytes` more.
    ///
    /// # Errors
    /// Returns which limit has too few left; none are taken.
    pub fn take(&mut self, bytes: usize) -> Result<(), Exhausted> {
        if bytes == 0 {
            return Ok(());
        }
        let budget = &self.budget;
        let mut held = budget.lock();
        let has_left = |held: usize, limit: usize| held.checked_add(bytes).is_some_and(|held| held <= limit);
        if !has_left(held.in_all, budget.in_all) {
            return Err(Exhausted::InAll);
        }
        if let Some(key) = &self.key {
            let of_key = held.by_key.get(key).copied().unwrap_or_default();
            if !has_left(of_key, budget.per_key.min(budget.in_all - held.in_all)) {
                return Err(Exhausted::ForKey);
            }
            *held.by_key.entry(key.clone()).or_default() += bytes;
        }
        held.in_all += bytes;
        self.bytes += bytes;
        Ok(())
    }

    /// Moves all bytes to a new holder.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self { budget: self.budget.clone(), key: self.key.clone(), bytes: mem::take(&mut self.bytes) }
    }
}

impl<K: Eq + Hash> Hold<K> {
    /// Gives all bytes back, as a drop does.
    pub fn give_back(&mut self) {
        let bytes = mem::take(&mut self.bytes);
        if bytes == 0 {
            return;
        }
        let mut held = self.budget.lock();
        held.in_all -= bytes;
        let Some(key) = &self.key else { return };
        if let Some(of_key) = held.by_key.get_mut(key) {
            *of_key -= bytes;
            if *of_key == 0 {
                held.by_key.remove(key);
            }
        }
    }
}

impl<K: Eq + Hash> Drop for Hold<K> {
    fn drop(&mut self) {
        self.give_back();
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InAll => "too many bytes are held",
            Self::ForKey => "too many bytes are held for one key",
        })
    }
}

impl Error for Exhausted {}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> ByteBudget<&'static str> {
        ByteBudget::new(12).per_key(6)
    }

    fn take(
        budget: &ByteBudget<&'static str>,
        key: &'static str,
        bytes: usize,
    ) -> Result<Hold<&'static str>, Exhausted> {
        let mut hold = budget.hold(Some(key));
        hold.take(bytes).map(|()| hold)
    }

    #[test]
    fn a_key_cannot_take_the_share_of_others() {
        let budget = budget();
        let greedy = take(&budget, "a", 6);
        assert!(greedy.is_ok());
        assert_eq!(take(&budget, "a", 1).err(), Some(Exhausted::ForKey));
        let other = take(&budget, "b", 4);
        assert!(other.is_ok());
        assert_eq!(take(&budget, "c", 3).err(), Some(Exhausted::InAll));
    }

    #[test]
    fn keys_that_take_all_they_get_leave_something_for_the_next() {
        let budget = ByteBudget::new(256).per_key(80);
        let mut greedy = Vec::new();
        let shares = ["a", "b", "c", "d", "e"].map(|key| {
            let mut hold = budget.hold(Some(key));
            let share = std::iter::repeat_with(|| hold.take(1)).take_while(Result::is_ok).count();
            greedy.push(hold);
            share
        });
        assert_eq!(shares, [80, 80, 48, 24, 12]);
        greedy.clear();
        assert!(take(&budget, "e", 80).is_ok());
    }

    #[test]
    fn all_bytes_of_a_holder_are_given_back_together() {
        let budget = budget();
        let mut hold = budget.hold(Some("a"));
        for _ in 0..6 {
            assert_eq!(hold.take(1), Ok(()));
        }
        assert_eq!(hold.take(1), Err(Exhausted::ForKey));
        assert_eq!(budget.held(), 6);
        drop(hold);
        assert_eq!(budget.held(), 0);
        assert!(take(&budget, "a", 6).is_ok());
    }

    #[test]
    fn bytes_that_move_to_another_holder_are_given_back_with_it() {
        let budget = budget();
        let mut hold = budget.hold(Some("a"));
        assert_eq!(hold.take(6), Ok(()));
        let moved = hold.split();
        drop(hold);
        assert!(take(&budget, "a", 1).is_err());
        drop(moved);
        assert!(take(&budget, "a", 6).is_ok());
    }

    #[test]
    fn a_refusal_takes_nothing() {
        let budget = budget();
        let mut hold = budget.hold(Some("a"));
        assert_eq!(hold.take(7), Err(Exhausted::ForKey));
        assert_eq!(hold.take(usize::MAX), Err(Exhausted::InAll));
        assert_eq!(hold.take(6), Ok(()));
    }

    #[test]
    fn a_key_that_holds_nothing_is_forgotten() {
        let budget = budget();
        assert_eq!(budget.hold(Some("a")).take(0), Ok(()));
        assert!(take(&budget, "b", 3).is_ok());
        assert!(take(&budget, "c", 7).is_err());
        assert!(budget.lock().by_key.is_empty());
    }
}
