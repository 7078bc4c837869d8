//! What a call answers when it refuses: one status and one sentence for people.
//!
//! Models answer with `QueryResult`, the database with [`DatabaseError`], handlers with [`ApiError`]. What the server
//! itself did wrong is logged here, once, and never told.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, ContentType, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;

use crate::database::DatabaseError;

/// When to ask again for one seat too many: by then a seat that was taken and not used is free.
const SEAT_WAIT: Duration = Duration::from_secs(15);

/// Why a call is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApiError {
    /// The body is not what every call takes.
    #[error("The request must be a JSON object.")]
    Malformed,
    /// No token, or one that says nothing any more.
    #[error("Please log in.")]
    NotLoggedIn,
    /// The address or the password; which one is nobody's business.
    #[error("Email or password is wrong.")]
    WrongLogin,
    /// It is not for this account.
    #[error("{0}")]
    Forbidden(&'static str),
    /// There is no such thing.
    #[error("{0}")]
    NotFound(&'static str),
    /// The path exists, for another method.
    #[error("This call takes {allowed} only.")]
    WrongMethod {
        /// The method that it is for.
        allowed: &'static str,
    },
    /// The body did not arrive in time.
    #[error("The request took too long to arrive.")]
    TooSlow,
    /// Somebody else has it.
    #[error("{field}: this {field} is taken.")]
    Taken {
        /// What.
        field: &'static str,
    },
    /// It is so already.
    #[error("{0}")]
    Conflict(&'static str),
    /// The code of a mail: never given out, used, replaced by a newer one, or too old. Which one is nobody's business.
    #[error("This link is not valid any more. Please ask for a new one.")]
    DeadLink,
    /// The body is too long.
    #[error("The request is larger than {} KiB.", .limit / 1024)]
    TooLarge {
        /// Bytes allowed.
        limit: usize,
    },
    /// A field is missing, of the wrong type, or not allowed.
    #[error("{field}: {reason}.")]
    Invalid {
        /// Its name in the request.
        field: String,
        /// What it should be.
        reason: String,
    },
    /// Too often.
    #[error("You tried too many times. Please wait {}.", in_words(whole_seconds(.wait)))]
    TooMany {
        /// How long to wait before the next try.
        wait: Duration,
    },
    /// No seat in a room.
    #[error("There is no seat in this room.")]
    NoSeat(SeatRefusal),
    /// Something that is needed is slow or away.
    #[error("The server is busy. Please try again in a moment.")]
    Unavailable,
    /// We did something wrong.
    #[error("Something went wrong on the server.")]
    Internal,
}

/// The body that `/api/play` refuses with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SeatRefusal {
    /// Why.
    pub(crate) reason: SeatReason,
    /// Who asked.
    pub(crate) username: String,
}

/// Why there is no seat. The first two names are the contract's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SeatReason {
    /// All seats are taken.
    Full,
    /// The race has begun.
    Joinable,
    /// No such room, or it is closed.
    Unknown,
    /// The asker holds as many seats as one may.
    #[serde(rename = "too many seats")]
    TooManySeats,
    /// The engine did not answer.
    Unavailable,
}

impl SeatReason {
    fn status(self) -> StatusCode {
        match self {
            Self::Full | Self::Joinable => StatusCode::CONFLICT,
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::TooManySeats => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl ApiError {
    /// A refusal of one field.
    pub(crate) fn invalid(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Invalid { field: field.into(), reason: reason.into() }
    }

    /// Logs what went wrong on our side and answers without telling.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a call failed");
        Self::Internal
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::NotLoggedIn | Self::WrongLogin => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::WrongMethod { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Taken { .. } | Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Invalid { .. } | Self::DeadLink => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::NoSeat(refusal) => refusal.reason.status(),
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        match self {
            Self::NoSeat(refusal) => {
                if refusal.reason == SeatReason::TooManySeats {
                    response.insert_header((RETRY_AFTER, whole_seconds(&SEAT_WAIT)));
                }
                return response.json(refusal);
            }
            Self::TooMany { wait } => _ = response.insert_header((RETRY_AFTER, whole_seconds(wait))),
            Self::WrongMethod { allowed } => _ = response.insert_header((ALLOW, *allowed)),
            // The rest of the body is not read, so the connection cannot carry another request.
            Self::TooLarge { .. } | Self::TooSlow => _ = response.force_close(),
            _ => {}
        }
        response.content_type(ContentType::plaintext()).body(self.to_string())
    }
}

impl From<DatabaseError> for ApiError {
    fn from(error: DatabaseError) -> Self {
        match error {
            // Logged where it was noticed.
            DatabaseError::Unavailable => Self::Unavailable,
            error if error.is_passing() => {
                tracing::error!(%error, "the database failed");
                Self::Unavailable
            }
            error => Self::internal(&error),
        }
    }
}

/// Seconds, rounded up, as `Retry-After` counts them (RFC 9110, section 10.2.3).
fn whole_seconds(wait: &Duration) -> u64 {
    wait.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX)
}

/// A time to wait, in the unit in which people think of it, rounded up.
fn in_words(seconds: u64) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let (length, unit) = UNITS.into_iter().find(|(length, _)| seconds >= 2 * length).unwrap_or((1, "second"));
    match seconds.div_ceil(length) {
        1 => format!("1 {unit}"),
        count => format!("{count} {unit}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_told_in_the_unit_that_people_think_in() {
        let cases = [
            (0, "0 seconds"),
            (1, "1 second"),
            (119, "119 seconds"),
            (121, "3 minutes"),
            (7200, "2 hours"),
            (30 * 86_400, "30 days"),
        ];
        for (seconds, words) in cases {
            assert_eq!(in_words(seconds), words);
        }
    }
}
