//! The rules of typing: the effect of each key on a run through a text.
//!
//! The browser has the same rules in `client/src/typing/rules/TypingRun.ts`; both are tested with the cases in
//! `shared/fixtures/typing.json`. The engine replays the keystrokes that a racer sends with a finish.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::characters::{normalize, on_keyboard};
use crate::score;

/// The rules by which a run is typed. Their version is kept with the run, so that its log is always read by those under
/// which it was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rules {
    /// Each key is for the character that is due, and all must be right at the end.
    #[default]
    Characters,
    /// A space ends its word, whatever is typed of it. A mistake costs its word, and not the rest.
    Words,
}

impl Rules {
    /// All rules.
    pub const ALL: [Self; 2] = [Self::Characters, Self::Words];

    /// Returns the version, as it is sent and stored.
    pub const fn version(self) -> i16 {
        match self {
            Self::Characters => 1,
            Self::Words => 2,
        }
    }

    /// Returns the rules of a version.
    pub fn of_version(version: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|rules| rules.version() == version)
    }
}

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

/// The state of a place before the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Typed {
    Right,
    Wrong,
    /// Nothing: a space ended the word before.
    Missing,
}

/// A run through a text, key by key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typing {
    text: Arc<[char]>,
    rules: Rules,
    /// One for each character before the cursor.
    typed: Vec<Typed>,
    /// The number of characters in `typed` that are not right now.
    standing_errors: usize,
    /// The number of wrong keys and missing letters so far, including corrected ones.
    errors: usize,
    /// The number of letters that were typed behind a word, by the place of its space.
    extra: BTreeMap<usize, usize>,
    /// True once a space has ended the last word, which is not right.
    is_given_up: bool,
    /// The number of keys so far that typed a character, right or wrong, including erased ones.
    n_typed: usize,
}

impl Typing {
    /// Returns the run before its first key, by the rules of texts.
    pub fn new(text: &str) -> Self {
        Self::by(Rules::Characters, text)
    }

    /// Returns the run before its first key, by the given rules.
    pub fn by(rules: Rules, text: &str) -> Self {
        Self { rules, ..Self::through(text.chars().collect()) }
    }

