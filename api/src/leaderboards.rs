//! Cached leaderboards, already serialized: while one is fresh, calls for it need no query.
//!
//! If several calls find a board that is too old, one reads it again and the others wait for the result, so that a
//! crowd causes a single query. If the query fails, it fails for all of them: a database that is down is not queried
//! once per call.

use std::time::Duration;

use actix_web::web::Bytes;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::domain::Language;
use crate::error::ApiError;
use crate::models::leaderboard::Order;

pub(crate) struct Leaderboards {
    kept_for: Duration,
    /// The latest reading of each board, locked by the call that refreshes it: those of all languages together, then those
    /// of each language.
    boards: [[Mutex<Option<Reading>>; Order::COUNT]; 1 + Language::COUNT],
}

struct Reading {
    began: Instant,
    ended: Instant,
    outcome: Result<Bytes, ApiError>,
}

impl Leaderboards {
    /// Returns empty boards, each of which is kept for this long once it has been read.
    pub(crate) fn new(kept_for: Duration) -> Self {
        Self { kept_for, boards: Default::default() }
    }

    /// Returns the board of this order, of one language or of all, if it is fresh; otherwise `read` queries the database.
    pub(crate) async fn get<F>(&self, order: Order, language: Option<Language>, read: F) -> Result<Bytes, ApiError>
    where
        F: AsyncFnOnce() -> Result<Bytes, ApiError>,
    {
        let asked = Instant::now();
        let boards = &self.boards[language.map_or(0, |language| 1 + language as usize)];
        let mut last = boards[order as usize].lock().await;
        if let Some(last) = &*last {
            let is_fresh = last.outcome.is_ok() && asked - last.began < self.kept_for;
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

    const KEPT_FOR: Duration = Duration::from_secs(1);
    const READING: Duration = Duration::from_millis(20);

    /// A database whose board is the number of times that it was read.
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
    async fn a_crowd_reads_a_board_once_and_again_when_it_is_too_old() {
        pause();
        let (boards, source) = (Leaderboards::new(KEPT_FOR), Source::default());
        let ask = || boards.get(Order::Wpm, None, async || source.read().await);
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
    async fn each_order_and_language_has_a_board_of_its_own() {
        pause();
        let (boards, source) = (Leaderboards::new(KEPT_FOR), Source::default());
        let spanish = Some(Language::Spanish);
        for (order, language, board) in [
            (Order::Wpm, None, "1"),
            (Order::Age, None, "2"),
            (Order::Wpm, spanish, "3"),
            (Order::Wpm, Some(Language::English), "4"),
            (Order::Wpm, spanish, "3"),
            (Order::Wpm, None, "1"),
        ] {
            assert_eq!(boards.get(order, language, async || source.read().await).await, Ok(board.into()));
        }
    }

    #[actix_web::test]
    async fn a_failure_reaches_all_waiting_calls_and_is_not_kept() {
        pause();
        let boards = Leaderboards::new(KEPT_FOR);
        let away = Source { is_away: true, ..Source::default() };
        let crowd = join_all((0..1000).map(|_| boards.get(Order::Wpm, None, async || away.read().await))).await;
        assert!(crowd.iter().all(|board| *board == Err(ApiError::Unavailable)), "{crowd:?}");
        assert_eq!(away.asked(), 1);
        let back = Source::default();
        assert_eq!(boards.get(Order::Wpm, None, async || back.read().await).await, Ok("1".into()));
    }

    #[actix_web::test]
    async fn a_call_that_gives_up_reading_leaves_it_to_the_next() {
        pause();
        let (boards, source) = (Leaderboards::new(KEPT_FOR), Source::default());
        let given_up =
            tokio::time::timeout(READING / 2, boards.get(Order::Wpm, None, async || source.read().await)).await;
        assert!(given_up.is_err());
        assert_eq!(boards.get(Order::Wpm, None, async || source.read().await).await, Ok("2".into()));
    }
}
