//! Cached leaderboards, already serialized.

use std::array;
use std::time::Duration;

use actix_web::web::Bytes;

use crate::cached::Cached;
use crate::domain::Language;
use crate::error::ApiError;
use crate::models::leaderboard::Order;

/// The boards of all languages together, then those of each language.
pub(crate) struct Leaderboards([[Cached; Order::COUNT]; 1 + Language::COUNT]);

impl Leaderboards {
    /// Returns empty boards, each of which is kept for this long once it has been read.
    pub(crate) fn new(ttl: Duration) -> Self {
        Self(array::from_fn(|_| array::from_fn(|_| Cached::new(ttl))))
    }

    /// Returns the board of this order, of one language or of all, if it is fresh; otherwise `read` queries the database.
    pub(crate) async fn get<F>(&self, order: Order, language: Option<Language>, read: F) -> Result<Bytes, ApiError>
    where
        F: AsyncFnOnce() -> Result<Bytes, ApiError>,
    {
        let boards = &self.0[language.map_or(0, |language| 1 + language as usize)];
        boards[order as usize].get(read).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn each_order_and_language_has_a_board_of_its_own() {
        let boards = Leaderboards::new(Duration::from_secs(60));
        let spanish = Some(Language::Spanish);
        for (order, language, read, board) in [
            (Order::Wpm, None, "1", "1"),
            (Order::Age, None, "2", "2"),
            (Order::Wpm, spanish, "3", "3"),
            (Order::Wpm, Some(Language::English), "4", "4"),
            (Order::Wpm, spanish, "5", "3"),
            (Order::Wpm, None, "6", "1"),
        ] {
            assert_eq!(boards.get(order, language, async || Ok(read.into())).await, Ok(board.into()));
        }
    }
}
