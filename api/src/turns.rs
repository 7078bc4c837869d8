//! Turns at what there is little of: processors for passwords, and database connections. Network addresses get them one
//! after another, so that however much one of them asks for, the others wait for at most one of its turns each.

use std::collections::{HashMap, VecDeque};
use std::iter;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A number of turns, and the callers that wait for them. Clones share both.
#[derive(Clone)]
pub(crate) struct Turns(Arc<Mutex<Line>>);

struct Line {
    free: usize,
    waiting: FairQueue<oneshot::Sender<Turn>>,
}

/// A turn, which its holder gives to the next caller by dropping it.
pub(crate) struct Turn(Turns);

/// The error if too many callers are waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Crowded;

impl Turns {
    /// Returns `turns` that can be used at once, for which `per_address` callers of each address and `in_all` callers
    /// altogether may wait.
    pub(crate) fn new(turns: usize, per_address: usize, in_all: usize) -> Self {
        Self(Arc::new(Mutex::new(Line { free: turns, waiting: FairQueue::new(per_address, in_all) })))
    }

    /// Waits for a turn of this address.
    pub(crate) async fn take(&self, address: &str) -> Result<Turn, Crowded> {
        let turn = {
            let mut line = self.line();
            if line.free > 0 {
                line.free -= 1;
                return Ok(Turn(self.clone()));
            }
            let (sender, turn) = oneshot::channel();
            line.wait(address, sender)?;
            turn
        };
        // The sender is dropped if the place goes to an address with fewer callers.
        turn.await.map_err(|_| Crowded)
    }

    /// Returns the number of turns that nobody has.
    pub(crate) fn n_free(&self) -> usize {
        self.line().free
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    fn wait(&mut self, address: &str, caller: oneshot::Sender<Turn>) -> Result<(), Crowded> {
        if self.waiting.is_full(address) {
            // Perhaps of callers who no longer wait.
            self.waiting.retain(|waiting| !waiting.is_closed());
        }
        self.waiting.push(address, caller)
    }

    /// Returns the caller whose turn it is, if one is waiting.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let next = self.waiting.pop(|waiting| !waiting.is_closed());
        if next.is_none() {
            self.free += 1;
        }
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = self.0.line().next();
        if let Some(next) = next {
            // A turn that cannot be sent is dropped, and so goes to the next caller.
            _ = next.send(Self(self.0.clone()));
        }
    }
}

/// Items that wait in line by key. Each key is served in turn, and loses its last item if others need the place.
#[derive(Debug)]
struct FairQueue<T> {
    /// The items of each key. No line is empty.
    lines: HashMap<String, VecDeque<T>>,
    /// The keys with items, in the order in which they are served.
    order: VecDeque<String>,
    n_items: usize,
    per_key: usize,
    in_all: usize,
}

impl<T> FairQueue<T> {
    fn new(per_key: usize, in_all: usize) -> Self {
        Self { lines: HashMap::new(), order: VecDeque::new(), n_items: 0, per_key, in_all }
    }

    fn n_of(&self, key: &str) -> usize {
        self.lines.get(key).map_or(0, VecDeque::len)
    }

    /// Returns true if there is no place for another item of this key, unless another key makes place for it.
    fn is_full(&self, key: &str) -> bool {
        self.n_of(key) >= self.per_key || self.n_items >= self.in_all
    }

    /// Adds an item. If the queue is full, it gets the place of the last item of the key with the most.
    ///
    /// # Errors
    /// [`Crowded`] if the item's key has too many, or the queue is full and no other key has more.
    fn push(&mut self, key: &str, item: T) -> Result<(), Crowded> {
        let n_own = self.n_of(key);
        if n_own >= self.per_key {
            return Err(Crowded);
        }
        if self.n_items >= self.in_all {
            let longest = self.lines.values_mut().max_by_key(|line| line.len());
            let longest = longest.filter(|line| line.len() > n_own + 1).ok_or(Crowded)?;
            longest.pop_back();
            self.n_items -= 1;
        }
        if n_own == 0 {
            self.order.push_back(key.to_owned());
        }
        self.lines.entry(key.to_owned()).or_default().push_back(item);
        self.n_items += 1;
        Ok(())
    }

