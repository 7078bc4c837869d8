//! The comparison of runs through the same text.

use std::sync::LazyLock;

use crate::presses::Press;

use super::rhythm::WITHIN_CHORD_MS;

/// The least number of characters that both runs typed right at once for a comparison.
const LEAST_WAITS: usize = 30;

/// The largest distance of a logarithm from the median that a byte can tell, a factor of 20.
const FURTHEST: f64 = 3.0;

/// The byte of a character that has no wait.
const NONE: u8 = 0;

/// The longest wait that counts, relative to the median: the length of a longer pause is chance.
const LONGEST: f64 = 3.0;

/// The median wait in fixed point. Whole numbers of 16 bits, sixteen at once, make a comparison cheap.
const MEDIAN: f64 = 64.0;

/// The wait of each byte in fixed point; 0 for none.
static LENGTHS: LazyLock<[i16; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| match byte {
        0 => 0,
        byte => (MEDIAN * (((byte - 1) as f64 / 254.0 * 2.0 - 1.0) * FURTHEST).exp().min(LONGEST)).round() as i16,
    })
});

/// The digest of a run: the wait before each character of the text relative to the usual one, a byte each. It is kept of
/// every run to compare later ones with it, and tells a playback also if it is faster, or noisy.
///
/// A wait is that between two keys that typed two neighbouring characters right. Its byte is 0 if there is none, or if it
/// is one inside of a chord, or else 1 to 255: its logarithm relative to the median of the run, from a twentieth to the
/// twentyfold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waits(Vec<u8>);

impl Waits {
    /// Returns the digest of the presses of a run through a text of `length` characters; `None` if it has too few waits to be
    /// compared with any.
    pub fn of(length: usize, presses: &[Press]) -> Option<Self> {
        let mut waits = vec![None; length];
        for press in presses {
            let is_next = press.is_right && press.after.is_some();
            waits[press.at] = press.wait_ms.filter(|ms| is_next && *ms >= WITHIN_CHORD_MS).map(f64::from);
        }
        let mut sorted: Vec<f64> = waits.iter().copied().flatten().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let median = (sorted.len() >= LEAST_WAITS).then(|| sorted[sorted.len() / 2])?;
        let byte = |ms: f64| {
            let share = ((ms / median).ln().clamp(-FURTHEST, FURTHEST) + FURTHEST) / (2.0 * FURTHEST);
            (1.0 + 254.0 * share).round() as u8
        };
        Some(Self(waits.into_iter().map(|wait| wait.map_or(NONE, byte)).collect()))
    }

    /// Returns the digest with these bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, one for each character of the text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The waits of a run, ready to be compared with those of others.
#[derive(Debug, Clone)]
pub struct Pairs(Vec<i16>);

impl Pairs {
    /// Adds up each two neighbouring waits: a noise of the time between them is not in the sum. It is 0 where one is missing.
    pub fn of(Waits(waits): &Waits) -> Self {
        let lengths: &[i16; 256] = &LENGTHS;
        let pair = |pair: &[u8]| match (lengths[usize::from(pair[0])], lengths[usize::from(pair[1])]) {
            (0, _) | (_, 0) => 0,
            (one, next) => one + next,
        };
        Self(std::iter::once(0).chain(waits.windows(2).map(pair)).collect())
    }

    /// Returns the likeness to another run through the same text: the correlation of their waits, and the number of waits by
    /// which it is known. It is that of the whole runs or of a half, whichever is further above `bound` of that number, so
    /// that also most of a run is found in another. `None` if they have too few waits in common.
    pub(super) fn likeness(&self, other: &Self, bound: impl Fn(usize) -> f64) -> Option<(f64, usize)> {
        let end = |quarter: usize| (quarter * self.0.len()).div_ceil(4);
        let quarters: [Sums; 4] = std::array::from_fn(|quarter| {
            let (start, end) = (end(quarter), end(quarter + 1));
            Sums::of(&self.0[start..end], other.0.get(start..).unwrap_or_default())
        });
        let parts = [0..4, 0..2, 1..3, 2..4];
        let sums = parts.into_iter().map(|part| quarters[part].iter().fold(Sums::default(), Sums::and));
        let likenesses = sums.filter_map(|sums| Some((sums.correlation()?, sums.n as usize)));
        likenesses.max_by(|(one, n), (other, m)| (one - bound(*n)).total_cmp(&(other - bound(*m))))
    }
}

/// The sums of pairs of numbers, of their squares and of their products. They stay below 10^9 in a text of 4,096 characters.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    n: i32,
    x: i32,
    y: i32,
    xx: i32,
    yy: i32,
    xy: i32,
}

