//! Positions in a history.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use super::{ErrorCode, Invalid, ObjectBuilder, RunId, RunKind, Value, text, value};

/// The most characters of a key: a moment, a kind and a row.
const LENGTH: usize = 48;

/// The position of a run in a history, newest first: its time, kind and id. Clients get it as the opaque `next` of a page,
/// and send it as `after`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HistoryKey {
    pub(crate) at: DateTime<Utc>,
    pub(crate) id: RunId,
}

value!(HistoryKey);

impl HistoryKey {
    /// Returns the position before which runs of `kind` follow this key, as a time and a row: of runs at the same time,
    /// practice comes after races.
    pub(crate) fn before(self, kind: RunKind) -> (DateTime<Utc>, i64) {
        let row = match kind.cmp(&self.id.kind) {
            std::cmp::Ordering::Less => i64::MIN,
            std::cmp::Ordering::Equal => self.id.row,
            std::cmp::Ordering::Greater => i64::MAX,
        };
        (self.at, row)
    }
}

impl fmt::Display for HistoryKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.at.timestamp_micros(), self.id)
    }
}

impl Serialize for HistoryKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Value for HistoryKey {
    type Json = String;

    fn parse(key: String) -> Result<Self, Invalid> {
        let invalid = || Invalid::new(ErrorCode::WrongType, "must be the `next` of a page");
        let (micros, id) = key.find(['r', 'p']).map(|kind| key.split_at(kind)).ok_or_else(invalid)?;
        let at = micros.parse().ok().and_then(DateTime::from_timestamp_micros).ok_or_else(invalid)?;
        let read = Self { at, id: id.parse().map_err(|()| invalid())? };
        // Only in the form in which it was given: databases do not hold all moments.
        if (DateTime::UNIX_EPOCH..=Utc::now() + chrono::TimeDelta::days(1)).contains(&at) && read.to_string() == key {
            Ok(read)
        } else {
            Err(invalid())
        }
    }

    fn schema() -> ObjectBuilder {
        let key = text().max_length(Some(LENGTH)).pattern(Some("^[0-9]+[rp][0-9]+$"));
        key.description(Some("The `next` of the page before")).examples(["1795600000000000r12"])
    }
}
