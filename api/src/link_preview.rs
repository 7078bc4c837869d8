//! The figures in the previews of links to racers' profiles and to replays.

use typing::score::two_decimals;

use crate::database::{Database, DatabaseError};
use crate::domain::{ShortRaceId, Username};
use crate::models::replay::{Lane, Replay};
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

/// A race with its first racer.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayPreview {
    /// The text that was typed.
    pub text: String,
    /// Its author.
    pub author: String,
    /// The first racer with a proven result who still has an account.
    pub first: Option<FirstRacer>,
}

/// The first racer of a race.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstRacer {
    /// The username.
    pub username: String,
    /// The file name of the racer's skin, without `.png`.
    pub skin: String,
    /// Words per minute.
    pub wpm: f64,
    /// True if the racer won, so that others typed, too.
    pub won: bool,
    /// The number of all other racers at the start.
    pub others: i32,
}

impl ReplayPreview {
    /// Returns the race with this id, in the form of addresses, or `None` if there is no such race.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn find(database: &Database, race: &str) -> Result<Option<Self>, DatabaseError> {
        let Ok(race) = race.parse::<ShortRaceId>() else { return Ok(None) };
        let found = database.with_conn(move |conn| Replay::find(race, conn)).await?;
        Ok(found.map(|Replay { race, lanes }| {
            let first = lanes.into_iter().find(Lane::is_proven).map(|lane| FirstRacer {
                username: lane.username.into(),
                skin: lane.skin.into(),
                wpm: lane.wpm,
                won: lane.won,
                others: race.racers - 1,
            });
            Self { text: race.text, author: race.author, first }
        }))
    }
}
