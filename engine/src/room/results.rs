//! The results of a race between the finish and the announcement.
//!
//! A `finish` is announced to the room when its result is saved, or a moment after the finish when the database is
//! slow, always in the order of places. The finisher's own acknowledgement waits until the result is saved.

use std::collections::HashMap;

use shared::messages::{RecordResult, Recorded, Standing};
use shared::racer::Win;
use shared::wire::{FinishAnswer, Finished, Settled, State};
use shared::{RacerId, UserId};

use super::address::Address;
use crate::client::Refusal;

/// The most finishes of one racer that wait for the result. A client sends its finish again after each reconnect.
const MAX_REPLIES: usize = 9;

/// The results of a race, in the order of places.
#[derive(Default)]
pub(super) struct Results {
    results: Vec<Entry>,
    /// The finishes that wait for their result to be final and saved, or permanently refused.
    waiting: HashMap<RacerId, Vec<Address>>,
    /// The number of results that have been announced.
    n_announced: usize,
}

struct Entry {
    record: RecordResult,
    finished: Finished,
    /// The answer to its finish, once it is saved or permanently refused.
    answer: Option<FinishAnswer>,
    /// True once the announcement need not wait any longer.
    is_due: bool,
}

/// The moment at which a finish is answered.
pub(super) enum Reply {
    /// Once the result is saved, or refused for good.
    Waits,
    /// The same, and this earlier one, which is one too many, is refused.
    InPlaceOf(Address),
    Now(FinishAnswer),
}

/// The consequence of a saved result.
pub(super) enum Resolved {
    /// The answer to its finish, for those who wait for it.
    Saved(FinishAnswer, Vec<Address>),
    /// It was saved before, and now it is known whether it is a win.
    Settled(Settled),
}

fn win_of(answer: &FinishAnswer) -> Option<Win> {
    match answer {
        FinishAnswer::Recorded { win, .. } => *win,
        FinishAnswer::Refused { .. } => None,
    }
}

impl Results {
    /// Returns the results of an earlier owner. They count as announced, since racers get them with `state`, and as
    /// pending, since they are sent to the recorder again.
    pub(super) fn resume(results: impl IntoIterator<Item = (RecordResult, Finished)>) -> Self {
        let mut resumed = Self::default();
        results.into_iter().for_each(|(record, finished)| resumed.add(record, finished));
        resumed.n_announced = resumed.results.len();
        resumed
    }

    pub(super) fn add(&mut self, record: RecordResult, finished: Finished) {
        self.results.push(Entry { record, finished, answer: None, is_due: false });
    }

    /// Returns all results, as they are recorded.
    pub(super) fn records(&self) -> impl Iterator<Item = &RecordResult> {
        self.results.iter().map(|entry| &entry.record)
    }

    /// Answers the finish `reply` as soon as it is known whether the result of `user` is saved.
    pub(super) fn answer_when_saved(&mut self, user: RacerId, reply: Address) -> Reply {
        if let Some(answer) = self.entry(user).and_then(|entry| entry.answer.clone()) {
            return Reply::Now(answer);
        }
        let replies = self.waiting.entry(user).or_default();
        if replies.contains(&reply) {
            return Reply::Waits;
        }
        replies.push(reply);
        // The first one stays, since its time is the racer's if another engine takes the room over.
        if replies.len() > MAX_REPLIES { Reply::InPlaceOf(replies.remove(1)) } else { Reply::Waits }
    }

