//! The order of racers who finish within a few milliseconds of each other, over lines that delay each packet by another
//! time: the second table of docs/decisions/0040.
//!
//! Each racer asks for the room's time and sends the log as the site's client does. The truth is the physical moment of each
//! last key, which nobody in the race knows.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use shared::racer::{FinishReport, LogPiece, ProgressReport};
use shared::testing::{WORD, racer_id, text};
use typing::key_log::TimedKeys;

use race::{Finishing, RaceTime, Rules};

use crate::scene::{Scene, millis};

const RACES: usize = 300;
const WORDS: usize = 30;
const KEYS: usize = 150;
/// The moments at which the questions for the time begin, in milliseconds from the start: when a racer joins, and when the
/// countdown begins.
const QUESTIONS_BEGIN: [f64; 2] = [-28_000.0, -10_250.0];
/// The questions of each, as of the site's client.
const QUESTIONS: usize = 12;
/// The pause between pieces of the log, in milliseconds, as of the site's client.
const PIECES_EVERY: f64 = 500.0;
/// The gaps between neighbors at the finish, in milliseconds.
const GAPS: [f64; 4] = [5.0, 10.0, 20.0, 50.0];

const UP: usize = 0;
const DOWN: usize = 1;

/// A line that delays each packet by its way, and by a random time up to its jitter. Packets stay in their order. All times
/// are in milliseconds from the start.
struct Line {
    ways: [f64; 2],
    jitter: f64,
    arrived: [f64; 2],
}

impl Line {
    fn new(ways: [f64; 2], jitter: f64) -> Self {
        Self { ways, jitter, arrived: [f64::MIN; 2] }
    }

    /// Returns the arrival of a packet that is sent in this direction.
    fn send(&mut self, direction: usize, at: f64, random: &mut Xoshiro256PlusPlus) -> f64 {
        let delayed = at + self.ways[direction] + self.jitter * random.random_range(0.0..1.0);
        self.arrived[direction] = delayed.max(self.arrived[direction]);
        self.arrived[direction]
    }
}

/// A racer of a near finish.
struct Run {
    /// The true moments of the keys.
    keys: Vec<f64>,
    /// The questions for the time that follow an answer: their arrival, and the answer.
    questions: Vec<[f64; 2]>,
    /// By how much the racer's clock is ahead, in truth: by all answers, as of the site's client, and by the one of the
    /// shortest round trip.
    ahead: f64,
    ahead_by_shortest: f64,
    /// The pieces of the log: their arrival, and the number of keys so far. The last is the finish.
    pieces: Vec<(f64, usize)>,
}

impl Run {
    fn new(mut line: Line, typed: f64, random: &mut Xoshiro256PlusPlus) -> Self {
        let mut questions = Vec::new();
        let (mut earliest, mut latest) = (f64::MIN, f64::MAX);
        let (mut shortest, mut ahead_by_shortest) = (f64::MAX, 0.0);
        for begins in QUESTIONS_BEGIN {
            let (mut at, mut seen) = (begins, None);
            for _ in 0..QUESTIONS {
                let arrived = line.send(UP, at, random);
                questions.extend(seen.map(|seen| [arrived, seen]));
                let answer = arrived.floor();
                let received = line.send(DOWN, arrived, random);
                // The true clocks agree.
                (earliest, latest) = (earliest.max(at - answer), latest.min(received - answer));
                if received - at <= shortest {
                    (shortest, ahead_by_shortest) = (received - at, answer - f64::midpoint(at, received));
                }
                (at, seen) = (received, Some(answer));
            }
        }
        let mut keys: Vec<_> = (1..KEYS).map(|_| random.random_range(300.0..typed)).collect();
        keys.sort_unstable_by(f64::total_cmp);
        let mut pieces = Vec::new();
        let mut next = 0.0;
        for (n, key) in keys.iter().enumerate() {
            if *key >= next {
                pieces.push((line.send(UP, *key, random), n + 1));
                next = key + PIECES_EVERY;
            }
        }
        keys.push(typed);
        pieces.push((line.send(UP, typed, random), KEYS));
        Self { keys, questions, ahead: -f64::midpoint(earliest, latest), ahead_by_shortest, pieces }
    }

    fn typed(&self) -> f64 {
        self.keys[KEYS - 1]
    }

    /// Returns the time with the credit of half of the shortest round trip and 20 ms, and a clock set by that alone.
    fn time_by_shortest(&self) -> f64 {
        let shortest = self.questions.iter().map(|[arrived, seen]| arrived - seen).fold(f64::MAX, f64::min);
        let (arrived, _) = self.pieces[self.pieces.len() - 1];
        (self.typed() + self.ahead_by_shortest).clamp(arrived - shortest / 2.0 - 20.0, arrived)
    }

    /// Returns the log of the keys by the racer's clock, and its lengths after each number of keys.
    fn log(&self, text: &str) -> (Vec<u8>, Vec<usize>) {
        let times = self.keys.iter().map(|key| (key + self.ahead).max(0.0).round() as u32).collect();
        let log = TimedKeys { keystrokes: text.to_owned(), times }.encode(text);
        let ends = log.iter().enumerate().filter(|(_, byte)| **byte < 0x80).map(|(at, _)| at + 1);
        let ends = std::iter::once(0).chain(ends).collect();
        (log, ends)
    }
}

