//! The keys of text requests.

use serde::Serialize;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};

use super::{ErrorCode, Invalid, ObjectBuilder, Value, key, value};

key! {
    #[derive(Default, Serialize)]
    pub(crate) RequestId
}

value!(RequestId);

impl Value for RequestId {
    type Json = i64;

    fn parse(id: i64) -> Result<Self, Invalid> {
        if id >= 0 { Ok(Self(id)) } else { Err(Invalid::new(ErrorCode::Negative, "must be 0 or more")) }
    }

    fn schema() -> ObjectBuilder {
        let key = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0_usize));
        key.maximum(Some(i64::MAX as usize)).format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
    }
}
