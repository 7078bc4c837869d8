//! The errors of calls: each has one status, one sentence for people, and one code for programs.
//!
//! Models return `QueryResult`, the database [`DatabaseError`], and handlers [`ApiError`]. Internal errors are logged
//! here, once, and never shown to the caller.

use std::iter;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, ContentType, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use shared::error_code::{self, ErrorCode};
use shared::messages::{LinkError, TakeSeatError};
use shared::racer::SEAT_TTL;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::database::DatabaseError;
use crate::domain::Invalid;
use crate::duration;
use crate::events::course::Over;

/// The wait after the payment provider did not answer, unless the provider names one.
const PROVIDER_RETRY: Duration = Duration::from_secs(10);
/// The longest wait that the provider may impose on visitors.
const LONGEST_PROVIDER_RETRY: Duration = Duration::from_secs(10 * 60);
/// The wait after something was slow or unavailable. By then the queue has usually moved on.
const BUSY_RETRY: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApiError {
    /// The body is not a JSON object.
    #[error("The request must be a JSON object.")]
    Malformed,
    /// The token is missing or no longer valid.
    #[error("Please log in.")]
    NotLoggedIn,
    /// The address or the password is wrong. The answer does not say which.
    #[error("The email or password is incorrect.")]
    WrongLogin,
    /// The password is right, but the account is banned. The token is good for the calls that are open to banned users.
    #[error("This account is banned.")]
    Banned { token: String },
    /// The key of a call of the public API is missing, malformed, unknown or revoked. The answer does not say which.
    #[error("The API key is missing or not valid. Send `Authorization: Bearer` with a key that you made at /account.")]
    InvalidApiKey,
    #[error("{1}")]
    Forbidden(ErrorCode, &'static str),
    #[error("{1}")]
    NotFound(ErrorCode, &'static str),
    /// The path exists, but for another method.
    #[error("This call only accepts {allowed}.")]
    WrongMethod { allowed: &'static str },
    /// A page sent something other than JSON, as forms do.
    #[error("The request must be JSON (Content-Type: application/json).")]
    NotJson,
    #[error("The request took too long to arrive.")]
    TooSlow,
    #[error("{field}: this {field} is taken.")]
    Taken { field: &'static str },
    #[error("{1}")]
    Conflict(ErrorCode, &'static str),
    /// The code from a mail was never issued, or has been used, replaced or expired. The answer does not say which.
    #[error("This link is no longer valid. Please request a new one.")]
    DeadLink,
    #[error("The request is larger than {} KiB.", .limit / 1024)]
    TooLarge { limit: usize },
    /// The fields of a form that are missing or invalid, with the reasons.
    #[error("{}", .0.iter().map(|(field, invalid)| format!("{field}: {invalid}.")).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<(&'static str, Invalid)>),
    #[error("You tried too many times. Please wait {}.", duration::in_words(whole_seconds(.wait)))]
    TooMany { wait: Duration },
    #[error("There is no seat in this room.")]
    NoSeat { reason: TakeSeatError, username: String },
    /// The payment provider declined the payment.
    #[error("PayPal declined the payment. You were not charged; please choose another payment method.")]
    Declined,
    /// The payment provider gave an invalid answer or, if `wait` is set, none.
    #[error("{sentence}")]
    Provider { code: ErrorCode, sentence: &'static str, wait: Option<Duration> },
    /// A finish for the time after its race came before the race must be over.
    #[error("This race may still be running. Send the finish again in {}.", duration::in_words(whole_seconds(.wait)))]
    RaceRunning { wait: Duration },
    #[error("This event is over.")]
    EventOver(Over),
    /// The process is shutting down and accepts no new races.
    #[error("The server is restarting. Please try again in a moment.")]
    Restarting,
    /// A dependency is slow or unavailable.
    #[error("The server is busy. Please try again in a moment.")]
    Unavailable,
    #[error("Something went wrong on our end.")]
    Internal,
}

/// The body with which `/api/play` refuses a seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct NoSeat<'a> {
    #[schema(schema_with = seat_reasons)]
    reason: &'static str,
    /// The racer who asked for the seat.
    username: &'a str,
}

/// Returns all errors when a seat is asked for.
pub(crate) fn seat_errors() -> impl Iterator<Item = ApiError> {
    all_seat_errors().map(|reason| ApiError::NoSeat { reason, username: String::new() })
}

fn all_seat_errors() -> impl Iterator<Item = TakeSeatError> {
    iter::successors(Some(TakeSeatError::Full), |before| match before {
        TakeSeatError::Full => Some(TakeSeatError::Joinable),
        TakeSeatError::Joinable => Some(TakeSeatError::Unknown),
        TakeSeatError::Unknown => Some(TakeSeatError::TooManySeats(0)),
        TakeSeatError::TooManySeats(_) => Some(TakeSeatError::Link(LinkError::Unreachable)),
        TakeSeatError::Link(_) => None,
    })
}

/// Returns the status, the code, the name, and the meaning of the reason. The first two names are the contract's.
pub(crate) fn seat_facts(reason: &TakeSeatError) -> (StatusCode, ErrorCode, &'static str, &'static str) {
    use StatusCode as Status;
    use TakeSeatError as Seat;
    match reason {
        Seat::Full => (Status::CONFLICT, ErrorCode::RoomFull, "full", "all seats are taken"),
        Seat::Joinable => (Status::CONFLICT, ErrorCode::RaceBegun, "joinable", "the race has already started"),
        Seat::Unknown => (Status::NOT_FOUND, ErrorCode::UnknownRoom, "unknown", "the room does not exist or is closed"),
        Seat::TooManySeats(_) => {
            let (name, meaning) = ("too many seats", "the racer has seats in too many rooms");
            (Status::TOO_MANY_REQUESTS, ErrorCode::TooManySeats, name, meaning)
        }
        Seat::Link(_) => {
            (Status::SERVICE_UNAVAILABLE, ErrorCode::Unavailable, "unavailable", "the engine does not answer")
        }
    }
}

fn seat_reasons() -> ObjectBuilder {
    let names = all_seat_errors().map(|reason| seat_facts(&reason).2);
    let description = "The reason a seat was refused. The first two names are the contract's.";
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).description(Some(description))
}

impl ApiError {
    pub(crate) const UNKNOWN_SKIN: Self = Self::NotFound(ErrorCode::UnknownSkin, "There is no skin with this name.");

    pub(crate) fn invalid(field: &'static str, invalid: Invalid) -> Self {
        Self::Invalid(vec![(field, invalid)])
    }

    /// Returns the error for a failure of the payment provider. `sentence` tells the buyer the consequence.
    pub(crate) fn provider(
        is_silent: bool,
        wait: Option<Duration>,
        (code, sentence): (ErrorCode, &'static str),
    ) -> Self {
        let wait = is_silent.then(|| wait.unwrap_or(PROVIDER_RETRY).min(LONGEST_PROVIDER_RETRY));
        Self::Provider { code, sentence, wait }
    }

    fn kind(&self) -> (StatusCode, ErrorCode) {
        match self {
            Self::Malformed => (StatusCode::BAD_REQUEST, ErrorCode::Malformed),
            Self::NotLoggedIn => (StatusCode::UNAUTHORIZED, ErrorCode::NotLoggedIn),
            Self::WrongLogin => (StatusCode::UNAUTHORIZED, ErrorCode::WrongLogin),
            Self::Banned { .. } => (StatusCode::FORBIDDEN, ErrorCode::Banned),
            Self::InvalidApiKey => (StatusCode::UNAUTHORIZED, ErrorCode::InvalidApiKey),
            Self::Forbidden(code, _) => (StatusCode::FORBIDDEN, *code),
            Self::NotFound(code, _) => (StatusCode::NOT_FOUND, *code),
            Self::WrongMethod { .. } => (StatusCode::METHOD_NOT_ALLOWED, ErrorCode::WrongMethod),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::NotJson),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, ErrorCode::TooSlow),
            Self::Taken { .. } => (StatusCode::CONFLICT, ErrorCode::Taken),
            Self::Conflict(code, _) => (StatusCode::CONFLICT, *code),
            Self::DeadLink => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::DeadLink),
            Self::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge),
            Self::Invalid(fields) => {
                let code = fields.first().map_or(ErrorCode::Malformed, |(_, invalid)| invalid.code);
                (StatusCode::UNPROCESSABLE_ENTITY, code)
            }
            Self::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyTries),
            Self::NoSeat { reason, .. } => (seat_facts(reason).0, seat_facts(reason).1),
            Self::Declined => (StatusCode::PAYMENT_REQUIRED, ErrorCode::PaymentDeclined),
            Self::Provider { code, wait: Some(_), .. } => (StatusCode::SERVICE_UNAVAILABLE, *code),
            Self::Provider { code, wait: None, .. } => (StatusCode::BAD_GATEWAY, *code),
            Self::RaceRunning { .. } => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::RaceRunning),
            Self::EventOver(_) => (StatusCode::CONFLICT, ErrorCode::EventOver),
            Self::Restarting => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Restarting),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Unavailable),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal),
        }
    }

    fn values(&self) -> Vec<String> {
        match self {
            Self::WrongMethod { allowed } => vec![(*allowed).to_owned()],
            Self::Taken { field } => vec![(*field).to_owned()],
            Self::Banned { token } => vec![token.clone()],
            Self::TooLarge { limit } => vec![(limit / 1024).to_string()],
            Self::EventOver(reason) => vec![reason.name().to_owned()],
            Self::TooMany { wait } | Self::RaceRunning { wait } => vec![whole_seconds(wait).to_string()],
            _ => Vec::new(),
        }
    }

    /// Returns the header for programs: the code and, as its parameters, the values. Several are a list (RFC 9110,
    /// section 5.6.1).
    pub(crate) fn header(&self) -> String {
        let coded = |code: ErrorCode, values: &[String]| {
            let values = iter::zip(code.values(), values);
            values.fold(code.name().to_owned(), |coded, (name, value)| format!("{coded}; {name}={value}"))
        };
        let Self::Invalid(fields) = self else { return coded(self.kind().1, &self.values()) };
        let each = fields.iter().map(|(field, Invalid { code, values, .. })| {
            coded(*code, &[&[(*field).to_owned()], values.as_slice()].concat())
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// Returns how long to wait before the next attempt, if that may succeed then.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::TooMany { wait } | Self::RaceRunning { wait } | Self::Provider { wait: Some(wait), .. } => {
                Some(*wait)
            }
            // By then a seat that was taken but not used is free again.
            Self::NoSeat { reason: TakeSeatError::TooManySeats(_), .. } => Some(SEAT_TTL),
            Self::NoSeat { reason: TakeSeatError::Link(_), .. } => Some(BUSY_RETRY),
            Self::Restarting | Self::Unavailable => Some(BUSY_RETRY),
            _ => None,
        }
    }

    /// Returns the error for a value that violates one of these unique constraints; otherwise the database's error.
    pub(crate) fn taken_if(error: diesel::result::Error, fields: &[(&str, &'static str)]) -> Self {
        let error = DatabaseError::from(error);
        let taken = fields.iter().find(|(constraint, _)| error.constraint() == Some(constraint));
        taken.map_or_else(|| error.into(), |(_, field)| Self::Taken { field })
    }

    /// Logs an internal error, and returns the answer that hides it.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a call failed");
        Self::Internal
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.kind().0
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header((error_code::HEADER, self.header()));
        if let Some(wait) = self.retry_after() {
            response.insert_header((RETRY_AFTER, whole_seconds(&wait)));
        }
        match self {
            Self::NoSeat { reason, username } => {
                return response.json(NoSeat { reason: seat_facts(reason).2, username });
            }
            Self::InvalidApiKey => _ = response.insert_header((WWW_AUTHENTICATE, "Bearer")),
            Self::WrongMethod { allowed } => _ = response.insert_header((ALLOW, *allowed)),
            // The rest of the body is not read, and then the connection cannot carry another request.
            Self::TooLarge { .. } | Self::TooSlow => _ = response.force_close(),
            _ => {}
        }
        response.content_type(ContentType::plaintext()).body(self.to_string())
    }
}

