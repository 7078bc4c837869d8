//! The reasons why the rules refuse an event.

use std::fmt::Display;

use shared::ErrorCode;

/// The reason why an event is refused. Its `Display` text is a sentence for people.
pub trait ClientError: Display {
    /// The codes of all reasons of this type.
    const CODES: &'static [ErrorCode];

    /// Returns the code for programs. Metrics count the error under it.
    fn code(&self) -> ErrorCode;
}

/// Declares a [`ClientError`]. Each reason is one entry: its sentence, its variant and its code.
macro_rules! client_errors {
    ($(#[$meta:meta])* $vis:vis enum $Error:ident {
        $($(#[$sentence:meta])* $Reason:ident $(($Value:ty))? = $code:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        $vis enum $Error {
            $($(#[$sentence])* $Reason $(($Value))?,)*
        }

        impl $crate::race::ClientError for $Error {
            const CODES: &'static [ErrorCode] = &[$($code),*];

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
        /// The user holds no seat, or held it too long without joining.
        #[error("Take a seat first (POST /api/play).")]
        NoSeat = ErrorCode::NoSeat,
        /// The name in the event belongs to another racer.
        #[error("This is not your username.")]
        ForeignName = ErrorCode::ForeignName,
        /// The racer is not in the room.
        #[error("Join the room first.")]
        NotJoined = ErrorCode::NotJoined,
        /// The race has not started.
        #[error("The race has not started yet.")]
        NotStarted = ErrorCode::RaceNotStarted,
        /// The race has ended.
        #[error("The race is over.")]
        Over = ErrorCode::RaceOver,
        /// The racer has finished.
        #[error("You have already finished.")]
        AlreadyFinished = ErrorCode::AlreadyFinished,
        /// The progress is faster than anyone can type.
        #[error("This is faster than anyone can type.")]
        TooFast = ErrorCode::TooFast,
        /// The racer's progress is not at 100 percent.
        #[error("The text has not been typed to the end.")]
        NotTyped = ErrorCode::NotTyped,
        /// There are more keys than anyone can press in that time.
        #[error("These are more keys than anyone can press in that time.")]
        TooManyKeys = ErrorCode::TooManyKeys,
        /// The keys do not produce the text.
        #[error("These keys do not produce the text.")]
        WrongKeys = ErrorCode::WrongKeys,
        /// The times do not belong to the keys.
        #[error("The times do not belong to these keys.")]
        WrongTimes = ErrorCode::WrongTimes,
    }
}