/// Returns the times that the room gives to `runs`.
fn times_of(runs: &[Run]) -> Vec<f64> {
    let users: Vec<_> = (1..=runs.len() as i64).collect();
    // A room that is full would start early.
    let rules = Rules { capacity: runs.len() + 1, ..Rules::default() };
    let mut scene = Scene::with(rules, &text(WORDS));
    users.iter().for_each(|user| scene.enter(*user));
    scene.pass(millis(30_250));
    let start = scene.now;
    let text = WORD.repeat(WORDS);
    let logs: Vec<_> = runs.iter().map(|run| run.log(&text)).collect();
    let mut packets = Vec::new();
    for (run, user) in runs.iter().zip(&users) {
        let at = |ms: f64| RaceTime(Duration::from_secs_f64((start.millis() as f64 + ms) / 1_000.0));
        for [arrived, seen] in &run.questions {
            scene.race.measure(racer_id(*user), Some(at(*seen).millis()), at(*arrived)).unwrap();
        }
        let before = std::iter::once(0).chain(run.pieces.iter().map(|(_, keys)| *keys));
        packets.extend(before.zip(&run.pieces).map(|(from, (arrived, to))| (at(*arrived), *user, from, *to)));
    }
    packets.sort_unstable();
    for (arrived, user, from, to) in packets {
        scene.pass(arrived.since(scene.now));
        let (log, ends) = &logs[user as usize - 1];
        let piece = Some(LogPiece { from: ends[from] as u32, keys: log[ends[from]..ends[to]].to_vec() });
        if to < KEYS {
            let completed = 0.try_into().unwrap();
            scene.report_with(user, ProgressReport { completed, log: piece }).unwrap();
        } else {
            let finishing = scene.finish_with(user, FinishReport { log: piece, ..FinishReport::default() }).unwrap();
            assert!(matches!(finishing, Finishing::First(_)));
        }
    }
    scene.pass(Duration::from_secs(1));
    let time = |user: &i64| scene.seat(*user).result.as_ref().unwrap().time.as_secs_f64() * 1_000.0;
    users.iter().map(time).collect()
}

/// The neighbors at the finish, by the gap between them, those in the right order, and the errors of the times.
#[derive(Default)]
struct Outcome {
    all: [usize; GAPS.len()],
    right: [usize; GAPS.len()],
    errors: Vec<f64>,
}

impl Outcome {
    fn add(&mut self, runs: &[Run], gaps: &[usize], times: &[f64]) {
        for (gap, pair) in gaps.iter().zip(times.windows(2)) {
            self.all[*gap] += 1;
            self.right[*gap] += usize::from(pair[0] < pair[1]);
        }
        self.errors.extend(times.iter().zip(runs).map(|(time, run)| (time - run.typed()).abs()));
    }

    fn right(&self) -> f64 {
        100.0 * self.right.iter().sum::<usize>() as f64 / self.all.iter().sum::<usize>() as f64
    }

    fn row(&mut self) -> String {
        self.errors.sort_unstable_by(f64::total_cmp);
        let error = |percent: usize| self.errors[self.errors.len() * percent / 100];
        let by_gap = self.right.iter().zip(self.all).map(|(right, all)| format!("{}", 100 * right / all));
        let by_gap = by_gap.collect::<Vec<_>>().join(" / ");
        format!("{:.0} % | {by_gap} % | {:.0} / {:.0} ms", self.right(), error(50), error(95))
    }
}

/// Returns the outcomes by the shortest round trip alone, and by the rules, of near finishes over such lines.
fn near_finishes(line: impl Fn(&mut Xoshiro256PlusPlus) -> Line) -> [Outcome; 2] {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut outcomes = [Outcome::default(), Outcome::default()];
    for _ in 0..RACES {
        let gaps: Vec<_> = (1..random.random_range(2..=5)).map(|_| random.random_range(0..GAPS.len())).collect();
        let mut typed = random.random_range(8_000.0..40_000.0);
        let mut runs = vec![Run::new(line(&mut random), typed, &mut random)];
        for gap in &gaps {
            typed += GAPS[*gap];
            runs.push(Run::new(line(&mut random), typed, &mut random));
        }
        outcomes[0].add(&runs, &gaps, &runs.iter().map(Run::time_by_shortest).collect::<Vec<_>>());
        outcomes[1].add(&runs, &gaps, &times_of(&runs));
    }
    outcomes
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is for people")]
fn neighbors_of_a_few_milliseconds_are_in_order_despite_jitter() {
    type Way = fn(&mut Xoshiro256PlusPlus) -> Line;
    let rows: [(&str, f64, Way); 6] = [
        ("none", 100.0, |_| Line::new([0.1; 2], 0.3)),
        ("0-200 ms both alike, jitter to 50", 95.0, |random| Line::new([random.random_range(0.0..200.0); 2], 50.0)),
        ("0-400 ms both alike, jitter to 80", 90.0, |random| Line::new([random.random_range(0.0..400.0); 2], 80.0)),
        ("20-250 ms, up and down differ by up to 100, jitter to 50", 0.0, |random| {
            let up: f64 = random.random_range(20.0..250.0);
            let down = (up + random.random_range(-100.0..100.0)).clamp(20.0, 250.0);
            Line::new([up, down], 50.0)
        }),
        ("up and down 0-400 ms each by itself, jitter to 80", 0.0, |random| {
            Line::new([random.random_range(0.0..400.0), random.random_range(0.0..400.0)], 80.0)
        }),
        ("0-100 ms both alike, jitter to 100-400", 85.0, |random| {
            Line::new([random.random_range(0.0..100.0); 2], random.random_range(100.0..400.0))
        }),
    ];
    println!("| way, one direction | | in order | by gap 5 / 10 / 20 / 50 ms | error of times, p50 / p95 |");
    println!("|---|---|--:|--:|--:|");
    for (name, promised, line) in rows {
        let [mut by_shortest, mut by_rules] = near_finishes(line);
        println!("| {name} | shortest round trip | {} |", by_shortest.row());
        println!("| | all that was seen | {} |", by_rules.row());
        assert!(by_rules.right() >= promised, "{name}");
    }
}
