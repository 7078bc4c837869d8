//! Refusals: every reason, also of the rules of a race, with what a client is told, and the `fault` events for a refused
//! event or a race that cannot continue.

use race::EventError;
use serde::Serialize;
use shared::ErrorCode;
use shared::wire::{Fault, ServerEvent, UnreadableEvent, WatchEvent};
use socketio::{Ack, Socket};

use crate::metrics;

/// The name of watching, in a `fault`.
const WATCHING: &str = "watch";

/// Declares [`Refusal`]. Each reason is one entry: the refused events, its sentence, its variant and its code. Those of
/// the rules come last, each with the name that it has there.
macro_rules! refusals {
    (
        $($(#[doc = $events:literal])+ #[error($sentence:literal)] $Reason:ident $(($Value:ty))? = $code:expr,)+
        race::EventError {
            $($(#[doc = $rule_events:literal])+ #[error($rule_sentence:literal)] $Rule:ident = $rule_code:expr,)+
        }
    ) => {
        /// The reason why the engine refuses a connection or an event. Its `Display` text is a sentence for people.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        pub(crate) enum Refusal {
            $($(#[doc = $events])+ #[error($sentence)] $Reason $(($Value))?,)+
            $($(#[doc = $rule_events])+ #[error($rule_sentence)] $Rule,)+
        }

        impl Refusal {
            /// The code, the text, and the refused events of all reasons.
            #[cfg(test)]
            pub(crate) const ALL: &[(ErrorCode, &str, &str)] = &[
                $(($code, $sentence, concat!($($events),+)),)+
                $(($rule_code, $rule_sentence, concat!($($rule_events),+)),)+
            ];

            /// Returns the code for programs. Metrics count the refusal under it.
            pub(crate) fn code(&self) -> ErrorCode {
                match self {
                    $(Self::$Reason { .. } => $code,)+
                    $(Self::$Rule => $rule_code,)+
                }
            }
        }

        impl From<EventError> for Refusal {
            fn from(error: EventError) -> Self {
                match error {
                    $(EventError::$Rule => Self::$Rule,)+
                }
            }
        }
    };
}

refusals! {
    /// A connection without `auth.token`, or with one that is not a string.
    #[error("Log in to race: the token is missing.")]
    NoToken = ErrorCode::NotLoggedIn,
    /// A connection whose token is forged, signed with another key, expired or revoked. `join`, if the token is
    /// revoked later: by a new password, a deletion, logging out everywhere, or the host who removes a guest. The socket is
    /// then disconnected.
    #[error("Log in again: this token is not valid or has expired.")]
    InvalidToken = ErrorCode::NotLoggedIn,
    /// A connection or an event from a racer who has sent too many, over all connections. Connecting counts as one. A
    /// connection of a watcher from an address from which too many come.
    #[error("You are sending too many events.")]
    TooMany = ErrorCode::TooManyEvents,
    /// Any event that is too large, counted over its name and its arguments as JSON.
    #[error("An event can be at most {0} KiB.")]
    TooLarge(usize) = ErrorCode::EventTooLarge,
    /// Unknown events. Any event of a watcher, who is then disconnected.
    #[error("There is no event with this name.")]
    UnknownEvent = ErrorCode::UnknownEvent,
    /// Payloads of the wrong shape; the reason names the field.
    #[error("This event could not be read: {0}.")]
    Unreadable(String) = ErrorCode::UnreadableEvent,
    /// `join`; `watch`, also for a private room.
    #[error("There is no such room.")]
    NoRoom = ErrorCode::UnknownRoom,
    /// `join`, to the oldest of a racer's sockets when there is one too many. It is then disconnected.
    #[error("You have opened too many windows. This one was closed.")]
    TooManySockets = ErrorCode::TooManyWindows,
    /// `join`.
    #[error("You are in too many rooms.")]
    TooManyRooms = ErrorCode::TooManyRooms,
    /// A connection of a watcher while the others are reserved for racers. Any event for a room whose queue is full; a `join` while too much waits until the room is saved. The oldest of too
    /// many repeated `finish` whose result is not saved yet.
    #[error("The room is busy. Try again.")]
    RoomBusy = ErrorCode::RoomBusy,
    /// Any event for a room that has closed. `watch`, when the room closes.
    #[error("This room is closed.")]
    RoomClosed = ErrorCode::RoomClosed,
    /// `join`, to all racers of a private race that nobody started in time. The room is closed.
    #[error("Nobody started this race in time, so its room has closed.")]
    RoomExpired = ErrorCode::RoomExpired,
    /// `join`, to a racer's first tab when a second one joins. The first is then disconnected.
    #[error("You joined this race from another window.")]
    TakenOver = ErrorCode::TakenOver,
    /// `join`, to all racers of a room that fails. The room is gone.
    #[error("This race ended early because of a problem on our end.")]
    RaceBroken = ErrorCode::RaceBroken,
    /// `finish`, as its acknowledgement only, if the result can never be recorded: the account is gone.
    #[error("Your result could not be saved.")]
    ResultNotSaved = ErrorCode::ResultNotSaved,
    race::EventError {
        /// Any event from a racer who holds no seat, or held it too long without joining. `join`, to a racer whom the host
        /// removes. The socket is then disconnected.
        #[error("Take a seat first (POST /api/play).")]
        NoSeat = ErrorCode::NoSeat,
        /// Any event with another racer's `username`.
        #[error("This is not your username.")]
        ForeignName = ErrorCode::ForeignName,
        /// Any event except `join` from a socket that is not in the room.
        #[error("Join the room first.")]
        NotJoined = ErrorCode::NotJoined,
        /// `begin` in a private race that another racer, or the host of an event, starts.
        #[error("Somebody else starts this race.")]
        NotStarter = ErrorCode::NotStarter,
        /// `begin` in a room that starts by itself, with other racers.
        #[error("This race starts by itself, since you are not alone.")]
        NotAlone = ErrorCode::NotAlone,
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

impl From<UnreadableEvent> for Refusal {
    fn from(error: UnreadableEvent) -> Self {
        match error {
            UnreadableEvent::Unknown => Self::UnknownEvent,
            UnreadableEvent::Payload(reason) => Self::Unreadable(reason),
        }
    }
}

/// The answer to a refused event that asked for an acknowledgement.
#[derive(Serialize)]
pub(crate) struct ErrorAnswer<'a> {
    pub(crate) reason: &'a str,
    pub(crate) code: ErrorCode,
}

/// Sends `socket` a `fault` for its refused `event`, and answers `ack` if the client asked for one.
pub(crate) fn refuse(socket: &Socket, event: &str, refusal: &Refusal, ack: Option<Ack>) {
    metrics::count_refused_event(event, refusal.code().name());
    emit(socket, &ServerEvent::Fault(fault(event, refusal)));
    if let Some(ack) = ack {
        ack.send(&ErrorAnswer { reason: &refusal.to_string(), code: refusal.code() });
    }
}

/// Sends a watcher a `fault`, and disconnects them.
pub(crate) fn turn_away(watcher: &Socket, refusal: &Refusal) {
    let event = WatchEvent::Fault(fault(WATCHING, refusal));
    watcher.emit(event.name(), &event);
    // Not the connection, which may be a racer's too.
    watcher.disconnect();
}

/// Returns the `fault` for an `event` that is refused, or was accepted earlier and no longer holds.
pub(crate) fn fault(event: &str, refusal: &Refusal) -> Fault {
    Fault { event: event.to_owned(), reason: refusal.to_string(), code: refusal.code() }
}

/// Sends `event` to `socket`, which may have closed.
pub(crate) fn emit(socket: &Socket, event: &ServerEvent) {
    socket.emit(event.name(), event);
}
