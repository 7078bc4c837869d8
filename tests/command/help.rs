//! `.env.sample` has the same settings and texts as `serve --help`.

use shared::testing::assert_generated;

use crate::colibri::{Dir, command, output, run};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.env.sample");

const HEAD: &str = "\
# Every setting of `colibri`, as an environment variable with its default. Uncomment the ones that you change.
# `colibri serve --help` lists the same settings as flags; a flag takes precedence over its variable.
";

#[derive(Debug, Default)]
pub(crate) struct Setting {
    heading: String,
    description: Vec<String>,
    pub(crate) variable: String,
    pub(crate) default: String,
}

pub(crate) fn settings() -> Vec<Setting> {
    let help = output(command(&Dir::without_database(), &["serve", "--help"]).env_remove("COLUMNS"));
    let help = String::from_utf8(help.stdout).expect("text");
    let (mut settings, mut heading): (Vec<Setting>, _) = (Vec::new(), String::new());
    for line in help.lines().filter(|line| !line.trim().is_empty()) {
        let text = line.trim();
        if !line.starts_with(' ') {
            heading = text.trim_end_matches(':').to_lowercase();
        } else if line.starts_with("      --") {
            settings.push(Setting { heading: heading.clone(), ..Setting::default() });
        } else if let Some(setting) = settings.last_mut() {
            if let Some(variable) = text.strip_prefix("[env: ") {
                setting.variable = variable.split(['=', ']']).next().unwrap_or_default().to_owned();
            } else if let Some(default) = text.strip_prefix("[default: ")
                && !setting.variable.is_empty()
            {
                setting.default = default.trim_end_matches(']').to_owned();
            } else {
                setting.description.push(text.to_owned());
            }
        }
    }
    settings
}

#[test]
fn the_sample_matches_the_help() {
    let (mut sample, mut under) = (HEAD.to_owned(), String::new());
    let mut settings = settings();
    // The data settings come first.
    settings.sort_by_key(|setting| !["data", "log"].contains(&setting.heading.as_str()));
    for Setting { heading, description, variable, default } in settings {
        if heading != under {
            sample += &format!("\n# --- {heading}\n");
            under = heading;
        }
        let description: String = description.iter().map(|line| format!("# {line}\n")).collect();
        sample += &format!("\n{description}#{variable}={default}\n");
    }
    assert_generated(SAMPLE, &sample, "REGENERATE=1 cargo test --test command help");
}

/// Compares numbers such as those in "20 s (`COLIBRI_WAITING_MS`)" and "a pool of 16 (`COLIBRI_DATABASE_CONNECTIONS`)":
/// in each page of `docs/`, the last number in the six words before a variable.
#[test]
fn the_documentation_has_the_defaults() {
    let settings = settings();
    let mut compared = 0;
    let pages = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).expect("it is readable");
    let pages = pages.map(|page| page.expect("an entry").path());
    for page in pages.filter(|page| page.extension().is_some_and(|extension| extension == "md")) {
        let text = std::fs::read_to_string(&page).expect("a page").replace('\n', " ").replace(',', "");
        let parts: Vec<_> = text.split(" (`COLIBRI_").collect();
        for [before, after] in parts.array_windows() {
            let variable = format!("COLIBRI_{}", after.split('`').next().unwrap_or_default());
            let words: Vec<_> = before.rsplit([' ', '|']).take(6).collect();
            let Some(number) = words.iter().find_map(|word| word.parse::<u64>().ok()) else { continue };
            let unit = match words.first() {
                Some(&"s") => 1000,
                Some(&"min") => 60_000,
                _ => 1,
            };
            let setting = settings.iter().find(|setting| setting.variable == variable).expect("a setting");
            assert_eq!((number * unit).to_string(), setting.default, "{variable} in {}", page.display());
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn every_command_has_a_help_text() {
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
