//! Names of accounts.

use std::ops::RangeInclusive;

use super::characters::{WORD, is_word};
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text, value};

const LENGTH: RangeInclusive<usize> = 3..=20;

/// Names that could be mistaken for the site itself, or that are paths of the site.
const RESERVED: &str = "about account admin administrator anonymous api colibri contact feedback guest help imprint info legal login \
    logout mod moderator null official privacy root security server shop signup staff support system undefined";

/// The prefix of the names of load-test users.
pub(crate) const RESERVED_PREFIX: &str = "load-";

column_value! {
    /// The name of an account, unique without regard to case.
    Username
}

/// A username for a signup or a change of name. Reserved names are refused.
pub(crate) struct NewUsername(pub(crate) Username);

value!(NewUsername);

impl Value for Username {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        if LENGTH.contains(&name.len()) && is_word(&name) {
            return Ok(Self(name));
        }
        let (least, most) = LENGTH.into_inner();
        Err(Invalid::new(
            ErrorCode::NotUsername,
            format!("must be {least} to {most} characters: letters, numbers, _ or -"),
        )
        .with([least, most]))
    }

    fn schema() -> ObjectBuilder {
        let name = text().min_length(Some(*LENGTH.start())).max_length(Some(*LENGTH.end()));
        name.pattern(Some(WORD)).examples(["marisol"])
    }
}

impl Value for NewUsername {
    type Json = String;

    fn parse(name: String) -> Result<Self, Invalid> {
        let lowered = name.to_ascii_lowercase();
        let username = Username::parse(name)?;
        if RESERVED.split(' ').any(|reserved| reserved == lowered) || lowered.starts_with(RESERVED_PREFIX) {
            return Err(Invalid::new(ErrorCode::Reserved, "is reserved"));
        }
        Ok(Self(username))
    }

    fn schema() -> ObjectBuilder {
        <Username as Value>::schema().description(Some("Not reserved; unique without regard to case"))
    }
}
