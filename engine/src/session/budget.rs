//! The limit on the events of a racer, over all of their connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::UserId;
use socketio::RateLimit;

/// The events per second in the long run: twice the need of the fastest typist or of a held Backspace.
const EVENTS_PER_SECOND: u32 = 60;

/// The events at once: one for each percent of a text, which a client sends when it comes back, and as many again.
const BURST: u32 = 200;

/// The number of budgets that are kept before unneeded ones are removed.
const KEPT_AT_LEAST: usize = 1024;

/// The budgets of all racers. A budget belongs to a user, not to a connection: connecting again, or many times, gives
/// no more of it.
pub(super) struct Budgets {
    state: Mutex<State>,
}

struct State {
    budgets: HashMap<UserId, Budget>,
    /// The number of budgets at which unneeded ones are removed: twice as many as were needed the last time, so that a
    /// crowd that comes back at once does not cause a search for each racer.
    full_at: usize,
}

/// A racer's budget of events. Clones share it.
#[derive(Clone)]
pub(super) struct Budget(Arc<Mutex<RateLimit>>);

impl Budgets {
    /// Returns the budgets before any event.
    pub(super) fn new() -> Self {
        Self { state: Mutex::new(State { budgets: HashMap::new(), full_at: KEPT_AT_LEAST }) }
    }

    /// Returns the budget of `user`.
    pub(super) fn of(&self, user: UserId) -> Budget {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.budgets.len() >= state.full_at {
            state.budgets.retain(|_, budget| budget.is_needed());
            state.full_at = KEPT_AT_LEAST.max(state.budgets.len() * 2);
        }
        state.budgets.entry(user).or_insert_with(Budget::new).clone()
    }
}

impl Budget {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(RateLimit::of(EVENTS_PER_SECOND, BURST))))
    }

    /// Takes one event from the budget; returns false if none was left.
    pub(super) fn spend(&self) -> bool {
        self.lock().allows(1)
    }

    /// Returns true while a session holds a clone, or the budget is not full again.
    fn is_needed(&self) -> bool {
        Arc::strong_count(&self.0) > 1 || !self.lock().is_rested()
    }

    fn lock(&self) -> MutexGuard<'_, RateLimit> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[actix::test]
    async fn budgets_that_nobody_needs_are_forgotten() {
        tokio::time::pause();
        let budgets = Budgets::new();
        let held = budgets.of(UserId(0));
        for user in 1..=1023 {
            assert!(budgets.of(UserId(user)).spend());
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        budgets.of(UserId(1024));
        let kept = budgets.state.lock().expect("nobody panicked").budgets.len();
        assert_eq!(kept, 2, "the one that is held, and the new one");
        assert!(held.spend());
    }
}
