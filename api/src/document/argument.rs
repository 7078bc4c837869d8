//! The part of a call's description that comes from its handler's arguments.

use actix_web::{HttpRequest, web};
use utoipa::ToSchema;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, Object, ObjectBuilder, Schema, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{RefOr, Required};

use crate::domain::characters::NO_NUL;
use crate::domain::{ErrorCode, Invalid};
use crate::error::ApiError;
use crate::extract::{Body, Caller, ONLY_ADMINS, Query, QueryVisitor, SignedIn, Visitor};
use crate::origin::ONLY_OUR_PAGES;

/// The input of a call, and the errors that it can cause.
#[derive(Default)]
pub(crate) struct Taken {
    /// The fields of the body, if there is one, and whether it is required.
    pub(super) body: Option<(Object, Required)>,
    /// The fields in the query of the address, some of which may be in its path.
    pub(super) query: Vec<Parameter>,
    pub(crate) errors: Vec<ApiError>,
    /// True if an argument counts the call against its limits.
    pub(super) is_counted: bool,
    /// True for a call of the public API.
    pub(crate) needs_key: bool,
}

/// One argument of a handler.
pub(crate) trait Argument {
    /// Adds the argument's input and errors.
    fn describe(taken: &mut Taken);
}

/// All arguments of a handler.
pub(crate) trait Arguments {
    /// Adds the arguments' input and errors.
    fn describe(taken: &mut Taken);
}

/// The argument is part of the api itself or of every request, so there is nothing to describe.
impl<T> Argument for web::Data<T> {
    fn describe(_: &mut Taken) {}
}

impl Argument for HttpRequest {
    fn describe(_: &mut Taken) {}
}

impl<T: ToSchema> Argument for Query<T> {
    fn describe(taken: &mut Taken) {
        taken.is_counted = true;
        let form = fields::<T>();
        taken.query = form.properties.into_iter().map(|(name, field)| parameter(name, field)).collect();
        taken.errors.push(missing());
    }
}

impl<T: ToSchema> Argument for QueryVisitor<T> {
    fn describe(taken: &mut Taken) {
        <Query<T> as Argument>::describe(taken);
        let about = "`Bearer` and the user's token. An invalid one is treated as missing.";
        let token = ParameterBuilder::new().name("Authorization").parameter_in(ParameterIn::Header);
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        taken.query.push(token.required(Required::False).description(Some(about)).schema(Some(text)).build());
    }
}

/// Returns an optional parameter in the query. It is left out rather than null.
fn parameter(name: String, field: RefOr<Schema>) -> Parameter {
    let about = match &field {
        RefOr::T(Schema::OneOf(one_of)) => one_of.description.clone(),
        _ => None,
    };
    let field = match field {
        RefOr::T(Schema::OneOf(one_of)) => {
            let mut values = one_of.items.into_iter().filter(|item| !is_null(item));
            values.next().unwrap_or_else(|| Object::default().into())
        }
        field => field,
    };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(about)
        .schema(Some(field))
        .build()
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == Type::Null.into())
}

impl<T: ToSchema> Argument for Body<T> {
    fn describe(taken: &mut Taken) {
        taken.read::<T>(None);
    }
}

impl<T: ToSchema> Argument for Visitor<T> {
    fn describe(taken: &mut Taken) {
        let token = ObjectBuilder::new()
            .schema_type(SchemaType::AnyValue)
            .description(Some("The user's token. An invalid one is treated as missing."));
        taken.read::<T>(Some((token, Required::False)));
    }
}

impl<T: ToSchema, const IS_FOR_ADMINS: bool> Argument for SignedIn<T, IS_FOR_ADMINS> {
    fn describe(taken: &mut Taken) {
        taken.read::<T>(Some((token(), Required::True)));
        taken.errors.push(ApiError::NotLoggedIn);
        taken.errors.extend(IS_FOR_ADMINS.then_some(ONLY_ADMINS));
    }
}

impl<T: ToSchema, const IS_FOR_ADMINS: bool> Argument for Caller<T, IS_FOR_ADMINS> {
    fn describe(taken: &mut Taken) {
        <SignedIn<T, IS_FOR_ADMINS> as Argument>::describe(taken);
    }
}

fn token() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("The user's token. It is checked before anything else."))
}

impl Taken {
    /// Adds a body with the fields of `T` and, optionally, the token.
    fn read<T: ToSchema>(&mut self, token: Option<(ObjectBuilder, Required)>) {
        self.is_counted = true;
        let mut body = fields::<T>();
        if let Some((token, required)) = token {
            body.properties.insert("token".to_owned(), token.into());
            if required == Required::True {
                body.required.insert(0, "token".to_owned());
            }
        }
        // A missing body is an empty form.
        let required = if body.required.is_empty() { Required::False } else { Required::True };
        self.body = Some((body, required));
        self.errors.extend([ApiError::Malformed, ONLY_OUR_PAGES, ApiError::TooSlow, ApiError::NotJson, missing()]);
    }
}

/// Returns the example of an invalid form.
fn missing() -> ApiError {
    ApiError::invalid("username", Invalid::new(ErrorCode::Missing, "is missing"))
}

/// Returns the schema of a form, with those of its fields.
fn fields<T: ToSchema>() -> Object {
    let mut form = match T::schema() {
        RefOr::T(Schema::Object(object)) => object,
        _ => Object::with_type(Type::Object),
    };
    let mut values = Vec::new();
    T::schemas(&mut values);
    for field in form.properties.values_mut() {
        inline(field, &values);
        forbid_nul(field);
    }
    form
}

/// Replaces references to `values` with their schemas, so that testers and readers see the whole call in one place. The
/// description of a field stands before that of its value.
fn inline(field: &mut RefOr<Schema>, values: &[(String, RefOr<Schema>)]) {
    match field {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next();
            if let Some((_, schema)) = values.iter().find(|(value, _)| Some(value.as_str()) == name) {
                let about = reference.description.clone();
                *field = schema.clone();
                if let RefOr::T(Schema::Object(value)) = field {
                    let both = [about, value.description.take().unwrap_or_default()].join(" ");
                    value.description = Some(both.trim().to_owned()).filter(|text| !text.is_empty());
                }
            }
        }
        RefOr::T(Schema::OneOf(one_of)) => one_of.items.iter_mut().for_each(|item| inline(item, values)),
        RefOr::T(_) => {}
    }
}

/// Adds the rule for all texts to one that has no stricter rule.
fn forbid_nul(field: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(text)) = field
        && text.schema_type == Type::String.into()
        && text.pattern.is_none()
        && text.format.as_ref().is_none_or(|format| *format == SchemaFormat::KnownFormat(KnownFormat::Password))
        && text.enum_values.is_none()
    {
        text.pattern = Some(NO_NUL.to_owned());
    }
}

macro_rules! arguments {
    ($($argument:ident)*) => {
        impl<$($argument: Argument),*> Arguments for ($($argument,)*) {
            fn describe(_taken: &mut Taken) {
                $($argument::describe(_taken);)*
            }
        }
    };
}

arguments!();
arguments!(A);
arguments!(A B);
arguments!(A B C);
