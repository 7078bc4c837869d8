//! Results of races: one per race and racer.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use diesel::dsl::not;
use diesel::prelude::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryableByName, RunQueryDsl as _,
};
use diesel::sql_types::{Array, BigInt, Bool, Double, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::finding::Finding;
use shared::messages::{RecordResult, Standing};
use shared::racer::Win;
use shared::{RaceId, RoomCode, TextId, UserId};
use typing::key_log::{self, TimedKeys};
use typing::presses::presses;
use typing::score::{self, MAX_UNVERIFIED_WPM, MAX_WPM, two_decimals};
use typing::verdict::{self, Judgment, Waits};
use uuid::Uuid;

use super::result_review::{self, IfAccepted};
use super::text::Text as RaceText;
use super::user_stats::{self, Addition, Counted};
use super::win;
use super::{skin, speed};
use crate::database::Prepared;
use crate::database::schema::results;
use crate::domain::{Language, ShortRaceId, Verdict};
use crate::key_sums::KeySums;

/// The longest race whose seconds are counted, or that is accepted late; no race of ours takes as long.
pub(crate) const LONGEST_RACE: Duration = Duration::from_hours(1);

/// The result of a racer in a race, with the race itself.
#[derive(Debug, Clone)]
pub(crate) struct NewRaceResult {
    pub(crate) race_id: RaceId,
    room: RoomCode,
    pub(crate) text_id: TextId,
    racers: i32,
    started_at: DateTime<Utc>,
    pub(crate) user_id: UserId,
    place: i32,
    pub(crate) won: bool,
    pub(crate) time_ms: i64,
    pub(crate) wpm: f64,
    pub(crate) accuracy: f64,
    pub(crate) unranked: bool,
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Finding>,
    /// The parts that come back if it is held now and accepted later.
    if_accepted: IfAccepted,
    credited_ms: Option<i32>,
    start_spread_ms: Option<i32>,
    private: bool,
    /// The other racers of whom the room has seen half of the text.
    opponents: Vec<UserId>,
    pub(crate) language: Language,
    /// The keys, if they are known.
    pub(crate) keys: Option<Arc<Keys>>,
}

/// The keys of a run, and what follows from them.
#[derive(Debug, Clone)]
pub(crate) struct Keys {
    /// In the form of [`key_log`].
    pub(crate) log: Vec<u8>,
    pub(crate) sums: KeySums,
    /// The digest; `None` of a run that is too short for one.
    pub(crate) waits: Option<Waits>,
    raw_wpm: Option<f64>,
    consistency: Option<f64>,
}

/// A result that was inserted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inserted {
    pub(crate) id: i64,
    pub(crate) created_at: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct InsertedRow {
    #[diesel(sql_type = SqlUuid)]
    race_id: Uuid,
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
}

impl NewRaceResult {
    /// Returns the rows for a message about a run through `text`, unless a number is out of its column's range. The speed
    /// is computed here, whatever the engine says. Unverified results count if they `rank_unverified`.
    pub(crate) fn of(
        message: &RecordResult,
        RaceText { id, text, language, .. }: &RaceText,
        rank_unverified: bool,
    ) -> Option<Self> {
        let RecordResult {
            race,
            room,
            text: _,
            racers,
            started_at,
            result,
            proof: _,
            keys,
            evidence,
            start_spread_ms,
            private,
            opponents,
        } = message;
        let wpm = score::wpm(text.chars().count(), result.time).filter(|wpm| *wpm <= MAX_WPM)?;
        let (keys, timed) = keys.as_ref().and_then(|keys| Keys::read(keys, text, result.time, wpm)).unzip();
        let (judgment, findings) = verdict::judge(text, timed.as_ref(), evidence.as_ref());
        let counts = match judgment {
            Judgment::Verified => true,
            Judgment::Unverified => rank_unverified && wpm <= MAX_UNVERIFIED_WPM,
            Judgment::Held => false,
        };
        // In private rooms, it depends on the wins of the day.
        let won = result.won && !private;
        let milliseconds = |ms: &u32| i32::try_from(*ms).unwrap_or(i32::MAX);
        Some(Self {
            race_id: *race,
            room: *room,
            text_id: *id,
            racers: (*racers).try_into().ok()?,
            started_at: *started_at,
            user_id: result.racer.user()?,
            place: result.place.try_into().ok()?,
            won: won && counts,
            time_ms: result.time.as_millis().try_into().ok()?,
            wpm,
            accuracy: result.accuracy,
            unranked: result.unranked || !counts,
            verdict: judgment.into(),
            findings,
            if_accepted: IfAccepted { won, unranked: result.unranked },
            credited_ms: evidence.as_ref().map(|evidence| milliseconds(&evidence.credited_ms)),
            start_spread_ms: start_spread_ms.as_ref().map(milliseconds),
            private: *private,
            opponents: opponents.clone(),
            language: *language,
            keys: keys.map(Arc::new),
        })
    }

    pub(crate) fn key(&self) -> (RaceId, UserId) {
        (self.race_id, self.user_id)
    }

    /// Returns true for a first place that may be a win, now or later, if it counts.
    pub(crate) fn may_win(&self) -> bool {
        self.place == 1 && !self.if_accepted.unranked && (self.racers > 1 || !self.opponents.is_empty())
    }

    /// Returns the race with each of the racers of whom the room has seen half of the text.
    pub(crate) fn opponents(&self) -> impl Iterator<Item = (RaceId, UserId)> + '_ {
        self.opponents.iter().map(|opponent| (self.race_id, *opponent))
    }

    /// Returns the account and the language in which it has shown something.
    pub(crate) fn racer(&self) -> (UserId, Language) {
        (self.user_id, self.language)
    }

    /// Holds it back for what was found.
    pub(crate) fn hold(&mut self, found: Finding) {
        self.findings.push(found);
        self.verdict = Verdict::Held;
        self.take_rank();
    }

    /// Lets it stand though a rule is broken.
    pub(crate) fn let_stand(&mut self) {
        self.findings.clear();
        self.verdict = Verdict::Verified;
        (self.unranked, self.won) = (self.if_accepted.unranked, self.if_accepted.won);
    }

    /// Lets it count for nothing.
    pub(crate) fn take_rank(&mut self) {
        (self.unranked, self.won) = (true, false);
    }

    /// Returns the digest of the keys, if the room has seen them.
    pub(crate) fn seen_waits(&self) -> Option<&Waits> {
        self.credited_ms.and(self.keys.as_ref()?.waits.as_ref())
    }

    /// Returns what counts of it, unless it is unranked.
    pub(crate) fn counted(&self) -> Option<Counted> {
        let Self { user_id, won, time_ms, wpm, accuracy, .. } = *self;
        let is_verified = self.verdict == Verdict::Verified;
        (!self.unranked).then_some(Counted { is_verified, user_id, won, time_ms, wpm, accuracy })
    }

    /// Returns its standing. If it is held back, admins usually decide in `look_seconds`.
    pub(crate) fn standing(&self, look_seconds: Option<u32>) -> Standing {
        standing(self.verdict, self.unranked, self.won, self.findings.clone(), look_seconds)
    }

    /// Returns the parts that come back if it is held now and accepted later.
    pub(crate) fn held(&self) -> Option<IfAccepted> {
        (self.verdict == Verdict::Held).then_some(self.if_accepted)
    }

    /// Inserts the races of these results that do not exist yet, or only by [late finishes](super::late_finish), in the
    /// order of their keys.
    pub(crate) fn insert_missing_races(results: &[&Self], conn: &mut PgConnection) -> QueryResult<()> {
        let races = results.chunk_by(|one, next| one.race_id == next.race_id).filter_map(|race| race.first().copied());
        let races: Vec<_> = races.collect();
        let insert = sql_query(
            "INSERT INTO races (id, room, text_id, racers, started_at, start_spread_ms, private)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (id) DO UPDATE SET racers = excluded.racers, started_at = excluded.started_at,
                start_spread_ms = excluded.start_spread_ms, private = excluded.private
            WHERE NOT EXISTS (SELECT FROM results WHERE race_id = races.id AND NOT late)",
        )
        .bind::<Array<SqlUuid>, _>(column(&races, |race| race.race_id.0))
        .bind::<Array<Text>, _>(column(&races, |race| race.room.as_str()))
        .bind::<Array<BigInt>, _>(column(&races, |race| race.text_id.0))
        .bind::<Array<Integer>, _>(column(&races, |race| race.racers))
        .bind::<Array<Timestamptz>, _>(column(&races, |race| race.started_at))
        .bind::<Array<Nullable<Integer>>, _>(column(&races, |race| race.start_spread_ms))
        .bind::<Array<Bool>, _>(column(&races, |race| race.private));
        Prepared(insert).execute(conn)
    }

    /// Inserts the results that do not exist yet, and returns them by race and racer.
    pub(crate) fn insert_missing(
        results: &[&Self],
        conn: &mut PgConnection,
    ) -> QueryResult<HashMap<(RaceId, UserId), Inserted>> {
        let insert = sql_query(
            "INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy, unranked, verdict, credited_ms,
                language, raw_wpm, consistency)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (race_id, user_id) DO NOTHING RETURNING race_id, user_id, id, created_at",
        )
        .bind::<Array<SqlUuid>, _>(column(results, |result| result.race_id.0))
        .bind::<Array<BigInt>, _>(column(results, |result| result.user_id.0))
        .bind::<Array<Integer>, _>(column(results, |result| result.place))
        .bind::<Array<Bool>, _>(column(results, |result| result.won))
        .bind::<Array<BigInt>, _>(column(results, |result| result.time_ms))
        .bind::<Array<Double>, _>(column(results, |result| result.wpm))
        .bind::<Array<Double>, _>(column(results, |result| result.accuracy))
        .bind::<Array<Bool>, _>(column(results, |result| result.unranked))
        .bind::<Array<Text>, _>(column(results, |result| result.verdict))
        .bind::<Array<Nullable<Integer>>, _>(column(results, |result| result.credited_ms))
        .bind::<Array<Text>, _>(column(results, |result| result.language))
        .bind::<Array<Nullable<Double>>, _>(column(results, |result| result.keys.as_ref()?.raw_wpm))
        .bind::<Array<Nullable<Double>>, _>(column(results, |result| result.keys.as_ref()?.consistency));
        let written: Vec<InsertedRow> = Prepared(insert).load(conn)?;
        let by_key = written.into_iter().map(|InsertedRow { race_id, user_id, id, created_at }| {
            ((RaceId(race_id), UserId(user_id)), Inserted { id, created_at })
        });
        Ok(by_key.collect())
    }
}

