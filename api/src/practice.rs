//! Practice runs: saving them with everything that is summed up from them, and deleting them.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use diesel::prelude::{QueryDsl as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use shared::UserId;
use typing::Mode;
use typing::key_log::TimedKeys;
use typing::presses::presses_by;

use crate::database::schema::users;
use crate::domain::{Language, RunId, RunKind, RunRules};
use crate::key_sums::KeySums;
use crate::models::key_day;
use crate::models::practice_result::{self, Counted, NewPracticeResult};
use crate::models::practice_stats::{self, PracticeStats};
use crate::models::run::{KeptRun, Run};
use crate::models::{run_keys, speed};

/// The practice of a day (UTC) whose keys are kept, in milliseconds: a day. So what is stored has a bound, since nobody types more.
const KEPT_OF_DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Saves a result, once even if it is sent again, with its text and keys.
pub(crate) fn save(
    result: &NewPracticeResult,
    run: Option<(&str, &TimedKeys)>,
    conn: &mut PgConnection,
) -> QueryResult<()> {
    let Some(id) = result.insert(conn)? else { return Ok(()) };
    let NewPracticeResult { user_id, mode, rules, language, ran_at, .. } = *result;
    if mode.0 == Mode::Text {
        PracticeStats::add(result, conn)?;
        speed::add_practice(id, conn)?;
    }
    if let Some((text, keys)) = run
        && practice_result::practiced_ms(user_id, ran_at.date_naive(), conn)? <= KEPT_OF_DAY_MS
    {
        let own_text = Some(text).filter(|_| result.text_id.is_none());
        run_keys::insert_of_practice(id, &keys.encode(text), own_text, conn)?;
        sums(user_id, ran_at, language, rules, text, keys).write(conn)?;
    }
    Ok(())
}

/// Deletes a run, and returns whether the user had it. Sums and bests follow.
pub(crate) fn delete(user: UserId, id: i64, conn: &mut PgConnection) -> QueryResult<bool> {
    let Some(run) = practice_result::lock(user, id, conn)? else { return Ok(false) };
    let keys =
        Run::find(user, RunId { kind: RunKind::Practice, row: id }, conn)?.map(|run| run.kept(conn)).transpose()?;
    practice_result::delete(id, conn)?;
    if run.mode() == Mode::Text {
        practice_stats::subtract(user, &run, conn)?;
        speed::work_out(user, run.language, conn)?;
    }
    let Counted { rules, language, ran_at, .. } = run;
    if let Some((text, keys)) = keys.and_then(KeptRun::keys) {
        sums(user, ran_at, language, rules, &text, &keys).subtract(conn)?;
    }
    Ok(true)
}

/// Returns what a run adds to the sums of its keys.
fn sums(
    user: UserId,
    at: DateTime<Utc>,
    language: Language,
    rules: RunRules,
    text: &str,
    keys: &TimedKeys,
) -> key_day::Additions<'static> {
    let mut additions = key_day::Additions::default();
    let sums = KeySums::of(&presses_by(rules.0, text, keys));
    additions.add(user, at, RunKind::Practice, language, Cow::Owned(sums));
    additions
}

/// Deletes all practice of a user, and returns the number of runs.
pub(crate) fn delete_all(user: UserId, conn: &mut PgConnection) -> QueryResult<usize> {
    // After the runs that are being saved, which hold a weaker lock of their user's row, and before any other.
    users::table.find(user.0).select(users::id).for_update().first::<i64>(conn)?;
    let n_deleted = practice_result::delete_all(user, conn)?;
    practice_stats::delete(user, conn)?;
    speed::work_out_all(user, conn)?;
    key_day::delete_practice(user, conn)?;
    Ok(n_deleted)
}
