//! People, made from what is published about them.
//!
//! Every kind is one `Hand`: the costs of movements, a noise, hesitations and errors, all drawn for each typist anew.
//! Sources of the figures:
//!
//! - Dhakal, Feit, Kristensson and Oulasvirta 2018, "Observations on Typing from 136 Million Keystrokes" (CHI): 52 wpm on
//!   average (deviation 20), 239 ms between keys (deviation 112), 3.4 % of keys corrected by the fast and 9 % by the slow,
//!   a quarter of the keys rolled over on average and up to 70 % by the fast.
//! - Salthouse 1986, "Perceptual, Cognitive, and Motoric Aspects of Transcription Typing" (Psychological Bulletin 99): other
//!   hand 30 to 60 ms faster, frequent pairs faster, the first letter of a word a fifth slower, slow keys around errors,
//!   skew to the right.
//! - Gentner 1983, "The acquisition of typewriting skill" (Acta Psychologica 54): doubles are the fastest pairs of beginners
//!   and among the slowest of experts; the variability falls with skill.
//! - Feit, Weir and Oulasvirta 2016, "How We Type" (CHI): 2 to 10 fingers, the same finger for the same key as far as it
//!   goes; 30 to 79 wpm without the touch system.
//! - Palin, Feit, Kim, Kristensson and Oulasvirta 2019, "How do People Type on Mobile Devices?" (MobileHCI): 36 wpm with two
//!   thumbs.
//! - The sample of docs/verdicts.md for the size of the noise and of hesitations, which papers give as means only.

use rand::{Rng, RngExt as _};
use typing::Key;
use typing::key_log::TimedKeys;

use crate::{Run, Typist};

/// A kind of people.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The name, as in docs/verdicts.md.
    pub name: &'static str,
    /// The lowest and the highest speed, in wpm.
    pub wpm: (f64, f64),
    /// The typist.
    pub typist: Typist,
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    Kind { name: "ten fingers", wpm: (35.0, 120.0), typist: |rng, text, wpm| Hand::trained(rng, wpm).run(rng, text) },
    Kind { name: "self-taught, 2 to 6 fingers", wpm: (25.0, 80.0), typist: self_taught },
    Kind { name: "hunt and peck", wpm: (20.0, 35.0), typist: hunt_and_peck },
    Kind { name: "very fast", wpm: (120.0, 170.0), typist: |rng, text, wpm| Hand::expert(rng, wpm).run(rng, text) },
    Kind {
        name: "among the fastest",
        wpm: (170.0, 200.0),
        typist: |rng, text, wpm| Hand::expert(rng, wpm).run(rng, text),
    },
    Kind { name: "rolls over most keys", wpm: (70.0, 180.0), typist: rolls_over },
    Kind { name: "one hand", wpm: (20.0, 60.0), typist: one_hand },
    Kind { name: "other layout", wpm: (35.0, 160.0), typist: other_layout },
    Kind { name: "home-row modifiers", wpm: (35.0, 130.0), typist: home_row_modifiers },
    Kind { name: "chorded keyboard", wpm: (60.0, 200.0), typist: chorded },
    Kind { name: "keys remapped by a program", wpm: (35.0, 130.0), typist: remapped },
    Kind { name: "held Backspace", wpm: (35.0, 110.0), typist: held_backspace },
    Kind { name: "two thumbs", wpm: (20.0, 60.0), typist: two_thumbs },
    Kind { name: "tremor", wpm: (20.0, 45.0), typist: tremor },
    Kind { name: "clock of 50 to 125 ms", wpm: (25.0, 150.0), typist: coarse_clock },
    Kind { name: "expands a quarter of the words", wpm: (35.0, 130.0), typist: expands_some },
    Kind { name: "often distracted", wpm: (25.0, 90.0), typist: distracted },
];

/// A typist's costs: what a key adds to the logarithm of the usual interval.
#[derive(Debug, Clone)]
struct Hand {
    wpm: f64,
    /// The finger of each key of QWERTY; `None` for keys that are looked for.
    finger: fn(char) -> Option<usize>,
    /// The number of the first finger of the right hand.
    right: usize,
    other_hand: f64,
    same_finger: f64,
    double: f64,
    frequent_pair: f64,
    word_start: f64,
    space: f64,
    shift: f64,
    sign: f64,
    rare: f64,
    /// Of each letter by itself.
    letters: [f64; 26],
    /// The deviation of the noise.
    noise: f64,
    /// The chance of a hesitation, and its mean in usual intervals.
    hesitation: (f64, f64),
    /// The chance of an error per key.
    error: f64,
    /// The number of characters after which an error is seen, at most.
    seen_after: usize,
    holds_backspace: bool,
}

