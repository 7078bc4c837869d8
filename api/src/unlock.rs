//! The ways to get a skin, and the sentences that tell people about them.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use crate::domain::column_names;

/// Races after which the average accuracy counts: one careful race is not yet a habit.
pub(crate) const ACCURACY_RACES: i32 = 10;

/// The rule by which a skin is given. The number to be reached is kept with the skin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Unlock {
    /// For having an account.
    Signup,
    /// For the best speed in a race, in words per minute.
    Wpm,
    /// For races completed.
    Races,
    /// For races won.
    Wins,
    /// For the average accuracy in percent, over [`ACCURACY_RACES`] races or more.
    Accuracy,
    /// For finding it.
    Egg,
    /// For showing that they read mail at their address.
    Verified,
    /// For telling us their opinion.
    Feedback,
    /// For money.
    Shop,
}

column_names!(Unlock {
    Signup = "signup",
    Wpm = "wpm",
    Races = "races",
    Wins = "wins",
    Accuracy = "accuracy",
    Egg = "egg",
    Verified = "verified",
    Feedback = "feedback",
    Shop = "shop",
});

impl Unlock {
    /// The hint for a user who has not unlocked it. `threshold` is the number to be reached, where there is one.
    pub(crate) fn hint(self, threshold: Option<f64>) -> String {
        let number = threshold.unwrap_or_default();
        match self {
            Self::Signup => "Sign up".to_owned(),
            Self::Wpm => format!("Type faster: reach {number} wpm in a race"),
            Self::Races => format!("Complete and win more races: complete {number}"),
            Self::Wins => format!("Complete and win more races: win {number}"),
            Self::Accuracy => {
                format!("Improve your accuracy: average {number}% over at least {ACCURACY_RACES} races")
            }
            Self::Egg => "Look for easter eggs".to_owned(),
            Self::Verified => "Verify your email address".to_owned(),
            Self::Feedback => "Leave feedback".to_owned(),
            Self::Shop => "Buy".to_owned(),
        }
    }
}
