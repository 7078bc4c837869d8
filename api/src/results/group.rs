//! Several results in one transaction, each statement for all of them.
//!
//! Locks are taken in one order, whatever the order of the results, so that two processes that write at the same time
//! wait for each other at worst: accounts, races, results, stats, skins, and each of them by its key.

use std::collections::{BTreeMap, HashMap, HashSet};

use diesel::{Connection as _, PgConnection, QueryResult};
use shared::messages::{RecordResult, Recorded};
use uuid::Uuid;

use crate::models::race::NewRace;
use crate::models::race_result::NewRaceResult;
use crate::models::skins;
use crate::models::user::User;
use crate::models::user_stats::Addition;

/// The rows for a result.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    race: NewRace,
    result: NewRaceResult,
}

impl Entry {
    /// The rows for a message, unless a number does not fit into its column.
    pub(super) fn of(message: &RecordResult) -> Option<Self> {
        let RecordResult { race, room, text, racers, started_at, result } = message;
        let race_row = NewRace {
            id: race.0,
            room: room.as_str().to_owned(),
            text_id: text.0,
            racers: (*racers).try_into().ok()?,
            started_at: *started_at,
        };
        let result_row = NewRaceResult {
            race_id: race.0,
            user_id: result.user_id.0,
            place: result.place.try_into().ok()?,
            won: result.won,
            time_ms: result.time.as_millis().try_into().ok()?,
            wpm: result.wpm,
            accuracy: result.accuracy,
        };
        Some(Self { race: race_row, result: result_row })
    }

    fn key(&self) -> (Uuid, i64) {
        (self.result.race_id, self.result.user_id)
    }
}

/// Writes races, results, stats and the skins that they unlock; returns for each entry whether it was written now, with
/// the skins, or nothing when its account is gone.
pub(super) fn write(entries: &[Entry], conn: &mut PgConnection) -> QueryResult<Vec<Option<Recorded>>> {
    conn.transaction(|conn| {
        let users: Vec<i64> = entries.iter().map(|entry| entry.result.user_id).collect();
        // From here to the commit no account goes.
        let members = User::keep(&users, conn)?;
        // One of each race and racer, in the order of their keys.
        let rows: BTreeMap<_, &Entry> = entries
            .iter()
            .rev()
            .filter(|entry| members.contains_key(&entry.result.user_id))
            .map(|entry| (entry.key(), entry))
            .collect();
        if rows.is_empty() {
            return Ok(vec![None; entries.len()]);
        }
        let races: BTreeMap<_, _> = rows.values().map(|entry| (entry.race.id, &entry.race)).collect();
        NewRace::insert_missing(races.into_values().collect(), conn)?;
        let results: Vec<_> = rows.values().map(|entry| &entry.result).collect();
        let mut written: HashSet<_> = NewRaceResult::insert_missing(results.clone(), conn)?.into_iter().collect();

        let mut additions = BTreeMap::new();
        for result in results.iter().filter(|result| written.contains(&(result.race_id, result.user_id))) {
            if let Some(member_since) = members.get(&result.user_id) {
                additions
                    .entry(result.user_id)
                    .and_modify(|addition: &mut Addition| addition.add(result))
                    .or_insert_with(|| Addition::of(result, *member_since));
            }
        }
        let (users, additions): (Vec<_>, Vec<_>) = additions.into_iter().unzip();
        let mut unlocked: HashMap<i64, Vec<String>> = HashMap::new();
        if !additions.is_empty() {
            Addition::insert_or_add(&additions, conn)?;
            for (user, skin) in skins::grant_reached(&users, conn)? {
                unlocked.entry(user).or_default().push(skin);
            }
        }

        let recorded = |entry: &Entry| {
            members.get(&entry.result.user_id)?;
            // Of those that say the same, the first was written.
            if !written.remove(&entry.key()) {
                return Some(Recorded::Before);
            }
            // What several results of a user unlock together is told with the first of them.
            Some(Recorded::Now { skins: unlocked.remove(&entry.result.user_id).unwrap_or_default() })
        };
        Ok(entries.iter().map(recorded).collect())
    })
}
