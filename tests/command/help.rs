//! The settings as operators read them: `--help` and `.env.sample` say the same.

use std::collections::BTreeMap;

use crate::colibri::{Dir, run};

/// Returns each variable of `serve --help`, with its default where it has one.
fn helped() -> BTreeMap<String, Option<String>> {
    let help = String::from_utf8(run(&Dir::without_database(), &["serve", "--help"]).stdout).expect("text");
    let mut settings = BTreeMap::new();
    let mut last = None;
    for line in help.lines().map(str::trim) {
        if let Some(variable) = line.strip_prefix("[env: ") {
            let name = variable.split(['=', ']']).next().unwrap_or_default().to_owned();
            settings.insert(name.clone(), None);
            last = Some(name);
        } else if let Some(default) = line.strip_prefix("[default: ") {
            let name = last.take().expect("a default stands behind its variable");
            settings.insert(name, Some(default.trim_end_matches(']').to_owned()));
        }
    }
    settings
}

/// Returns each variable of `.env.sample`, with its value there.
fn sampled() -> BTreeMap<String, String> {
    let settings = include_str!("../../.env.sample").lines().filter_map(|line| line.strip_prefix('#')?.split_once('='));
    settings
        .filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn the_sample_lists_every_setting_and_no_other() {
    let (helped, sampled) = (helped(), sampled());
    assert!(helped.len() > 15, "{helped:?}");
    assert_eq!(helped.keys().collect::<Vec<_>>(), sampled.keys().collect::<Vec<_>>());
}

#[test]
fn the_sample_shows_every_default() {
    let sampled = sampled();
    for (name, default) in helped() {
        if let Some(default) = default {
            assert_eq!(sampled.get(&name), Some(&default), "{name}");
        }
    }
}

#[test]
fn every_command_explains_itself() {
    for command in [
        &["--help"][..],
        &["migrate", "--help"],
        &["admin", "grant", "--help"],
        &["load-users", "--help"],
        &["keys", "--help"],
    ] {
        let output = run(&Dir::without_database(), command);
        assert!(output.status.success() && output.stdout.len() > 100, "{command:?}");
    }
}
