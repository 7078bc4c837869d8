//! The figures in the preview of a link to a racer's profile.

use shared::score::two_decimals;

use crate::database::{Database, DatabaseError};
use crate::domain::Username;
use crate::models::user::Profile;

/// A racer's public figures: averages over all races.
#[derive(Debug, Clone, PartialEq)]
pub struct RacerPreview {
    /// The username, in its owner's spelling.
    pub username: String,
    /// The file name of the racer's skin, without `.png`.
    pub skin: String,
    /// Words per minute.
    pub wpm: f64,
    /// Percent.
    pub accuracy: f64,
    /// Races completed.
    pub races_total: i32,
    /// Races won.
    pub races_won: i32,
}

impl RacerPreview {
    /// Returns the figures of the user with this name, in any case and with blanks around it, or `None` if there is no such user.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn find(database: &Database, username: &str) -> Result<Option<Self>, DatabaseError> {
        let Ok(username) = username.trim().parse::<Username>() else { return Ok(None) };
        let found = database.with_conn(move |conn| Profile::find(&username, conn));
        Ok(found.await?.map(|(_, profile, stats)| Self {
            username: profile.username.into(),
            skin: profile.skin.into(),
            wpm: two_decimals(stats.average_wpm),
            accuracy: two_decimals(stats.average_accuracy),
            races_total: stats.races_total,
            races_won: stats.races_won,
        }))
    }
}