    /// Returns the run through a text that others share, before its first key, by the rules of texts.
    pub fn through(text: Arc<[char]>) -> Self {
        Self {
            text,
            rules: Rules::Characters,
            typed: Vec::new(),
            standing_errors: 0,
            errors: 0,
            extra: BTreeMap::new(),
            is_given_up: false,
            n_typed: 0,
        }
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
            Key::Character(character) => self.n_typed += usize::from(self.character(character)),
            Key::Backspace => self.step_back(),
            Key::BackspaceWord => self.step_back_word(),
        }
    }

    /// Returns true once all characters are typed and correct. By the rules of words, it is enough that the last word is,
    /// or that a space has ended it.
    pub fn is_finished(&self) -> bool {
        self.typed.len() == self.text.len()
            && match self.rules {
                Rules::Characters => self.standing_errors == 0,
                Rules::Words => self.is_given_up || self.words().last().is_some_and(|(_, is_right)| is_right),
            }
    }

    /// Returns the accuracy in percent, two decimals; `None` before the run is finished.
    pub fn accuracy(&self) -> Option<f64> {
        self.is_finished().then(|| score::accuracy(self.text.len(), self.errors))
    }

    /// Returns the number of characters before the cursor, right, wrong or missing.
    pub(crate) fn typed(&self) -> usize {
        self.typed.len()
    }

    /// Returns the number of characters that count for the speed: those that are right now; by the rules of words, those of
    /// right words.
    pub fn right(&self) -> usize {
        match self.rules {
            Rules::Characters => self.typed.len() - self.standing_errors,
            Rules::Words => self.words().filter(|(_, is_right)| *is_right).map(|(length, _)| length).sum(),
        }
    }

    /// Returns the number of wrong keys and missing letters so far, including corrected ones.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the number of keys so far that typed a character, right or wrong, including erased ones.
    pub(crate) fn n_typed(&self) -> usize {
        self.n_typed
    }

    /// Returns the length of each word up to the cursor, with the space behind it, and whether it is right so far.
    fn words(&self) -> impl Iterator<Item = (usize, bool)> {
        let mut end = 0;
        self.text[..self.typed.len()].split_inclusive(|character| *character == ' ').map(move |word| {
            let typed = &self.typed[end..end + word.len()];
            end += word.len();
            (word.len(), typed.iter().all(|typed| *typed == Typed::Right) && self.extra_at(end) == 0)
        })
    }

    /// Returns the number of letters that were typed behind the word whose space is at a place.
    fn extra_at(&self, place: usize) -> usize {
        self.extra.get(&place).copied().unwrap_or_default()
    }

    /// Types a character, and returns false if that has no effect.
    fn character(&mut self, character: char) -> bool {
        let is_space = character == ' ';
        let by_words = self.rules == Rules::Words;
        match self.due() {
            None => {
                self.is_given_up |= by_words && is_space;
                return false;
            }
            Some(due) if by_words && is_space && due != ' ' => {
                // A second space, or one before the first word, ends no word.
                let is_in_word = self.is_behind(|character| character != ' ');
                if is_in_word {
                    self.end_word();
                }
                return is_in_word;
            }
            Some(' ') if by_words && !is_space => {
                *self.extra.entry(self.typed.len()).or_default() += 1;
                self.errors += 1;
            }
            // Behind extra letters, the space stands for the mistake, which they were.
            Some(due) if by_words && due == ' ' && self.extra_at(self.typed.len()) > 0 => self.push(Typed::Wrong),
            Some(due) if due == character => self.push(Typed::Right),
            Some(_) => {
                self.errors += 1;
                self.push(Typed::Wrong);
            }
        }
        true
    }

    /// Ends the word at the cursor early: its other letters are missing.
    fn end_word(&mut self) {
        while self.due().is_some_and(|due| due != ' ') {
            self.errors += 1;
            self.push(Typed::Missing);
        }
        if self.due().is_some() {
            self.push(Typed::Right);
        } else {
            self.is_given_up = true;
        }
    }

    fn push(&mut self, typed: Typed) {
        self.standing_errors += usize::from(typed != Typed::Right);
        self.typed.push(typed);
    }

    fn step_back(&mut self) {
        if let Some(extra) = self.extra.get_mut(&self.typed.len()).filter(|extra| **extra > 0) {
            *extra -= 1;
            return;
        }
        self.pop();
        // To where the space was pressed.
        while self.typed.last() == Some(&Typed::Missing) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if self.typed.pop().is_some_and(|typed| typed != Typed::Right) {
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
        /// The version of the rules; those of texts if missing.
        rules: Option<i16>,
        keys: String,
        statuses: String,
        /// The characters that count for the speed, if not those that are `+`.
        right: Option<usize>,
        errors: usize,
        accuracy: Option<f64>,
        finished: bool,
    }

    /// Returns a symbol for each character: right, wrong, current, or not reached.
    fn statuses(typing: &Typing) -> String {
        let status = |index| match typing.typed.get(index) {
            Some(Typed::Right) => '+',
            Some(Typed::Wrong | Typed::Missing) => '-',
            None if typing.extra_at(index) > 0 => '-',
            None if index == typing.typed.len() => '^',
            None => '.',
        };
        (0..typing.text.len()).map(status).collect()
    }

    #[test]
    fn the_shared_cases_hold() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../shared/fixtures/typing.json")).expect("the cases are readable");
        assert!(!cases.is_empty());
        for case in cases {
            let rules = case.rules.map_or(Rules::Characters, |version| Rules::of_version(version).expect("it exists"));
            let mut typing = Typing::by(rules, &case.text);
            for key in keys(&case.keys) {
                typing.press(key);
            }
            assert_eq!(statuses(&typing), case.statuses, "{}", case.name);
            let right = case.right.unwrap_or_else(|| case.statuses.matches('+').count());
            assert_eq!(typing.right(), right, "{}", case.name);
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

        #[test]
        fn by_any_rules_what_was_erased_leaves_no_trace(
            rules in prop::sample::select(Rules::ALL.to_vec()),
            text in "[ab]{1,4}( [ab]{1,4}){0,3}",
            pressed in "[ab ]{0,30}",
        ) {
            let mut typing = Typing::by(rules, &text);
            for key in keys(&pressed) {
                typing.press(key);
                prop_assert!(typing.right() <= typing.typed() && typing.typed() <= text.len());
            }
            for _ in 0..pressed.len() {
                typing.press(Key::Backspace);
            }
            prop_assert_eq!((typing.typed(), typing.standing_errors), (0, 0));
            prop_assert!(typing.extra.values().all(|extra| *extra == 0));
        }
    }
}
