//! The rates of the rules of verdicts on made runs: people are rarely held back, and bots are.
//!
//! `COLIBRI_MADE_RUNS` sets the number of runs of people, and of bots. `COLIBRI_REAL_RUNS` names a file of real runs to
//! measure instead of people, one a line: a name, the text, the keys, and their times with commas between, separated by
//! tabs.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};
use shared::Evidence;
use shared::finding::Rule;
use typing::key_log::TimedKeys;
use typing::presses::presses;
use typing::verdict::{self, Criterion, Judgment, Pairs, Waits};
use typists::{Run, Typist, bots, honest};

/// The number of runs of people, and of bots, if the environment sets none.
const RUNS: u64 = 300;

/// The largest share of honest runs that are held back.
const FALSE_ALARMS: f64 = 1.0 / 10_000.0;

/// The least share of the runs of a bot that are held back.
const CAUGHT: f64 = 0.99;

/// The bots that are caught less often; docs/verdicts.md has their rates.
const NOT_CAUGHT: &[&str] = &[
    "changing_tempo",
    "digraph_table",
    "forged_log_of_a_coarse_clock",
    "gaussian_jitter",
    "half_by_hand",
    "hand_model",
    "log_normal",
    "of_another_racer",
    "onto_another_text",
    "slow_long_words",
    "sped_up",
    "spliced",
    "typos_and_pauses",
    "windows_sleep",
];

/// The bots that insert words at once.
const OF_WORDS: &[&str] = &[
    "selenium_words",
    "words_in_proportion",
    "words_then_a_sleep",
    "words_evenly",
    "words_with_pauses",
    "playwright_words",
    "words_behind_a_space",
    "words_and_signs_apart",
    "words_between_boundaries",
    "pairs_of_words",
    "halves_of_words",
];

/// The speeds of words at once, in wpm: up to the most that a race takes.
const SPEEDS_OF_WORDS: RangeInclusive<f64> = 80.0..=349.0;

/// The noise of a playback, in milliseconds either way, up to which it is found.
const NOISE_MS: RangeInclusive<f64> = 0.0..=10.0;

/// The factor by which a playback is faster.
const FASTER: RangeInclusive<f64> = 1.0..=1.6;

/// The speeds that bots are asked for, in wpm.
const SPEEDS_OF_BOTS: RangeInclusive<f64> = 60.0..=220.0;

/// The runs of one kind.
#[derive(Default)]
struct Rates {
    runs: u64,
    held: u64,
    /// The number of `held` that stand once an admin has accepted one of the account.
    held_for_chords: u64,
    verified: u64,
    /// The number of runs that broke each rule.
    broken: BTreeMap<Rule, u64>,
    /// The numbers of all runs.
    measured: BTreeMap<Rule, Vec<f64>>,
}

impl Rates {
    fn add(&mut self, text: &str, keys: &TimedKeys, evidence: &Evidence) {
        let (judgment, findings) = verdict::judge(text, Some(keys), Some(evidence));
        self.runs += 1;
        self.held += u64::from(judgment == Judgment::Held);
        self.held_for_chords += u64::from(verdict::is_of_chords_alone(&findings));
        self.verified += u64::from(judgment == Judgment::Verified);
        for finding in findings {
            *self.broken.entry(finding.rule).or_default() += 1;
        }
        for (rule, number) in verdict::measure(text, keys, evidence).numbers {
            self.measured.entry(rule).or_default().push(number);
        }
    }

    fn merge(&mut self, other: Self) {
        self.runs += other.runs;
        self.held += other.held;
        self.held_for_chords += other.held_for_chords;
        self.verified += other.verified;
        for (rule, n) in other.broken {
            *self.broken.entry(rule).or_default() += n;
        }
        for (rule, numbers) in other.measured {
            self.measured.entry(rule).or_default().extend(numbers);
        }
    }
}

/// The rates of each kind.
type Table = BTreeMap<&'static str, Rates>;

#[test]
fn people_are_held_back_at_most_once_in_ten_thousand_runs() {
    if let Some(file) = std::env::var_os("COLIBRI_REAL_RUNS") {
        print(&real(Path::new(&file)));
        return;
    }
    let people = honest::KINDS.iter().map(|kind| (kind.name, kind.typist, kind.wpm.0..=kind.wpm.1));
    let table = made(&people.collect::<Vec<_>>());
    print(&table);
    let held: u64 = table.values().map(|rates| rates.held - rates.held_for_chords).sum();
    let runs: u64 = table.values().map(|rates| rates.runs).sum();
    assert!(held as f64 <= (runs as f64 * FALSE_ALARMS).floor(), "{held} of {runs} were held back");
}

