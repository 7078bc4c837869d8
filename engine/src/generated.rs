//! The tables of docs/protocol.md that are made from the declarations of errors, rules and limits.

use std::ffi::OsStr;
use std::fmt::Debug;

use clap::{Args as _, Command};
use shared::testing::{assert_generated_table, number, sentence};
use shared::{messages, racer};
use typing::score;

use crate::client::Refusal;
use crate::{Settings, limits};

const PAGE: &str = "docs/protocol.md";

#[test]
fn the_table_of_errors_is_generated() {
    let rows = Refusal::ALL.iter().map(|(code, text, events)| {
        [format!("`{}`", code.name()), format!("`{}`", text.replace("{0}", "…")), sentence(events)]
    });
    assert_generated_table(PAGE, "errors", ["`code`", "`reason`", "answers"], rows);
}

#[test]
fn the_tables_of_rules_and_limits_are_generated() {
    let rules = [race::NUMBERS, messages::NUMBERS, racer::NUMBERS, score::NUMBERS].concat();
    let rules = settings("Races").into_iter().chain(rules.into_iter().map(row));
    assert_generated_table(PAGE, "rules", ["rule", "value"], rules);

    let sockets = Settings::default().sockets();
    let settable = Settings::augment_args(Command::new("engine"));
    let is_fixed = |name: &str| settable.get_arguments().all(|argument| argument.get_id() != name);
    let fixed = sockets.numbers().into_iter().filter(|(name, ..)| is_fixed(name));
    let fixed: Vec<_> = fixed.map(|(_, doc, value)| row((doc, value))).collect();
    let limits = settings("Sockets").into_iter().chain(limits::NUMBERS.iter().copied().map(row)).chain(fixed);
    assert_generated_table(PAGE, "limits", ["limit", "value"], limits);
}

fn row((doc, value): (&str, &dyn Debug)) -> [String; 2] {
    [sentence(doc), number(&value)]
}

/// Returns the settings under a heading of the command's help, with their defaults and variables.
fn settings(heading: &str) -> Vec<[String; 2]> {
    let command = Settings::augment_args(Command::new("engine"));
    let settings = command.get_arguments().filter(|setting| setting.get_help_heading() == Some(heading));
    let row = |setting: &clap::Arg| {
        let variable = setting.get_env().and_then(OsStr::to_str)?;
        let default: u64 = setting.get_default_values().first()?.to_str()?.parse().ok()?;
        Some([format!("{}.", setting.get_help()?), format!("{} (`{variable}`)", number(&default))])
    };
    settings.map(|setting| row(setting).expect("it has a variable, a number and a text")).collect()
}
