//! The parts of a public call's description besides its fields: the key, the headers of answers, and 304.

use utoipa::openapi::ResponseBuilder;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::OperationBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::SecurityRequirement;

use crate::limits::RATE_HEADERS;

/// The name of the scheme by which calls are authorized.
pub(super) const KEY: &str = "key";

/// The meanings of [`RATE_HEADERS`].
const RATES: [&str; 3] =
    ["The calls at once.", "The calls that are left.", "The seconds until all calls are regained."];

/// Adds the headers of every answer.
pub(super) fn with_headers(answer: ResponseBuilder) -> ResponseBuilder {
    let tag = header(Type::String, "The version of the answer.");
    let rates = RATE_HEADERS.into_iter().zip(RATES);
    rates.fold(answer.header("etag", tag), |answer, (name, about)| answer.header(name, header(Type::Integer, about)))
}

/// Adds the key and the answer without a body.
pub(super) fn describe(call: OperationBuilder) -> OperationBuilder {
    let unchanged = ResponseBuilder::new().description("The answer still has the `ETag` in `If-None-Match`.");
    call.security(SecurityRequirement::new(KEY, [""; 0])).response("304", with_headers(unchanged))
}

fn header(kind: Type, about: &str) -> Header {
    HeaderBuilder::new().schema(Some(ObjectBuilder::new().schema_type(kind))).description(Some(about)).build()
}