#[test]
fn all_bots_but_those_that_are_named_are_held_back_in_99_percent_of_their_runs() {
    let all = bots::ALL.iter().map(|(name, bot)| (*name, *bot, SPEEDS_OF_BOTS));
    let table = made(&all.collect::<Vec<_>>());
    print(&table);
    for (name, rates) in table.iter().filter(|(name, _)| !NOT_CAUGHT.contains(name)) {
        assert!(rates.held as f64 >= CAUGHT * rates.runs as f64, "{name}: {} of {}", rates.held, rates.runs);
    }
}

#[test]
fn words_that_come_at_once_are_held_back_at_any_speed() {
    let of_words = bots::ALL.iter().filter(|(name, _)| OF_WORDS.contains(name));
    let table = made(&of_words.map(|(name, bot)| (*name, *bot, SPEEDS_OF_WORDS)).collect::<Vec<_>>());
    print(&table);
    assert_eq!(table.len(), OF_WORDS.len());
    for (name, rates) in &table {
        assert!(rates.held as f64 >= CAUGHT * rates.runs as f64, "{name}: {} of {}", rates.held, rates.runs);
    }
}

#[test]
fn a_coarse_clock_verifies_neither_people_nor_bots() {
    let person = honest::KINDS.iter().find(|kind| kind.name == "clock of 50 to 125 ms").expect("it is a kind");
    let (name, bot) = bots::ALL.iter().find(|(name, _)| *name == "forged_log_of_a_coarse_clock").expect("it is a bot");
    let people = made(&[(person.name, person.typist, person.wpm.0..=person.wpm.1)]);
    let bots = made(&[(*name, *bot, SPEEDS_OF_BOTS)]);
    let rounded =
        |table: &Table, name: &str| (table[name].verified, table[name].broken.contains_key(&Rule::CoarseClock));
    assert_eq!((people[person.name].held, rounded(&people, person.name)), (0, (0, true)));
    assert_eq!(rounded(&bots, name), (0, true));
}

#[test]
fn a_playback_is_like_its_recording_and_a_hand_unlike_itself() {
    let texts = texts();
    let (mut runs, mut played, mut again) = (0, 0, 0);
    for seed in 0..number("COLIBRI_MADE_RUNS").unwrap_or(RUNS) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let text = &texts[rng.random_range(0..texts.len())];
        let wpm = rng.random_range(30.0..180.0);
        let [recorded, next] = honest::repeats(&mut rng, text, wpm).map(|run| run.keys);
        let (noise, faster) = (rng.random_range(NOISE_MS), rng.random_range(FASTER));
        let noisy = recorded.times.iter().map(|ms| f64::from(*ms) / faster + rng.random_range(-1.0..=1.0) * noise);
        let mut times: Vec<u32> = noisy.map(|ms| ms.max(0.0) as u32).collect();
        times.sort_unstable();
        let playback = TimedKeys { times, ..recorded.clone() };
        let waits = |keys| Waits::of(text.chars().count(), &presses(text, keys));
        let pairs = |keys| Pairs::of(&waits(keys).expect("the texts of the site are long enough"));
        let is_like = |keys| verdict::compare(&pairs(keys), [&pairs(&recorded)]).is_some();
        runs += 1;
        played += u64::from(is_like(&playback));
        again += u64::from(is_like(&next));
    }
    say(&format!("of {runs} recordings, {played} playbacks are like them, and {again} next runs"));
    assert!(played as f64 >= CAUGHT * runs as f64, "{played} of {runs}");
    assert!(again as f64 <= (runs as f64 * FALSE_ALARMS).floor(), "{again} of {runs}");
}

