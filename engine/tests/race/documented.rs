//! `docs/protocol.md` describes every event and every refusal with the numbers of the rules; every error code is used.

use std::path::Path;

use engine::race::{
    EMPTY_ROOM_KEPT, MAX_KEYS_PER_SECOND, MAX_UNTYPED_WPM, MAX_WPM, RESULTS_KEPT, SEAT_KEPT, SEAT_KEPT_AT_MOST,
    START_DELAY, TIME_LIMIT_MAX, TIME_LIMIT_MIN, TIME_LIMIT_WPM, TYPING_SLACK_CHARACTERS,
};
use shared::ErrorCode;
use shared::wire::{ClientEvent, ServerEvent};

const PROTOCOL: &str = include_str!("../../../docs/protocol.md");

/// Returns all Rust sources below `folder`, concatenated.
fn sources(folder: &Path) -> String {
    let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| match path.extension() {
            _ if path.is_dir() => sources(&path),
            Some(extension) if extension == "rs" => std::fs::read_to_string(&path).unwrap(),
            _ => String::new(),
        })
        .collect()
}

#[test]
fn the_protocol_describes_every_event() {
    let (sent, received) = PROTOCOL.split_once("## What a client receives").unwrap();
    for (events, part) in [(ClientEvent::NAMES, sent), (ServerEvent::NAMES, received)] {
        for event in events {
            assert!(part.contains(&format!("\n| `{event}` |")), "{event} has a row");
        }
    }
}

#[test]
fn the_protocol_names_every_refusal() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let texts = ["#[error(\"", ": &str = \""].into_iter().flat_map(|before| sources.split(before).skip(1));
    let sentences: Vec<_> =
        texts.filter_map(|rest| rest.split('"').next()).filter(|text| text.ends_with('.')).collect();
    assert!(sentences.len() >= 20, "{sentences:?}");
    for sentence in sentences {
        let up_to_its_value = sentence.split('{').next().unwrap();
        assert!(PROTOCOL.contains(up_to_its_value), "{sentence}");
    }
}

#[test]
fn the_protocol_has_the_numbers_of_the_rules() {
    let sentences = [
        format!("the socket for {SEAT_KEPT:?}"),
        format!("no longer than {SEAT_KEPT_AT_MOST:?}"),
        format!("+ {START_DELAY:?} later"),
        format!("the text at {TIME_LIMIT_WPM} wpm, at least {TIME_LIMIT_MIN:?} and at most {TIME_LIMIT_MAX:?}"),
        format!("{EMPTY_ROOM_KEPT:?} after the last racer left, or {RESULTS_KEPT:?} after the end"),
        format!("{MAX_WPM} wpm since the start allow, plus {TYPING_SLACK_CHARACTERS} characters"),
        format!("faster than {MAX_UNTYPED_WPM} wpm without `keystrokes`"),
        format!("At most {MAX_KEYS_PER_SECOND:.0} keys per second"),
    ];
    // A `Duration` is printed in seconds, without a space.
    let protocol = PROTOCOL.replace('\n', " ").replace("10 min", "600 s").replace(" s", "s").replace(" ms", "ms");
    for sentence in sentences {
        assert!(protocol.contains(&sentence.replace(" s", "s")), "{sentence}");
    }
    for rule in include_str!("../../src/race/rules.rs").split("pub const ").skip(1) {
        let (name, _) = rule.split_once(':').unwrap();
        let has = |end| include_str!("documented.rs").contains(&format!("{{{name}{end}"));
        assert!(has(':') || has('}'), "{name} is in a sentence above");
    }
}

#[test]
fn every_error_code_is_used() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = [crates.join("api/src"), crates.join("engine/src")].map(|path| sources(&path)).concat();
    for code in ErrorCode::ALL {
        assert!(sources.contains(&format!("ErrorCode::{code:?}")), "nothing refuses with {code:?}");
    }
}
