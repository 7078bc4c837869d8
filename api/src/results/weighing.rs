//! Weighs results before they are written: against what their accounts have shown, and against earlier runs.
//!
//! A result far above what its account has shown, or like an earlier run, is held back. One that is not verified counts
//! only up to what its account usually types.
//!
//! Two runs that are written at the same moment are compared if they are in the same group; a playback needs a run that is
//! saved, and shown, before.

use std::collections::{BTreeSet, HashMap};

use diesel::{PgConnection, QueryResult};
use shared::finding::Finding;
use shared::{RaceId, TextId, UserId};
use typing::verdict::{self, Pairs};

use crate::domain::Verdict;
use crate::models::race_result::{self, NewRaceResult};
use crate::models::{run_digest, shown};

/// Returns these results, of which those are held back that are too fast for their accounts, or that were typed before.
pub(super) fn weigh(results: &[NewRaceResult], conn: &mut PgConnection) -> QueryResult<Vec<NewRaceResult>> {
    let mut results = results.to_vec();
    accept_chords(&mut results, conn)?;
    compare_with_earlier(&mut results, conn)?;
    compare_with_shown(&mut results, conn)?;
    Ok(results)
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
    for (text, results) in by_text {
        let runs: Vec<_> =
            results.iter().filter_map(|result| Some((result.key(), Pairs::of(result.seen_waits()?)))).collect();
        let length = results.iter().find_map(|result| Some(result.seen_waits()?.as_bytes().len())).unwrap_or_default();
        let mut earlier: Vec<_> = run_digest::last(text, length, conn)?
            .into_iter()
            .map(|(result, waits)| (result, Pairs::of(&waits)))
            .collect();
        let mut found = compare_each(&runs, &earlier);
        // Rarely one of them is like another run, and then it may be the same result.
        if found.iter().any(Option::is_some) {
            let keys: Vec<_> = runs.iter().map(|(key, _)| *key).collect();
            let own = race_result::saved(&keys, conn)?;
            earlier.retain(|(result, _)| !own.contains(result));
            found = compare_each(&runs, &earlier);
        }
        for (result, found) in results.into_iter().zip(found) {
            found.into_iter().for_each(|found| result.hold(found));
        }
    }
    Ok(())
}

/// Compares each run with the earlier ones and with those before it.
fn compare_each(runs: &[((RaceId, UserId), Pairs)], earlier: &[(i64, Pairs)]) -> Vec<Option<Finding>> {
    let compare = |(nth, (key, run)): (usize, &((RaceId, UserId), Pairs))| {
        let before = runs[..nth].iter().filter(|(other, _)| other != key).map(|(_, pairs)| pairs);
        verdict::compare(run, earlier.iter().map(|(_, pairs)| pairs).chain(before))
    };
    runs.iter().enumerate().map(compare).collect()
}