    /// Removes the first item of the next key, and those before it that are not `wanted`.
    fn pop(&mut self, wanted: impl Fn(&T) -> bool) -> Option<T> {
        while let Some(key) = self.order.pop_front() {
            let Some(line) = self.lines.get_mut(&key) else { continue };
            let before = line.len();
            let found = iter::from_fn(|| line.pop_front()).find(&wanted);
            self.n_items -= before - line.len();
            if line.is_empty() {
                self.lines.remove(&key);
            } else {
                self.order.push_back(key);
            }
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn retain(&mut self, is_kept: impl Fn(&T) -> bool) {
        self.lines.retain(|_, line| {
            line.retain(&is_kept);
            !line.is_empty()
        });
        self.order.retain(|key| self.lines.contains_key(key));
        self.n_items = self.lines.values().map(VecDeque::len).sum();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::task::{Context, Waker};

    use super::*;

    fn queue(items: &str) -> FairQueue<String> {
        let mut queue = FairQueue::new(4, 6);
        for item in items.split_whitespace() {
            queue.push(&item[..1], item.to_owned()).unwrap();
        }
        queue
    }

    fn order(mut queue: FairQueue<String>) -> String {
        iter::from_fn(|| queue.pop(|_| true)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn keys_are_served_in_turn_and_each_in_order() {
        assert_eq!(order(queue("a1 a2 a3 b1 c1 c2")), "a1 b1 c1 a2 c2 a3");
        let mut served = queue("a1 a2 a3 b1");
        assert_eq!(served.pop(|_| true).unwrap(), "a1");
        served.push("c", "c1".to_owned()).unwrap();
        assert_eq!(order(served), "b1 a2 c1 a3");
    }

    #[test]
    fn an_item_that_is_no_longer_wanted_takes_no_turn() {
        let mut queue = queue("a1 a2 b1 c1");
        assert_eq!(queue.pop(|item| !["a1", "b1"].contains(&item.as_str())).unwrap(), "a2");
        assert_eq!(queue.pop(|item| item != "b1").unwrap(), "c1");
        assert!(queue.pop(|_| true).is_none());
        assert_eq!(queue.n_items, 0);
    }

    #[test]
    fn a_key_with_too_many_items_is_refused() {
        let mut queue = queue("a1 a2 a3 a4");
        assert_eq!(queue.push("a", "a5".to_owned()), Err(Crowded));
        assert_eq!(queue.push("b", "b1".to_owned()), Ok(()));
    }

    #[test]
    fn in_a_full_queue_the_longest_line_makes_place_for_others() {
        let mut full = queue("a1 a2 a3 a4 b1 b2");
        assert_eq!(full.push("c", "c1".to_owned()), Ok(()));
        assert_eq!(full.push("c", "c2".to_owned()), Ok(()));
        assert_eq!(full.push("c", "c3".to_owned()), Err(Crowded), "no line is longer than its own would be");
        assert_eq!(order(full), "a1 b1 c1 a2 b2 c2");
    }

    #[test]
    fn in_a_full_queue_of_equals_the_newcomer_is_refused() {
        let mut full = queue("a1 b1 c1 d1 e1 f1");
        assert_eq!(full.push("g", "g1".to_owned()), Err(Crowded));
    }

    #[actix_web::test]
    async fn a_turn_goes_to_the_next_caller_who_still_waits() {
        let turns = Turns::new(1, 4, 6);
        let first = turns.take("ana").await.unwrap();
        let mut waiting: Vec<_> = ["ana", "ana", "bob"].map(|address| Box::pin(turns.take(address))).into();
        for caller in &mut waiting {
            assert!(caller.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        drop(waiting.remove(0));
        drop(first);
        let second = waiting.remove(0).await.unwrap();
        assert!(waiting[0].as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(second);
        // Given to a caller who is gone before they notice.
        drop(waiting);
        assert!(turns.take("eva").await.is_ok(), "the turn is free again");
    }
}
