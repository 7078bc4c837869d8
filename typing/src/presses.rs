//! The presses of a run: each character of the text that was due, and what was typed for it.

use crate::key_log::TimedKeys;
use crate::practice::composed;
use crate::run::{self, Key, Rules, Typing};

/// A key that typed a character, right or wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// The place in the text, in characters.
    pub at: usize,
    /// The character that was due.
    pub due: char,
    /// The character before it, if the key before typed that one right.
    pub after: Option<char>,
    /// True if the due character was typed.
    pub is_right: bool,
    /// The time in milliseconds since the run began.
    pub ms: u32,
    /// The time since the key before that typed or erased something, in milliseconds; `None` for the first key.
    pub wait_ms: Option<u32>,
}

/// Returns the presses of a run through `text`, by the rules of texts. Keys that correct are none.
pub fn presses(text: &str, keys: &TimedKeys) -> Vec<Press> {
    presses_by(Rules::Characters, text, keys)
}

/// Returns the presses of a run through `text`, by the rules under which it was typed.
pub fn presses_by(rules: Rules, text: &str, keys: &TimedKeys) -> Vec<Press> {
    let mut typing = Typing::by(rules, text);
    let mut presses = Vec::with_capacity(keys.times.len());
    let mut after = None;
    let mut before_ms = None;
    for (characters, ms) in composed(keys.keystrokes.chars().zip(keys.times.iter().copied())) {
        let pressed = run::keys(&characters);
        // A character that no text has types nothing, and the next key does not follow it.
        if pressed.is_empty() {
            continue;
        }
        for key in pressed {
            let (at, due, before) = (typing.typed(), typing.due(), typing.n_typed());
            typing.press(key);
            after = match (key, due) {
                (Key::Character(typed), Some(due)) if typing.n_typed() > before => {
                    let is_right = typed == due;
                    let wait_ms = before_ms.map(|before| ms.saturating_sub(before));
                    presses.push(Press { at, due, after, is_right, ms, wait_ms });
                    is_right.then_some(due)
                }
                _ => None,
            };
        }
        before_ms = Some(ms);
    }
    presses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_types_nothing_shortens_no_wait() {
        let keys = TimedKeys { keystrokes: "t\u{200b}\u{ad}h".to_owned(), times: vec![5, 90, 95, 100] };
        let waits: Vec<_> = presses("th", &keys).into_iter().map(|press| (press.after, press.wait_ms)).collect();
        assert_eq!(waits, [(None, None), (Some('t'), Some(95))]);
    }

    #[test]
    fn a_press_tells_what_was_due_and_what_came_before() {
        let keys = TimedKeys { keystrokes: "tx\u{8}he…".to_owned(), times: vec![5, 100, 300, 450, 600, 700] };
        let press = |at, due, after, is_right, ms, wait_ms| Press { at, due, after, is_right, ms, wait_ms };
        assert_eq!(
            presses("the..", &keys),
            [
                press(0, 't', None, true, 5, None),
                press(1, 'h', Some('t'), false, 100, Some(95)),
                press(1, 'h', None, true, 450, Some(150)),
                press(2, 'e', Some('h'), true, 600, Some(150)),
                press(3, '.', Some('e'), true, 700, Some(100)),
                press(4, '.', Some('.'), true, 700, Some(100)),
            ]
        );
    }
}
