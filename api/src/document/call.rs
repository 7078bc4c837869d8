//! Mounts a call, and describes it in the document.

use std::fmt;

use actix_web::{FromRequest, Handler, Resource, Responder, Result, web};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, OperationBuilder, Parameter, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{Components, Schema};
use utoipa::openapi::{ContentBuilder, HttpMethod, Ref, RefOr, Required, ResponseBuilder, Tag};

use super::argument::{Arguments, Taken};
use super::{errors, headers};
use crate::error::ApiError;
use crate::extract::{BodyLimit, OpenToBanned};
use crate::limits::Limit;

/// A group of related calls.
pub(crate) struct Area {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) calls: Vec<Call>,
}

impl Area {
    /// Returns the area's entry in the document.
    pub(super) fn tag(&self) -> Tag {
        Tag::builder().name(self.name).description(Some(self.about)).build()
    }
}

pub(crate) struct Call {
    pub(super) method: HttpMethod,
    /// Below `/api` or, of the public API, `/api/v1`.
    pub(super) path: &'static str,
    resource: Resource,
    takes: fn(&mut Taken),
    answers: fn(&mut Components) -> RefOr<Schema>,
    content_type: &'static str,
    summary: &'static str,
    errors: Vec<ApiError>,
    body_limit: BodyLimit,
    is_open_to_banned: bool,
    /// The limits against which each call is counted before its handler runs.
    counted: Vec<Limit>,
    /// All limits of this call as sentences, in addition to the limit on all calls.
    pub(super) limits: Vec<String>,
}

/// Returns a POST call. `summary` is one sentence.
pub(crate) fn post<F, Args>(path: &'static str, handler: F, summary: &'static str) -> Call
where
    F: Handler<Args>,
    Args: FromRequest + Arguments + 'static,
    F::Output: Responder + Answer + 'static,
{
    let resource = web::resource(path).route(web::post().to(handler));
    let resource = resource.default_service(web::to(|| wrong_method("POST")));
    Call::new::<Args, F::Output>(HttpMethod::Post, path, resource, summary)
}

/// Returns a GET call. `summary` is one sentence.
pub(crate) fn get<F, Args>(path: &'static str, handler: F, summary: &'static str) -> Call
where
    F: Handler<Args>,
    Args: FromRequest + Arguments + 'static,
    F::Output: Responder + Answer + 'static,
{
    let resource = web::resource(path).route(web::get().to(handler));
    let resource = resource.default_service(web::to(|| wrong_method("GET")));
    Call::new::<Args, F::Output>(HttpMethod::Get, path, resource, summary)
}

