//! The shuffled bag of a typist: no text comes twice before all of its kind have come.
//!
//! A bag has no list of texts. For each kind, the ids of its texts in the order of a keyed permutation are one round, and
//! the bag holds the number of the round and the place in it. So it is small, whatever there is to draw; a text that is
//! added behind the place comes in this round, another one in the next; and one that is retired is missed by nobody.

use shared::TextId;

use crate::domain::{Language, TextCategory, TextLength};

const KINDS: usize = Language::COUNT * TextCategory::COUNT * TextLength::ALL.len();

/// The bytes of a seed, and of the place of a kind: its round (2) and what is next in it (4).
const SEED_BYTES: usize = 8;
const PLACE_BYTES: usize = 6;

/// The texts that take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) language: Language,
    pub(crate) category: TextCategory,
    pub(crate) length: TextLength,
}

/// A text that may be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) id: TextId,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextBag {
    seed: u64,
    places: [Place; KINDS],
}

/// The progress of a kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    round: u16,
    /// The texts that the permutation puts here or behind it are still to come in this round.
    next: u32,
}

impl TextBag {
    /// Returns a full bag. Its order, and the first text of it, depend on the seed alone.
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, places: [Place::default(); KINDS] }
    }

    /// Takes the next of some texts, which may be of several kinds: their texts are mixed, and their rounds end together.
    /// If possible, it is not in `not`; a text that is passed over for that reason comes in the next round. `None` if there
    /// are no texts.
    pub(crate) fn draw(&mut self, texts: &[Candidate], not: &[TextId]) -> Option<TextId> {
        let allowed: Vec<_> = texts.iter().filter(|text| !not.contains(&text.id)).collect();
        let allowed = if allowed.is_empty() { texts.iter().collect() } else { allowed };
        let mut next = self.next(&allowed);
        if next.is_none() {
            let mut ended: Vec<usize> = allowed.iter().map(|text| text.kind.index()).collect();
            ended.sort_unstable();
            ended.dedup();
            for kind in ended {
                let place = &mut self.places[kind];
                *place = Place { round: place.round.wrapping_add(1), next: 0 };
            }
            next = self.next(&allowed);
        }
        let (at, text) = next?;
        let place = &mut self.places[text.kind.index()];
        // Behind the last place, the next round begins.
        *place = match at.checked_add(1) {
            Some(next) => Place { next, ..*place },
            None => Place { round: place.round.wrapping_add(1), next: 0 },
        };
        Some(text.id)
    }

    /// Returns the first of the texts that are still to come in the rounds of their kinds, and where it is.
    fn next<'a>(&self, texts: &[&'a Candidate]) -> Option<(u32, &'a Candidate)> {
        let to_come = texts.iter().filter_map(|text| {
            let Place { round, next } = self.places[text.kind.index()];
            let at = permuted(text.id, self.seed, round);
            (at >= next).then_some((at, *text))
        });
        to_come.min_by_key(|(at, text)| (*at, text.id.0))
    }

    /// Returns the bag in a form to keep.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.seed.to_be_bytes().to_vec();
        for Place { round, next } in self.places {
            bytes.extend(round.to_be_bytes());
            bytes.extend(next.to_be_bytes());
        }
        bytes
    }

    /// Returns the bag that was kept in this form; `None` if these bytes are none. One of a version with fewer kinds, which
    /// are the first ones, has all texts of the others still to come.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (seed, kept) = bytes.split_first_chunk::<SEED_BYTES>()?;
        let (kept, []) = kept.as_chunks::<PLACE_BYTES>() else { return None };
        let mut bag = Self::new(u64::from_be_bytes(*seed));
        for (place, [r0, r1, n0, n1, n2, n3]) in bag.places.iter_mut().zip(kept) {
            *place = Place { round: u16::from_be_bytes([*r0, *r1]), next: u32::from_be_bytes([*n0, *n1, *n2, *n3]) };
        }
        Some(bag)
    }
}

impl Kind {
    /// Returns the index of its place. The language comes first, so that a new one moves no other.
    fn index(self) -> usize {
        let in_language = self.category as usize * TextLength::ALL.len() + self.length as usize;
        self.language as usize * TextCategory::COUNT * TextLength::ALL.len() + in_language
    }
}

/// Returns the place of a text in a round. No two ids below 2^32 have the same place.
fn permuted(TextId(id): TextId, seed: u64, round: u16) -> u32 {
    let key = mixed(seed ^ mixed(u64::from(round)));
    let (first, second) = ((key >> 32) as u32, key as u32);
    // The finalizer of MurmurHash3 for 32 bits, each step of which can be undone, with a key before each half.
    let mut at = id as u32 ^ first;
    at = (at ^ (at >> 16)).wrapping_mul(0x85eb_ca6b) ^ second;
    at = (at ^ (at >> 13)).wrapping_mul(0xc2b2_ae35);
    at ^ (at >> 16)
}

