//! The reasons why the rules refuse an event.

/// Declares [`EventError`] with the list of its reasons.
macro_rules! event_errors {
    ($($(#[$doc:meta])+ $Reason:ident,)+) => {
        /// The reason why the rules refuse an event.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum EventError {
            $($(#[$doc])+ $Reason,)+
        }

        impl EventError {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$Reason),+];

            /// Returns the name of the reason.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Reason => stringify!($Reason),)+
                }
            }
        }
    };
}

event_errors! {
    /// The racer holds no seat, or held it too long without joining.
    NoSeat,
    /// The event names another racer.
    ForeignName,
    /// The racer is not in the room.
    NotJoined,
    /// Another racer starts this race.
    NotStarter,
    /// The clock starts this race, since the racer is not the only one.
    NotAlone,
    /// The race has not started yet.
    NotStarted,
    /// The race is over.
    Over,
    /// The racer has already finished.
    AlreadyFinished,
    /// No human types as fast.
    TooFast,
    /// The racer's progress is below 100 percent.
    NotTyped,
    /// No human presses as many keys in that time.
    TooManyKeys,
    /// The keys do not produce the text, or a piece of a log does not consist of whole keys.
    WrongKeys,
    /// The times do not belong to the keys.
    WrongTimes,
    /// A piece of a log does not begin where the room's log ends.
    MissingKeys,
}