    /// Handles the outcome for the result of `user`: `recorded`, or `None` if it can never be saved.
    pub(super) fn resolve(&mut self, user: RacerId, recorded: Option<&Recorded>) -> Option<Resolved> {
        let entry = self.entry(user)?;
        // They need not be in further snapshots.
        entry.record.keys = None;
        let answer = match recorded {
            Some(Recorded::Now { skins, standing }) => entry.answer(skins.clone(), standing.clone()),
            Some(Recorded::Before(standing)) => entry.answer(Vec::new(), standing.clone()),
            None => FinishAnswer::Refused {
                reason: Refusal::ResultNotSaved.to_string(),
                code: Refusal::ResultNotSaved.code(),
            },
        };
        entry.is_due = true;
        if entry.answer.is_none() {
            entry.answer = Some(answer.clone());
            return Some(Resolved::Saved(answer, self.waiting.remove(&user).unwrap_or_default()));
        }
        let Some(FinishAnswer::Recorded { win: known, skins: unlocked, .. }) = &mut entry.answer else { return None };
        let FinishAnswer::Recorded { win: Some(win), skins, .. } = answer else { return None };
        if [Some(win), Some(Win::Won)].contains(known) {
            return None;
        }
        *known = Some(win);
        unlocked.extend(skins.iter().cloned());
        Some(Resolved::Settled(Settled { win, skins }))
    }

    /// Returns the racer with the first place that counts, as far as the room knows, unless it is a win already.
    pub(super) fn undecided_first(&self) -> Option<RacerId> {
        let first = self
            .results
            .iter()
            .find(|Entry { record: RecordResult { result, .. }, .. }| result.place == 1 && !result.unranked)?;
        let is_won = first.answer.as_ref().is_some_and(|answer| win_of(answer) == Some(Win::Won));
        (!is_won).then_some(first.record.result.racer)
    }

    /// Sets the opponents of `user`, and returns the record if these are others than before.
    pub(super) fn set_opponents(&mut self, user: RacerId, opponents: Vec<UserId>) -> Option<&RecordResult> {
        let entry = self.entry(user).filter(|entry| entry.record.opponents != opponents)?;
        entry.record.opponents = opponents;
        Some(&entry.record)
    }

    /// Returns the record of a first place that waits for an opponent although another result counts.
    pub(super) fn overdue_win(&self) -> Option<&RecordResult> {
        let is_pending =
            |entry: &&Entry| entry.answer.as_ref().is_some_and(|answer| win_of(answer) == Some(Win::Pending));
        let first = self.results.iter().find(is_pending)?;
        let counts = |entry: &Entry| match &entry.answer {
            Some(FinishAnswer::Recorded { outcome, held, .. }) => !held && !outcome.unranked,
            Some(FinishAnswer::Refused { .. }) | None => false,
        };
        let is_other = |entry: &&Entry| entry.record.result.racer != first.record.result.racer;
        self.results.iter().filter(is_other).any(counts).then_some(&first.record)
    }

    pub(super) fn are_pending(&self) -> bool {
        self.results.iter().any(|entry| entry.answer.is_none())
    }

    /// Marks the result of `user` as due: its announcement need not wait any longer.
    pub(super) fn make_due(&mut self, user: RacerId) {
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

    /// Shows the results in `state` as they are saved.
    pub(super) fn show_saved(&self, state: &mut State) {
        for lane in &mut state.participants {
            let saved = self.results.iter().find(|entry| entry.finished.username == lane.racer.username);
            if let (Some(finish), Some(saved)) = (&mut lane.finish, saved) {
                *finish = saved.finished.outcome;
            }
        }
    }

    fn entry(&mut self, user: RacerId) -> Option<&mut Entry> {
        self.results.iter_mut().find(|entry| entry.record.result.racer == user)
    }
}

impl Entry {
    /// Returns the answer to a finish whose result is saved. From now on, the room shows the result as it stands.
    fn answer(&mut self, skins: Vec<String>, standing: Standing) -> FinishAnswer {
        let Standing { unranked, unverified, held, findings, look_seconds: look, win } = standing;
        let outcome = &mut self.finished.outcome;
        outcome.unverified |= unverified;
        // A held result keeps its place in the room until it is decided.
        outcome.unranked |= unranked && !held;
        FinishAnswer::Recorded { outcome: *outcome, held, findings, look, win, skins }
    }
}
