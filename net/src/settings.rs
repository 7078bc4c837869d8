//! Parsers and defaults of settings. A crate's settings are one struct, from which clap derives flags, variables and
//! help.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, Resettable, TypedValueParser};
use clap::{Args, Command};

/// The longest duration of a setting. An hour is beyond any use, so larger values are mistakes of unit.
const LONGEST_MS: u64 = 3_600_000;

/// Returns the settings of a command line without arguments, whatever the environment holds.
pub fn defaults<T: Args>() -> T {
    let command = T::augment_args(Command::new("defaults")).mut_args(|argument| argument.env(Resettable::Reset));
    let matches = command.try_get_matches_from(["defaults"]).expect("every setting has a default");
    T::from_arg_matches(&matches).expect("every default is valid")
}

/// Reads a duration in milliseconds.
///
/// # Errors
/// Returns the expected form of the text.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(ms @ 1..=LONGEST_MS) => Ok(Duration::from_millis(ms)),
        _ => Err(format!("expected whole milliseconds from 1 to {LONGEST_MS}")),
    }
}

/// Returns a default in the form that [`milliseconds`] reads.
pub fn in_milliseconds(duration: Duration) -> String {
    duration.as_millis().to_string()
}

/// Returns the parser of an on/off setting.
pub fn switch() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["on", "off"]).map(|value| value == "on")
}
