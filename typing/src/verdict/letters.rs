//! The odds that intervals follow the letters.
//!
//! Two hypotheses about the logarithms of a run's intervals are compared. By the first, they are independent of the text.
//! By the second, each is a sum of what its letters cost this typist, and of noise. What they cost is not known, but near
//! what they cost others: normally distributed around [`CLASSES`] with [`CLASS_SPREAD`], and around 0 with [`LETTER_SPREAD`]
//! for each letter by itself. Under both, the noise is normal with an unknown variance. So the odds are the ratio of two
//! likelihoods of Bayesian linear regression (Bishop 2006, "Pattern Recognition and Machine Learning", section 3.5), which
//! need one Cholesky decomposition of a small matrix.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::presses::Press;

/// The least number of intervals between right letters by which a run is judged.
const LEAST_INTERVALS: usize = 150;

/// The lowest interval that is looked at, in milliseconds: below, clocks and buses decide.
const SHORTEST_MS: u32 = 8;

/// The largest distance of a logarithm from the median, a factor of 3.3: pauses for thought are no movements.
const FURTHEST: f64 = 1.2;

/// The standard deviation of logarithmic intervals up to which the letters' costs are relative to it. If a hand trembles or
/// searches, the deviation is larger, but the costs of the letters are not.
const USUAL_DEVIATION: f64 = 0.4;

/// A class of pairs, and its cost.
type Class = (fn(&Pair) -> bool, f64);

/// The costs of a character after another, in standard deviations of a run's logarithmic intervals: least squares over
/// half of the runs of the sample in docs/verdicts.md. Their signs are those of Salthouse 1986, phenomena 5 to 9.
const CLASSES: [Class; 13] = [
    (|pair| pair.after == ' ' && pair.due.is_alphabetic(), 0.37),
    (|pair| pair.due == ' ', -0.46),
    (|pair| pair.due.is_uppercase(), 0.45),
    (|pair| !pair.due.is_alphanumeric() && pair.due != ' ', 1.08),
    (|pair| pair.due.is_numeric(), 0.93),
    (|pair| pair.is_in_word() && pair.is_double(), -0.31),
    (|pair| pair.is_in_word() && !pair.is_double() && pair.fingers().is_some_and(|(one, other)| one == other), 0.35),
    (|pair| pair.is_in_word() && pair.fingers().is_some_and(|(one, other)| (one < 4) != (other < 4)), -0.23),
    (|pair| pair.is_in_word() && pair.is_frequent(), -0.3),
    (|pair| matches!(pair.lower().1, 'q' | 'z' | 'x' | 'j' | 'k' | 'v' | 'b' | 'p' | 'y' | 'g'), 0.24),
    (|pair| !pair.after.is_alphanumeric() && pair.after != ' ', 0.14),
    (|pair| pair.is_in_word() && pair.is_second, -0.2),
    // Accents take a second key on most keyboards; the sample is English and has none.
    (|pair| pair.due.is_alphabetic() && !pair.due.is_ascii(), 0.45),
];

/// The standard deviation of a class's cost among typists.
const CLASS_SPREAD: f64 = 0.3;

/// The standard deviation of a letter's cost.
const LETTER_SPREAD: f64 = 0.2;

/// The number of features: the classes, the letters that are due, and the letters before.
const N_FEATURES: usize = CLASSES.len() + 2 * 26;

/// The frequent pairs of letters in English.
static FREQUENT_PAIRS: LazyLock<HashSet<[char; 2]>> = LazyLock::new(|| {
    let pairs = "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra \
        ld ur";
    pairs.split(' ').map(|pair| std::array::from_fn(|nth| char::from(pair.as_bytes()[nth]))).collect()
});

/// The keys of each finger on QWERTY, from the left little finger to the right one.
const FINGERS: [&str; 8] = ["qaz", "wsx", "edc", "rfvtgb", "yhnujm", "ik", "ol", "p"];

/// The finger of each letter from a to z.
static FINGER: LazyLock<[Option<usize>; 26]> = LazyLock::new(|| {
    std::array::from_fn(|letter| {
        FINGERS.iter().position(|keys| keys.bytes().any(|key| usize::from(key - b'a') == letter))
    })
});

/// Two characters that were typed one right after the other.
struct Pair {
    after: char,
    due: char,
    /// True if `due` is the second letter of its word.
    is_second: bool,
}

impl Pair {
    fn lower(&self) -> (char, char) {
        (self.after.to_ascii_lowercase(), self.due.to_ascii_lowercase())
    }

    fn is_in_word(&self) -> bool {
        self.after.is_alphabetic() && self.due.is_alphabetic()
    }

    fn is_double(&self) -> bool {
        let (one, other) = self.lower();
        one == other
    }

    fn is_frequent(&self) -> bool {
        FREQUENT_PAIRS.contains(&<[char; 2]>::from(self.lower()))
    }

