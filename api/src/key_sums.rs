//! The sums of a user's keys: for each character and each pair of characters, how often it was typed and missed, and
//! how long it took.
//!
//! The sums of a day fit into a row: 1 to 2 KB after the first run, and a few more as the rare pairs come. So they are
//! kept as bytes, which are read and written whole.

use std::collections::{BTreeMap, btree_map};

use typing::leb128::{read_number, write_number};
use typing::presses::Press;

/// Waits above this are pauses, which tell nothing of a key.
const LONGEST_WAIT_MS: u32 = 2000;

/// The largest time of each range in which times are counted, in milliseconds. Each is 30 % above the one before.
const RANGES_MS: [u32; 16] = [40, 52, 67, 87, 114, 147, 191, 248, 322, 418, 543, 705, 915, 1187, 1541, LONGEST_WAIT_MS];

/// The parts of each range, of the same width: within one, times differ by at most 5 % or 7 ms.
const PARTS: u32 = 6;

/// The most characters and pairs of one user: more than all languages of the site together have. Further ones are not
/// counted, so that a row has a bound.
const MOST_KEYS: usize = 2000;

/// A character that was due, with the one before it if it is one of a pair.
pub(crate) type Key = (Option<char>, char);

/// The sums of one key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KeySum {
    /// The number of presses when it was due.
    pub(crate) typed: u32,
    /// The number of those that were wrong.
    pub(crate) missed: u32,
    /// The sum of the times since the key before.
    ms: u64,
    times: Times,
}

/// The number of times in each part of a range, by the place of the part among all of them: in order, without those that
/// have none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Times(Vec<(u32, u32)>);

/// The sums of all keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KeySums(BTreeMap<Key, KeySum>);

impl KeySum {
    /// Returns the mean time in milliseconds; `None` if no time is known.
    pub(crate) fn mean_ms(&self) -> Option<f64> {
        let n = self.n_times();
        (n > 0).then(|| self.ms as f64 / f64::from(n))
    }

    /// Returns the median time in milliseconds within 5 % or 7 ms; `None` if no time is known. It is where it would be if
    /// the times of its part were spread evenly, but no further from their mean than the sum of all times allows: times
    /// that are all alike have their own value as the median.
    pub(crate) fn median_ms(&self) -> Option<f64> {
        let half = f64::from(self.n_times()) / 2.0;
        let parts = || self.times.0.iter().map(|(part, n)| (ends_of(*part), f64::from(*n)));
        // The sums of all times, if each were the least or the largest of its part.
        let sums = parts().fold([0.0, 0.0], |[low, high], ([least, most], n)| [low + least * n, high + most * n]);
        let mut below = 0.0;
        for ([least, most], n) in parts() {
            if below + n >= half {
                let ms = self.ms as f64;
                let mean = [ms - (sums[1] - most * n), ms - (sums[0] - least * n)].map(|sum| sum / n);
                let even = least + (most - least) * (half - below) / n;
                return Some(even.max(mean[0]).min(mean[1]).max(least).min(most));
            }
            below += n;
        }
        None
    }

    fn n_times(&self) -> u32 {
        self.times.0.iter().map(|(_, n)| n).sum()
    }

    fn press(&mut self, press: &Press) {
        self.typed += 1;
        self.missed += u32::from(!press.is_right);
        if let Some(wait) = press.wait_ms.filter(|wait| *wait <= LONGEST_WAIT_MS) {
            self.ms += u64::from(wait);
            self.times.add(part_of(wait), 1);
        }
    }

    fn add(&mut self, other: &Self) {
        self.typed = self.typed.saturating_add(other.typed);
        self.missed = self.missed.saturating_add(other.missed);
        self.ms = self.ms.saturating_add(other.ms);
        other.times.0.iter().for_each(|(part, n)| self.times.add(*part, *n));
    }

    fn subtract(&mut self, other: &Self) {
        self.typed = self.typed.saturating_sub(other.typed);
        self.missed = self.missed.saturating_sub(other.missed);
        self.ms = self.ms.saturating_sub(other.ms);
        other.times.0.iter().for_each(|(part, n)| self.times.subtract(*part, *n));
    }
}

