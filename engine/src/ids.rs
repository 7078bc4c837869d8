//! The identities that engines and rooms give out.

use std::fmt;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The identity of one engine process, from its start to its end. A restarted engine has a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EngineId(pub(crate) Uuid);

/// The number of a join in its room. A socket that stays connected while the room moves joins again with it. It is
/// never 0, so that an optional one takes 8 bytes: a command of more than 128 bytes is slower to move.
pub(crate) type Ticket = NonZeroU64;

impl EngineId {
    /// Returns a new, random identity.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "no two are alike")]
    pub fn new() -> Self {
        Self(Uuid::new_v4())
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(f)
    }
}

impl std::str::FromStr for EngineId {
    type Err = uuid::Error;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        id.parse().map(Self)
    }
}