/// Returns a column of rows.
fn column<'a, T>(rows: &[&'a NewRaceResult], value: impl Fn(&'a NewRaceResult) -> T) -> Vec<T> {
    rows.iter().map(|row| value(row)).collect()
}

impl Keys {
    /// Reads the keys of a run through `text` that took `time`, at `wpm`; `None` if they cannot be read.
    fn read(base64: &str, text: &str, time: Duration, wpm: f64) -> Option<(Self, TimedKeys)> {
        let log =
            BASE64_STANDARD.decode(base64).ok().filter(|log| (1..=key_log::LONGEST_OF_RACE).contains(&log.len()))?;
        let keys = TimedKeys::decode(text, &log)?;
        let presses = presses(text, &keys);
        let typed: Vec<u32> = presses.iter().map(|press| press.ms).collect();
        let is_race = time <= LONGEST_RACE;
        // The page has shown these figures, computed from the time that it was told: seconds with two decimals.
        let told = Duration::from_secs_f64(two_decimals(time.as_secs_f64()));
        let consistency = score::consistency(&if is_race { score::raw_by_second(&typed, told) } else { vec![] });
        let has_mistakes = typed.len() != text.chars().count();
        let raw_wpm = if has_mistakes { score::raw_wpm(typed.len(), told) } else { Some(wpm) };
        let waits = Waits::of(text.chars().count(), &presses);
        Some((Self { log, sums: KeySums::of(&presses), waits, raw_wpm, consistency }, keys))
    }
}