impl Times {
    fn add(&mut self, part: u32, added: u32) {
        match self.0.binary_search_by_key(&part, |(part, _)| *part) {
            Ok(at) => self.0[at].1 = self.0[at].1.saturating_add(added),
            Err(at) => self.0.insert(at, (part, added)),
        }
    }

    fn subtract(&mut self, part: u32, taken: u32) {
        if let Ok(at) = self.0.binary_search_by_key(&part, |(part, _)| *part) {
            self.0[at].1 = self.0[at].1.saturating_sub(taken);
            if self.0[at].1 == 0 {
                self.0.remove(at);
            }
        }
    }

    /// Returns the ranges that have times, with the number of those in each of their parts.
    fn by_range(&self) -> impl Iterator<Item = (u32, [u32; PARTS as usize])> {
        self.0.chunk_by(|(one, _), (other, _)| one / PARTS == other / PARTS).map(|parts| {
            let mut counts = [0; PARTS as usize];
            parts.iter().for_each(|(part, n)| counts[(part % PARTS) as usize] = *n);
            (parts[0].0 / PARTS, counts)
        })
    }
}

/// Returns the place of the part in which a time is, among those of all ranges.
fn part_of(wait: u32) -> u32 {
    let range = RANGES_MS.partition_point(|most| *most < wait);
    let [least, most] = ends_of_range(range);
    range as u32 * PARTS + ((wait - least) * PARTS).saturating_sub(1) / (most - least)
}

/// Returns the ends of a part: times in it are above the first, and not above the second.
fn ends_of(part: u32) -> [f64; 2] {
    let [least, most] = ends_of_range((part / PARTS) as usize).map(f64::from);
    [part % PARTS, part % PARTS + 1].map(|nth| least + (most - least) * f64::from(nth) / f64::from(PARTS))
}

fn ends_of_range(range: usize) -> [u32; 2] {
    [range.checked_sub(1).map_or(0, |before| RANGES_MS[before]), RANGES_MS[range]]
}

impl KeySums {
    /// Returns the sums of one run.
    pub(crate) fn of(presses: &[Press]) -> Self {
        let mut sums = Self::default();
        for press in presses {
            let pair = press.after.map(|after| (Some(after), press.due));
            for key in [Some((None, press.due)), pair].into_iter().flatten() {
                if let Some(sum) = sums.entry(key) {
                    sum.press(press);
                }
            }
        }
        sums
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (key, added) in &other.0 {
            if let Some(sum) = self.entry(*key) {
                sum.add(added);
            }
        }
    }

    /// Returns the bytes of the sums in `bytes` with these added. Of a run's keys, most are others than those of all runs
    /// before, whose bytes are copied as they are.
    pub(crate) fn added_to(&self, bytes: &[u8]) -> Vec<u8> {
        let mut n_more = MOST_KEYS.saturating_sub(Encoded(bytes).count());
        let mut added = self.0.iter().peekable();
        let mut sums = Vec::with_capacity(bytes.len() + 24 * self.0.len());
        for (key, sum, whole) in Encoded(bytes) {
            while let Some((key, sum)) = added.next_if(|(added, _)| **added < key) {
                write_sum_of_more(*key, sum, &mut n_more, &mut sums);
            }
            match added.next_if(|(added, _)| **added == key) {
                Some((_, added)) => {
                    let mut sum = read_sum(sum).unwrap_or_default();
                    sum.add(added);
                    write_sum(key, &sum, &mut sums);
                }
                None => sums.extend_from_slice(whole),
            }
        }
        added.for_each(|(key, sum)| write_sum_of_more(*key, sum, &mut n_more, &mut sums));
        sums
    }