impl From<DatabaseError> for ApiError {
    fn from(error: DatabaseError) -> Self {
        match error {
            // Already logged where it occurred.
            DatabaseError::Unavailable => Self::Unavailable,
            error if error.is_transient() => {
                tracing::error!(%error, "the database failed");
                Self::Unavailable
            }
            // The account was deleted after the token was checked, for example by the same user in another window.
            error if error.misses_account() => Self::NotLoggedIn,
            error => Self::internal(&error),
        }
    }
}

impl From<diesel::result::Error> for ApiError {
    fn from(error: diesel::result::Error) -> Self {
        DatabaseError::from(error).into()
    }
}

/// Returns an error and its causes on one line.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = iter::successors(Some(error), |error| error.source()).map(ToString::to_string);
    causes
        .reduce(|words, cause| if words.contains(&cause) { words } else { format!("{words}: {cause}") })
        .unwrap_or_default()
}

/// Returns the seconds, rounded up, as `Retry-After` counts them (RFC 9110, section 10.2.3).
pub(crate) fn whole_seconds(wait: &Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_the_code_and_the_values_of_the_sentence() {
        let length = Invalid::new(ErrorCode::Length, "must have 1 to 20 characters").with([1, 20]);
        let cases = [
            (ApiError::Restarting, "restarting"),
            (ApiError::TooMany { wait: Duration::from_millis(1200) }, "too-many-tries; seconds=2"),
            (ApiError::TooMany { wait: Duration::from_micros(1) }, "too-many-tries; seconds=1"),
            (
                ApiError::Invalid(vec![("text", length), ("url", Invalid::new(ErrorCode::Missing, "is missing"))]),
                "length; field=text; least=1; most=20, missing; field=url",
            ),
        ];
        for (error, header) in cases {
            assert_eq!(error.header(), header);
        }
    }
}
