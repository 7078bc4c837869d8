//! The schemas of room codes. [`shared::RoomCode`] has the rule.

use shared::RoomCode;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

/// Returns the schema of a required room code.
pub(crate) fn code() -> Object {
    schema(SchemaType::new(Type::String)).into()
}

/// Returns the schema of an optional room code.
pub(crate) fn code_or_null() -> Object {
    let code = schema(SchemaType::from_iter([Type::String, Type::Null]));
    code.description(Some("The room whose racers want to race again")).into()
}

fn schema(of: SchemaType) -> ObjectBuilder {
    let pattern = format!("^[{}]{{{}}}$", String::from_utf8_lossy(RoomCode::ALPHABET), RoomCode::LENGTH);
    ObjectBuilder::new().schema_type(of).pattern(Some(pattern)).examples(["k3f9wq2m"])
}
