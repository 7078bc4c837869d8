//! The runs whose keys are summed up.

use super::{choice, column_names};

/// The part of a user's runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum KeyRange {
    /// Of the last 30 days.
    #[default]
    Days30,
    /// The last 1,000, and the rest of their first day.
    Runs1000,
    All,
}

column_names!(KeyRange { Days30 = "30days", Runs1000 = "1000runs", All = "all" });
choice!(KeyRange);
