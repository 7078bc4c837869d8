//! The errors in the document: the statuses and sentences of [`ApiError`].

use std::collections::BTreeMap;
use std::time::Duration;

use actix_web::ResponseError as _;
use shared::error_code;
use utoipa::PartialSchema as _;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::schema::{Components, Object, ObjectBuilder, Type};
use utoipa::openapi::{Content, ContentBuilder, Ref, Response, ResponseBuilder};

use crate::error::{ApiError, NoSeat, seat_facts};

pub(super) const EXAMPLE_RETRY: Duration = Duration::from_secs(4);

/// The name of the body with which `/api/play` refuses a seat.
const NO_SEAT: &str = "NoSeat";

/// The form of the header with codes.
const CODES: &str = "^[a-z0-9-]+(; [a-z]+=[A-Za-z0-9_.-]+)*(, [a-z0-9-]+(; [a-z]+=[A-Za-z0-9_.-]+)*)*$";

/// Adds the types that errors refer to.
pub(super) fn describe(components: &mut Components) {
    components.schemas.insert(NO_SEAT.to_owned(), NoSeat::schema());
}

pub(super) fn responses(errors: impl Iterator<Item = ApiError>) -> BTreeMap<u16, Response> {
    let mut by_status: BTreeMap<u16, Vec<ApiError>> = BTreeMap::new();
    for error in errors {
        let same = by_status.entry(error.status_code().as_u16()).or_default();
        if !same.contains(&error) {
            same.push(error);
        }
    }
    by_status.into_iter().map(|(status, errors)| (status, response(&errors))).collect()
}

fn response(errors: &[ApiError]) -> Response {
    let mut meanings: Vec<String> = errors.iter().map(meaning).collect();
    meanings.dedup();
    let mut response =
        ResponseBuilder::new().description(meanings.join(" Or: ")).header(error_code::HEADER, code(errors));
    let (seats, sentences): (Vec<_>, Vec<_>) =
        errors.iter().partition(|error| matches!(error, ApiError::NoSeat { .. }));
    if !seats.is_empty() {
        response = response.content("application/json", Content::new(Some(Ref::from_schema_name(NO_SEAT))));
    }
    if !sentences.is_empty() {
        response = response.content("text/plain", sentence_of(&sentences));
    }
    if errors.iter().any(|error| error.retry_after().is_some()) {
        response = response.header("Retry-After", retry_after());
    }
    response.build()
}

/// Returns the sentence, with the possible ones as examples.
fn sentence_of(errors: &[&ApiError]) -> Content {
    let examples = errors.iter().enumerate().map(|(index, error)| {
        let example = ExampleBuilder::new().value(Some(error.to_string().into())).build();
        (format!("sentence{}", index + 1), example)
    });
    ContentBuilder::new().schema(Some(Object::with_type(Type::String))).examples_from_iter(examples).build()
}

/// Returns the header for programs, with the possible codes as examples.
fn code(errors: &[ApiError]) -> utoipa::openapi::header::Header {
    let headers = errors.iter().map(ApiError::header);
    let code = ObjectBuilder::new().schema_type(Type::String).pattern(Some(CODES)).examples(headers);
    HeaderBuilder::new().schema(Some(code)).description(Some("The code of each error, then its values.")).build()
}

fn retry_after() -> utoipa::openapi::header::Header {
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0_usize));
    HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait.")).build()
}

/// Describes when a call fails with this error.
fn meaning(error: &ApiError) -> String {
    let meaning = match error {
        ApiError::Malformed => "The body is not a JSON object.",
        ApiError::NotLoggedIn => "The token is missing, forged, expired, or revoked.",
        ApiError::WrongLogin => "No account has this email and password.",
        ApiError::Banned { .. } => "The account is banned.",
        ApiError::InvalidApiKey => "The API key is missing, malformed, unknown, or revoked.",
        ApiError::NotJson => "A page sent something other than JSON.",
        ApiError::TooSlow => "The body did not arrive in time.",
        ApiError::Taken { .. } => "Already taken.",
        ApiError::DeadLink => "The code was never issued, or has been used, replaced, or expired.",
        ApiError::TooLarge { .. } => "The body is too long.",
        ApiError::Invalid(_) => "Fields are missing, of the wrong type, or not allowed; a line names each.",
        ApiError::TooMany { .. } => "Too many calls.",
        ApiError::Unavailable => "The database or the engine is slow or unavailable.",
        ApiError::RaceRunning { .. } => "The race may still be running.",
        ApiError::EventOver(_) => "The event is over.",
        ApiError::Restarting => "The server is not accepting new races.",
        ApiError::Internal => "An internal error.",
        ApiError::NoSeat { reason, .. } => {
            let (.., name, meaning) = seat_facts(reason);
            return format!("`reason` {name:?}: {meaning}.");
        }
        ApiError::Forbidden(_, sentence) | ApiError::NotFound(_, sentence) | ApiError::Conflict(_, sentence) => {
            sentence
        }
        ApiError::Declined => "PayPal declined the payment.",
        ApiError::Provider { wait: Some(_), .. } => "PayPal did not answer or is overloaded.",
        ApiError::Provider { wait: None, .. } => "PayPal gave an invalid answer.",
        ApiError::WrongMethod { .. } => "The path does not support this method.",
    };
    meaning.to_owned()
}
