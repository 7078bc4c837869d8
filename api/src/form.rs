//! Reads a form from the fields of a JSON body. Each field is read as the type that the form declares for it, in the
//! form's order.

use std::any::type_name;

use serde::de::value::{StrDeserializer, UnitDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::domain::{ErrorCode, Invalid, RepeatedPassword};
use crate::error::ApiError;

/// Reads a form from the fields of a JSON body.
///
/// # Errors
/// [`ApiError::Invalid`] for the first field, in the form's order, that is missing or has the wrong type. If there is
/// none, for the first field with an invalid value.
pub(crate) fn read<T: DeserializeOwned>(fields: &Map<String, Value>) -> Result<T, ApiError> {
    // Postgres does not store NUL in text.
    if let Some((field, _)) = fields.iter().find(|(_, value)| value.as_str().is_some_and(|text| text.contains('\0'))) {
        return Err(ApiError::invalid(
            field,
            Invalid::new(ErrorCode::NulCharacter, "must not contain the NUL character"),
        ));
    }
    read_from(0, fields).map_err(|error| match error {
        FormError::Unreadable(field, invalid) | FormError::Refused(_, field, invalid) => {
            ApiError::invalid(field, invalid)
        }
        FormError::LeftOut => ApiError::Malformed,
    })
}

/// Reads the fields of a form from the one at this index on.
fn read_from<T: DeserializeOwned>(next: usize, fields: &Map<String, Value>) -> Result<T, FormError> {
    let form = T::deserialize(Form { next, fields });
    // A field after an invalid one may be missing or of the wrong type.
    if let Err(FormError::Refused(index, ..)) = form
        && let Err(later @ FormError::Unreadable(..)) = read_from::<T>(index + 1, fields)
    {
        return Err(later);
    }
    form
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
    /// A field is missing or of the wrong type.
    #[error("{0}: {1}")]
    Unreadable(&'static str, Invalid),
    /// The value of a field, here with its index, is invalid.
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
        let Some(value) = self.form.fields.get(name) else {
            // An optional field accepts a unit.
            let missing = seed.deserialize(UnitDeserializer::<FormError>::new());
            return missing.map_err(|_| FormError::Unreadable(name, Invalid::new(ErrorCode::Missing, "is missing")));
        };
        let read = seed.deserialize(value).map_err(|error| match Invalid::from_serde(&error) {
            Some(invalid) => FormError::Refused(index, name, invalid),
            None => match shared::unreadable::wrong_type(&error) {
                Some(sentence) => FormError::Unreadable(name, Invalid::new(ErrorCode::WrongType, sentence)),
                None => FormError::Refused(index, name, Invalid::new(ErrorCode::WrongType, error.to_string())),
            },
        })?;
        let previous = self.names[..index].last().and_then(|previous| self.form.fields.get(*previous));
        // `V::Value` may borrow, so it has no `TypeId`.
        if type_name::<V::Value>() == type_name::<RepeatedPassword>() && previous != Some(value) {
            return Err(FormError::Refused(
                index,
                name,
                Invalid::new(ErrorCode::NotRepeated, "must match the password"),
            ));
        }
        Ok(read)
    }
}
