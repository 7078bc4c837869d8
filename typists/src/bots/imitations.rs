//! Bots that imitate what people do: pauses, mistakes, hands.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use rand::{Rng, RngExt as _};
use typing::Key;

use super::dice::{exponential, gauss, log_normal as log_normal_of};
use super::draft::{Clock, Draft, ms_per_key};
use super::keyboard::{THUMB, distance, finger, is_one_hand, is_shifted, row};
use super::mistakes::with_mistakes;
use crate::Run;

/// A fixed interval with random letters that are erased at once, and pauses of a few lengths, as in longtoZ/auto-typer.
pub fn typos_and_pauses(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut keys = Vec::new();
    let mut left = text.chars().count();
    for key in text.chars() {
        let mut pause = 0;
        if keys.len() > 2 && rng.random_bool(0.1) {
            let n_wrong = rng.random_range(0..=4).min(left);
            let wrong: Vec<char> =
                (0..n_wrong).map(|_| rng.random_range('a'..='z')).filter(|wrong| *wrong != key).collect();
            let waits = [0.1, 0.1, 0.1, 1.0, 1.5];
            let erase = vec![Key::BACKSPACE; wrong.len()];
            keys.extend(wrong.into_iter().chain(erase).map(|key| (key, waits[rng.random_range(0..waits.len())])));
            pause = rng.random_range(0..=5);
        }
        keys.push((key, 1.0 + f64::from(pause)));
        left -= 1;
    }
    keys[0].1 = rng.random_range(100.0..300.0);
    Draft(keys).at(wpm, text).play(rng, Clock::Driver)
}

/// pynput's `Controller.type` at a speed that changes every twelve keys, with pauses at punctuation and a rest now and then,
/// as many typers of pasted essays have it.
pub fn changing_tempo(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let reaction = rng.random_range(300.0..700.0);
    let (mut tempo, mut n_keys, mut rest_in) = (1.0, 0, 20);
    let draft = Draft::new(reaction, text.chars(), |before, _| {
        n_keys += 1;
        if n_keys % 12 == 0 {
            tempo = rng.random_range(0.75..1.3);
        }
        let mut wait = tempo * rng.random_range(0.7..1.3);
        if ".,!?;:".contains(before) {
            wait += rng.random_range(1.0..3.0);
        }
        if n_keys == rest_in {
            rest_in += rng.random_range(15..30);
            wait += rng.random_range(1.0..4.0);
        }
        wait
    });
    draft.at(wpm, text).play(rng, Clock::System)
}

/// Log-normal waits, each drawn by itself, with mistakes beside the right key that are noticed late, as in
/// saadejazz/humanTyper and its many kin.
pub fn log_normal(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let keys = with_mistakes(rng, text, 0.03, 3);
    let reaction = rng.random_range(300.0..700.0);
    let draft = Draft::new(reaction, keys, |before, key| match (before, key) {
        (Key::BACKSPACE, Key::BACKSPACE) => log_normal_of(rng, 0.6, 0.2),
        (_, Key::BACKSPACE) | (Key::BACKSPACE, _) => log_normal_of(rng, 2.0, 0.3),
        _ => log_normal_of(rng, 1.0, 0.35),
    });
    draft.at(wpm, text).play(rng, Clock::SteadyDriver)
}

/// A table of common pairs of letters, distances of keys, thought before words, Shift, and fatigue, as in
/// luishacm/human-keyboard.
pub fn digraph_table(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let keys = with_mistakes(rng, text, 0.025, 1);
    let base = ms_per_key(wpm);
    let mut fatigue = 1.0_f64;
    let reaction = rng.random_range(300.0..700.0);
    let draft = Draft::new(reaction, keys, |before, key| {
        fatigue = (fatigue + 0.001).min(1.3);
        if key == Key::BACKSPACE {
            return if before == Key::BACKSPACE { 50.0 } else { gauss(rng, 250.0, 30.0) };
        }
        let mut wait = base * fatigue * if is_common(before, key) { 0.8 } else { 1.0 };
        wait += distance(before, key) * base / 12.0;
        if before == ' ' {
            wait += gauss(rng, 1.0, 0.2) * base;
        }
        wait *= match key {
            ' ' => 0.6,
            _ if ".,!?;:".contains(key) => 1.2,
            _ if is_shifted(key) => 1.5,
            _ => 1.0,
        };
        wait * gauss(rng, 1.0, 0.1) * log_normal_of(rng, 0.95, 0.1)
    });
    draft.at(wpm, text).play(rng, Clock::System)
}

/// A model of two hands over the protocol of Chrome's developer tools, as the bots for Monkeytype have it that call themselves
/// undetectable: fingers, rows and pairs, ex-Gaussian waits, momentum, quick words, warming up, and mistakes noticed late.
pub fn hand_model(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    const SPEEDS: [f64; THUMB + 1] = [1.35, 1.15, 1.0, 0.9, 0.9, 1.0, 1.15, 1.35, 0.75];
    let n_keys = text.chars().count() as f64;
    let keys = with_mistakes(rng, text, 0.018, 3);
    let (momentum, period) = (rng.random_range(0.1..0.3), rng.random_range(12.0..25.0));
    let (mut drift, mut done, mut in_word) = (0.0, 0.0, 0);
    // The speeds of pairs are drawn once for each run.
    let mut pairs = BTreeMap::new();
    let reaction = log_normal_of(rng, 450.0, 0.25);
    let draft = Draft::new(reaction, keys, |before, key| {
        done += 1.0;
        in_word = if before == ' ' { 0 } else { in_word + 1 };
        let mut wait = match (before, key) {
            (Key::BACKSPACE, Key::BACKSPACE) => return rng.random_range(0.4..0.9),
            (_, Key::BACKSPACE) => return rng.random_range(1.0..3.5),
            (Key::BACKSPACE, _) => 1.4,
            _ => SPEEDS[finger(key)],
        };
        wait *= 1.0 + row(before).abs_diff(row(key)) as f64 * rng.random_range(0.06..0.14);
        wait *= match (before == key, finger(before) == finger(key), is_one_hand(before, key)) {
            (true, ..) => rng.random_range(1.25..1.45),
            (_, true, _) => rng.random_range(1.15..1.35),
            (.., true) => rng.random_range(0.96..1.08),
            _ => rng.random_range(0.85..0.95),
        };
        let usual = if is_common(before, key) { 0.55..0.8 } else { 0.9..1.2 };
        wait *= *pairs.entry((before, key)).or_insert_with(|| rng.random_range(usual)) * rng.random_range(0.93..1.07);
        wait *= match in_word {
            0 => rng.random_range(1.2..1.7),
            1..4 => 0.8,
            _ => 1.0,
        };
        // Warm at a quarter of the text, and in waves from there.
        wait *= 1.15 - 0.15 / (1.0 + (-12.0 * (done / n_keys - 0.25)).exp());
        wait *= 1.0 + 0.04 * (TAU * done / period).sin();
        drift = momentum * drift + wait * (gauss(rng, 0.0, 0.12) + exponential(rng, 0.09));
        (wait + drift).clamp(0.1, 2.5)
    });
    draft.at(wpm, text).play(rng, Clock::SteadyDriver)
}

/// Returns true for the pairs of letters that bots' tables call fast.
fn is_common(before: char, key: char) -> bool {
    const PAIRS: &str = "th he in er an re on at en nd ti es or te of is it ou al ar st to ng io le se ha";
    PAIRS.split(' ').any(|pair| pair.chars().eq([before, key]))
}
