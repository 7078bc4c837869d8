//! Writes several results in one transaction, with one statement per table for all of them.
//!
//! Locks are always taken in the same order (accounts, races, results, stats, skins, each by key), so that processes
//! that write at the same time wait for each other but never deadlock.

use std::collections::{BTreeMap, HashMap, HashSet};

use diesel::{Connection as _, PgConnection, QueryResult};
use shared::UserId;
use shared::messages::Recorded;

use crate::models::race_result::NewRaceResult;
use crate::models::skin;
use crate::models::user::User;
use crate::models::user_stats::Addition;

/// Writes races, results, and, unless a result is unranked, stats and the skins that they unlock. For each result, returns whether it is new, with the
/// unlocked skins, or `None` if its account was deleted.
pub(super) fn write(results: &[NewRaceResult], conn: &mut PgConnection) -> QueryResult<Vec<Option<Recorded>>> {
    conn.transaction(|conn| {
        let users: Vec<UserId> = results.iter().map(|result| result.user_id).collect();
        // From here to the commit, these accounts cannot be deleted.
        let members = User::keep(&users, conn)?;
        // One per race and racer, in the order of their keys.
        let kept = results.iter().rev().filter(|result| members.contains_key(&result.user_id));
        let rows: BTreeMap<_, &NewRaceResult> = kept.map(|result| (result.key(), result)).collect();
        if rows.is_empty() {
            return Ok(vec![None; results.len()]);
        }
        let rows: Vec<_> = rows.into_values().collect();
        NewRaceResult::insert_missing_races(&rows, conn)?;
        let mut written: HashSet<_> = NewRaceResult::insert_missing(&rows, conn)?.into_iter().collect();

        let mut additions = BTreeMap::new();
        for result in rows.into_iter().filter(|result| !result.unranked && written.contains(&result.key())) {
            if let Some(member_since) = members.get(&result.user_id) {
                additions
                    .entry(result.user_id)
                    .and_modify(|addition: &mut Addition| addition.add(result))
                    .or_insert_with(|| Addition::of(result, *member_since));
            }
        }
        let (users, additions): (Vec<_>, Vec<_>) = additions.into_iter().unzip();
        let mut unlocked: HashMap<UserId, Vec<String>> = HashMap::new();
        if !additions.is_empty() {
            Addition::insert_or_add(additions, conn)?;
            for (user, skin) in skin::grant_reached(&users, conn)? {
                unlocked.entry(user).or_default().push(skin);
            }
        }

        let recorded = |result: &NewRaceResult| {
            members.get(&result.user_id)?;
            // Of identical results, the first one was written.
            if !written.remove(&result.key()) {
                return Some(Recorded::Before);
            }
            // Skins that several results of a user unlock together are reported with the first of them.
            Some(Recorded::Now { skins: unlocked.remove(&result.user_id).unwrap_or_default() })
        };
        Ok(results.iter().map(recorded).collect())
    })
}
