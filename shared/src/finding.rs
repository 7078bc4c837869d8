//! The rules that a run can break, as results name them. `typing::verdict` judges by them.

use serde::{Deserialize, Serialize};

/// Declares [`Rule`]. Each rule is one entry: the description of its number, its variant and its name.
macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $Rule:ident = $name:literal;)+) => {
        /// A rule that a run can break.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Rule {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $Rule,)+
        }

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for Rule {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let names = utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::Type::String);
                names.enum_values(Some([$($name),+])).into()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for Rule {}

        impl Rule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$Rule),+];

            /// Returns the name in JSON and in the database, such as `even-rhythm`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Rule => $name,)+
                }
            }

            /// Returns a sentence that says what the rule's number is.
            pub const fn number(self) -> &'static str {
                match self {
                    $(Self::$Rule => concat!($($doc),+),)+
                }
            }
        }
    };
}

rules! {
    /// The characters of the text that are missing or wrong after the last key.
    NotTheText = "not-the-text";
    /// The keys that are control characters, other than Backspace and Ctrl+Backspace, or invisible by themselves.
    NoSuchKeys = "no-such-keys";
    /// The keys whose events a program made, by the browser's account.
    UntrustedKeys = "untrusted-keys";
    /// The insertions of several characters, by the browser's account.
    Pastes = "pastes";
    /// The milliseconds by which the last key is later than the message that brought it, less half of the round trip.
    ClockAhead = "clock-ahead";
    /// The most characters in a row with less than 30 ms between any two.
    Burst = "burst";
    /// The share of the signs that came within 30 ms of the letter before, if most characters came so.
    SignsInChords = "signs-in-chords";
    /// The share of the words that came whole in one chord, if most characters came in chords.
    WordsAtOnce = "words-at-once";
    /// The chords a second, if most characters came in chords.
    FastChords = "fast-chords";
    /// The coefficient of variation of the times of chords, or of these for each character, whichever is less, if most
    /// characters came in chords.
    EvenChords = "even-chords";
    /// The share of double letters that took 20 to 45 ms, of at least 4 double letters that took 20 ms or more.
    DoublePresses = "double-presses";
    /// The coefficient of variation of the intervals, without the longest tenth.
    EvenRhythm = "even-rhythm";
    /// The mean of the longest tenth of the intervals, relative to the mean of all.
    NoPauses = "no-pauses";
    /// The largest share of intervals that come again, within 2 ms, after the same number of keys (1 to 64).
    Cycle = "cycle";
    /// The logarithm of the odds that the intervals follow the letters, for at least 150 intervals.
    NoLetters = "no-letters";
    /// The largest correlation of the waits, in pairs, with those of an earlier run through the text.
    LikeAnotherRun = "like-another-run";
    /// The speed in words per minute. Of an account with ten verified results, the limit is lower, or what an admin has accepted.
    AboveShown = "above-shown";
    /// The share of the characters that came in chords which begin inside of a word, if most came in chords.
    ChordsInsideWords = "chords-inside-words";
    /// The milliseconds of the grid on which all times lie, if it is one of 45 or more.
    CoarseClock = "coarse-clock";
    /// The share of the keys that arrived more than 2 s after they were typed.
    LateKeys = "late-keys";
}

/// A rule that a run breaks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The number of this run: two decimals, or as many more as tell it from the limit.
    pub measured: f64,
    /// The limit when the run was judged.
    pub bound: f64,
}
