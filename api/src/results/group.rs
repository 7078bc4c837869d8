//! Weighs several results and writes them in one transaction, with one statement per table for all of them.
//!
//! Locks are always taken in the same order (accounts, races, results with digests and findings, winners of private races,
//! stats, speeds, skins, keys, each by key), so that processes that write at the same time wait for each other but never
//! deadlock.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection, QueryResult};
use shared::UserId;
use shared::messages::{Recorded, Standing};
use shared::racer::Win;

use crate::domain::{Language, RunKind};
use crate::models::race_result::{self, Keys, NewRaceResult};
use crate::models::result_review::{self, ResultReview};
use crate::models::speed::{self, CountedRun};
use crate::models::user::User;
use crate::models::user_stats::{self, Addition, Counted};
use crate::models::win::{self, Settled};
use crate::models::{key_day, late_finish, run_digest, run_keys, skin};
use crate::results::weighing::weigh;

/// Weighs results, and writes races, results with their keys and findings, the sums of the keys, and, unless a result is
/// unranked, stats, estimates of speeds, and the skins that they unlock. For each result, returns whether it is new, with the
/// unlocked skins, or `None` if its account was deleted.
pub(super) fn write(results: &[NewRaceResult], conn: &mut PgConnection) -> QueryResult<Vec<Option<Recorded>>> {
    conn.transaction(|conn| {
        // Each statement gets arrays of another length, for which Postgres would plan it anew to the same end.
        conn.batch_execute("SET LOCAL plan_cache_mode = force_generic_plan")?;
        // Before anything is locked.
        let results = weigh(results, conn)?;
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
        late_finish::make_way(rows.iter().map(|result| result.key()), conn)?;
        let inserted = NewRaceResult::insert_missing(&rows, conn)?;
        let new = rows.iter().filter_map(|result| Some((*result, *inserted.get(&result.key())?)));
        let new: Vec<_> = new.collect();
        let logs = new.iter().filter_map(|(result, row)| Some((row.id, result.keys.as_ref()?.log.as_slice())));
        let logs: Vec<_> = logs.collect();
        if !logs.is_empty() {
            run_keys::insert_of_races(&logs, conn)?;
        }

        let digests = new
            .iter()
            .filter_map(|(result, row)| Some((row.id, result.text_id, result.keys.as_ref()?.waits.as_ref()?)));
        let digests: Vec<_> = digests.collect();
        if !digests.is_empty() {
            run_digest::insert(&digests, conn)?;
        }

        let found = new.iter().flat_map(|(result, row)| result.findings.iter().map(|finding| (row.id, *finding)));
        let found: Vec<_> = found.collect();
        if !found.is_empty() {
            result_review::insert_findings(&found, conn)?;
        }
        let held: Vec<_> = new.iter().filter_map(|(result, row)| Some((row.id, result.held()?))).collect();
        if !held.is_empty() {
            ResultReview::insert(&held, conn)?;
        }

        let awaiting = rows.iter().filter(|result| result.may_win());
        let awaiting = awaiting.filter(|result| !result.won || !inserted.contains_key(&result.key()));
        let awaiting: HashSet<_> = awaiting.map(|result| result.key()).collect();
        let mut settled = HashMap::new();
        if !awaiting.is_empty() {
            // A result that is here twice may have more opponents the second time.
            let firsts = results.iter().filter(|result| awaiting.contains(&result.key()));
            win::add_opponents(firsts.flat_map(NewRaceResult::opponents), conn)?;
            let races: Vec<_> = awaiting.iter().map(|(race, _)| *race).collect();
            let firsts = win::settle(&races, conn)?.into_iter();
            settled = firsts.map(|first| ((first.race, first.user), first)).collect();
        }
        let is_settled = |key| settled.get(&key).map(|settled: &Settled| settled.won);

        let mut additions: BTreeMap<UserId, Addition> = BTreeMap::new();
        let mut by_language: BTreeMap<(UserId, Language), Addition> = BTreeMap::new();
        let mut keys = key_day::Additions::default();
        let mut counted_runs = Vec::new();
        for (result, row) in new {
            if let Some(Keys { sums, .. }) = result.keys.as_deref() {
                keys.add(result.user_id, row.created_at, RunKind::Race, result.language, Cow::Borrowed(sums));
            }
            let won = result.won || is_settled(result.key()) == Some(true);
            if let Some(counted) = result.counted().map(|counted| Counted { won, ..counted })
                && let Some(member_since) = members.get(&result.user_id)
            {
                if counted.is_verified {
                    let NewRaceResult { user_id, language, text_id, wpm, .. } = *result;
                    counted_runs.push(CountedRun { user_id, language, ran_at: row.created_at, text_id, wpm });
                }
                let added = |addition: &mut Addition| addition.add(&counted);
                let first = || Addition::of(&counted, *member_since);
                additions.entry(result.user_id).and_modify(added).or_insert_with(first);
                by_language.entry((result.user_id, result.language)).and_modify(added).or_insert_with(first);
            }
        }
        // Wins of results that were saved before.
        let late =
            settled.values().filter(|settled| settled.won && !inserted.contains_key(&(settled.race, settled.user)));
        let late: Vec<_> = late.copied().collect();
        if !late.is_empty() {
            let winners = late.iter().map(|settled| settled.user);
            user_stats::lock(additions.keys().copied().chain(winners), conn)?;
        }
        let (mut users, additions): (Vec<_>, Vec<_>) = additions.into_iter().unzip();
        let by_language: Vec<_> =
            by_language.into_iter().map(|((_, language), addition)| (language, addition)).collect();
        let mut unlocked: HashMap<UserId, Vec<String>> = HashMap::new();
        if !additions.is_empty() {
            Addition::insert_or_add(&additions, conn)?;
            Addition::insert_or_add_by_language(&by_language, conn)?;
            speed::add(&counted_runs, conn)?;
        }
        for Settled { user, language, .. } in late {
            user_stats::add_win(user, language, conn)?;
            users.push(user);
        }
        if !users.is_empty() {
            for (user, skin) in skin::grant_reached(&users, conn)? {
                unlocked.entry(user).or_default().push(skin);
            }
        }

        keys.write(conn)?;

        let mut written: HashSet<_> = inserted.into_keys().collect();
        let before: Vec<_> = results.iter().map(NewRaceResult::key).filter(|key| !written.contains(key)).collect();
        let has_held = !held.is_empty() || !before.is_empty();
        let look = if has_held { result_review::usual_wait(conn)? } else { None };
        let before = if before.is_empty() { HashMap::new() } else { race_result::standings(&before, look, conn)? };
        let recorded = |result: &NewRaceResult| {
            members.get(&result.user_id)?;
            let is_settled = is_settled(result.key());
            let with_win = |standing: Standing| {
                let win = match (standing.win, is_settled) {
                    (Some(win), _) => Some(win),
                    _ if standing.unranked || !result.may_win() => None,
                    (None, Some(true)) => Some(Win::Won),
                    (None, Some(false)) => Some(Win::Repeated),
                    (None, None) => Some(Win::Pending),
                };
                Standing { win, ..standing }
            };
            // Of identical results, the first one was written.
            if !written.remove(&result.key()) {
                let standing = before.get(&result.key()).cloned();
                let standing = with_win(standing.unwrap_or_else(|| result.standing(look)));
                let skins = unlocked.remove(&result.user_id).filter(|_| is_settled == Some(true));
                return Some(
                    skins.map_or(Recorded::Before(standing.clone()), |skins| Recorded::Now { skins, standing }),
                );
            }
            // Skins that several results of a user unlock together are reported with the first of them.
            let skins = unlocked.remove(&result.user_id).unwrap_or_default();
            Some(Recorded::Now { skins, standing: with_win(result.standing(look)) })
        };
        Ok(results.iter().map(recorded).collect())
    })
}