impl Hand {
    /// Ten fingers on QWERTY.
    fn trained(rng: &mut dyn Rng, wpm: f64) -> Self {
        // 0 for the slowest, 1 for 120 wpm and more.
        let skill = ((wpm - 20.0) / 100.0).clamp(0.0, 1.0);
        let mut letters = [0.0; 26];
        letters.iter_mut().for_each(|cost| *cost = 0.1 * normal(rng));
        Self {
            wpm,
            finger: |key| FINGERS.iter().position(|keys| keys.contains(key)),
            right: 4,
            other_hand: -0.22 + 0.08 * normal(rng),
            same_finger: 0.25 + 0.1 * normal(rng),
            double: -0.35 + 0.45 * skill + 0.1 * normal(rng),
            frequent_pair: -0.17 + 0.06 * normal(rng),
            word_start: 0.22 + 0.1 * normal(rng),
            space: -0.2 + 0.12 * normal(rng),
            shift: 0.4 + 0.15 * normal(rng),
            sign: 0.5 + 0.2 * normal(rng),
            rare: 0.2 + 0.08 * normal(rng),
            letters,
            noise: (0.36 - 0.1 * skill) * (0.15 * normal(rng)).exp(),
            hesitation: ((0.05 - 0.03 * skill) * (0.3 * normal(rng)).exp(), 1.5 + rng.random::<f64>()),
            error: (0.07 - 0.045 * skill) * (0.4 * normal(rng)).exp(),
            seen_after: 3,
            holds_backspace: false,
        }
    }

    /// Expert: less noise, fewer hesitations, smaller differences.
    fn expert(rng: &mut dyn Rng, wpm: f64) -> Self {
        let hand = Self::trained(rng, wpm);
        let noise = 0.2 * (0.15 * normal(rng)).exp();
        Self { noise, hesitation: (0.02 * rng.random::<f64>(), 1.5), error: 0.034 * rng.random::<f64>(), ..hand }
    }

    /// Makes a run, with the clock of a device.
    fn run(&self, rng: &mut dyn Rng, text: &str) -> Run {
        let keys = self.keys(rng, text);
        finish(rng, keys)
    }

    /// Makes the keys of a run, each with its time in milliseconds.
    fn keys(&self, rng: &mut dyn Rng, text: &str) -> Vec<(char, f64)> {
        let text: Vec<char> = text.chars().collect();
        let usual = 12_000.0 / self.wpm;
        let mut keys = Vec::new();
        // The tempo drifts slowly.
        let mut drift = 0.0;
        let mut at = 0;
        while at < text.len() {
            drift = 0.97 * drift + 0.02 * normal(rng);
            let is_error = rng.random_bool(self.error.min(0.3)) && at + 1 < text.len();
            let before = at.checked_sub(1).map(|before| text[before]);
            let mut wait = usual * (drift + self.cost(before, text[at]) + self.noise * normal(rng)).exp();
            if rng.random_bool(self.hesitation.0.min(1.0)) {
                wait += usual * self.hesitation.1 * exponential(rng);
            }
            if before == Some(text[at]) {
                wait = wait.max(SHORTEST_DOUBLE_MS);
            }
            if !is_error {
                keys.push((text[at], wait));
                at += 1;
                continue;
            }
            keys.push((neighbor(rng, text[at]), wait));
            let more = rng.random_range(0..=self.seen_after).min(text.len() - at - 1);
            for offset in 1..=more {
                let cost = self.cost(Some(text[at + offset - 1]), text[at + offset]);
                // Keys around an error are slow (Salthouse 1986, phenomenon 14).
                keys.push((text[at + offset], usual * (cost + 0.15 + self.noise * normal(rng)).exp()));
            }
            let n_back = more + 1;
            for nth in 0..n_back {
                let wait = match (nth, self.holds_backspace) {
                    (0, _) => usual * (1.5 + exponential(rng)),
                    (1, true) => 250.0 + 250.0 * rng.random::<f64>(),
                    (_, true) => 33.0,
                    _ => (usual * (-0.2 + 0.15 * normal(rng)).exp()).max(SHORTEST_DOUBLE_MS),
                };
                keys.push((Key::BACKSPACE, wait));
            }
            // The key after the last Backspace is typed again after a moment.
            keys.push((text[at], usual * (0.4 + self.noise * normal(rng)).exp()));
            at += 1;
        }
        at_speed(keys, self.wpm, text.len())
    }

