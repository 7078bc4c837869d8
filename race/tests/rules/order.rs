//! The order of finish and the times under network delays, with logs and credit, and as it was without them: the table of
//! docs/decisions/0040.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use shared::racer::{FinishReport, LogPiece, ProgressReport};
use shared::testing::{WORD, racer_id};
use typing::key_log::TimedKeys;

use crate::scene::{Scene, millis};

/// Fewer than a room has seats, so that the race starts when the waiting is over.
const RACERS: usize = 4;
const RACES: usize = 200;
/// The questions for the time before the start.
const QUESTIONS: usize = 16;
/// The longest wait for a frame of the browser, in milliseconds.
const FRAME: f64 = 16.7;

/// A racer's network. Every packet takes the shortest way and a random time more, of a fifth of it and 2 ms on average.
struct Network {
    shortest: f64,
}

impl Network {
    fn way(&self, random: &mut Xoshiro256PlusPlus) -> f64 {
        let mean = self.shortest / 5.0 + 2.0;
        self.shortest - mean * random.random_range(f64::EPSILON..1.0_f64).ln()
    }
}

/// The outcome of one way to time a race: the times of the racers' pages from the start, and the errors of their results.
#[derive(Default)]
struct Outcome {
    spreads: Vec<f64>,
    errors: Vec<f64>,
    wrong_pairs: usize,
}

impl Outcome {
    fn add(&mut self, opened: &[f64], times: &[f64], typed: &[f64]) {
        let (first, last) = opened.iter().fold((f64::MAX, f64::MIN), |(low, high), ms| (low.min(*ms), high.max(*ms)));
        self.spreads.push(last - first);
        self.errors.extend(times.iter().zip(typed).map(|(time, typed)| (time - typed).abs()));
        let is_wrong = |one: usize, other: usize| typed[one] < typed[other] && times[one] >= times[other];
        self.wrong_pairs += (0..RACERS * RACERS).filter(|pair| is_wrong(pair / RACERS, pair % RACERS)).count();
    }

    fn row(&mut self) -> String {
        let p95 = |values: &mut Vec<f64>| {
            values.sort_unstable_by(f64::total_cmp);
            values[values.len() * 95 / 100]
        };
        let pairs = RACES * RACERS * (RACERS - 1) / 2;
        let mean = self.errors.iter().sum::<f64>() / self.errors.len() as f64;
        let wrong = 100.0 * self.wrong_pairs as f64 / pairs as f64;
        format!("{:.0} ms | {mean:.0} / {:.0} ms | {wrong:.1} %", p95(&mut self.spreads), p95(&mut self.errors))
    }
}

/// Runs races whose racers have ways of up to `longest` ms, and returns the outcomes without logs and with them.
fn run(longest: f64) -> [Outcome; 2] {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(40);
    let mut outcomes = [Outcome::default(), Outcome::default()];
    for _ in 0..RACES {
        // The time that each takes, from the frame that shows the text to the last key.
        let typed: [f64; RACERS] = std::array::from_fn(|_| random.random_range(30_000.0..31_000.0));
        let networks: [_; RACERS] =
            std::array::from_fn(|_| Network { shortest: random.random_range(0.0..longest + f64::EPSILON) });
        let frames: [f64; RACERS] = std::array::from_fn(|_| random.random_range(0.0..FRAME));

        let opened: Vec<_> =
            networks.iter().zip(frames).map(|(network, frame)| network.way(&mut random) + frame).collect();
        let arrived = |n: usize, random: &mut Xoshiro256PlusPlus| opened[n] + typed[n] + networks[n].way(random);
        let times: Vec<_> = (0..RACERS).map(|n| arrived(n, &mut random)).collect();
        outcomes[0].add(&opened, &times, &typed);

        let mut scene = Scene::running(&[1, 2, 3, 4]);
        let mut finishes = Vec::new();
        let mut opened = Vec::new();
        for (n, network) in networks.iter().enumerate() {
            let questions = (0..QUESTIONS).map(|_| (network.way(&mut random), network.way(&mut random)));
            let (there, back) = questions.min_by(|one, other| (one.0 + one.1).total_cmp(&(other.0 + other.1))).unwrap();
            let user = n as i64 + 1;
            let seen = scene.now.millis() - (there + back) as u64;
            scene.race.measure(racer_id(user), Some(seen), scene.now).unwrap();
            let begun =
                ProgressReport { log: Some(LogPiece { from: 0, keys: Vec::new() }), ..scene.completed(user).into() };
            scene.report_with(user, begun).unwrap();
            // The page's clock is ahead by this much.
            let ahead = (there - back) / 2.0;
            opened.push(frames[n] - ahead);
            let pressed = opened[n] + typed[n];
            finishes.push((pressed + network.way(&mut random), user, pressed + ahead));
        }
        finishes.sort_by(|one, other| one.0.total_cmp(&other.0));
        let start = scene.now;
        for (arrives, user, last_key) in finishes {
            let at = Duration::from_secs_f64(arrives / 1_000.0);
            scene.pass(at.saturating_sub(scene.now.since(start)));
            let text = WORD.repeat(60);
            let times = (1..=300).map(|key| (last_key * f64::from(key) / 300.0) as u32).collect();
            let keys = TimedKeys { keystrokes: text.clone(), times }.encode(&text);
            let report = FinishReport { log: Some(LogPiece { from: 0, keys }), ..FinishReport::default() };
            scene.finish_with(user, report).unwrap();
        }
        scene.pass(millis(1_000));
        let time = |user: usize| scene.seat(user as i64).result.as_ref().unwrap().time.as_secs_f64() * 1_000.0;
        let times: Vec<_> = (1..=RACERS).map(time).collect();
        outcomes[1].add(&opened, &times, &typed);
    }
    outcomes
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is for people")]
fn logs_and_credit_give_the_right_order_at_delays_of_up_to_400_ms() {
    println!("| ways up to | | spread of starts, p95 | error of times, mean / p95 | pairs in the wrong order |");
    println!("|--:|---|--:|--:|--:|");
    for longest in [0.0, 50.0, 100.0, 200.0, 400.0] {
        let [mut charged, mut credited] = run(longest);
        println!("| {longest} ms | delay charged | {} |", charged.row());
        println!("| | log and credit | {} |", credited.row());
        assert!(credited.errors.iter().sum::<f64>() < charged.errors.iter().sum::<f64>(), "{longest}");
        assert!(credited.wrong_pairs <= charged.wrong_pairs, "{longest}");
    }
}
