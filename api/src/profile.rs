//! The preview of a link to a racer's profile, before it is followed.

use shared::score::two_decimals;

use crate::database::{Database, DatabaseError};
use crate::domain::Username;
use crate::models::user::User;

/// A racer and their numbers, as everybody may know them: averages over all races.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// As they write it themselves.
    pub username: String,
    /// The file name, without `.png`, of the skin they race with.
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

impl Profile {
    /// The profile of the user of this name, in any case; none when there is no such user.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn find(database: &Database, username: &str) -> Result<Option<Self>, DatabaseError> {
        let Ok(username) = username.parse::<Username>() else { return Ok(None) };
        let found = database.with_conn(move |conn| User::find_with_stats(&username, conn));
        Ok(found.await?.map(|(user, stats)| Self {
            username: user.username.into(),
            skin: user.skin.into(),
            wpm: two_decimals(stats.average_wpm),
            accuracy: two_decimals(stats.average_accuracy),
            races_total: stats.races_total,
            races_won: stats.races_won,
        }))
    }
}