    fn cost(&self, before: Option<char>, due: char) -> f64 {
        let low = |character: char| character.to_lowercase().next().unwrap_or(character);
        let index = |letter: char| letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize);
        let mut cost = index(low(due)).map_or(0.0, |letter| self.letters[letter]);
        cost += match due {
            ' ' => self.space,
            due if due.is_uppercase() => self.shift,
            due if due.is_alphabetic() && due.is_ascii() => 0.0,
            _ => self.sign,
        };
        if "qzxjkvbpyg".contains(low(due)) {
            cost += self.rare;
        }
        let Some(before) = before else { return cost };
        if before == ' ' {
            return cost + self.word_start;
        }
        let (one, other) = (low(before), low(due));
        if one == other {
            return cost + self.double;
        }
        if let (Some(one), Some(other)) = ((self.finger)(one), (self.finger)(other)) {
            cost += if one == other { self.same_finger } else { 0.0 };
            cost += if (one < self.right) == (other < self.right) { 0.0 } else { self.other_hand };
        }
        if FREQUENT_PAIRS.split(' ').any(|pair| pair.chars().eq([one, other])) {
            cost += self.frequent_pair;
        }
        cost
    }
}

/// The least time between two presses of one key by one finger, in milliseconds.
const SHORTEST_DOUBLE_MS: f64 = 75.0;

/// The keys of each finger, on QWERTY.
const FINGERS: [&str; 8] = ["qaz", "wsx", "edc", "rfvtgb", "yhnujm", "ik,", "ol.", "p;'"];

/// The keys of Dvorak and Colemak, at the places of [`QWERTY`].
const LAYOUTS: [&str; 2] = ["',.pyfgcrlaoeuidhtns;qjkxbmwvz", "qwfpgjluy;arstdhneiozxcvbkm,./"];
const QWERTY: &str = "qwertyuiopasdfghjkl;zxcvbnm,./";

/// The most frequent pairs of letters in English and Spanish.
const FREQUENT_PAIRS: &str = "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of de la el os \
    ue qu ra as ar ta do co";

fn self_taught(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    // Two to six fingers: more keys for each, and less of an order.
    hand.finger = |key| FINGERS.iter().position(|keys| keys.contains(key)).map(|finger| finger / 2);
    hand.right = 2;
    hand.noise *= 1.2;
    hand.letters.iter_mut().for_each(|cost| *cost *= 2.0);
    hand.run(rng, text)
}

fn hunt_and_peck(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    // The eyes find most keys: a large cost of each letter, and a search now and then.
    hand.finger = |_| None;
    hand.noise = 0.45;
    hand.double = -0.6;
    hand.letters.iter_mut().for_each(|cost| *cost *= 3.0);
    hand.hesitation = (0.12, 2.0);
    hand.run(rng, text)
}

fn rolls_over(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let hand = Hand::expert(rng, wpm);
    let mut keys = hand.keys(rng, text);
    let share = rng.random_range(0.1..0.35);
    for index in 1..keys.len().saturating_sub(1) {
        let fingers = (hand.finger)(keys[index - 1].0).zip((hand.finger)(keys[index].0));
        if fingers.is_some_and(|(one, other)| one != other) && rng.random_bool(share) {
            // Two fingers fall nearly at once, and the next key waits for both.
            let wait = keys[index].1.min(rng.random_range(2.0..40.0));
            let rest = keys[index].1 - wait;
            keys[index].1 = wait;
            keys[index + 1].1 += rest * 0.7;
        }
    }
    finish(rng, keys)
}

fn one_hand(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    // Distance instead of hands: five fingers for all keys, one after the other.
    hand.finger = |key| QWERTY.find(key).map(|place| place % 10 / 2);
    hand.right = usize::MAX;
    hand.same_finger += 0.2;
    hand.shift += 0.4;
    hand.run(rng, text)
}

