//! Cached leaderboards, already serialized.

use std::array;
use std::time::Duration;

use actix_web::web::Bytes;

use crate::cached::Cached;
use crate::error::ApiError;
use crate::models::leaderboard::{Order, Racers};

/// The boards of all racers that can be asked for, each in all orders.
pub(crate) struct Leaderboards([[Cached; Order::COUNT]; Racers::COUNT]);

impl Leaderboards {
    /// Returns empty boards, each of which is kept for this long once it has been read.
    pub(crate) fn new(ttl: Duration) -> Self {
        Self(array::from_fn(|_| array::from_fn(|_| Cached::new(ttl))))
    }

    /// Returns the board of these racers in this order, if it is fresh; otherwise `read` queries the database.
    pub(crate) async fn get<F>(&self, order: Order, racers: Racers, read: F) -> Result<Bytes, ApiError>
    where
        F: AsyncFnOnce() -> Result<Bytes, ApiError>,
    {
        self.0[racers.position()][order as usize].get(read).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Division, Language, Value as _};

    #[actix_web::test]
    async fn each_order_language_and_division_has_a_board_of_its_own() {
        let boards = Leaderboards::new(Duration::from_secs(60));
        let division = |lower_end| Division::parse(lower_end).expect("it is one");
        let (english, spanish) = (Racers::In(Language::English), Racers::In(Language::Spanish));
        let fastest = Racers::OfDivision(Language::English, division(100));
        for (order, racers, read, board) in [
            (Order::Wpm, Racers::All, "1", "1"),
            (Order::Age, Racers::All, "2", "2"),
            (Order::Wpm, spanish, "3", "3"),
            (Order::Wpm, english, "4", "4"),
            (Order::Wpm, fastest, "5", "5"),
            (Order::Wpm, Racers::OfDivision(Language::English, division(0)), "6", "6"),
            (Order::Wpm, Racers::OfDivision(Language::Spanish, division(100)), "7", "7"),
            (Order::Wpm, spanish, "8", "3"),
            (Order::Wpm, english, "9", "4"),
            (Order::Wpm, fastest, "10", "5"),
            (Order::Wpm, Racers::All, "11", "1"),
        ] {
            assert_eq!(boards.get(order, racers, async || Ok(read.into())).await, Ok(board.into()));
        }
    }
}
