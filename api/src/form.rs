//! Reads a form from the fields of a JSON body. Each field is read as the type that the form declares for it, in the
//! form's order.

use serde::de::value::{StrDeserializer, UnitDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::domain::{ErrorCode, Invalid};
use crate::error::ApiError;

/// Reads a form from the fields of a JSON body.
///
/// # Errors
/// [`ApiError::Invalid`] with every field that is missing, has the wrong type, or has an invalid value, in the form's
/// order.
pub(crate) fn read<T: DeserializeOwned>(fields: &Map<String, Value>) -> Result<T, ApiError> {
    let mut refused = Vec::new();
    let mut next = 0;
    loop {
        match T::deserialize(Form { next, fields }) {
            Ok(form) if refused.is_empty() => return Ok(form),
            // Reading ends at the first invalid field, so it is resumed after it.
            Err(FormError::Refused(index, field, invalid)) => {
                refused.push((field, invalid));
                next = index + 1;
            }
            Ok(_) | Err(FormError::LeftOut) => return Err(ApiError::Invalid(refused)),
        }
    }
}

/// The fields of a form from the one at the index `next` on, in the order in which its type declares them.
struct Form<'a> {
    next: usize,
    fields: &'a Map<String, Value>,
}

/// The fields of a form that have not been read yet.
struct FieldAccess<'a> {
    form: Form<'a>,
    names: &'static [&'static str],
}

/// The reason a form cannot be read.
#[derive(Debug, thiserror::Error)]
enum FormError {
    /// A field, here with its index, is missing or invalid.
    #[error("{1}: {2}")]
    Refused(usize, &'static str, Invalid),
    /// A field before the first one to read was left out.
    #[error("a field was left out")]
    LeftOut,
}

impl serde::de::Error for FormError {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self::LeftOut
    }
}

impl<'de> Deserializer<'de> for Form<'de> {
    type Error = FormError;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormError> {
        visitor.visit_map(FieldAccess { form: self, names })
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        self.deserialize_struct("", &[], visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for FieldAccess<'de> {
    type Error = FormError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FormError> {
        let name = self.names.get(self.form.next);
        name.map(|name| seed.deserialize(StrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, FormError> {
        let index = self.form.next;
        let name = self.names[index];
        self.form.next += 1;
        let refuse = |code, sentence: &'static str| FormError::Refused(index, name, Invalid::new(code, sentence));
        let Some(value) = self.form.fields.get(name) else {
            // An optional field accepts a unit.
            let missing = seed.deserialize(UnitDeserializer::<FormError>::new());
            return missing.map_err(|_| refuse(ErrorCode::Missing, "is missing"));
        };
        // Postgres does not store NUL in text.
        if value.as_str().is_some_and(|text| text.contains('\0')) {
            return Err(refuse(ErrorCode::NulCharacter, "must not contain the NUL character"));
        }
        seed.deserialize(value).map_err(|error| {
            let sentence = || shared::unreadable::wrong_type(&error).map_or_else(|| error.to_string(), str::to_owned);
            let invalid = Invalid::from_serde(&error);
            FormError::Refused(index, name, invalid.unwrap_or_else(|| Invalid::new(ErrorCode::WrongType, sentence())))
        })
    }
}