    /// Takes sums that were added back.
    pub(crate) fn subtract(&mut self, other: &Self) {
        for (key, added) in &other.0 {
            if let btree_map::Entry::Occupied(mut sum) = self.0.entry(*key) {
                sum.get_mut().subtract(added);
                if sum.get().typed == 0 {
                    sum.remove();
                }
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &KeySum)> {
        self.0.iter().map(|(key, sum)| (*key, sum))
    }

    /// Returns the sums as bytes: for each key, in their order, numbers in the form of LEB128, behind the length of them all.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(24 * self.0.len());
        self.0.iter().for_each(|(key, sum)| write_sum(*key, sum, &mut bytes));
        bytes
    }

    /// Reads the bytes of sums, up to the first that are none.
    pub(crate) fn decode(bytes: &[u8]) -> Self {
        Self(Encoded(bytes).map_while(|(key, sum, _)| Some((key, read_sum(sum)?))).collect())
    }

    fn entry(&mut self, key: Key) -> Option<&mut KeySum> {
        let is_full = self.0.len() >= MOST_KEYS;
        match self.0.entry(key) {
            btree_map::Entry::Vacant(_) if is_full => None,
            entry => Some(entry.or_default()),
        }
    }
}

/// The bytes of sums: for each key, those of its sum, and all of them.
struct Encoded<'a>(&'a [u8]);

impl<'a> Iterator for Encoded<'a> {
    type Item = (Key, &'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let mut rest = self.0;
        let length = usize::try_from(read_number(&mut rest)?).ok()?;
        let (mut sum, rest) = rest.split_at_checked(length)?;
        let after = read_number(&mut sum)?;
        let after = if after == 0 { None } else { Some(character(after)?) };
        let due = character(read_number(&mut sum)?)?;
        let whole = &self.0[..self.0.len() - rest.len()];
        self.0 = rest;
        Some(((after, due), sum, whole))
    }
}

fn write_sum((after, due): Key, KeySum { typed, missed, ms, times }: &KeySum, to: &mut Vec<u8>) {
    let mut bytes = Vec::with_capacity(64);
    // No text has U+0000.
    for number in [after.map_or(0, u64::from), u64::from(due), (*typed).into(), (*missed).into(), *ms] {
        write_number(number, &mut bytes);
    }
    write_number(times.by_range().map(|(range, _)| 1 << range).sum(), &mut bytes);
    times.by_range().for_each(|(_, counts)| write_range(&counts, &mut bytes));
    write_number(bytes.len() as u64, to);
    to.extend_from_slice(&bytes);
}

/// Writes the sum of a further key, unless there are too many.
fn write_sum_of_more(key: Key, sum: &KeySum, n_more: &mut usize, to: &mut Vec<u8>) {
    if let Some(n_left) = n_more.checked_sub(1) {
        *n_more = n_left;
        write_sum(key, sum, to);
    }
}

/// Reads the bytes of a sum, behind those of its key.
fn read_sum(mut bytes: &[u8]) -> Option<KeySum> {
    let (typed, missed) = (int(read_number(&mut bytes)?)?, int(read_number(&mut bytes)?)?);
    let ms = read_number(&mut bytes)?;
    let known = read_number(&mut bytes)?;
    let mut times = Vec::new();
    for range in (0..RANGES_MS.len() as u32).filter(|range| known >> range & 1 == 1) {
        times.extend((range * PARTS..).zip(read_range(&mut bytes)?).filter(|(_, n)| *n > 0));
    }
    Some(KeySum { typed, missed, ms, times: Times(times) })
}

/// Writes the times of a range: their number, and the place of a single one, or the number in each part but the last.
fn write_range(counts: &[u32; PARTS as usize], to: &mut Vec<u8>) {
    let n: u32 = counts.iter().sum();
    write_number(n.into(), to);
    if n == 1 {
        let place = counts.iter().position(|n| *n == 1).expect("one of them has the only time");
        return write_number(place as u64, to);
    }
    counts[..counts.len() - 1].iter().for_each(|n| write_number((*n).into(), to));
}

/// Reads the times of a range. `None` if the bytes are none.
fn read_range(from: &mut &[u8]) -> Option<[u32; PARTS as usize]> {
    let mut counts = [0; PARTS as usize];
    let mut left = int(read_number(from)?)?;
    if left == 1 {
        *counts.get_mut(usize::try_from(read_number(from)?).ok()?)? = 1;
        return Some(counts);
    }
    let (last, others) = counts.split_last_mut()?;
    for count in others {
        *count = int(read_number(from)?)?;
        left = left.checked_sub(*count)?;
    }
    *last = left;
    Some(counts)
}

