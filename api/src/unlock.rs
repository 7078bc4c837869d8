//! The ways to get a skin, and the sentences that tell people about them.

use std::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

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
    /// For something else that one did.
    Reward(Reason),
    /// For money.
    Shop,
}

/// A deed that is rewarded with a skin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Showing that they read mail at their address.
    Verified,
    /// Telling us their opinion.
    Feedback,
}

/// There is no such rule.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no way to unlock a skin")]
pub(crate) struct UnknownUnlock(String);

impl Unlock {
    /// All of them.
    pub(crate) const ALL: [Self; 9] = [
        Self::Signup,
        Self::Wpm,
        Self::Races,
        Self::Wins,
        Self::Accuracy,
        Self::Egg,
        Self::Reward(Reason::Verified),
        Self::Reward(Reason::Feedback),
        Self::Shop,
    ];

    /// Its name in the database and in answers.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Signup => "signup",
            Self::Wpm => "wpm",
            Self::Races => "races",
            Self::Wins => "wins",
            Self::Accuracy => "accuracy",
            Self::Egg => "egg",
            Self::Reward(Reason::Verified) => "verified",
            Self::Reward(Reason::Feedback) => "feedback",
            Self::Shop => "shop",
        }
    }

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
            Self::Reward(Reason::Verified) => "Verify your email address".to_owned(),
            Self::Reward(Reason::Feedback) => "Leave feedback".to_owned(),
            Self::Shop => "Buy".to_owned(),
        }
    }
}

impl FromStr for Unlock {
    type Err = UnknownUnlock;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|unlock| unlock.name() == name).ok_or_else(|| UnknownUnlock(name.to_owned()))
    }
}

impl PartialSchema for Unlock {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Self::ALL.map(Self::name))).into()
    }
}

impl ToSchema for Unlock {}

impl Serialize for Unlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_name_the_number_to_reach_as_people_write_it() {
        let cases = [
            (Unlock::Wpm, Some(60.0), "Type faster: reach 60 wpm in a race"),
            (Unlock::Races, Some(25.0), "Complete and win more races: complete 25"),
            (Unlock::Wins, Some(1.0), "Complete and win more races: win 1"),
            (Unlock::Accuracy, Some(97.5), "Improve your accuracy: average 97.5% over at least 10 races"),
            (Unlock::Egg, None, "Look for easter eggs"),
            (Unlock::Shop, None, "Buy"),
        ];
        for (unlock, threshold, hint) in cases {
            assert_eq!(unlock.hint(threshold), hint);
        }
    }

    #[test]
    fn what_has_no_name_of_a_rule_is_none() {
        for unlock in Unlock::ALL {
            assert_eq!(unlock.name().parse::<Unlock>().ok(), Some(unlock));
        }
        assert_eq!(
            "fame".parse::<Unlock>().map_err(|error| error.to_string()),
            Err("`fame` is no way to unlock a skin".to_owned())
        );
    }
}
