//! Bots, as they are seen on typing sites, from the naive to the careful.
//!
//! Each follows a tool or a published bot, which its comment names. Programs that publish their source were read for what
//! they do, and none of their code is here. Speeds of 60 to 220 wpm are what they are asked for.

mod dice;
mod draft;
mod keyboard;
mod mistakes;
mod recording;

pub mod imitations;
pub mod jitter;
pub mod replays;
pub mod scripts;
pub mod words;

use crate::Typist;

macro_rules! by_name {
    ($($file:ident::$bot:ident,)*) => { &[$((stringify!($bot), $file::$bot as Typist)),*] };
}

/// All bots with their names, in the order of their care.
pub const ALL: &[(&str, Typist)] = by_name![
    scripts::one_paste,
    scripts::pasted_words,
    scripts::forged_log,
    scripts::dispatched_events,
    scripts::forged_log_with_joiners,
    scripts::forged_log_with_erasing,
    scripts::forged_log_of_a_coarse_clock,
    scripts::selenium_words,
    scripts::selenium_keys,
    words::words_in_proportion,
    words::words_then_a_sleep,
    words::words_evenly,
    words::words_with_pauses,
    words::playwright_words,
    words::words_behind_a_space,
    words::words_and_signs_apart,
    words::words_between_boundaries,
    words::pairs_of_words,
    words::halves_of_words,
    jitter::uniform_jitter,
    jitter::windows_sleep,
    jitter::gaussian_jitter,
    jitter::pyautogui_words,
    jitter::slow_long_words,
    imitations::typos_and_pauses,
    imitations::changing_tempo,
    imitations::log_normal,
    imitations::digraph_table,
    replays::half_by_hand,
    replays::onto_another_text,
    replays::sped_up,
    imitations::hand_model,
    replays::spliced,
    replays::of_another_racer,
];

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::Xoshiro256PlusPlus;
    use typing::{Typing, keys};

    use super::*;
    use crate::Run;

    const TEXTS: [&str; 3] = [
        "A good book, read twice, is \"two\" books: the one you read, and the one that you remember it was.",
        "El cóndor pasa; ¿quién lo vio? Nadie, dijo la niña, pero todos oyeron las alas.",
        "It",
    ];

    /// Calls `check` with runs of all bots through all texts.
    fn for_each_run(check: impl Fn(&str, &str, f64, &Run)) {
        for (name, bot) in ALL {
            for text in TEXTS {
                for (seed, wpm) in (0..).zip([60.0, 90.0, 120.0, 150.0, 185.0, 220.0]) {
                    check(name, text, wpm, &run(*bot, seed, text, wpm));
                }
            }
        }
    }

    fn run(bot: Typist, seed: u64, text: &str, wpm: f64) -> Run {
        bot(&mut Xoshiro256PlusPlus::seed_from_u64(seed), text, wpm)
    }

    #[test]
    fn every_run_gives_its_text_with_its_last_key() {
        for_each_run(|name, text, _, run| {
            let mut typing = Typing::new(text);
            for key in keys(&run.keys.keystrokes) {
                assert!(!typing.is_finished(), "{name} types on: {:?}", run.keys.keystrokes);
                typing.press(key);
            }
            assert!(typing.is_finished(), "{name}: {:?}", run.keys.keystrokes);
        });
    }

    #[test]
    fn every_key_has_a_time_and_times_never_fall() {
        for_each_run(|name, _, _, run| {
            assert_eq!(run.keys.keystrokes.chars().count(), run.keys.times.len(), "{name}");
            assert!(run.keys.times.is_sorted(), "{name}: {:?}", run.keys.times);
        });
    }

    #[test]
    fn a_log_of_every_run_can_be_read() {
        for_each_run(|name, text, _, run| {
            let log = run.keys.encode(text);
            assert_eq!(typing::key_log::TimedKeys::decode(text, &log).as_ref(), Some(&run.keys), "{name}");
        });
    }

    #[test]
    fn no_bot_reports_more_than_its_keys() {
        for_each_run(|name, _, _, run| {
            let n_keys = run.keys.times.len() as u32;
            assert!(run.untrusted_keys <= n_keys && 2 * run.pastes <= n_keys, "{name}: {run:?}");
        });
    }

    #[test]
    fn a_bot_types_at_about_the_speed_that_is_asked_for() {
        for (name, bot) in ALL {
            for wpm in [60.0, 140.0, 220.0] {
                let text = TEXTS[0].repeat(3);
                let times = run(*bot, 1, &text, wpm).keys.times;
                let minutes = f64::from(*times.last().expect("there are keys")) / 60_000.0;
                let ratio = text.chars().count() as f64 / 5.0 / minutes / wpm;
                assert!((0.75..1.1).contains(&ratio), "{name} at {wpm} wpm: {ratio}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_run_again_and_another_seed_another_run() {
        for (name, bot) in ALL {
            assert_eq!(run(*bot, 7, TEXTS[0], 120.0), run(*bot, 7, TEXTS[0], 120.0), "{name}");
            assert_ne!(run(*bot, 7, TEXTS[0], 120.0), run(*bot, 8, TEXTS[0], 120.0), "{name}");
        }
    }
}
