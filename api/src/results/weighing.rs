//! Weighs results that would count against what their accounts have shown.

use std::collections::BTreeSet;

use diesel::{PgConnection, QueryResult};

use crate::models::race_result::NewRaceResult;
use crate::models::shown;

/// Holds back those of these results that are faster than what their accounts have shown.
pub(super) fn weigh(results: &mut [NewRaceResult], conn: &mut PgConnection) -> QueryResult<()> {
    let racers: BTreeSet<_> = results.iter().filter(|result| !result.unranked).map(NewRaceResult::racer).collect();
    if racers.is_empty() {
        return Ok(());
    }
    let shown = shown::by(&racers.into_iter().collect::<Vec<_>>(), conn)?;
    for result in results.iter_mut().filter(|result| !result.unranked) {
        if let Some(found) = shown.get(&result.racer()).and_then(|shown| shown.judge(result.wpm)) {
            result.hold(found);
        }
    }
    Ok(())
}