/// Judges runs of these typists, each within its speeds, through the texts of the site.
fn made(typists: &[(&'static str, Typist, RangeInclusive<f64>)]) -> Table {
    let texts = texts();
    on_all_cores(number("COLIBRI_MADE_RUNS").unwrap_or(RUNS), |run, table| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
        let (name, typist, speeds) = &typists[run as usize % typists.len()];
        let text = &texts[rng.random_range(0..texts.len())];
        let wpm = rng.random_range(speeds.clone());
        let Run { keys, untrusted_keys, pastes } = typist(&mut rng, text, wpm);
        let evidence = Evidence { untrusted_keys, pastes, ..of_a_network(&mut rng) };
        table.entry(name).or_default().add(text, &keys, &evidence);
    })
}

/// Returns the texts of the site.
fn texts() -> Vec<String> {
    let english = include_str!("../../migrations/2026-12-01-002000_english_classics/up.sql");
    let spanish = include_str!("../../migrations/2026-12-01-002200_spanish_classics/up.sql");
    let text = |line: &str, n_before: usize| {
        let fields: Vec<_> = line.strip_prefix("    ('")?.strip_suffix("',")?.split("', '").skip(n_before).collect();
        Some(fields.join("', '").replace("''", "'"))
    };
    let of_english = english.lines().filter_map(|line| text(line, 1));
    of_english.chain(spanish.lines().filter_map(|line| text(line, 2))).collect()
}

/// Returns the observations about a run: delays of the network, and the error of the measured offset.
fn of_a_network(rng: &mut Xoshiro256PlusPlus) -> Evidence {
    let round_trip = rng.random_range(4.0..400.0);
    let error = rng.random_range(-0.5..0.5) * round_trip;
    let jitter = if rng.random_bool(0.02) { rng.random_range(0.0..1500.0) } else { rng.random_range(0.0..60.0) };
    // Clocks drift by at most 100 parts in a million (RFC 5905, section 3), here over 10 minutes.
    let drift = rng.random_range(-60.0..60.0);
    Evidence {
        round_trip_ms: rng.random_bool(0.95).then_some(round_trip as u32),
        clock_gap_ms: (error + jitter + drift) as i32,
        ..Evidence::default()
    }
}

/// Measures the runs of a file.
fn real(file: &Path) -> Table {
    let lines = std::fs::read_to_string(file).expect("the file can be read");
    let lines: Vec<_> = lines.lines().collect();
    on_all_cores(lines.len() as u64, |run, table| {
        let fields: Vec<_> = lines[run as usize].split('\t').collect();
        let [name, text, keystrokes, times] = fields[..] else { panic!("a line has four fields") };
        let times = times.split(',').map(|ms| ms.parse().expect("a time is a number")).collect();
        let keys = TimedKeys::new(keystrokes.to_owned(), times).expect("there is a time for each key");
        let before = table.get("real").map_or(0, |rates: &Rates| rates.held);
        let real = table.entry("real").or_default();
        real.add(text, &keys, &Evidence::default());
        if real.held > before {
            say(&format!("{name}: {:?}", verdict::judge(text, Some(&keys), Some(&Evidence::default())).1));
        }
    })
}

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} is a whole number, not {value}")))
}

/// Adds the first `n` runs to a table, on all cores.
fn on_all_cores(n: u64, add: impl Fn(u64, &mut Table) + Sync) -> Table {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = |first: u64| {
        let mut table = Table::new();
        (first..n).step_by(threads).for_each(|run| add(run, &mut table));
        table
    };
    let mut whole = Table::new();
    std::thread::scope(|scope| {
        let share = &share;
        let shares: Vec<_> = (0..threads as u64).map(|first| scope.spawn(move || share(first))).collect();
        for share in shares {
            for (kind, rates) in share.join().unwrap_or_else(|failure| std::panic::resume_unwind(failure)) {
                whole.entry(kind).or_default().merge(rates);
            }
        }
    });
    whole
}

/// Prints the rates of the kinds, and the quantiles of each rule's numbers.
fn print(table: &Table) {
    say("| kind | runs | held back | rules |\n|---|---|---|---|");
    for (kind, Rates { runs, held, broken, .. }) in table {
        let share = |n: u64| format!("{:.2} %", 100.0 * n as f64 / *runs as f64);
        let rules: Vec<_> = broken.iter().map(|(rule, n)| format!("{} {}", rule.name(), share(*n))).collect();
        say(&format!("| {kind} | {runs} | {} | {} |", share(*held), rules.join(", ")));
    }
    say(
        "\n| rule | limit | 0.01 % | 0.1 % | 1 % | half | 99 % | 99.9 % | 99.99 % |\n|---|---|---|---|---|---|---|---|---|",
    );
    for rule in Rule::ALL {
        let numbers = table.values().filter_map(|rates| rates.measured.get(rule)).flatten();
        let mut numbers: Vec<f64> = numbers.copied().collect();
        numbers.sort_by(f64::total_cmp);
        if let Some(last) = numbers.len().checked_sub(1) {
            let quantile = |share: f64| numbers[(share * last as f64).round() as usize];
            let row = [0.0001, 0.001, 0.01, 0.5, 0.99, 0.999, 0.9999].map(|share| format!("{:.2}", quantile(share)));
            say(&format!("| {} | {:?} | {} |", rule.name(), Criterion::of(*rule).limit, row.join(" | ")));
        }
    }
}

#[expect(clippy::print_stdout, reason = "the tables are for people")]
fn say(line: &str) {
    println!("{line}");
}
