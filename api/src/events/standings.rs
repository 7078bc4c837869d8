//! The places of a round, and the table of an event: pure functions of the results.

use std::collections::BTreeMap;

use typing::score::two_decimals;

use crate::domain::Scoring;

/// The points of the first places in a round.
const POINTS: [u32; 4] = [5, 3, 2, 1];

/// The result of a racer in a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct EventResult {
    pub(crate) racer: i64,
    pub(crate) round: i32,
    pub(crate) heat: i32,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
    /// True if it gets no place.
    pub(crate) unranked: bool,
}

/// A result with its place among those of its round, in all heats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placed {
    pub(crate) result: EventResult,
    /// `None` if it is not ranked.
    pub(crate) place: Option<u32>,
}

/// A line of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    pub(crate) racer: i64,
    pub(crate) points: u32,
    /// The mean speed of the rounds that the racer has raced.
    pub(crate) wpm: f64,
    pub(crate) place: u32,
}

impl Placed {
    /// Returns the points for its place.
    pub(crate) fn points(&self) -> u32 {
        let place = self.place.and_then(|place| (place as usize).checked_sub(1));
        place.and_then(|index| POINTS.get(index)).copied().unwrap_or(0)
    }
}

/// Returns the results of a round by time, those without a place last. Equal times share the better place.
pub(crate) fn places(results: &[EventResult], round: i32) -> Vec<Placed> {
    let mut of_round: Vec<EventResult> = results.iter().filter(|result| result.round == round).copied().collect();
    of_round.sort_by_key(|result| (result.unranked, result.time_ms, result.racer));
    let places = places_of(of_round.iter().map(|result| result.time_ms));
    let placed = of_round.into_iter().zip(places);
    placed.map(|(result, place)| Placed { result, place: (!result.unranked).then_some(place) }).collect()
}

/// Returns the table: a line for each racer with a ranked result, the best first. Equal ones share the better place.
pub(crate) fn table(results: &[EventResult], scoring: Scoring) -> Vec<Line> {
    let mut rounds: Vec<i32> = results.iter().map(|result| result.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    // The points, the sum of the speeds, and the number of rounds.
    let mut sums: BTreeMap<i64, (u32, f64, u32)> = BTreeMap::new();
    for placed in rounds.iter().flat_map(|round| places(results, *round)).filter(|placed| placed.place.is_some()) {
        let (points, wpm, n_rounds) = sums.entry(placed.result.racer).or_default();
        *points += placed.points();
        *wpm += placed.result.wpm;
        *n_rounds += 1;
    }
    let line = |(racer, (points, wpm, n_rounds)): (i64, (u32, f64, u32))| Line {
        racer,
        points,
        wpm: two_decimals(wpm / f64::from(n_rounds)),
        place: 0,
    };
    let mut table: Vec<Line> = sums.into_iter().map(line).collect();
    // The lower, the better.
    let rank = |line: &Line| match scoring {
        Scoring::Places => -i64::from(line.points),
        Scoring::Speed => -(line.wpm * 100.0).round() as i64,
    };
    table.sort_by_key(rank);
    let places = places_of(table.iter().map(rank).collect::<Vec<_>>());
    for (line, place) in table.iter_mut().zip(places) {
        line.place = place;
    }
    table
}

/// Returns the places of values in rising order. Equal ones share the better place.
fn places_of(values: impl IntoIterator<Item = i64>) -> Vec<u32> {
    let mut places: Vec<u32> = Vec::new();
    let mut before = None;
    for (value, number) in values.into_iter().zip(1..) {
        let place = places.last().filter(|_| before == Some(value)).copied().unwrap_or(number);
        places.push(place);
        before = Some(value);
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn result(racer: i64, round: i32, time_ms: i64) -> EventResult {
        let wpm = 6_000_000.0 / time_ms as f64;
        EventResult { racer, round, heat: 1, time_ms, wpm, accuracy: 98.0, unranked: false }
    }

    fn lines(results: &[EventResult], scoring: Scoring) -> Vec<(i64, u32, u32)> {
        table(results, scoring).into_iter().map(|line| (line.racer, line.points, line.place)).collect()
    }

    #[test]
    fn the_first_four_of_each_round_get_points_and_equal_times_share_the_better_place() {
        let round: Vec<_> =
            [(1, 30), (2, 20), (3, 30), (4, 40), (5, 50)].map(|(racer, time)| result(racer, 1, time)).into();
        assert_eq!(lines(&round, Scoring::Places), [(2, 5, 1), (1, 3, 2), (3, 3, 2), (4, 1, 4), (5, 0, 5)]);
    }

    #[test]
    fn by_speed_the_mean_of_the_rounds_raced_decides() {
        let results = [result(1, 1, 60_000), result(1, 2, 100_000), result(2, 2, 70_000)];
        assert_eq!(lines(&results, Scoring::Speed), [(2, 5, 1), (1, 8, 2)]);
    }

    #[test]
    fn a_result_that_is_not_ranked_leaves_the_places_to_others() {
        let fast = EventResult { unranked: true, ..result(1, 1, 10) };
        let results = [fast, result(2, 1, 20)];
        let placed = places(&results, 1);
        assert_eq!(
            placed.iter().map(|placed| (placed.result.racer, placed.place)).collect::<Vec<_>>(),
            [(2, Some(1)), (1, None)]
        );
        assert_eq!(lines(&results, Scoring::Places), [(2, 5, 1)]);
    }

    proptest! {
        #[test]
        fn the_table_equals_a_recount_whatever_the_order_of_results(
            times in proptest::collection::btree_map((0_i64..6, 1_i32..4), (1_i64..5, any::<bool>()), 0..18),
            by_speed: bool,
            turned in 0_usize..18,
        ) {
            let result = |((racer, round), (time, unranked)): ((i64, i32), (i64, bool))| {
                EventResult { unranked, ..result(racer, round, time * 1000) }
            };
            let mut results: Vec<_> = times.into_iter().map(result).collect();
            let scoring = if by_speed { Scoring::Speed } else { Scoring::Places };
            let sorted = table(&results, scoring);
            let length = results.len().max(1);
            results.rotate_left(turned % length);
            prop_assert_eq!(&sorted, &table(&results, scoring));

            let ranked: Vec<_> = results.iter().filter(|result| !result.unranked).collect();
            for line in &sorted {
                let own: Vec<_> = ranked.iter().filter(|result| result.racer == line.racer).collect();
                let faster = |own: &EventResult| {
                    ranked.iter().filter(|other| other.round == own.round && other.time_ms < own.time_ms).count()
                };
                let points: u32 = own.iter().map(|own| [5, 3, 2, 1].get(faster(own)).copied().unwrap_or(0)).sum();
                let wpm = own.iter().map(|own| own.wpm).sum::<f64>() / own.len() as f64;
                let better = sorted.iter().filter(|other| {
                    if by_speed { other.wpm > line.wpm } else { other.points > line.points }
                });
                prop_assert_eq!((line.points, line.place), (points, better.count() as u32 + 1));
                prop_assert!((line.wpm - wpm).abs() < 0.01);
            }
            let mut racers: Vec<_> = ranked.iter().map(|result| result.racer).collect();
            racers.sort_unstable();
            racers.dedup();
            prop_assert_eq!(racers.len(), sorted.len());
        }
    }
}
