//! The replay of a racer's keys, which arrive as pieces of a log while they are typed.
//!
//! It is in memory only. When the race goes on at another engine, the engines of its racers repeat their logs. After a
//! restart, the next piece is refused with [`EventError::MissingKeys`], and the client sends all keys again.

use std::sync::Arc;
use std::time::Duration;

use shared::Percent;
use shared::racer::LogPiece;
use typing::key_log::{self, Reader, TimedKeys};

use crate::error::EventError;
use crate::rules::{self, LATE_KEY_AFTER, LOG_AHEAD};

/// The log of a racer's keys, as far as the room knows it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Log {
    /// No piece has arrived in this process.
    #[default]
    None,
    /// All keys up to some moment.
    Known(Box<Replay>),
    /// Longer than any that is kept. The race goes on as without a log.
    TooLong,
}

/// The keys of a racer up to some moment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Replay {
    bytes: Vec<u8>,
    reader: Reader,
    /// The ends, in `bytes`, of the keys that arrived late.
    late: Vec<u16>,
}

/// The arrival of a piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arrival {
    /// The time since the start.
    pub(crate) at: Duration,
    /// The time from the start to the end of what this room cannot have seen. Earlier keys are never late.
    pub(crate) unseen_until: Duration,
}

impl Log {
    /// Returns the log with a further piece of keys from a run through `text`.
    ///
    /// # Errors
    /// [`EventError::MissingKeys`] if the piece does not begin where the log ends, [`EventError::WrongKeys`] if it does not
    /// consist of whole keys.
    pub(crate) fn with(
        &self,
        piece: &LogPiece,
        text: impl FnOnce() -> Arc<[char]>,
        arrival: Arrival,
    ) -> Result<Self, EventError> {
        let from = usize::try_from(piece.from).unwrap_or(usize::MAX);
        let is_too_long = from.saturating_add(piece.keys.len()) > key_log::LONGEST_OF_RACE;
        match self {
            Self::TooLong if from > 0 => Ok(Self::TooLong),
            Self::Known(replay) if from > 0 && from == replay.bytes.len() => {
                if is_too_long {
                    Ok(Self::TooLong)
                } else {
                    replay.with(&piece.keys, arrival).map(Self::known)
                }
            }
            _ if from > 0 => Err(EventError::MissingKeys),
            _ if is_too_long => Ok(Self::TooLong),
            Self::Known(replay) => replay.replaced_by(&piece.keys, arrival).map(Self::known),
            Self::None | Self::TooLong => Replay::new(text()).with(&piece.keys, arrival).map(Self::known),
        }
    }

    /// Returns the keys, unless there is no log, or one that is too long.
    pub(crate) fn replay(&self) -> Option<&Replay> {
        match self {
            Self::Known(replay) => Some(replay),
            Self::None | Self::TooLong => None,
        }
    }

    fn known(replay: Replay) -> Self {
        Self::Known(Box::new(replay))
    }
}

impl Replay {
    fn new(text: Arc<[char]>) -> Self {
        Self { bytes: Vec::new(), reader: Reader::new(text), late: Vec::new() }
    }

    fn with(&self, keys: &[u8], arrival: Arrival) -> Result<Self, EventError> {
        let mut replay = self.clone();
        replay.read(keys, |_, ms| arrival.is_late(ms))?;
        Ok(replay)
    }

    /// Returns the replay of a log that begins anew. The keys that it has in common with this one arrived before.
    fn replaced_by(&self, keys: &[u8], arrival: Arrival) -> Result<Self, EventError> {
        let common = keys.iter().zip(&self.bytes).take_while(|(new, known)| new == known).count();
        let mut replay = Self::new(Arc::clone(self.text()));
        replay.read(keys, |end, ms| {
            if usize::from(end) <= common { self.late.binary_search(&end).is_ok() } else { arrival.is_late(ms) }
        })?;
        Ok(replay)
    }

    /// Reads further keys; `is_late` gets the end of each in the log, and its time in milliseconds.
    fn read(&mut self, keys: &[u8], is_late: impl Fn(u16, u32) -> bool) -> Result<(), EventError> {
        let mut rest = keys;
        while !rest.is_empty() {
            self.reader.read(&mut rest).ok_or(EventError::WrongKeys)?;
            let end = u16::try_from(self.bytes.len() + keys.len() - rest.len()).expect("the longest log is shorter");
            if is_late(end, self.reader.ms()) {
                self.late.push(end);
            }
        }
        self.bytes.extend_from_slice(keys);
        Ok(())
    }

    /// Returns the text of the race.
    pub(crate) fn text(&self) -> &Arc<[char]> {
        self.reader.text()
    }

    /// Returns the largest share of the text, of `length` characters, that the racer can have typed by `at`, a time since the
    /// start: the keys, and what anyone can have typed since the last one, for a moment.
    pub(crate) fn reachable(&self, length: usize, at: Duration) -> Percent {
        let since = at.saturating_sub(self.last_key()).min(LOG_AHEAD);
        rules::reachable(length, self.reader.typed(), since)
    }

    /// Returns the number of characters before the cursor, right or wrong.
    pub(crate) fn typed(&self) -> usize {
        self.reader.typed()
    }

    /// Returns the time from the start to the last key.
    pub(crate) fn last_key(&self) -> Duration {
        Duration::from_millis(self.reader.ms().into())
    }

    /// Returns the number of keys that arrived late.
    pub(crate) fn late_keys(&self) -> u32 {
        u32::try_from(self.late.len()).unwrap_or(u32::MAX)
    }

    /// Returns all keys of the run, which goes through `text`.
    pub(crate) fn keys(&self, text: &str) -> TimedKeys {
        TimedKeys::decode(text, &self.bytes).expect("every piece of it was read")
    }
}

impl Arrival {
    /// Returns true for a key that was typed at `ms`, a good while before.
    fn is_late(self, ms: u32) -> bool {
        let typed_at = Duration::from_millis(ms.into());
        self.at.saturating_sub(typed_at) > LATE_KEY_AFTER && typed_at >= self.unseen_until
    }
}