fn other_layout(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    hand.finger = if rng.random_bool(0.5) { |key: char| on_layout(0, key) } else { |key: char| on_layout(1, key) };
    hand.run(rng, text)
}

fn on_layout(layout: usize, key: char) -> Option<usize> {
    let place = LAYOUTS[layout].find(key)?;
    let key = QWERTY[place..].chars().next()?;
    FINGERS.iter().position(|keys| keys.contains(key))
}

fn home_row_modifiers(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    // A capital needs a key that is held for the tapping term, 150 to 200 ms (QMK, TAPPING_TERM).
    hand.shift += 0.5;
    let keys = hand.keys(rng, text);
    let mut now: f64 = 0.0;
    let mut sent: f64 = 0.0;
    let delayed = keys.into_iter().map(|(key, wait)| {
        now += wait;
        // A key of the home row is sent when it is released, and later keys not before it.
        let is_home_row = "asdfjkl;".contains(key.to_ascii_lowercase());
        let hold = if is_home_row { (90.0 + 15.0 * normal(rng)).clamp(40.0, 150.0) } else { 0.0 };
        let at = (now + hold).max(sent + 0.5);
        let wait = at - sent;
        sent = at;
        (key, wait)
    });
    let delayed = delayed.collect();
    finish(rng, delayed)
}

fn chorded(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    // Of each word, the letters come at the rate of the bus with a space behind, which signs take back. Words that have no
    // chord are spelled.
    let hand = Hand::trained(rng, (wpm / 2.0).clamp(25.0, 70.0));
    let spelled = 12_000.0 / hand.wpm;
    let bus = rng.random_range(0.8..4.0);
    let mut keys = Vec::new();
    let words: Vec<&str> = text.split(' ').collect();
    for (nth, word) in words.iter().enumerate() {
        let is_last = nth + 1 == words.len();
        let letters: String =
            word.chars().take_while(|character| character.is_alphanumeric() || *character == '\'').collect();
        let signs: Vec<char> = word.chars().skip(letters.chars().count()).collect();
        let chord =
            60_000.0 / wpm * (0.3 * normal(rng) + 0.03 * letters.len() as f64).exp() + 250.0 * exponential(rng) * 0.3;
        if letters.chars().count() > 1 && rng.random_bool(0.8) {
            let mut waits = std::iter::once(chord).chain(std::iter::repeat(bus));
            keys.extend(letters.chars().zip(waits.by_ref()));
            if !is_last {
                keys.push((' ', bus));
            }
            for (nth, sign) in signs.iter().enumerate() {
                let wait = spelled * (hand.sign + hand.noise * normal(rng)).exp();
                if nth == 0 && !is_last {
                    keys.push((Key::BACKSPACE, wait));
                    keys.push((*sign, bus));
                } else {
                    keys.push((*sign, wait));
                }
                if nth + 1 == signs.len() && !is_last {
                    keys.push((' ', bus));
                }
            }
        } else {
            let mut before = None;
            for character in word.chars().chain((!is_last).then_some(' ')) {
                keys.push((character, spelled * (hand.cost(before, character) + hand.noise * normal(rng)).exp()));
                before = Some(character);
            }
        }
    }
    finish(rng, keys)
}

fn remapped(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    // A program takes each key and sends another, now and then at the next tick of the system's timer, 15.6 ms.
    let keys = Hand::trained(rng, wpm).keys(rng, text);
    let late = rng.random_range(0.0..0.6);
    let mut now: f64 = 0.0;
    let mut sent: f64 = 0.0;
    let delayed = keys.into_iter().map(|(key, wait)| {
        now += wait;
        let at = if rng.random_bool(late) { (now / 15.6).ceil() * 15.6 } else { now + 1.0 };
        let at = at.max(sent);
        let wait = at - sent;
        sent = at;
        (key, wait)
    });
    let delayed = delayed.collect();
    finish(rng, delayed)
}

fn held_backspace(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    hand.seen_after = 14;
    hand.holds_backspace = true;
    hand.run(rng, text)
}

fn two_thumbs(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    hand.finger = |key| QWERTY.find(key).map(|place| place % 10 / 5);
    hand.right = 1;
    // Signs and digits are on another layer.
    hand.sign += 0.6;
    hand.error *= 1.5;
    hand.run(rng, text)
}