/// Returns the keys of the rows of those of these races and racers that have a result.
pub(crate) fn saved(keys: &[(RaceId, UserId)], conn: &mut PgConnection) -> QueryResult<Vec<i64>> {
    let (races, users): (Vec<_>, Vec<_>) = keys.iter().map(|(race, user)| (race.0, user.0)).unzip();
    let saved = sql_query(
        "SELECT results.id FROM unnest($1, $2) AS own (race_id, user_id) JOIN results USING (race_id, user_id)",
    );
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        id: i64,
    }
    let saved: Vec<Row> = saved.bind::<Array<SqlUuid>, _>(races).bind::<Array<BigInt>, _>(users).load(conn)?;
    Ok(saved.into_iter().map(|row| row.id).collect())
}

/// Returns the standings of the saved results of these races and racers.
pub(crate) fn standings(
    keys: &[(RaceId, UserId)],
    look_seconds: Option<u32>,
    conn: &mut PgConnection,
) -> QueryResult<HashMap<(RaceId, UserId), Standing>> {
    let (races, users): (Vec<_>, Vec<_>) = keys.iter().map(|(race, user)| (race.0, user.0)).unzip();
    let saved = results::table.filter(results::race_id.eq_any(races)).filter(results::user_id.eq_any(users));
    let columns = (results::id, results::race_id, results::user_id, results::verdict, results::unranked, results::won);
    let saved: Vec<(i64, Uuid, i64, Verdict, bool, bool)> = saved.select(columns).load(conn)?;
    let with_findings = saved.into_iter().map(|(id, race, user, verdict, unranked, won)| {
        let findings = result_review::findings(id, conn)?;
        let standing = standing(verdict, unranked, won, findings, look_seconds);
        Ok(((RaceId(race), UserId(user)), standing))
    });
    with_findings.collect()
}

