//! Settings of the page that an account keeps.
//!
//! The client has the list of them (`client/src/core/settings.ts`), and writes it to the file that is read here.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{ErrorCode, Invalid};

/// All settings by name.
static SETTINGS: LazyLock<BTreeMap<String, Setting>> = LazyLock::new(|| {
    let list = include_str!("../../../shared/fixtures/settings.json");
    serde_json::from_str(list).expect("the client's tests check that it is current")
});

/// The most letters of an unknown name that its error shows.
const SHOWN: usize = 40;

/// The values that a setting can have.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Setting {
    OneOf(Vec<String>),
    Range { min: i64, max: i64, step: i64 },
    Flag(IgnoredAny),
}

/// Settings by name, each with its new value; null resets one to its default.
#[derive(Debug)]
pub(crate) struct ChangedSettings(Value);

impl ChangedSettings {
    /// Returns the changes as a JSON object.
    pub(crate) fn into_json(self) -> Value {
        self.0
    }
}

impl TryFrom<BTreeMap<String, Value>> for ChangedSettings {
    /// The settings that cannot have their values, and the first that is unknown, which is named by the field `settings`.
    type Error = Vec<(&'static str, Invalid)>;

    fn try_from(changed: BTreeMap<String, Value>) -> Result<Self, Self::Error> {
        let invalid = changed.iter().filter_map(|(name, value)| {
            let (name, setting) = SETTINGS.get_key_value(name)?;
            Some((name.as_str(), setting.check(value).err()?))
        });
        let unknown = changed.keys().find(|name| !SETTINGS.contains_key(*name));
        let unknown = unknown.map(|name| ("settings", unknown_name(name)));
        let refused: Vec<_> = invalid.chain(unknown).collect();
        if refused.is_empty() { Ok(Self(Value::from_iter(changed))) } else { Err(refused) }
    }
}

impl Setting {
    fn check(&self, value: &Value) -> Result<(), Invalid> {
        if value.is_null() {
            return Ok(());
        }
        let (is_valid, rule) = match self {
            Self::OneOf(values) => {
                (values.iter().any(|valid| value == valid), format!("must be one of {}", values.join(", ")))
            }
            Self::Range { min, max, step } => {
                let is_step = |number| (*min..=*max).contains(&number) && (number - min) % step == 0;
                (value.as_i64().is_some_and(is_step), format!("must be {min} to {max} in steps of {step}"))
            }
            Self::Flag(_) => (value.is_boolean(), "must be true or false".to_owned()),
        };
        if is_valid { Ok(()) } else { Err(Invalid::new(ErrorCode::InvalidSetting, rule)) }
    }
}

/// Returns the error for a name that no setting has. An error's values are letters and digits.
fn unknown_name(name: &str) -> Invalid {
    let shown: String = name.chars().filter(char::is_ascii_alphanumeric).take(SHOWN).collect();
    let shown = if shown.is_empty() { "_".to_owned() } else { shown };
    Invalid::new(ErrorCode::UnknownSetting, format!("there is no setting {shown}")).with([shown])
}