fn character(number: u64) -> Option<char> {
    char::from_u32(int(number)?)
}

fn int(number: u64) -> Option<u32> {
    number.try_into().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use typing::key_log::TimedKeys;
    use typing::presses::presses;

    use super::*;

    fn sums_of(text: &str, keystrokes: &str, times: &[u32]) -> KeySums {
        KeySums::of(&presses(text, &TimedKeys { keystrokes: keystrokes.to_owned(), times: times.to_vec() }))
    }

    #[test]
    fn a_run_counts_characters_and_pairs_without_the_first_key_and_pauses() {
        let sums = sums_of("ababa", "abx\u{8}aba", &[0, 100, 300, 350, 500, 3000, 3120]);
        let figures: Vec<_> = sums.iter().map(|(key, sum)| (key, sum.typed, sum.missed, sum.mean_ms())).collect();
        assert_eq!(
            figures,
            [
                ((None, 'a'), 4, 1, Some((200.0 + 150.0 + 120.0) / 3.0)),
                ((None, 'b'), 2, 0, Some(100.0)),
                ((Some('a'), 'b'), 2, 0, Some(100.0)),
                ((Some('b'), 'a'), 2, 1, Some((200.0 + 120.0) / 2.0)),
            ]
        );
    }

    /// Returns the sums of one key, typed with these times.
    fn sum_of(times: &[u32]) -> KeySum {
        let text = "a".repeat(times.len() + 1);
        let at = |n: usize| times[..n].iter().sum();
        let sums = sums_of(&text, &text, &(0..=times.len()).map(at).collect::<Vec<_>>());
        sums.0[&(None, 'a')].clone()
    }

    #[test]
    fn a_key_without_times_has_no_median() {
        assert_eq!(KeySum::default().median_ms(), None);
    }

    #[test]
    fn the_median_of_times_that_are_all_alike_is_theirs() {
        for wait in [1, 40, 41, 100, 420, 543, 1999, 2000] {
            assert_eq!(sum_of(&[wait; 7]).median_ms(), Some(f64::from(wait)));
        }
    }

    #[test]
    fn a_row_has_a_bound() {
        let text: String = ('\u{100}'..).filter(|c| c.is_alphabetic()).take(3000).collect();
        let times: Vec<u32> = (0..3000).map(|n| n * 100).collect();
        let sums = sums_of(&text, &text, &times);
        assert_eq!(sums.0.len(), MOST_KEYS);
        assert!(sums.encode().len() < 16 * MOST_KEYS);
        assert_eq!(sums_of("ab", "ab", &[0, 100]).added_to(&sums.encode()), sums.encode());
    }

    proptest! {
        #[test]
        fn a_median_is_within_five_percent(times in prop::collection::vec(0..=LONGEST_WAIT_MS, 1..60)) {
            let mut sorted = times.clone();
            sorted.sort_unstable();
            let [low, high] = [(times.len() - 1) / 2, times.len() / 2].map(|middle| f64::from(sorted[middle]));
            let median = sum_of(&times).median_ms().expect("there are times");
            let off = (low - median).max(median - high);
            prop_assert!(off <= (0.05 * median).max(7.0), "{median} is not from {low} to {high}");
        }

        #[test]
        fn what_was_added_is_read_and_taken_back(
            first in "[ab é]{1,40}", second in "[ab é]{1,40}", gaps in prop::collection::vec(0..2500_u32, 40),
        ) {
            let at: Vec<u32> = gaps.iter().scan(0, |ms, gap| { *ms += gap; Some(*ms) }).collect();
            let run = |text: &str| sums_of(text, text, &at[..text.chars().count()]);
            let mut sums = run(&first);
            sums.add(&run(&second));
            prop_assert_eq!(&KeySums::decode(&sums.encode()), &sums);
            prop_assert_eq!(run(&second).added_to(&run(&first).encode()), sums.encode());
            sums.subtract(&run(&second));
            prop_assert_eq!(sums, run(&first));
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            KeySums::default().added_to(&bytes);
            KeySums::decode(&bytes);
        }
    }
}
