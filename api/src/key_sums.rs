//! The sums of a user's keys: for each character and each pair of characters, how often it was typed and missed, and
//! how long it took.
//!
//! The sums of a day fit into a row: 1 to 2 KB after the first run, and a few more as the rare pairs come. So they are
//! kept as bytes, which are read and written whole.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use shared::leb128::{read_number, write_number};
use shared::presses::Press;

/// Waits above this are pauses, which tell nothing of a key.
const LONGEST_WAIT_MS: u32 = 2000;

/// The largest time of each range in which times are counted, in milliseconds. Each is 30 % above the one before.
const RANGES_MS: [u32; 16] = [40, 52, 67, 87, 114, 147, 191, 248, 322, 418, 543, 705, 915, 1187, 1541, LONGEST_WAIT_MS];

/// The most characters and pairs of one user: more than all languages of the site together have. Further ones are not
/// counted, so that a row has a bound.
const MOST_KEYS: usize = 2000;

/// A character that was due, with the one before it if it is one of a pair.
pub(crate) type Key = (Option<char>, char);

/// The sums of one key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct KeySum {
    /// The number of presses when it was due.
    pub(crate) typed: u32,
    /// The number of those that were wrong.
    pub(crate) missed: u32,
    /// The sum of the times since the key before.
    ms: u64,
    /// The number of times in each of the ranges.
    times: [u32; RANGES_MS.len()],
}

/// The sums of all keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KeySums(BTreeMap<Key, KeySum>);

impl KeySum {
    /// Returns the mean time in milliseconds; `None` if no time is known.
    pub(crate) fn mean_ms(&self) -> Option<f64> {
        let n = self.n_times();
        (n > 0).then(|| self.ms as f64 / f64::from(n))
    }

    /// Returns about the median time in milliseconds; `None` if no time is known. It is where it would be if the times of
    /// its range were spread evenly, but no further from their mean than the sum of all times allows: times that are all
    /// alike have their own value as the median.
    pub(crate) fn median_ms(&self) -> Option<f64> {
        let half = f64::from(self.n_times()) / 2.0;
        let ranges = || {
            let least = [0].into_iter().chain(RANGES_MS);
            least.zip(RANGES_MS).zip(self.times).map(|((least, most), n)| [least, most, n].map(f64::from))
        };
        // The sums of all times, if each were the least or the largest of its range.
        let sums = ranges().fold([0.0, 0.0], |[low, high], [least, most, n]| [low + least * n, high + most * n]);
        let mut below = 0.0;
        for [least, most, n] in ranges().filter(|[.., n]| *n > 0.0) {
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
        self.times.iter().sum()
    }

    fn press(&mut self, press: &Press) {
        self.typed += 1;
        self.missed += u32::from(!press.is_right);
        if let Some(wait) = press.wait_ms.filter(|wait| *wait <= LONGEST_WAIT_MS) {
            self.ms += u64::from(wait);
            let range = RANGES_MS.partition_point(|most| *most < wait);
            self.times[range] += 1;
        }
    }

    fn combine(&mut self, other: &Self, ints: fn(u32, u32) -> u32, sums: fn(u64, u64) -> u64) {
        self.typed = ints(self.typed, other.typed);
        self.missed = ints(self.missed, other.missed);
        self.ms = sums(self.ms, other.ms);
        for (n, other) in self.times.iter_mut().zip(other.times) {
            *n = ints(*n, other);
        }
    }
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
                sum.combine(added, u32::saturating_add, u64::saturating_add);
            }
        }
    }

    /// Adds sums from their bytes, up to the first that are none.
    pub(crate) fn add_encoded(&mut self, mut bytes: &[u8]) {
        while let Some((key, added)) = read_entry(&mut bytes) {
            if let Some(sum) = self.entry(key) {
                sum.combine(&added, u32::saturating_add, u64::saturating_add);
            }
        }
    }

    /// Takes sums that were added back.
    pub(crate) fn subtract(&mut self, other: &Self) {
        for (key, added) in &other.0 {
            if let Entry::Occupied(mut sum) = self.0.entry(*key) {
                sum.get_mut().combine(added, u32::saturating_sub, u64::saturating_sub);
                if sum.get().typed == 0 {
                    sum.remove();
                }
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &KeySum)> {
        self.0.iter().map(|(key, sum)| (*key, sum))
    }

    /// Returns the sums as bytes: for each key, numbers in the form of LEB128.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(10 * self.0.len());
        for ((after, due), KeySum { typed, missed, ms, times }) in &self.0 {
            // No text has U+0000.
            for number in [after.map_or(0, u64::from), u64::from(*due), (*typed).into(), (*missed).into(), *ms] {
                write_number(number, &mut bytes);
            }
            let known = times.iter().enumerate().filter(|(_, n)| **n > 0);
            write_number(known.clone().map(|(range, _)| 1 << range).sum(), &mut bytes);
            known.for_each(|(_, n)| write_number((*n).into(), &mut bytes));
        }
        bytes
    }

    /// Reads the bytes of sums, up to the first that are none.
    pub(crate) fn decode(mut bytes: &[u8]) -> Self {
        let mut sums = Self::default();
        while let Some((key, sum)) = read_entry(&mut bytes) {
            sums.0.insert(key, sum);
        }
        sums
    }

    fn entry(&mut self, key: Key) -> Option<&mut KeySum> {
        let is_full = self.0.len() >= MOST_KEYS;
        match self.0.entry(key) {
            Entry::Vacant(_) if is_full => None,
            entry => Some(entry.or_default()),
        }
    }
}

