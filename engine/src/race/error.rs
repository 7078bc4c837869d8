//! The reasons why the rules refuse an event.

/// The reason why an event is refused. Its `Display` text is a sentence for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// The user holds no seat, or held it too long without joining.
    #[error("Take a seat first (POST /api/play).")]
    NoSeat,
    /// The name in the event belongs to another racer.
    #[error("This is not your username.")]
    ForeignName,
    /// The racer is not in the room.
    #[error("Join the room first.")]
    NotJoined,
    /// The race has not started.
    #[error("The race has not started yet.")]
    NotStarted,
    /// The race has ended.
    #[error("The race is over.")]
    Over,
    /// The racer has finished.
    #[error("You have already finished.")]
    AlreadyFinished,
    /// The progress is faster than anyone can type.
    #[error("This is faster than anyone can type.")]
    TooFast,
    /// The progress goes back further than one key can.
    #[error("One key cannot go back this far.")]
    TooFarBack,
    /// The racer's progress is not at 100 percent.
    #[error("The text has not been typed to the end.")]
    NotTyped,
    /// There are more keys than anyone can press in that time.
    #[error("These are more keys than anyone can press in that time.")]
    TooManyKeys,
    /// The keys do not produce the text.
    #[error("These keys do not produce the text.")]
    WrongKeys,
}
