//! Racers, texts, events, seeds and generated files for tests and benchmarks.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

use crate::racer::{Racer, SeatProof};
use crate::wire::{ClientEvent, ClientMessage};
use crate::{GuestId, Language, RacerId, Text, TextId, UserId};

/// A word and its space: sixty of them are 300 characters, a minute at 60 wpm.
pub const WORD: &str = "abcd ";

/// Returns the id of the racer with this number: an account or, for a negative one, a guest.
pub fn racer_id(number: i64) -> RacerId {
    if number < 0 { RacerId::Guest(GuestId(-number)) } else { UserId(number).into() }
}

/// Returns the number of the racer with this id.
pub fn number_of(racer: RacerId) -> i64 {
    match racer {
        RacerId::User(UserId(number)) => number,
        RacerId::Guest(GuestId(number)) => -number,
    }
}

/// Returns a racer, the same for the same number.
pub fn racer(number: i64) -> Racer {
    let (username, skin) = (format!("racer-{number}"), "hummingbird".to_owned());
    Racer { id: racer_id(number), username, skin, division: None, shown: true }
}

/// Returns a proof of a seat in the form of one, which no api has given.
pub fn seat_proof() -> SeatProof {
    SeatProof("1795600000.c2lnbmVk".to_owned())
}

/// Returns a text of this many words, each a [`WORD`].
pub fn text(words: usize) -> Text {
    let (author, text) = ("Nobody".to_owned(), WORD.repeat(words));
    Text { id: TextId(1), author, work: None, text, language: Language::English }
}

/// Returns the examples of client events in `shared/fixtures/wire.json`.
pub fn client_events() -> Vec<ClientEvent> {
    let fixtures: Value = serde_json::from_str(include_str!("../fixtures/wire.json")).expect("they are JSON");
    let examples = fixtures["client"].as_array().expect("they are a list");
    let read = |example: &Value| ClientMessage::read(example[0].as_str()?, &example[1].to_string()).ok();
    examples.iter().map(|example| read(example).expect("it is an event").event).collect()
}

/// The seed of a random schedule, printed if the schedule fails.
pub struct Seed(pub u64);

impl Drop for Seed {
    #[expect(clippy::print_stderr, reason = "the seed reproduces the failure")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("schedule {0} failed: COLIBRI_SIMULATION_SEED={0} runs it again", self.0);
        }
    }
}

/// Compares the file at `path`, from the root of the repository, with what is generated `now`. `make generate` sets
/// `REGENERATE`, which writes it first; it finds the tests by "generated" in their names.
///
/// # Panics
/// Panics if they differ.
pub fn assert_generated(path: &str, now: &str) {
    let file = in_repository(path);
    if env::var_os("REGENERATE").is_some() {
        fs::write(&file, now).expect("the file is writable");
    }
    let is_current = fs::read_to_string(&file).is_ok_and(|written| written == now);
    assert!(is_current, "{path} is not up to date; run `make generate`");
}

/// Does the same for a table of a page in Markdown, between the comments `<!-- generated: NAME -->` and `<!-- end -->`.
///
/// # Panics
/// Panics if the page has no such comments, or they differ.
pub fn assert_generated_table<const N: usize>(
    page: &str,
    name: &str,
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) {
    let written = fs::read_to_string(in_repository(page)).expect("the page exists");
    let begin = format!("<!-- generated: {name} -->\n");
    let (before, rest) = written.split_once(&begin).expect("the page has the table's comment");
    let (_, after) = rest.split_once("<!-- end -->").expect("a comment ends the table");
    let mut table = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    rows.into_iter().for_each(|row| table += &format!("| {} |\n", row.join(" | ")));
    assert_generated(page, &[before, &begin, &table, "<!-- end -->", after].concat());
}

/// Returns doc comments as a sentence of a page: on one line, without links to items.
pub fn sentence(doc: &str) -> String {
    let words: Vec<_> = doc.split_whitespace().collect();
    words.join(" ").replace("[`", "`").replace("`]", "`")
}

/// Returns a number of the rules as pages have it: `25 s` for `25s`, `65,536` for `65536`.
pub fn number(value: &impl Debug) -> String {
    let value = format!("{value:?}");
    let digits = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let (whole, unit) = value.split_at(digits);
    let grouped: Vec<_> = whole.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    let grouped = grouped.join(",");
    match unit {
        "" | ".0" => grouped,
        fraction if fraction.starts_with('.') => grouped + &fraction[..2],
        unit => format!("{grouped} {unit}"),
    }
}

fn in_repository(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)
}
