//! The reasons why the rules refuse an event.

use std::fmt::Display;

use shared::ErrorCode;

/// The reason why an event is refused. Its `Display` text is a sentence for people.
pub trait ClientError: Display {
    /// The code, the text, and the refused events of all reasons of this type.
    const ALL: &'static [(ErrorCode, &'static str, &'static str)];

    /// Returns the code for programs. Metrics count the error under it.
    fn code(&self) -> ErrorCode;
}

/// Declares a [`ClientError`]. Each reason is one entry: the refused events, its sentence, its variant and its code.
macro_rules! client_errors {
    ($(#[$meta:meta])* $vis:vis enum $Error:ident {
        $($(#[doc = $events:literal])+ #[error($sentence:literal)] $Reason:ident $(($Value:ty))? = $code:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        $vis enum $Error {
            $($(#[doc = $events])+ #[error($sentence)] $Reason $(($Value))?,)*
        }

        impl $crate::race::ClientError for $Error {
            const ALL: &'static [(ErrorCode, &'static str, &'static str)] =
                &[$(($code, $sentence, concat!($($events),+))),*];

            fn code(&self) -> ErrorCode {
                match self {
                    $(Self::$Reason { .. } => $code,)*
                }
            }
        }
    };
}

pub(crate) use client_errors;

client_errors! {
    /// The reason why the rules refuse an event.
    #[derive(Copy)]
    pub enum EventError {
        /// Any event from a user who holds no seat, or held it too long without joining.
        #[error("Take a seat first (POST /api/play).")]
        NoSeat = ErrorCode::NoSeat,
        /// Any event with another racer's `username`.
        #[error("This is not your username.")]
        ForeignName = ErrorCode::ForeignName,
        /// Any event except `join` from a socket that is not in the room.
        #[error("Join the room first.")]
        NotJoined = ErrorCode::NotJoined,
        /// `typing` and `finish` before the start.
        #[error("The race has not started yet.")]
        NotStarted = ErrorCode::RaceNotStarted,
        /// `typing` and `finish` after the end.
        #[error("The race is over.")]
        Over = ErrorCode::RaceOver,
        /// `typing` from a racer who has finished.
        #[error("You have already finished.")]
        AlreadyFinished = ErrorCode::AlreadyFinished,
        /// `typing` and `finish`.
        #[error("This is faster than anyone can type.")]
        TooFast = ErrorCode::TooFast,
        /// `finish` from a racer whose progress is below 100 percent.
        #[error("The text has not been typed to the end.")]
        NotTyped = ErrorCode::NotTyped,
        /// `finish`.
        #[error("These are more keys than anyone can press in that time.")]
        TooManyKeys = ErrorCode::TooManyKeys,
        /// `finish`. `typing` and `finish` with a piece of a log that does not consist of whole keys.
        #[error("These keys do not produce the text.")]
        WrongKeys = ErrorCode::WrongKeys,
        /// `finish`.
        #[error("The times do not belong to these keys.")]
        WrongTimes = ErrorCode::WrongTimes,
        /// `typing` and `finish` with a piece of a log that does not begin where the room's log ends, for example because a
        /// server has restarted.
        #[error("Send all keys again.")]
        MissingKeys = ErrorCode::MissingKeys,
    }
}
