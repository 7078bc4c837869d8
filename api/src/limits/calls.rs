//! The limit on all calls. Each process counts for itself, since a database write per call would cost more than most of
//! the calls themselves.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use token_bucket::TokenBucket;

use super::Limit;
use super::rule::Rule;
use crate::models::rate_limit::Tries;

/// The interval at which irrelevant counts are deleted.
const TIDY_EVERY: TimeDelta = TimeDelta::minutes(1);

#[derive(Default)]
pub(super) struct Calls(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    /// The counts by the name of the limit and the client, with the time at which they expire.
    tries: HashMap<(&'static str, String), (Tries, DateTime<Utc>)>,
    tidied_at: DateTime<Utc>,
}

impl Calls {
    /// Counts a call, or returns how long to wait first.
    pub(super) fn take(&self, limit: Limit, client: &str, now: DateTime<Utc>) -> Result<(), Duration> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if now - counted.tidied_at > TIDY_EVERY {
            counted.tries.retain(|_, (_, forgotten_at)| *forgotten_at > now);
            counted.tries.shrink_to_fit();
            counted.tidied_at = now;
        }
        let key = (limit.name, client.to_owned());
        let after = limit.rule.take(counted.before(&key, now), now)?;
        counted.tries.insert(key, (after, limit.rule.forgotten_at(after)));
        Ok(())
    }

    /// Gives a client one call of a burst back.
    pub(super) fn give_back(&self, limit: Limit, client: &str) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let tries = counted.tries.get_mut(&(limit.name, client.to_owned()));
        if let (Some((tries, forgotten_at)), Rule::Burst(TokenBucket { every, .. })) = (tries, limit.rule) {
            tries.at -= every;
            *forgotten_at = limit.rule.forgotten_at(*tries);
        }
    }

    /// Returns how long a client has to wait, if it has no call left. Nothing is counted.
    pub(super) fn check(&self, limit: Limit, client: &str, now: DateTime<Utc>) -> Result<(), Duration> {
        let counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        limit.rule.take(counted.before(&(limit.name, client.to_owned()), now), now).map(drop)
    }

    /// Returns the time until a client has regained all calls.
    pub(super) fn full_in(&self, limit: Limit, client: &str, now: DateTime<Utc>) -> Duration {
        let counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (counted.before(&(limit.name, client.to_owned()), now).at - now).to_std().unwrap_or_default()
    }
}

impl Counted {
    fn before(&self, key: &(&'static str, String), now: DateTime<Utc>) -> Tries {
        self.tries.get(key).map_or(Tries { count: 0, at: now }, |(tries, _)| *tries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Subject;

    const LIMIT: Limit = Limit::burst("tries", Subject::Account, 2, Duration::from_secs(10));

    #[test]
    fn each_client_is_counted_separately_and_then_forgotten() {
        let (calls, start) = (Calls::default(), DateTime::UNIX_EPOCH);
        let taken = [("ana", 0), ("ana", 0), ("ana", 1), ("bob", 1), ("ana", 11)]
            .map(|(client, second)| calls.take(LIMIT, client, start + Duration::from_secs(second)));
        assert_eq!(taken, [Ok(()), Ok(()), Err(Duration::from_secs(9)), Ok(()), Ok(())]);
        assert_eq!(calls.take(LIMIT, "eva", start + Duration::from_mins(2)), Ok(()));
        assert_eq!(calls.0.lock().expect("nobody panicked").tries.len(), 1);
    }
}
