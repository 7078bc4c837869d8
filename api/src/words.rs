//! The frequent words of each language, for practice. `docs/texts.md` names where they come from.

use std::sync::LazyLock;

use actix_web::web::Bytes;

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
