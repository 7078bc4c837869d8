//! The frequent words of the site's texts, for practice.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

/// The time for which the words are kept. Texts are added rarely, and counting their words takes a while.
pub(crate) const TTL: Duration = Duration::from_secs(10 * 60);

/// The highest number of words.
pub(crate) const MOST: usize = 5000;

/// Returns the words of the texts in lower case by falling frequency, equally frequent ones by their letters.
///
/// A word is a sequence of letters, with apostrophes inside it. One that is never in lower case is a name, and left out.
pub(crate) fn by_frequency<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut counts: HashMap<String, Count> = HashMap::new();
    for word in texts.into_iter().flat_map(words_of) {
        let lower = word.to_lowercase();
        let is_lower = lower == word;
        let count = counts.entry(lower).or_default();
        count.n += 1;
        count.is_word |= is_lower;
    }
    let mut words: Vec<_> = counts.into_iter().filter(|(_, count)| count.is_word).collect();
    words.sort_unstable_by(|(one, first), (other, second)| (Reverse(first.n), one).cmp(&(Reverse(second.n), other)));
    words.into_iter().map(|(word, _)| word).take(MOST).collect()
}

#[derive(Default)]
struct Count {
    n: usize,
    is_word: bool,
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|character: char| !character.is_alphabetic() && character != '\'');
    words.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_ordered_by_frequency_and_then_by_their_letters() {
        assert_eq!(by_frequency(["the cat and the dog", "The dog ran"]), ["the", "dog", "and", "cat", "ran"]);
    }

    #[test]
    fn punctuation_and_numbers_belong_to_no_word_and_apostrophes_only_inside_one() {
        let words = by_frequency(["'don't' -- half-done, 12 niños: don't!"]);
        assert_eq!(words, ["don't", "done", "half", "niños"]);
    }

    #[test]
    fn names_are_left_out() {
        assert_eq!(by_frequency(["Then Alice ran. I saw Alice, and then not"]), ["then", "and", "not", "ran", "saw"]);
    }

    #[test]
    fn at_most_5000_words_are_listed() {
        let letters = |n: usize| n.to_string().bytes().map(|digit| char::from(digit + 49)).collect::<String>();
        let text = (0..=MOST).map(letters).collect::<Vec<_>>().join(" ");
        assert_eq!(by_frequency([text.as_str()]).len(), MOST);
    }
}