fn standing(
    verdict: Verdict,
    unranked: bool,
    won: bool,
    findings: Vec<Finding>,
    look_seconds: Option<u32>,
) -> Standing {
    let held = verdict == Verdict::Held;
    let unverified = verdict == Verdict::Unverified;
    let win = won.then_some(Win::Won);
    Standing { unranked, unverified, held, findings, look_seconds: look_seconds.filter(|_| held), win }
}

/// Records that an admin has rejected a result, which goes on to count for nothing.
pub(crate) fn reject(result: i64, conn: &mut PgConnection) -> QueryResult<()> {
    let rejected = diesel::update(results::table.find(result)).set(results::verdict.eq(Verdict::Rejected));
    rejected.execute(conn).map(drop)
}

/// Takes a result of a user that counts from the boards and the bests, and returns its key; `None` if they have no such
/// result in this race. What others won stays theirs. Call it with the account [locked alone](super::user::User::lock_alone).
pub(crate) fn clear(user: UserId, race: ShortRaceId, conn: &mut PgConnection) -> QueryResult<Option<i64>> {
    let counted = results::table.filter(results::race_id.eq(race)).filter(results::user_id.eq(user.0));
    let cleared = diesel::update(counted.filter(not(results::unranked))).set((
        results::verdict.eq(Verdict::Rejected),
        results::won.eq(false),
        results::unranked.eq(true),
    ));
    let cleared = cleared.returning(results::id).get_result(conn).optional()?;
    if cleared.is_some() {
        user_stats::recompute(user, conn)?;
        speed::work_out_all(user, conn)?;
    }
    Ok(cleared)
}

/// Records that an admin has accepted a result, which counts from now on: in its user's stats, and for skins. Call it once
/// for each result, with its account locked.
pub(crate) fn accept(
    result: i64,
    IfAccepted { won, unranked }: IfAccepted,
    member_since: DateTime<Utc>,
    conn: &mut PgConnection,
) -> QueryResult<()> {
    let accepted = diesel::update(results::table.find(result)).set((
        results::verdict.eq(Verdict::Accepted),
        results::won.eq(won),
        results::unranked.eq(unranked),
    ));
    let columns =
        (results::race_id, results::user_id, results::time_ms, results::wpm, results::accuracy, results::language);
    let (race, user, time_ms, wpm, accuracy, language): (Uuid, i64, i64, f64, f64, Language) =
        accepted.returning(columns).get_result(conn)?;
    if !unranked {
        let user_id = UserId(user);
        // What an admin has accepted is looked up by itself.
        let counted = Counted { is_verified: false, user_id, won, time_ms, wpm, accuracy };
        let addition = Addition::of(&counted, member_since);
        Addition::insert_or_add(std::slice::from_ref(&addition), conn)?;
        Addition::insert_or_add_by_language(&[(language, addition)], conn)?;
        speed::add_race(result, conn)?;
        skin::grant_reached(&[user_id], conn)?;
        // It may be a win, or make the first place one.
        win::settle_late(RaceId(race), conn)?;
    }
    Ok(())
}
