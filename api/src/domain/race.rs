//! The ids of races in addresses.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use serde::{Serialize, Serializer};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;

use super::{column, text};

/// The id of a race as `/replay/{race}` has it: 22 characters of base64url for its UUID, of which 122 bits are random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = diesel::sql_types::Uuid)]
pub(crate) struct ShortRaceId(Uuid);

column!(ShortRaceId, Uuid, Uuid, Uuid);

impl fmt::Display for ShortRaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64_URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl FromStr for ShortRaceId {
    type Err = ();

    fn from_str(id: &str) -> Result<Self, ()> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(id).map_err(drop)?;
        Uuid::from_slice(&bytes).map(Self).map_err(drop)
    }
}

impl Serialize for ShortRaceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl PartialSchema for ShortRaceId {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        text().pattern(Some("^[A-Za-z0-9_-]{21}[AQgw]$")).examples(["uVCeG3pQQ1yQyx0XH2r0Wg"]).into()
    }
}

impl ToSchema for ShortRaceId {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_short_form() {
        let id = ShortRaceId(Uuid::from_u128(0xb950_9e1b_7a50_435c_90cb_1d17_1f6a_f45a));
        assert_eq!(id.to_string(), "uVCeG3pQQ1yQyx0XH2r0Wg");
        assert_eq!("uVCeG3pQQ1yQyx0XH2r0Wg".parse(), Ok(id));
        for other in [
            "",
            "uVCeG3pQQ1yQyx0XH2r0W",
            "uVCeG3pQQ1yQyx0XH2r0Wh",
            "uVCeG3pQQ1yQyx0XH2r0Wg==",
            "uVCeG3pQQ1yQyx0XH2r0Wg0",
            "b9509e1b-7a50-435c-90cb-1d171f6af45a",
        ] {
            assert_eq!(other.parse::<ShortRaceId>(), Err(()), "{other}");
        }
    }
}
