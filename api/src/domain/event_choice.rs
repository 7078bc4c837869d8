//! The choices of an event's host.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use super::{choice, column_names};

/// The people that may join an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Joining {
    /// Everyone who has its code, also without an account.
    Everyone,
    Members,
}

column_names!(Joining { Everyone = "everyone", Members = "members" });
choice!(Joining);

/// The way in which the table of an event is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Scoring {
    /// Points for the first places of each round.
    Places,
    /// The mean speed.
    Speed,
}

column_names!(Scoring { Places = "places", Speed = "speed" });
choice!(Scoring);

/// The kind of a round's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum RoundKind {
    /// One of the site's, by its length.
    Site,
    /// One of the site's, by its id.
    Chosen,
    /// Frequent words.
    Words,
    /// The host's own.
    Own,
}

column_names!(RoundKind { Site = "site", Chosen = "chosen", Words = "words", Own = "own" });
choice!(RoundKind);
