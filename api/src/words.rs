//! The frequent words of each language, for practice. `docs/texts.md` names where they come from.

use std::sync::LazyLock;

use actix_web::web::Bytes;
use rand::{Rng, RngExt as _};

use crate::domain::Language;
use crate::handlers::texts::WordsAnswer;
use crate::handlers::write;

/// Returns the words of a language, one a line by falling frequency.
const fn list(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("words/en.txt"),
        Language::Spanish => include_str!("words/es.txt"),
    }
}

/// The number of the most frequent words out of which texts are made.
const DRAWN_FROM: usize = 1000;

/// Returns a text of so many frequent words, no word twice in a row.
pub(crate) fn text(language: Language, n_words: usize, rng: &mut impl Rng) -> String {
    let words: Vec<&str> = list(language).lines().take(DRAWN_FROM).collect();
    let mut text: Vec<&str> = Vec::with_capacity(n_words);
    while text.len() < n_words {
        let word = words[rng.random_range(..words.len())];
        if text.last() != Some(&word) {
            text.push(word);
        }
    }
    text.join(" ")
}

/// Returns the answer with the words of a language, which is written once.
pub(crate) fn written(language: Language) -> Bytes {
    static ENGLISH: LazyLock<Bytes> = LazyLock::new(|| answer(Language::English));
    static SPANISH: LazyLock<Bytes> = LazyLock::new(|| answer(Language::Spanish));
    match language {
        Language::English => ENGLISH.clone(),
        Language::Spanish => SPANISH.clone(),
    }
}

fn answer(language: Language) -> Bytes {
    write(&WordsAnswer { words: list(language).lines().collect() }).expect("a list of texts is JSON")
}