fn read_entry(bytes: &mut &[u8]) -> Option<(Key, KeySum)> {
    let mut number = || read_number(bytes);
    let after = number()?;
    let due = character(number()?)?;
    let after = if after == 0 { None } else { Some(character(after)?) };
    let mut sum = KeySum { typed: int(number()?)?, missed: int(number()?)?, ms: number()?, times: Default::default() };
    let known = number()?;
    for (range, n) in sum.times.iter_mut().enumerate() {
        if known >> range & 1 == 1 {
            *n = int(number()?)?;
        }
    }
    Some(((after, due), sum))
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
    use shared::key_log::TimedKeys;
    use shared::presses::presses;

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

    #[test]
    fn a_median_is_within_its_range() {
        for times in [&[100][..], &[100, 100, 1900], &[50, 90, 100, 110, 500], &[2000], &[1, 2], &[420; 9]] {
            let (mut ms, text) = (0, "a".repeat(times.len() + 1));
            let at = [0]
                .into_iter()
                .chain(times.iter().map(|gap| {
                    ms += gap;
                    ms
                }))
                .collect::<Vec<u32>>();
            let sums = sums_of(&text, &text, &at);
            let (_, sum) = sums.iter().next().expect("there is a key");
            let mut sorted = times.to_vec();
            sorted.sort_unstable();
            let true_median = f64::from(sorted[(sorted.len() - 1) / 2]);
            let median = sum.median_ms().expect("there are times");
            assert!(median > true_median * 0.6 && median <= (true_median * 1.4).max(40.0), "{times:?}: {median}");
        }
        assert_eq!(KeySum::default().median_ms(), None);
    }

    #[test]
    fn the_median_of_times_that_are_all_alike_is_theirs() {
        for wait in [1, 40, 41, 100, 420, 543, 1999, 2000] {
            let at: Vec<u32> = (0..8).map(|n| n * wait).collect();
            let sums = sums_of("aaaaaaaa", "aaaaaaaa", &at);
            assert_eq!(sums.0[&(None, 'a')].median_ms(), Some(f64::from(wait)));
        }
    }

    #[test]
    fn a_row_has_a_bound() {
        let text: String = ('\u{100}'..).filter(|c| c.is_alphabetic()).take(3000).collect();
        let times: Vec<u32> = (0..3000).map(|n| n * 100).collect();
        let sums = sums_of(&text, &text, &times);
        assert_eq!(sums.0.len(), MOST_KEYS);
        assert!(sums.encode().len() < 15 * MOST_KEYS);
    }

    proptest! {
        #[test]
        fn what_was_added_is_read_and_taken_back(
            first in "[ab é]{1,40}", second in "[ab é]{1,40}", gaps in prop::collection::vec(0..2500_u32, 40),
        ) {
            let at: Vec<u32> = gaps.iter().scan(0, |ms, gap| { *ms += gap; Some(*ms) }).collect();
            let run = |text: &str| sums_of(text, text, &at[..text.chars().count()]);
            let mut sums = run(&first);
            sums.add(&run(&second));
            prop_assert_eq!(&KeySums::decode(&sums.encode()), &sums);
            let mut encoded = run(&first);
            encoded.add_encoded(&run(&second).encode());
            prop_assert_eq!(&encoded, &sums);
            sums.subtract(&run(&second));
            prop_assert_eq!(sums, run(&first));
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            KeySums::decode(&bytes);
        }
    }
}
