//! The keys of text requests.

use serde::Serialize;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

use super::{ErrorCode, Invalid, from_json};

/// The key of a text request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct RequestId(pub(crate) i64);

/// The key of the last text request on the previous page of a list; 0 for the first page.
#[derive(Default)]
pub(crate) struct LastListed(pub(crate) RequestId);

from_json!(RequestId, i64, |id| Ok(RequestId(id)));
from_json!(LastListed, i64, LastListed::from_number);

impl LastListed {
    fn from_number(id: i64) -> Result<Self, Invalid> {
        if id >= 0 { Ok(Self(RequestId(id))) } else { Err(Invalid::new(ErrorCode::Negative, "must be 0 or more")) }
    }
}

impl From<i64> for RequestId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

impl PartialSchema for RequestId {
    fn schema() -> RefOr<Schema> {
        let key =
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0_usize)).maximum(Some(i64::MAX as usize));
        key.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64))).into()
    }
}

impl PartialSchema for LastListed {
    fn schema() -> RefOr<Schema> {
        RequestId::schema()
    }
}