fn tremor(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut hand = Hand::trained(rng, wpm);
    hand.noise = 0.6;
    hand.error = 0.12;
    hand.seen_after = 1;
    hand.run(rng, text)
}

fn distracted(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let mut keys = Hand::trained(rng, wpm).keys(rng, text);
    for _ in 0..rng.random_range(1..6) {
        let index = rng.random_range(0..keys.len());
        keys[index].1 += 1000.0 + 4000.0 * exponential(rng);
    }
    finish(rng, keys)
}

fn coarse_clock(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    let hand = if wpm > 100.0 { Hand::expert(rng, wpm) } else { Hand::trained(rng, wpm) };
    let keys = hand.keys(rng, text);
    let tick = [50.0, 62.5, 100.0, 100.0, 125.0][rng.random_range(0..5)];
    finish_by(rng, keys, tick)
}

fn expands_some(rng: &mut dyn Rng, text: &str, wpm: f64) -> Run {
    // A program completes a word after its first two letters.
    let mut keys = Hand::trained(rng, wpm).keys(rng, text);
    for word in keys.split_mut(|(key, _)| *key == ' ' || *key == Key::BACKSPACE) {
        if word.len() > 3 && rng.random_bool(0.25) {
            word[2..].iter_mut().for_each(|(_, wait)| *wait = rng.random_range(0.0..2.0));
        }
    }
    finish(rng, keys)
}

/// Makes two runs of one typist through a text.
pub fn repeats(rng: &mut dyn Rng, text: &str, wpm: f64) -> [Run; 2] {
    let hand = if wpm > 100.0 { Hand::expert(rng, wpm) } else { Hand::trained(rng, wpm) };
    [hand.run(rng, text), hand.run(rng, text)]
}

/// Scales waits so that the run has a speed, and keeps what no finger can undercut.
fn at_speed(mut keys: Vec<(char, f64)>, wpm: f64, length: usize) -> Vec<(char, f64)> {
    let total: f64 = keys.iter().map(|(_, wait)| wait).sum();
    let factor = 12_000.0 / wpm * length as f64 / total;
    let mut before = None;
    for (key, wait) in &mut keys {
        *wait *= factor;
        if before == Some(*key) && *key != Key::BACKSPACE {
            *wait = wait.max(SHORTEST_DOUBLE_MS);
        }
        before = Some(*key);
    }
    keys
}

/// Adds the first reaction and rounds to the clock of a device.
fn finish(rng: &mut dyn Rng, keys: Vec<(char, f64)>) -> Run {
    // A browser's clock, USB at 125 Hz, Bluetooth, or a browser that rounds to frames.
    let tick = [1.0, 1.0, 1.0, 1.0, 1.0, 8.0, 8.0, 8.0, 11.25, 16.67][rng.random_range(0..10)];
    finish_by(rng, keys, tick)
}

/// Adds the first reaction and rounds to the ticks of a clock, in milliseconds.
fn finish_by(rng: &mut dyn Rng, keys: Vec<(char, f64)>, tick: f64) -> Run {
    let mut now = 150.0 + 300.0 * exponential(rng);
    let mut times = Vec::with_capacity(keys.len());
    for (index, (_, wait)) in keys.iter().enumerate() {
        now += if index == 0 { 0.0 } else { *wait };
        times.push(((now / tick).round() * tick).round() as u32);
    }
    let keystrokes = keys.into_iter().map(|(key, _)| key).collect();
    Run { keys: TimedKeys { keystrokes, times }, ..Run::default() }
}

/// Returns a key beside this one, which is never the same.
fn neighbor(rng: &mut dyn Rng, key: char) -> char {
    let place = QWERTY.find(key.to_ascii_lowercase());
    let beside = place
        .and_then(|place| QWERTY.chars().nth(if rng.random_bool(0.5) { place + 1 } else { place.wrapping_sub(1) }));
    beside.filter(|other| *other != key).unwrap_or(if key == 'x' { 'c' } else { 'x' })
}

fn normal(rng: &mut dyn Rng) -> f64 {
    let (one, other): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - one).ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

fn exponential(rng: &mut dyn Rng) -> f64 {
    -(1.0 - rng.random::<f64>()).ln()
}