async fn wrong_method(allowed: &'static str) -> Result<&'static str, ApiError> {
    Err(ApiError::WrongMethod { allowed })
}

impl Call {
    fn new<Args: Arguments, A: Answer>(
        method: HttpMethod,
        path: &'static str,
        resource: Resource,
        summary: &'static str,
    ) -> Self {
        let mut taken = Taken::default();
        Args::describe(&mut taken);
        debug_assert!(taken.is_counted, "no argument of {path} counts the call against its limits");
        let (takes, answers, content_type) = (Args::describe, A::describe, A::CONTENT_TYPE);
        let (errors, counted, limits, body_limit) = (Vec::new(), Vec::new(), Vec::new(), BodyLimit::DEFAULT);
        let is_open_to_banned = false;
        Self {
            method,
            path,
            resource,
            takes,
            answers,
            content_type,
            summary,
            errors,
            body_limit,
            is_open_to_banned,
            counted,
            limits,
        }
    }

    /// Adds errors to those that every call of its kind has.
    pub(crate) fn with_errors(mut self, errors: impl IntoIterator<Item = ApiError>) -> Self {
        self.errors.extend(errors);
        self
    }

    /// Raises the size limit of the body.
    pub(crate) fn with_body_of(mut self, bytes: usize) -> Self {
        self.body_limit = BodyLimit(bytes);
        self.resource = self.resource.app_data(self.body_limit);
        self
    }

    /// Counts each call against `limit`, once the form has been read, together with the call's other limits. Calls over
    /// the limit are answered with 429.
    pub(crate) fn at_most(mut self, limit: Limit) -> Self {
        self.counted.push(limit);
        self.with_described_limit(limit)
    }

    /// Describes a limit that the handler itself checks, since only it knows the client or the moment.
    pub(crate) fn with_described_limit(mut self, limit: impl fmt::Display) -> Self {
        self.limits.push(limit.to_string());
        self
    }

    /// Lets users in whose accounts are banned, with the token that a login gives them.
    pub(crate) fn open_to_banned(mut self) -> Self {
        self.is_open_to_banned = true;
        self.resource = self.resource.app_data(OpenToBanned);
        self
    }

    pub(crate) fn into_resource(self) -> Resource {
        self.resource.app_data(self.counted)
    }

    /// Returns the call's entry in the document, and adds the types that it refers to to `components`.
    pub(super) fn describe(self, tag: &str, components: &mut Components) -> Operation {
        let mut taken = Taken::default();
        (self.takes)(&mut taken);
        let BodyLimit(limit) = self.body_limit;
        let too_large = taken.body.as_ref().map(|_| ApiError::TooLarge { limit });
        let body = taken.body.map(|(body, required)| {
            let content = ContentBuilder::new().schema(Some(Schema::Object(body))).build();
            RequestBodyBuilder::new().content("application/json", content).required(Some(required)).build()
        });
        let answer = ContentBuilder::new().schema(Some((self.answers)(components))).build();
        let answer = ResponseBuilder::new().description("Success.").content(self.content_type, answer);
        let answer = if taken.needs_key { headers::with_headers(answer) } else { answer };
        let open = self.is_open_to_banned.then(|| "Banned users may make this call, too.".to_owned());
        let how_often = (!self.limits.is_empty()).then(|| format!("Limits: {}.", self.limits.join("; ")));
        let about: Vec<String> = open.into_iter().chain(how_often).collect();
        let counted: Vec<Value> = self.counted.iter().map(|limit| limit.to_json()).collect();
        // Every call is counted, and the database can be unavailable to any of them.
        let always = [ApiError::TooMany { wait: errors::EXAMPLE_RETRY }, ApiError::Unavailable, ApiError::Internal];
        let errors = taken.errors.into_iter().chain(too_large).chain(self.errors).chain(always);
        let call = OperationBuilder::new().response("200", answer);
        let call = if taken.needs_key { headers::describe(call) } else { call };
        errors::responses(errors)
            .into_iter()
            .fold(call, |call, (status, error)| call.response(status.to_string(), error))
            .tag(tag)
            .operation_id(Some(name(self.path)))
            .summary(Some(self.summary))
            .description(Some(about.join(" ")).filter(|about| !about.is_empty()))
            .extensions(Some(Extensions::from_iter([("x-limits", counted)])))
            .parameters(Some(in_address(taken.query, self.path)).filter(|fields| !fields.is_empty()))
            .request_body(body)
            .build()
    }
}

/// The answer of a handler that succeeds.
pub(crate) trait Answer {
    const CONTENT_TYPE: &'static str = "application/json";

    /// Returns the answer's schema, and adds the types that it refers to to `components`.
    fn describe(components: &mut Components) -> RefOr<Schema>;
}

impl<T: ToSchema> Answer for web::Json<T> {
    fn describe(components: &mut Components) -> RefOr<Schema> {
        let mut schemas = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut schemas);
        components.schemas.extend(schemas);
        Ref::from_schema_name(T::name()).into()
    }
}

impl<T: Answer> Answer for Result<T, ApiError> {
    const CONTENT_TYPE: &'static str = T::CONTENT_TYPE;

    fn describe(components: &mut Components) -> RefOr<Schema> {
        T::describe(components)
    }
}

/// Moves the fields that the path names, such as `{username}`, from the query to the path.
fn in_address(fields: Vec<Parameter>, path: &str) -> Vec<Parameter> {
    let place = |mut field: Parameter| {
        if path.contains(&format!("{{{}}}", field.name)) {
            (field.parameter_in, field.required) = (ParameterIn::Path, Required::True);
        }
        field
    };
    fields.into_iter().map(place).collect()
}

/// Converts `/account/verify` to `accountVerify`, and `/users/{username}/bests` to `usersBests`.
fn name(path: &str) -> String {
    let mut name = String::new();
    for word in path.split('/').filter(|word| !word.is_empty() && !word.starts_with('{')) {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            name.push(if name.is_empty() { first } else { first.to_ascii_uppercase() });
        }
        name.push_str(letters.as_str());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handlers::texts;
    use crate::limits::{RESETS, SIGNUPS};

    #[test]
    fn a_call_is_described_and_counted_by_all_of_its_limits() {
        let call = get("/gettext", texts::gettext, "Returns a text.").at_most(SIGNUPS).at_most(RESETS);
        let counted: Vec<String> = call.counted.iter().map(Limit::to_string).collect();
        assert_eq!((counted.len(), counted), (2, call.limits));
    }
}
