//! The heats of a round: rooms that race through one text at once.

use shared::messages::EVENT_SEATS;

/// Returns the number of the heat in which the next racer of a round gets a seat: the first in which one is free, with the
/// number of seats that are taken in each.
pub(crate) fn next(taken: impl IntoIterator<Item = (i32, i64)>) -> i32 {
    let full = taken.into_iter().filter(|(_, seats)| *seats >= EVENT_SEATS as i64);
    let mut full: Vec<i32> = full.map(|(heat, _)| heat).collect();
    full.sort_unstable();
    (1..).zip(&full).take_while(|(number, heat)| number == *heat).count() as i32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_seat_is_in_the_first_heat_with_a_free_one() {
        for (taken, heat) in [
            (vec![], 1),
            (vec![(1, 99)], 1),
            (vec![(1, 100)], 2),
            (vec![(2, 100), (1, 100), (3, 4)], 3),
            (vec![(1, 99), (2, 100)], 1),
            (vec![(2, 3)], 1),
        ] {
            assert_eq!(next(taken.clone()), heat, "{taken:?}");
        }
    }
}