    fn fingers(&self) -> Option<(usize, usize)> {
        let (one, other) = self.lower();
        Some((FINGER[place(one)?]?, FINGER[place(other)?]?))
    }

    /// Returns the cost that is expected of it, and the places and values of its features that are not 0.
    fn measured(&self) -> (f64, Vec<(usize, f64)>) {
        let mut expected = 0.0;
        let mut features = Vec::with_capacity(8);
        for (index, (_, cost)) in CLASSES.iter().enumerate().filter(|(_, (is_of, _))| is_of(self)) {
            expected += cost;
            features.push((index, CLASS_SPREAD));
        }
        let (one, other) = self.lower();
        let letters = [place(other), place(one).map(|index| index + 26)];
        features.extend(letters.into_iter().flatten().map(|index| (CLASSES.len() + index, LETTER_SPREAD)));
        (expected, features)
    }
}

/// Returns the place of a small letter in the alphabet.
fn place(letter: char) -> Option<usize> {
    letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize)
}

/// Returns the logarithm of the odds that the intervals follow the letters; `None` if the run is short.
pub(super) fn log_odds(presses: &[Press]) -> Option<f64> {
    let mut pairs = Vec::with_capacity(presses.len());
    let mut logs = Vec::with_capacity(presses.len());
    let mut is_first = false;
    for press in presses {
        if let (true, Some(after), Some(wait_ms)) = (press.is_right, press.after, press.wait_ms) {
            pairs.push(Pair { after, due: press.due, is_second: is_first });
            logs.push(f64::from(wait_ms.max(SHORTEST_MS)).ln());
        }
        is_first = press.after == Some(' ');
    }
    if logs.len() < LEAST_INTERVALS {
        return None;
    }
    let median = median(&logs);
    let n = logs.len() as f64;
    let costs = standardized(logs.into_iter().map(|log| log.clamp(median - FURTHEST, median + FURTHEST)).collect())?;
    let (expected, features): (Vec<_>, Vec<_>) = pairs.iter().map(Pair::measured).unzip();
    let expected = centered(expected);
    let rest: Vec<f64> = costs.iter().zip(&expected).map(|(cost, expected)| cost - expected).collect();

    // With F the centered features, A = I + FᵀF and b = Fᵀrest: the quadratic form under the second hypothesis is
    // rest·rest - b·A⁻¹b, and its determinant is that of A.
    let mut sums = [0.0; N_FEATURES];
    let mut matrix = vec![[0.0; N_FEATURES]; N_FEATURES];
    let mut projected = [0.0; N_FEATURES];
    for (features, rest) in features.iter().zip(&rest) {
        for (row, value) in features {
            sums[*row] += value;
            projected[*row] += value * rest;
            for (column, other) in features {
                matrix[*row][*column] += value * other;
            }
        }
    }
    for (row, values) in matrix.iter_mut().enumerate() {
        for (column, value) in values.iter_mut().enumerate() {
            *value += f64::from(u8::from(row == column)) - sums[row] * sums[column] / n;
        }
    }
    let (half_log_determinant, explained) = solve(&mut matrix, projected);
    let square = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
    Some(-n / 2.0 * ((square(&rest) - explained) / square(&costs)).ln() - half_log_determinant)
}

/// Decomposes a positive definite matrix A by Cholesky's method. Returns half of the logarithm of its determinant, and
/// b·A⁻¹b.
fn solve(matrix: &mut [[f64; N_FEATURES]], mut b: [f64; N_FEATURES]) -> (f64, f64) {
    let mut half_log_determinant = 0.0;
    let mut explained = 0.0;
    for row in 0..N_FEATURES {
        for column in 0..=row {
            let known: f64 = (0..column).map(|index| matrix[row][index] * matrix[column][index]).sum();
            let value = matrix[row][column] - known;
            matrix[row][column] = if row == column { value.sqrt() } else { value / matrix[column][column] };
        }
        let known: f64 = (0..row).map(|index| matrix[row][index] * b[index]).sum();
        b[row] = (b[row] - known) / matrix[row][row];
        half_log_determinant += matrix[row][row].ln();
        explained += b[row] * b[row];
    }
    (half_log_determinant, explained)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Shifts values to the mean 0.
fn centered(mut values: Vec<f64>) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter_mut().for_each(|value| *value -= mean);
    values
}

/// Shifts values to the mean 0, and divides them by their standard deviation, or by [`USUAL_DEVIATION`] if that is less;
/// `None` if all are the same.
fn standardized(values: Vec<f64>) -> Option<Vec<f64>> {
    let mut values = centered(values);
    let deviation = (values.iter().map(|value| value * value).sum::<f64>() / values.len() as f64).sqrt();
    values.iter_mut().for_each(|value| *value /= deviation.min(USUAL_DEVIATION));
    (deviation > 1e-9).then_some(values)
}
