//! A cached answer, mostly one that is serialized already: while it is fresh, calls for it need no query.
//!
//! If several calls find an answer that is too old, one reads it again and the others wait for the result, so that a
//! crowd causes a single query. If the query fails, it fails for all of them: a database or an engine that is down is
//! not asked once per call.

use std::time::Duration;

use actix_web::web::Bytes;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::error::ApiError;

pub(crate) struct Cached<T = Bytes> {
    ttl: Duration,
    /// The latest reading, locked by the call that refreshes it.
    last: Mutex<Option<Reading<T>>>,
}

struct Reading<T> {
    began: Instant,
    ended: Instant,
    outcome: Result<T, ApiError>,
}

impl<T: Clone> Cached<T> {
    /// Returns an empty cache, whose answer is kept for this long once it has been read.
    pub(crate) fn new(ttl: Duration) -> Self {
        Self { ttl, last: Mutex::new(None) }
    }

    /// Returns true while the answer is fresh, or a call reads it.
    pub(crate) fn is_in_use(&self) -> bool {
        let Ok(last) = self.last.try_lock() else { return true };
        last.as_ref().is_some_and(|last| last.began.elapsed() < self.ttl)
    }

    /// Returns the answer if it is fresh; otherwise `read` asks for it.
    pub(crate) async fn get<F>(&self, read: F) -> Result<T, ApiError>
    where
        F: AsyncFnOnce() -> Result<T, ApiError>,
    {
        let asked = Instant::now();
        let mut last = self.last.lock().await;
        if let Some(last) = &*last {
            let is_fresh = last.outcome.is_ok() && asked - last.began < self.ttl;
            if is_fresh || last.ended > asked {
                return last.outcome.clone();
            }
        }
        let began = Instant::now();
        let outcome = read().await;
        *last = Some(Reading { began, ended: Instant::now(), outcome: outcome.clone() });
        outcome
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::time::{advance, pause, sleep};

    use super::*;

    const TTL: Duration = Duration::from_secs(1);
    const READING: Duration = Duration::from_millis(20);

    /// A database whose answer is the number of times that it was read.
    #[derive(Default)]
    struct Source {
        asked: AtomicUsize,
        is_away: bool,
    }

    impl Source {
        async fn read(&self) -> Result<Bytes, ApiError> {
            let n = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
            sleep(READING).await;
            if self.is_away { Err(ApiError::Unavailable) } else { Ok(n.to_string().into()) }
        }

        fn asked(&self) -> usize {
            self.asked.load(Ordering::Relaxed)
        }
    }

    #[actix_web::test]
    async fn a_crowd_reads_an_answer_once_and_again_when_it_is_too_old() {
        pause();
        let (cached, source) = (Cached::new(TTL), Source::default());
        let ask = || cached.get(async || source.read().await);
        let crowd = join_all((0..1000).map(|_| ask())).await;
        assert!(crowd.iter().all(|answer| *answer == Ok("1".into())), "{crowd:?}");
        advance(TTL / 2).await;
        assert_eq!(ask().await, Ok("1".into()));
        advance(TTL / 2).await;
        let crowd = join_all((0..1000).map(|_| ask())).await;
        assert!(crowd.iter().all(|answer| *answer == Ok("2".into())), "{crowd:?}");
        assert_eq!(source.asked(), 2);
    }

    #[actix_web::test]
    async fn a_failure_reaches_all_waiting_calls_and_is_not_kept() {
        pause();
        let cached = Cached::new(TTL);
        let away = Source { is_away: true, ..Source::default() };
        let crowd = join_all((0..1000).map(|_| cached.get(async || away.read().await))).await;
        assert!(crowd.iter().all(|answer| *answer == Err(ApiError::Unavailable)), "{crowd:?}");
        assert_eq!(away.asked(), 1);
        let back = Source::default();
        assert_eq!(cached.get(async || back.read().await).await, Ok("1".into()));
    }

    #[actix_web::test]
    async fn a_call_that_gives_up_reading_leaves_it_to_the_next() {
        pause();
        let (cached, source) = (Cached::new(TTL), Source::default());
        let given_up = tokio::time::timeout(READING / 2, cached.get(async || source.read().await)).await;
        assert!(given_up.is_err());
        assert_eq!(cached.get(async || source.read().await).await, Ok("2".into()));
    }
}