impl Sums {
    /// Adds up where neither is 0.
    fn of(one: &[i16], other: &[i16]) -> Self {
        let mut sums = Self::default();
        for (x, y) in one.iter().zip(other) {
            let both = -i16::from(*x != 0 && *y != 0);
            let (x, y) = (i32::from(x & both), i32::from(y & both));
            sums.n -= i32::from(both);
            sums.x += x;
            sums.y += y;
            sums.xx += x * x;
            sums.yy += y * y;
            sums.xy += x * y;
        }
        sums
    }

    fn and(self, other: &Self) -> Self {
        Self {
            n: self.n + other.n,
            x: self.x + other.x,
            y: self.y + other.y,
            xx: self.xx + other.xx,
            yy: self.yy + other.yy,
            xy: self.xy + other.xy,
        }
    }

    /// Returns the correlation of the pairs; `None` if they are few, or all the same.
    fn correlation(&self) -> Option<f64> {
        let [n, x, y, xx, yy, xy] = [self.n, self.x, self.y, self.xx, self.yy, self.xy].map(f64::from);
        let spread = ((n * xx - x * x) * (n * yy - y * y)).sqrt();
        (n >= LEAST_WAITS as f64 && spread > 0.0).then(|| (n * xy - x * y) / spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key_log::TimedKeys;
    use crate::presses::presses;

    const TEXT: &str = "The hummingbird stands in the air before each flower, drinks, and is gone.";

    /// Returns a run with waits of their own for each `person`.
    fn run(person: u32) -> TimedKeys {
        let times = (0..TEXT.chars().count() as u32).scan(0, |ms, index| {
            *ms += 60 + ((index + 1000 * person).wrapping_mul(2_654_435_761) >> 16) % 200;
            Some(*ms)
        });
        TimedKeys { keystrokes: TEXT.to_owned(), times: times.collect() }
    }

    fn waits(keys: &TimedKeys) -> Option<Waits> {
        Waits::of(TEXT.chars().count(), &presses(TEXT, keys))
    }

    fn likeness(one: &TimedKeys, other: &TimedKeys) -> f64 {
        let pairs = |keys| Pairs::of(&waits(keys).expect("it has enough waits"));
        pairs(one).likeness(&pairs(other), |_| 0.0).expect("they have enough in common").0
    }

    #[test]
    fn a_run_is_like_itself_at_any_speed_and_unlike_others() {
        let (one, other) = (run(1), run(2));
        let faster = TimedKeys { times: one.times.iter().map(|ms| ms * 10 / 16).collect(), ..one.clone() };
        assert!(likeness(&one, &one) > 0.999 && likeness(&one, &faster) > 0.99);
        assert!(likeness(&one, &other) < 0.5);
    }

    #[test]
    fn most_of_a_run_is_found_in_another() {
        let (one, other) = (run(1), run(2));
        let switch = 50;
        let shift = one.times[switch].abs_diff(other.times[switch]);
        let rest = other.times[switch..]
            .iter()
            .map(|ms| if one.times[switch] > other.times[switch] { ms + shift } else { ms - shift });
        let times = one.times[..switch].iter().copied().chain(rest).collect();
        assert!(likeness(&TimedKeys { times, ..one.clone() }, &one) > 0.99);
    }

    #[test]
    fn bytes_are_kept_and_read_again() {
        let waits = waits(&run(1)).expect("it has enough waits");
        assert_eq!(waits.as_bytes().len(), TEXT.chars().count());
        assert_eq!(Waits::from_bytes(waits.as_bytes().to_vec()), waits);
    }

    #[test]
    fn a_short_run_has_no_digest() {
        let keys = TimedKeys { keystrokes: "the air".to_owned(), times: (1..8).map(|n| 100 * n).collect() };
        assert_eq!(Waits::of(7, &presses("the air", &keys)), None);
    }
}
