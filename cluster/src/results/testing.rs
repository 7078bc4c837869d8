//! A result for tests.

use std::time::Duration;

use chrono::DateTime;
use shared::messages::{RaceResult, RecordResult};
use shared::{RaceId, TextId, UserId};
use uuid::Uuid;

pub(crate) fn result() -> RecordResult {
    let result = RaceResult {
        user_id: UserId(7),
        place: 1,
        won: true,
        time: Duration::from_millis(30_250),
        wpm: 71.23,
        accuracy: 98.5,
    };
    RecordResult {
        race: RaceId(Uuid::nil()),
        room: "abcd2345".parse().expect("it is a code"),
        text: TextId(3),
        racers: 2,
        started_at: DateTime::UNIX_EPOCH,
        result,
    }
}
