//! The results of a race between the finish and the announcement.
//!
//! A `finish` is announced to the room when its result is saved, or a moment after the finish when the database is
//! slow, always in the order of places. The finisher's own acknowledgement waits until the result is saved.

use shared::UserId;
use shared::messages::{RecordResult, Recorded};
use shared::racer::FinishReport;
use shared::wire::{FinishAnswer, Finished};

use crate::client::{Refusal, Reply};
use crate::race::ClientError as _;

/// The most replies of one racer that wait for the result. A client sends its finish again after each reconnect.
const MAX_REPLIES: usize = 8;

/// The results of a race, in the order of places.
#[derive(Default)]
pub(super) struct Results {
    results: Vec<Entry>,
    /// The number of results that have been announced.
    n_announced: usize,
}

struct Entry {
    record: RecordResult,
    /// The racer's own report of the finish, which another engine needs if the room is lost; `None` for a result that
    /// was read from a snapshot.
    report: Option<FinishReport>,
    finished: Finished,
    saving: Saving,
    /// True once the announcement need not wait any longer.
    is_due: bool,
}

enum Saving {
    /// Not saved yet; these replies wait for the outcome.
    Pending(Vec<Reply>),
    /// Saved or permanently refused, according to the answer.
    Settled(FinishAnswer),
}

impl Results {
    /// Returns the results of an earlier process. They count as announced, since racers get them with `state`, and as
    /// pending, since they are sent to the recorder again.
    pub(super) fn resume(results: impl IntoIterator<Item = (RecordResult, Finished)>) -> Self {
        let mut resumed = Self::default();
        results.into_iter().for_each(|(record, finished)| resumed.add(record, finished, None));
        resumed.n_announced = resumed.results.len();
        resumed
    }

    pub(super) fn add(&mut self, record: RecordResult, finished: Finished, report: Option<FinishReport>) {
        self.results.push(Entry { record, report, finished, saving: Saving::Pending(Vec::new()), is_due: false });
    }

    /// Removes and returns the pending report of the finish of `user`, with the replies that wait for its result.
    pub(super) fn take_pending(&mut self, user: UserId) -> Option<(FinishReport, Vec<Reply>)> {
        let entry = self.entry(user)?;
        let Saving::Pending(acks) = &mut entry.saving else { return None };
        // A finish without a report is in a snapshot, and the new owner only needs to know that this racer has
        // finished.
        let report = entry.report.take().unwrap_or(FinishReport {
            accuracy: entry.record.result.accuracy,
            keystrokes: None,
            times: None,
        });
        Some((report, std::mem::take(acks)))
    }

    /// Returns all results, as they are recorded.
    pub(super) fn records(&self) -> impl Iterator<Item = &RecordResult> {
        self.results.iter().map(|entry| &entry.record)
    }

    /// Answers `ack` as soon as it is known whether the result of `user` is saved. Returns the oldest reply that waits for
    /// this, if there are too many: it is to be refused.
    pub(super) fn answer_when_saved(&mut self, user: UserId, ack: Reply) -> Option<Reply> {
        match &mut self.entry(user)?.saving {
            Saving::Pending(acks) => {
                acks.push(ack);
                (acks.len() > MAX_REPLIES).then(|| acks.remove(0))
            }
            Saving::Settled(answer) => {
                ack.send(answer);
                None
            }
        }
    }

    /// Handles the outcome for the result of `user`: `recorded`, or `None` if it can never be saved.
    pub(super) fn settle(&mut self, user: UserId, recorded: Option<&Recorded>) {
        let Some(entry) = self.entry(user) else { return };
        // They need not be in further snapshots.
        entry.record.keys = None;
        let outcome = entry.finished.outcome;
        let answer = match recorded {
            Some(Recorded::Now { skins }) => FinishAnswer::Recorded { outcome, skins: skins.clone() },
            Some(Recorded::Before) => FinishAnswer::Recorded { outcome, skins: Vec::new() },
            None => FinishAnswer::Refused {
                reason: Refusal::ResultNotSaved.to_string(),
                code: Refusal::ResultNotSaved.code(),
            },
        };
        entry.is_due = true;
        if let Saving::Pending(acks) = std::mem::replace(&mut entry.saving, Saving::Settled(answer.clone())) {
            acks.into_iter().for_each(|ack| ack.send(&answer));
        }
    }

    pub(super) fn are_pending(&self) -> bool {
        self.results.iter().any(|entry| matches!(entry.saving, Saving::Pending(_)))
    }

    /// Marks the result of `user` as due: its announcement need not wait any longer.
    pub(super) fn make_due(&mut self, user: UserId) {
        if let Some(entry) = self.entry(user) {
            entry.is_due = true;
        }
    }

    /// Returns the finishes that can be announced now and were not before. A place that is not due holds back those
    /// behind it.
    pub(super) fn take_due(&mut self) -> Vec<Finished> {
        let due: Vec<_> = self.results[self.n_announced..]
            .iter()
            .take_while(|entry| entry.is_due)
            .map(|entry| entry.finished.clone())
            .collect();
        self.n_announced += due.len();
        due
    }

    fn entry(&mut self, user: UserId) -> Option<&mut Entry> {
        self.results.iter_mut().find(|entry| entry.record.result.user_id == user)
    }
}
