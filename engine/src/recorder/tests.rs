//! The recorder with an unreliable database, in simulated time.

use std::time::Duration;

use actix::Addr;
use chrono::DateTime;
use shared::messages::{RecordError, RecordResult, Recorded, Standing};
use shared::racer::RaceResult;
use shared::testing::racer_id;
use shared::{RaceId, TextId};
use tokio::time::{Instant, pause, timeout};

use super::{Recorder, WatchPending};
use crate::testing::{self, LONG, Reply, Saved, recorded_now, seat_proof};

fn recorder(replies: impl IntoIterator<Item = Reply>) -> (Addr<Recorder>, Saved) {
    pause();
    testing::recorder(replies)
}

fn result_of(user: i64) -> RecordResult {
    let result = RaceResult {
        racer: racer_id(user),
        place: 1,
        won: false,
        time: Duration::from_secs(60),
        wpm: 60.0,
        accuracy: 99.0,
        unranked: false,
    };
    RecordResult {
        race: RaceId(uuid::Uuid::nil()),
        room: "k3f9wq2m".parse().expect("a code"),
        text: TextId(1),
        racers: 1,
        started_at: DateTime::UNIX_EPOCH,
        result,
        proof: seat_proof(),
        keys: None,
        evidence: None,
        start_spread_ms: None,
        private: false,
        opponents: Vec::new(),
    }
}

#[actix::test]
async fn a_saved_result_is_answered_at_once() {
    let (recorder, saved) = recorder([]);
    assert_eq!(recorder.send(result_of(1)).await.expect("a recorder"), Ok(recorded_now()));
    assert_eq!(recorder.send(result_of(1)).await.expect("a recorder"), Ok(Recorded::Before(Standing::default())));
    assert_eq!(saved.all().len(), 1);
}

#[actix::test]
async fn the_pauses_between_attempts_grow_up_to_half_a_minute() {
    let (recorder, _) = recorder(vec![Reply::Unavailable; 9]);
    let before = Instant::now();
    assert_eq!(recorder.send(result_of(1)).await.expect("a recorder"), Ok(recorded_now()));
    // 0.25 + 0.5 + 1 + 2 + 4 + 8 + 16 + 30 + 30 s.
    assert_eq!((before.elapsed().as_secs_f64() * 10.0).round(), 918.0);
}

#[actix::test]
async fn an_attempt_without_an_answer_is_repeated() {
    let (recorder, saved) = recorder([Reply::Silence]);
    let before = Instant::now();
    assert_eq!(recorder.send(result_of(1)).await.expect("a recorder"), Ok(Recorded::Before(Standing::default())));
    assert_eq!(before.elapsed().as_secs(), 5);
    assert_eq!(saved.all().len(), 1);
}

#[actix::test]
async fn an_impossible_result_is_not_retried() {
    let (recorder, saved) = recorder([Reply::Impossible]);
    let answer = recorder.send(result_of(1)).await.expect("a recorder");
    assert_eq!(answer, Err(RecordError::Impossible("no such account".to_owned())));
    assert!(saved.all().is_empty());
}

#[actix::test]
async fn a_result_is_saved_even_when_nothing_awaits_the_answer() {
    let (recorder, saved) = recorder([Reply::Unavailable]);
    recorder.do_send(result_of(1));
    let mut pending = recorder.send(WatchPending).await.expect("a recorder");
    assert_eq!(*pending.borrow(), 1);
    timeout(LONG, pending.wait_for(|pending| *pending == 0)).await.expect("it is saved").expect("a recorder");
    assert_eq!(saved.all().len(), 1);
}

#[actix::test]
async fn many_results_are_saved_a_few_at_a_time() {
    let (recorder, saved) = recorder(vec![Reply::After(Duration::from_secs(1)); 64]);
    let before = Instant::now();
    (1..=64).for_each(|user| recorder.do_send(result_of(user)));
    let mut pending = recorder.send(WatchPending).await.expect("a recorder");
    timeout(LONG, pending.wait_for(|pending| *pending == 0)).await.expect("they are saved").expect("a recorder");
    assert_eq!(saved.all().len(), 64);
    assert_eq!(before.elapsed().as_secs(), 2, "32 at once");
}
