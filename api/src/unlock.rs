//! The rules that unlock skins, and their descriptions.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use crate::domain::column_names;

/// The number of races from which an average accuracy unlocks skins: one careful race is not a habit.
pub const ACCURACY_RACES: i32 = 10;

/// The rule that unlocks a skin. The number to reach is stored with the skin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Unlock {
    /// Having an account.
    Signup,
    /// The best speed in a race, in words per minute.
    Wpm,
    /// The number of completed races.
    Races,
    /// The number of races won.
    Wins,
    /// The average accuracy in percent, over at least [`ACCURACY_RACES`] races.
    Accuracy,
    /// Finding it.
    Egg,
    /// Verifying the email address.
    Verified,
    /// Leaving feedback.
    Feedback,
    /// Buying it.
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
    /// Returns the hint for a user who does not own the skin. `threshold` is the number to reach, if there is one.
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
