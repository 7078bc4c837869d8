//! The rules of typing: the effect of each key on a run through a text.
//!
//! The browser has the same rules in `client/src/typing/rules/TypingRun.ts`; both are tested with the cases in
//! `shared/fixtures/typing.json`. The engine replays the keystrokes that a racer sends with a finish.

use std::sync::Arc;

use crate::score;
use crate::text::{normalize, on_keyboard};

/// One key that counts as typing. Shift, CapsLock, Tab, Enter and other Ctrl combinations never become a `Key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A character, right or wrong.
    Character(char),
    /// Backspace: one character back.
    Backspace,
    /// Ctrl+Backspace: back to the start of the current word.
    BackspaceWord,
}

impl Key {
    /// Backspace in a string of keystrokes: the control character BS.
    pub const BACKSPACE: char = '\u{8}';
    /// Ctrl+Backspace in a string of keystrokes: the control character ETB, which terminals read as "erase word".
    pub const BACKSPACE_WORD: char = '\u{17}';
}

/// Returns the keys of a string of keystrokes. A typographic character counts as the keys that replace it in texts, a
/// special space as a space, and a letter with a combining accent behind it as the composed letter.
pub fn keys(keystrokes: &str) -> Vec<Key> {
    let mut keys = Vec::with_capacity(keystrokes.len());
    for character in normalize(keystrokes).chars() {
        match on_keyboard(character) {
            // A dash is one key: the spaces beside it are typed.
            Some(replacement) => keys.extend(replacement.trim().chars().map(Key::from)),
            None if character.is_whitespace() && !character.is_control() => keys.push(Key::Character(' ')),
            None => keys.push(character.into()),
        }
    }
    keys
}

impl From<char> for Key {
    fn from(character: char) -> Self {
        match character {
            Self::BACKSPACE => Self::Backspace,
            Self::BACKSPACE_WORD => Self::BackspaceWord,
            character => Self::Character(character),
        }
    }
}

/// A run through a text, key by key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typing {
    text: Arc<[char]>,
    /// For each character before the cursor, true if it was typed right.
    typed: Vec<bool>,
    /// The number of characters in `typed` that are wrong now.
    standing_errors: usize,
    /// The number of wrong keys so far, including corrected ones.
    errors: usize,
}

impl Typing {
    /// Returns the run before its first key.
    pub fn new(text: &str) -> Self {
        Self::through(text.chars().collect())
    }

    /// Returns the run through a text that others share, before its first key.
    pub fn through(text: Arc<[char]>) -> Self {
        Self { text, typed: Vec::new(), standing_errors: 0, errors: 0 }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &Arc<[char]> {
        &self.text
    }

    /// Returns the character at the cursor; `None` at the end of the text.
    pub(crate) fn due(&self) -> Option<char> {
        self.text.get(self.typed.len()).copied()
    }

    /// Processes one key. Characters past the end of the text and Backspace at its start have no effect.
    pub fn press(&mut self, key: Key) {
        match key {
            Key::Character(character) => self.character(character),
            Key::Backspace => self.step_back(),
            Key::BackspaceWord => self.step_back_word(),
        }
    }

    /// Returns true once all characters are typed and correct.
    pub fn is_finished(&self) -> bool {
        self.typed.len() == self.text.len() && self.standing_errors == 0
    }

    /// Returns the accuracy in percent, two decimals; `None` before the run is finished.
    pub fn accuracy(&self) -> Option<f64> {
        self.is_finished().then(|| score::accuracy(self.text.len(), self.errors))
    }

    /// Returns the number of characters before the cursor, right or wrong.
    pub(crate) fn typed(&self) -> usize {
        self.typed.len()
    }

    /// Returns the number of characters that are right now.
    pub fn right(&self) -> usize {
        self.typed.len() - self.standing_errors
    }

    /// Returns the number of wrong keys so far, including corrected ones.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    fn character(&mut self, character: char) {
        let Some(expected) = self.text.get(self.typed.len()) else { return };
        let correct = *expected == character;
        if !correct {
            self.errors += 1;
            self.standing_errors += 1;
        }
        self.typed.push(correct);
    }

    fn step_back(&mut self) {
        if self.typed.pop() == Some(false) {
            self.standing_errors -= 1;
        }
    }

    /// Steps back as an editor does: over the spaces before the cursor, then over the word before them.
    fn step_back_word(&mut self) {
        while self.is_behind(|character| character == ' ') {
            self.step_back();
        }
        while self.is_behind(|character| character != ' ') {
            self.step_back();
        }
    }

    fn is_behind(&self, wanted: impl Fn(char) -> bool) -> bool {
        self.typed.len().checked_sub(1).is_some_and(|index| wanted(self.text[index]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        text: String,
        keys: String,
        statuses: String,
        errors: usize,
        accuracy: Option<f64>,
        finished: bool,
    }

    /// Returns a symbol for each character: right, wrong, current, or not reached.
    fn statuses(typing: &Typing) -> String {
        let status = |index| match typing.typed.get(index) {
            Some(true) => '+',
            Some(false) => '-',
            None if index == typing.typed.len() => '^',
            None => '.',
        };
        (0..typing.text.len()).map(status).collect()
    }

    #[test]
    fn the_shared_cases_hold() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../fixtures/typing.json")).expect("the cases are readable");
        assert!(!cases.is_empty());
        for case in cases {
            let mut typing = Typing::new(&case.text);
            keys(&case.keys).into_iter().for_each(|key| typing.press(key));
            assert_eq!(statuses(&typing), case.statuses, "{}", case.name);
            assert_eq!(typing.errors, case.errors, "{}", case.name);
            assert_eq!(typing.accuracy(), case.accuracy, "{}", case.name);
            assert_eq!(typing.is_finished(), case.finished, "{}", case.name);
        }
    }

    proptest! {
        #[test]
        fn a_run_is_finished_if_and_only_if_every_character_is_correct(
            text in "[ab ]{1,12}",
            pressed in "[ab \u{8}\u{17}]{0,60}",
        ) {
            let mut typing = Typing::new(&text);
            for key in keys(&pressed) {
                typing.press(key);
                prop_assert!(typing.typed.len() <= text.len());
                prop_assert_eq!(typing.is_finished(), statuses(&typing).chars().all(|status| status == '+'));
            }
        }
    }
}
