//! Weighs results before they are written: against what their accounts have shown, and against earlier runs.
//!
//! A result far above what its account has shown, or like an earlier run, is held back. One that is not verified counts
//! only up to what its account usually types.
//!
//! Two runs that are written at the same moment are compared if they are in the same group; a playback needs a run that is
//! saved, and shown, before.

use std::collections::{BTreeSet, HashMap};

use diesel::{PgConnection, QueryResult};
use shared::TextId;
use typing::verdict;

use crate::domain::Verdict;
use crate::models::race_result::{self, NewRaceResult};
use crate::models::{run_digest, shown};

/// Holds back those of these results that are too fast for their accounts, or that were typed before.
pub(super) fn weigh(results: &mut [NewRaceResult], conn: &mut PgConnection) -> QueryResult<()> {
    accept_chords(results, conn)?;
    compare_with_earlier(results, conn)?;
    compare_with_shown(results, conn)
}

/// Lets the results stand that are held for their chords alone, if their accounts are known for them.
fn accept_chords(results: &mut [NewRaceResult], conn: &mut PgConnection) -> QueryResult<()> {
    let of_chords = |result: &&mut NewRaceResult| verdict::is_of_chords_alone(&result.findings);
    let users: Vec<_> = results.iter_mut().filter(of_chords).map(|result| result.user_id).collect();
    if users.is_empty() {
        return Ok(());
    }
    let known = shown::chords_by(&users, conn)?;
    for result in results.iter_mut().filter(of_chords).filter(|result| known.contains(&result.user_id)) {
        result.let_stand();
    }
    Ok(())
}

fn compare_with_shown(results: &mut [NewRaceResult], conn: &mut PgConnection) -> QueryResult<()> {
    let racers: BTreeSet<_> = results.iter().filter(|result| !result.unranked).map(NewRaceResult::racer).collect();
    if racers.is_empty() {
        return Ok(());
    }
    let shown = shown::by(&racers.into_iter().collect::<Vec<_>>(), conn)?;
    for result in results.iter_mut().filter(|result| !result.unranked) {
        let Some(shown) = shown.get(&result.racer()) else { continue };
        match shown.judge(result.wpm) {
            Some(found) => result.hold(found),
            None if result.verdict == Verdict::Unverified && result.wpm > shown.usual() => result.take_rank(),
            None => {}
        }
    }
    Ok(())
}

/// Compares the results whose keys the room has seen with the last runs through the same text, and with each other. Nothing
/// is compared with itself, such as a result that is sent again.
fn compare_with_earlier(results: &mut [NewRaceResult], conn: &mut PgConnection) -> QueryResult<()> {
    let mut by_text: HashMap<TextId, Vec<&mut NewRaceResult>> = HashMap::new();
    for result in results.iter_mut().filter(|result| !result.unranked && result.seen_waits().is_some()) {
        by_text.entry(result.text_id).or_default().push(result);
    }
    for (text, mut results) in by_text {
        let mut earlier = run_digest::last(text, conn)?;
        let is_like_one = |result: &NewRaceResult| {
            let waits = result.seen_waits();
            waits.is_some_and(|waits| verdict::compare(waits, earlier.iter().map(|(_, waits)| waits)).is_some())
        };
        // Rarely one of them is, and then it may be the same result.
        if results.iter().any(|result| is_like_one(result)) {
            let keys: Vec<_> = results.iter().map(|result| result.key()).collect();
            let own = race_result::saved(&keys, conn)?;
            earlier.retain(|(result, _)| !own.contains(result));
        }
        let mut earlier: Vec<_> = earlier.into_iter().map(|(_, waits)| (None, waits)).collect();
        for result in &mut results {
            let key = result.key();
            let Some(waits) = result.seen_waits().cloned() else { continue };
            let others = earlier.iter().filter(|(other, _)| *other != Some(key)).map(|(_, waits)| waits);
            if let Some(found) = verdict::compare(&waits, others) {
                result.hold(found);
            }
            earlier.push((Some(key), waits));
        }
    }
    Ok(())
}
