//! The leaderboards as they are sent, kept for a moment: a call within it costs no query.
//!
//! Of the calls that find a board too old, one reads it anew and the others wait for that one, so that a crowd causes
//! one query. If the query fails, it fails for all of them: a database that is away is not asked once for each.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use actix_web::web::Bytes;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::error::ApiError;
use crate::models::leaderboard::Order;

/// The boards of all orders.
pub(crate) struct Leaderboards {
    kept_for: Duration,
    boards: [Board; Order::COUNT],
}

/// One of them.
#[derive(Default)]
struct Board {
    last: RwLock<Option<Reading>>,
    /// Held by the call that reads it anew.
    turn: Mutex<()>,
}

/// The result of one reading.
#[derive(Clone)]
struct Reading {
    began: Instant,
    ended: Instant,
    outcome: Result<Bytes, ApiError>,
}

impl Leaderboards {
    /// None yet; each is to be kept for so long.
    pub(crate) fn new(kept_for: Duration) -> Self {
        Self { kept_for, boards: Default::default() }
    }

    /// The board of this order, not older than it may be; `read` finds it in the database.
    pub(crate) async fn get<F>(&self, order: Order, read: F) -> Result<Bytes, ApiError>
    where
        F: AsyncFnOnce() -> Result<Bytes, ApiError>,
    {
        let asked = Instant::now();
        let board = &self.boards[order as usize];
        let is_fresh = |last: &Reading| last.outcome.is_ok() && asked - last.began < self.kept_for;
        if let Some(outcome) = board.last_if(is_fresh) {
            return outcome;
        }
        let _turn = board.turn.lock().await;
        if let Some(outcome) = board.last_if(|last| last.ended > asked) {
            return outcome;
        }
        let began = Instant::now();
        let outcome = read().await;
        let reading = Reading { began, ended: Instant::now(), outcome: outcome.clone() };
        *board.last.write().unwrap_or_else(PoisonError::into_inner) = Some(reading);
        outcome
    }
}

impl Board {
    /// The result of the last reading, if that is good enough.
    fn last_if(&self, is_good: impl FnOnce(&Reading) -> bool) -> Option<Result<Bytes, ApiError>> {
        let last = self.last.read().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|last| is_good(last)).map(|last| last.outcome.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::time::{advance, pause, sleep};

    use super::*;

    const KEPT_FOR: Duration = Duration::from_secs(1);
    const READING: Duration = Duration::from_millis(20);

    /// A database whose board is the number of times it was asked.
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
    async fn a_board_is_read_once_for_a_crowd_and_again_when_it_is_too_old() {
        pause();
        let (boards, source) = (Leaderboards::new(KEPT_FOR), Source::default());
        let ask = || boards.get(Order::Wpm, async || source.read().await);
        let crowd = join_all((0..1000).map(|_| ask())).await;
        assert!(crowd.iter().all(|board| *board == Ok("1".into())), "{crowd:?}");
        advance(KEPT_FOR / 2).await;
        assert_eq!(ask().await, Ok("1".into()));
        advance(KEPT_FOR / 2).await;
        let crowd = join_all((0..1000).map(|_| ask())).await;
        assert!(crowd.iter().all(|board| *board == Ok("2".into())), "{crowd:?}");
        assert_eq!(source.asked(), 2);
    }

    #[actix_web::test]
    async fn each_order_has_a_board_of_its_own() {
        pause();
        let (boards, source) = (Leaderboards::new(KEPT_FOR), Source::default());
        for (order, board) in [(Order::Wpm, "1"), (Order::Age, "2"), (Order::Wpm, "1")] {
            assert_eq!(boards.get(order, async || source.read().await).await, Ok(board.into()));
        }
    }

    #[actix_web::test]
    async fn a_failure_is_told_to_all_who_waited_for_it_and_is_not_kept() {
        pause();
        let boards = Leaderboards::new(KEPT_FOR);
        let away = Source { is_away: true, ..Source::default() };
        let crowd = join_all((0..1000).map(|_| boards.get(Order::Wpm, async || away.read().await))).await;
        assert!(crowd.iter().all(|board| *board == Err(ApiError::Unavailable)), "{crowd:?}");
        assert_eq!(away.asked(), 1);
        let back = Source::default();
        assert_eq!(boards.get(Order::Wpm, async || back.read().await).await, Ok("1".into()));
    }

    #[actix_web::test]
    async fn who_gives_up_reading_leaves_it_to_the_next() {
        pause();
        let (boards, source) = (Leaderboards::new(KEPT_FOR), Source::default());
        let given_up = tokio::time::timeout(READING / 2, boards.get(Order::Wpm, async || source.read().await)).await;
        assert!(given_up.is_err());
        assert_eq!(boards.get(Order::Wpm, async || source.read().await).await, Ok("2".into()));
    }
}
