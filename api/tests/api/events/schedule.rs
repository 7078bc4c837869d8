//! An event under a random schedule.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use super::{Event, OWN, id_of, own};
use crate::support::postgres;
use crate::support::results::send;

/// The expected outcome of a schedule, counted besides the api.
#[derive(Default)]
struct Expected {
    /// The first result of each racer in each round, with its time.
    results: Vec<(usize, i32, u64)>,
    removed: BTreeSet<usize>,
    begun: i32,
    rounds: Vec<String>,
}

impl Expected {
    fn table(&self) -> Vec<(u64, u64)> {
        let shown: Vec<_> = self.results.iter().filter(|(racer, ..)| !self.removed.contains(racer)).collect();
        let points = |racer: usize| -> u64 {
            let of = shown.iter().filter(|(other, ..)| *other == racer);
            of.map(|(_, round, ms)| {
                let faster = shown.iter().filter(|(_, other, time)| other == round && time < ms).count();
                [5, 3, 2, 1].get(faster).copied().unwrap_or(0)
            })
            .sum()
        };
        let racers: BTreeSet<usize> = shown.iter().map(|(racer, ..)| *racer).collect();
        let all: Vec<u64> = racers.iter().map(|racer| points(*racer)).collect();
        let place = |points: u64| all.iter().filter(|other| **other > points).count() as u64 + 1;
        let mut lines: Vec<_> = all.iter().map(|points| (*points, place(*points))).collect();
        lines.sort_by_key(|(_, place)| *place);
        lines
    }
}

/// Joins, takes seats, starts, finishes, removes and edits in a random order, and checks after each step that the event is
/// what was counted.
async fn host_at_random(seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    let event = Event::open(3).await;
    let to = event.app.api.start_result_recorder();
    let mut expected = Expected { rounds: vec![OWN.to_owned(); 3], ..Expected::default() };
    let mut guests: Vec<String> = Vec::new();
    for step in 0..50 {
        let racer = random.random_range(0..guests.len().max(1));
        match random.random_range(0..12_u8) {
            0..=2 => guests.push(event.guest(&format!("Guest {}", guests.len())).await),
            _ if guests.is_empty() => {}
            3..=5 => {
                let answer = event.call("seat", json!({ "guest": guests[racer] })).await;
                assert!([200, 403, 409].contains(&answer.status.as_u16()), "{seed} {step}: {answer:?}");
            }
            6 => {
                let next = expected.begun + 1;
                if event.start(next).await.status == 200 {
                    expected.begun = next;
                }
            }
            7..=9 if expected.begun > 0 => {
                let round = random.random_range(1..=expected.begun);
                let ms = random.random_range(3..9) * 1000;
                let message = event.result(&format!("Guest {racer}"), (round, 1), ms);
                assert!(send(&to, &message).await.is_ok(), "{seed} {step}");
                if !expected.results.iter().any(|(other, of, _)| (*other, *of) == (racer, round)) {
                    expected.results.push((racer, round, ms));
                }
            }
            10 => {
                event.host("remove", json!({ "racer": id_of(&event, &format!("Guest {racer}")) })).await.json();
                expected.removed.insert(racer);
            }
            _ if (expected.begun as usize) < expected.rounds.len() => {
                let n_rounds = random.random_range(1..3);
                let texts: Vec<String> = (0..n_rounds).map(|n| format!("Text {step} {n}")).collect();
                let rounds: Vec<Value> = texts.iter().map(|text| own(text)).collect();
                event.host("edit", json!({ "rounds": rounds })).await.json();
                expected.rounds.truncate(expected.begun as usize);
                expected.rounds.extend(texts);
            }
            _ => {}
        }
        let texts = postgres::texts(&event.app.database_url, "SELECT text FROM event_rounds ORDER BY number");
        assert_eq!(texts, expected.rounds, "{seed} {step}");
        let table: Vec<_> = event.table().await.into_iter().map(|(_, points, place)| (points, place)).collect();
        assert_eq!(table, expected.table(), "{seed} {step}");
    }
}

#[actix_web::test]
async fn whatever_the_order_each_racer_has_a_result_a_round_and_no_begun_round_changes() {
    for seed in 0..6 {
        host_at_random(seed).await;
    }
}
