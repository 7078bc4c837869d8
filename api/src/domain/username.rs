//! Names of accounts.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization as _;

use super::characters::{WORD, is_word};
use super::{ErrorCode, Invalid, ObjectBuilder, Value, column_value, text, value};
use crate::error::ApiError;

const LENGTH: RangeInclusive<usize> = 3..=20;

/// Names that could be mistaken for the site itself, or that are paths of the site.
const RESERVED: &str = "about account admin administrator anonymous api contact feedback guest help imprint info legal login \
    logout mod moderator null official privacy root security server shop signup staff support system undefined";

/// The prefix of the names of load-test users.
pub(crate) const RESERVED_PREFIX: &str = "load-";

column_value! {
    /// The name of an account, unique without regard to case.
    Username
}

/// A username for a signup or a change of name. Reserved names are refused.
pub(crate) struct NewUsername(Username);

value!(NewUsername);

impl NewUsername {
    /// Returns the name, unless it could be mistaken for the site that is called `product`: its name, alone or with a reserved
    /// word, as in `Colibri_Support`.
    pub(crate) fn at(self, product: &str) -> Result<Username, ApiError> {
        if is_of_site(&self.0, product) { Err(ApiError::invalid("username", reserved())) } else { Ok(self.0) }
    }
}

/// Returns true for the name of a site that is called `product`, alone or with a reserved word.
fn is_of_site(name: &str, product: &str) -> bool {
    let product = letters(product);
    let is_of_site = letters(name).split_once(&product).is_some_and(|(before, after)| {
        let rest = [before, after].concat();
        rest.is_empty() || rest == "team" || is_reserved(&rest)
    });
    is_of_site && !product.is_empty()
}

/// Refuses the name of a guest that could be mistaken for the site that is called `product`.
pub(super) fn check_guest(name: &str, product: &str) -> Result<(), Invalid> {
    let is_reserved = is_reserved(&letters(name)) || is_of_site(name, product);
    if is_reserved { Err(reserved()) } else { Ok(()) }
}

fn is_reserved(lowered: &str) -> bool {
    RESERVED.split(' ').any(|reserved| reserved == lowered)
}

fn reserved() -> Invalid {
    Invalid::new(ErrorCode::Reserved, "is reserved")
}

/// Returns the letters and digits of a name in lower case, without accents and what may stand between its words.
fn letters(name: &str) -> String {
    name.nfkd().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

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
        if is_reserved(&lowered) || lowered.starts_with(RESERVED_PREFIX) {
            return Err(reserved());
        }
        Ok(Self(username))
    }

    fn schema() -> ObjectBuilder {
        <Username as Value>::schema().description(Some("Not reserved; unique without regard to case"))
    }
}