/// Returns the finalizer of SplitMix64: numbers that are close to each other become far apart.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    /// The length of a bag in bytes.
    const BYTES: usize = SEED_BYTES + KINDS * PLACE_BYTES;

    use super::*;

    const SHORT: Kind =
        Kind { language: Language::English, category: TextCategory::General, length: TextLength::Short };
    const LONG: Kind = Kind { length: TextLength::Long, ..SHORT };

    fn texts(kind: Kind, ids: impl IntoIterator<Item = i64>) -> Vec<Candidate> {
        ids.into_iter().map(|id| Candidate { id: TextId(id), kind }).collect()
    }

    fn draw(bag: &mut TextBag, texts: &[Candidate], times: usize) -> Vec<i64> {
        (0..times).map(|_| bag.draw(texts, &[]).expect("there are texts").0).collect()
    }

    #[test]
    fn no_text_comes_twice_before_all_have_come_in_each_of_many_rounds() {
        for seed in 0..50 {
            let (mut bag, texts) = (TextBag::new(seed), texts(SHORT, 1..=40));
            let mut orders = BTreeSet::new();
            for round in 0..20 {
                let drawn = draw(&mut bag, &texts, texts.len());
                assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), texts.len(), "{seed}, {round}: {drawn:?}");
                orders.insert(drawn);
            }
            assert_eq!(orders.len(), 20, "each round has an order of its own");
        }
    }

    #[test]
    fn a_bag_goes_on_where_it_was_after_it_was_kept() {
        let (mut bag, texts) = (TextBag::new(7), texts(SHORT, 1..=30));
        let mut drawn = Vec::new();
        for _ in &texts {
            drawn.extend(draw(&mut bag, &texts, 1));
            bag = TextBag::from_bytes(&bag.to_bytes()).expect("it is a bag");
        }
        drawn.sort_unstable();
        assert_eq!(drawn, (1..=30).collect::<Vec<_>>());
    }

    #[test]
    fn every_text_is_the_first_of_some_bags_about_equally_often() {
        let texts: Vec<_> = [texts(SHORT, 1..=10), texts(LONG, 11..=20)].concat();
        let mut firsts: BTreeMap<i64, u32> = BTreeMap::new();
        for seed in 0..4000 {
            *firsts.entry(draw(&mut TextBag::new(seed), &texts, 1)[0]).or_default() += 1;
        }
        // 200 each on average, with a standard deviation of 14.
        assert!(firsts.len() == 20 && firsts.values().all(|n| (130..=270).contains(n)), "{firsts:?}");
    }

    #[test]
    fn texts_of_several_kinds_are_mixed_and_end_together() {
        let (short, long) = (texts(SHORT, 1..=20), texts(LONG, 21..=60));
        let all = [short.clone(), long].concat();
        let mut bag = TextBag::new(3);
        for _ in 0..3 {
            let drawn = draw(&mut bag, &all, all.len());
            assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), all.len());
            let n_short = drawn[..30].iter().filter(|id| **id <= 20).count();
            assert!((4..=16).contains(&n_short), "10 on average, but {n_short}");
        }
        // Whoever has typed all short texts gets them again with the long ones, once those have come.
        draw(&mut bag, &short, 50);
        let drawn = draw(&mut bag, &all, 2 * all.len());
        assert!(drawn[30..].iter().any(|id| *id <= 20) && drawn[30..].iter().any(|id| *id > 20), "{drawn:?}");
    }

    #[test]
    fn added_texts_come_at_the_latest_in_the_next_round_and_retired_ones_never() {
        for seed in 0..50 {
            let mut bag = TextBag::new(seed);
            draw(&mut bag, &texts(SHORT, 1..=20), 10);
            // Of twenty, ten have come; now two are gone, and ten are new.
            let now = texts(SHORT, 3..=30);
            let drawn: BTreeSet<_> = draw(&mut bag, &now, 20 + now.len()).into_iter().collect();
            assert_eq!(drawn, (3..=30).collect(), "{seed}");
        }
    }

    #[test]
    fn a_text_to_avoid_comes_only_if_there_is_no_other() {
        let (mut bag, two) = (TextBag::new(1), texts(SHORT, 1..=2));
        for _ in 0..20 {
            assert_eq!(bag.draw(&two, &[TextId(1)]), Some(TextId(2)));
        }
        assert!(bag.draw(&two, &[TextId(1), TextId(2)]).is_some());
        assert_eq!(bag.draw(&[], &[]), None);
    }

    #[test]
    fn damaged_bytes_are_no_bag_and_other_kinds_begin_anew() {
        let bag = TextBag::new(9);
        assert_eq!(bag.to_bytes().len(), BYTES);
        for bytes in [&[][..], &[0; 7], &[0; SEED_BYTES + 1], &bag.to_bytes()[..BYTES - 1]] {
            assert_eq!(TextBag::from_bytes(bytes), None, "{bytes:?}");
        }
        assert_eq!(TextBag::from_bytes(&bag.to_bytes()[..SEED_BYTES + PLACE_BYTES]), Some(bag.clone()));
        assert_eq!(TextBag::from_bytes(&[bag.to_bytes(), vec![0; PLACE_BYTES]].concat()), Some(bag));
    }

    #[test]
    fn any_bytes_of_a_bag_draw_every_text() {
        for fill in [0, 1, 0x7f, 0x80, 0xff] {
            let mut bag = TextBag::from_bytes(&[fill; BYTES]).expect("it is as long as a bag");
            let texts = [texts(SHORT, 1..=10), texts(LONG, 11..=20)].concat();
            let drawn: BTreeSet<_> = draw(&mut bag, &texts, 60).into_iter().collect();
            assert_eq!(drawn.len(), 20, "{fill}: {drawn:?}");
        }
    }
}
