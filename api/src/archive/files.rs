//! The files of an archive: the one list of what belongs to a user. A test compares it with the tables that refer to
//! users, so that a new table is either here or left out for a reason.
//!
//! Hashes and codes are in no archive. Times are in seconds, speeds and accuracies have two decimals, and dates are RFC
//! 3339, as in the answers of calls.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable,
    QueryableByName, RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::{BigInt, Bool, Bytea, Double, Integer, Nullable, Text, Timestamptz};
use diesel::{PgConnection, QueryResult, sql_query};
use serde::{Serialize, Serializer};
use serde_json::Value;
use shared::UserId;
use shared::key_log::TimedKeys;
use shared::score::two_decimals;

use super::{Archive, Format, Interrupted};
use crate::database::schema::{
    address_changes, api_keys, daily_attempts, feedback, mails, owned_skins, practice_stats, purchases, run_days,
    skins, text_requests, user_stats, users,
};
use crate::domain::ShortRaceId;
use crate::models::key_day;

/// The number of rows that are read at once.
const BATCH: i64 = 500;
/// The same for runs, whose keys and texts may have several hundred kilobytes each.
const BATCH_OF_RUNS: i64 = 50;

/// The place of a row among a user's rows, in the order of an index.
#[derive(PartialEq)]
pub(super) struct Place {
    /// Empty, but for practice.
    mode: String,
    /// Empty, but for runs.
    language: String,
    time: DateTime<Utc>,
    id: i64,
}

impl Place {
    const fn of(time: DateTime<Utc>, id: i64) -> Self {
        Self { mode: String::new(), language: String::new(), time, id }
    }
}

/// The place before all rows.
pub(super) const START: Place = Place::of(DateTime::UNIX_EPOCH, 0);

pub(super) const FILES: [File; 15] = [
    File::of::<Account>("account"),
    File::of::<Setting>("settings"),
    File::of::<FormerAddress>("former-addresses"),
    File::of::<ApiKey>("api-keys"),
    File::of::<Statistics>("statistics"),
    File::of::<Race>("races"),
    File::of::<DailyRace>("daily-races"),
    File::of::<Practice>("practice"),
    File::of::<Day>("days"),
    File::of::<Key>("keys"),
    File::of::<OwnedSkin>("skins"),
    File::of::<Purchase>("purchases"),
    File::of::<TextRequest>("text-requests"),
    File::of::<Feedback>("feedback"),
    File::of::<Mail>("mails"),
];

/// One kind of rows, which an archive has in each format.
#[derive(Clone, Copy)]
pub(super) struct File {
    /// The name without its ending.
    pub(super) name: &'static str,
    pub(super) add: Add,
}

/// Adds the rows after a place, and returns the place after which the next ones follow; `None` after the last.
type Add = fn(&mut Archive, Format, UserId, &Place, &mut PgConnection) -> Result<Option<Place>, Interrupted>;

/// Rows that belong to a user.
trait Rows: Serialize + Sized {
    /// Reads the first rows after a place, in the order of their places.
    fn read(user: UserId, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>>;

    /// Returns the place of the row, if it has one. Rows without places are few, and read at once.
    fn place(&self) -> Option<Place> {
        None
    }
}

impl File {
    const fn of<R: Rows>(name: &'static str) -> Self {
        Self { name, add: add::<R> }
    }
}

fn add<R: Rows>(
    archive: &mut Archive,
    format: Format,
    user: UserId,
    after: &Place,
    conn: &mut PgConnection,
) -> Result<Option<Place>, Interrupted> {
    let rows = R::read(user, after, conn)?;
    let next = rows.last().and_then(R::place);
    format.write(&rows, *after == START, next.is_none(), &mut archive.zip)?;
    Ok(next)
}

/// Selects a batch of a user's rows after a place. The index of `user_id` and `created_at` finds them.
macro_rules! batch {
    ($table:ident, $user:expr, $after:expr) => {{
        let Place { time, id, .. } = $after;
        $table::table
            .filter($table::user_id.eq($user.0))
            .filter($table::created_at.ge(*time).and($table::created_at.gt(*time).or($table::id.gt(*id))))
            .order(($table::created_at, $table::id))
            .limit(BATCH)
    }};
}

/// Rows of one table with columns `id`, `user_id` and `created_at`.
macro_rules! rows_of {
    ($table:ident, $row:ty) => {
        impl Rows for $row {
            fn read(user: UserId, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
                batch!($table, user, after).select(Self::as_select()).load(conn)
            }

            fn place(&self) -> Option<Place> {
                Some(Place::of(self.created_at, self.id))
            }
        }
    };
}

#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = users, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct Account {
    username: String,
    email: String,
    /// The address to which mails go until `email` is verified.
    recovery_email: Option<String>,
    email_verified_at: Option<DateTime<Utc>>,
    country: String,
    language: String,
    skin: String,
    role: String,
    created_at: DateTime<Utc>,
}

impl Rows for Account {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        users::table.find(user.0).select(Self::as_select()).load(conn)
    }
}

/// A setting of the page that the user changed.
#[derive(Serialize)]
struct Setting {
    name: String,
    value: Value,
}

impl Rows for Setting {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let changed: Option<Value> = users::table.find(user.0).select(users::settings).first(conn).optional()?;
        let Some(Value::Object(changed)) = changed else { return Ok(vec![]) };
        Ok(changed.into_iter().map(|(name, value)| Self { name, value }).collect())
    }
}

/// An address of the account that a link can still restore.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = address_changes, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct FormerAddress {
    #[diesel(column_name = restores)]
    email: String,
    expires_at: DateTime<Utc>,
}

impl Rows for FormerAddress {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_user = address_changes::table.filter(address_changes::user_id.eq(user.0));
        of_user.order(address_changes::id).select(Self::as_select()).load(conn)
    }
}

/// A key of the public API that is not revoked, without its secret.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = api_keys, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct ApiKey {
    name: String,
    used_on: Option<NaiveDate>,
    created_at: DateTime<Utc>,
}

impl Rows for ApiKey {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_user = api_keys::table.filter(api_keys::user_id.eq(user.0));
        of_user.order((api_keys::created_at, api_keys::name)).select(Self::as_select()).load(conn)
    }
}

/// The averages and sums of all races, and of all practice.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Statistics {
    kind: &'static str,
    total: i32,
    won: Option<i32>,
    wpm: f64,
    accuracy: f64,
    best_wpm: f64,
    #[serde(serialize_with = "seconds")]
    time: i64,
}

impl Rows for Statistics {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let races = user_stats::table.find(user.0).select((
            user_stats::races_total,
            user_stats::races_won,
            user_stats::wpm_sum,
            user_stats::accuracy_sum,
            user_stats::best_wpm,
            user_stats::time_ms,
        ));
        let practice = practice_stats::table.find(user.0).select((
            practice_stats::races_total,
            practice_stats::wpm_sum,
            practice_stats::accuracy_sum,
            practice_stats::best_wpm,
            practice_stats::time_ms,
        ));
        let races: Option<(i32, i32, f64, f64, f64, i64)> = races.first(conn).optional()?;
        let races = races.map(|(total, won, wpm, accuracy, best, time)| {
            Self::new("races", total, Some(won), [wpm, accuracy, best], time)
        });
        let practice: Option<(i32, f64, f64, f64, i64)> = practice.first(conn).optional()?;
        let practice = practice
            .map(|(total, wpm, accuracy, best, time)| Self::new("practice", total, None, [wpm, accuracy, best], time));
        Ok(races.into_iter().chain(practice).collect())
    }
}

impl Statistics {
    fn new(kind: &'static str, total: i32, won: Option<i32>, [wpm, accuracy, best]: [f64; 3], time: i64) -> Self {
        let average = |sum: f64| two_decimals(sum / f64::from(total.max(1)));
        let (wpm, accuracy, best_wpm) = (average(wpm), average(accuracy), two_decimals(best));
        Self { kind, total, won, wpm, accuracy, best_wpm, time }
    }
}

/// A race that the user finished.
#[derive(QueryableByName, Serialize)]
#[serde(rename_all = "camelCase")]
struct Race {
    #[diesel(sql_type = BigInt)]
    #[serde(skip)]
    id: i64,
    #[diesel(sql_type = Text)]
    room: String,
    #[diesel(sql_type = Timestamptz)]
    started_at: DateTime<Utc>,
    #[diesel(sql_type = Integer)]
    racers: i32,
    #[diesel(sql_type = Integer)]
    place: i32,
    #[diesel(sql_type = Bool)]
    won: bool,
    #[diesel(sql_type = Bool)]
    unranked: bool,
    /// True if the keys are hidden in the replay.
    #[diesel(sql_type = Bool)]
    is_hidden: bool,
    /// True if the room never got the finish.
    #[diesel(sql_type = Bool)]
    late: bool,
    #[diesel(sql_type = Text)]
    verdict: String,
    /// The rules that it breaks with their numbers, such as `even-rhythm 0.07 (0.15)`.
    #[diesel(sql_type = Nullable<Text>)]
    findings: Option<String>,
    /// The moment at which the user asked for a look.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    asked_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    decided_at: Option<DateTime<Utc>>,
    /// The explanation of the admin who decided.
    #[diesel(sql_type = Nullable<Text>)]
    explanation: Option<String>,
    #[diesel(sql_type = Nullable<Integer>)]
    credited_ms: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    start_spread_ms: Option<i32>,
    #[diesel(sql_type = Text)]
    language: String,
    #[diesel(sql_type = BigInt)]
    #[serde(rename = "time", serialize_with = "seconds")]
    time_ms: i64,
    #[diesel(sql_type = Double)]
    #[serde(serialize_with = "rounded")]
    wpm: f64,
    #[diesel(sql_type = Nullable<Double>)]
    #[serde(serialize_with = "rounded_if_known")]
    raw_wpm: Option<f64>,
    #[diesel(sql_type = Double)]
    #[serde(serialize_with = "rounded")]
    accuracy: f64,
    #[diesel(sql_type = Nullable<Double>)]
    #[serde(serialize_with = "rounded_if_known")]
    consistency: Option<f64>,
    #[diesel(sql_type = Text)]
    author: String,
    #[diesel(sql_type = Text)]
    text: String,
    #[diesel(embed)]
    #[serde(skip)]
    log: KeyLog,
    /// NULL in the row; read from its log.
    #[diesel(sql_type = Nullable<Text>)]
    keystrokes: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    times: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
}

impl Rows for Race {
    fn read(user: UserId, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let rows =
            "SELECT run.*, races.room, races.started_at, races.racers, races.start_spread_ms, texts.author, texts.text,
                result_keys.keys, NULL AS keystrokes, NULL AS times, result_reviews.asked_at, result_reviews.decided_at,
                result_reviews.explanation,
                (SELECT string_agg(rule || ' ' || measured || ' (' || bound || ')', ', ' ORDER BY rule)
                    FROM result_findings WHERE result_findings.result_id = run.id) AS findings
            FROM (
                SELECT * FROM results WHERE user_id = $1 AND (language, created_at, id) > ($2, $3, $4)
                ORDER BY language, created_at, id LIMIT $5
            ) AS run
            JOIN races ON races.id = run.race_id JOIN texts ON texts.id = races.text_id
            LEFT JOIN result_keys ON result_keys.result_id = run.id
            LEFT JOIN result_reviews ON result_reviews.result_id = run.id
            ORDER BY run.language, run.created_at, run.id";
        let rows = sql_query(rows)
            .bind::<BigInt, _>(user.0)
            .bind::<Text, _>(&after.language)
            .bind::<Timestamptz, _>(after.time)
            .bind::<BigInt, _>(after.id)
            .bind::<BigInt, _>(BATCH_OF_RUNS);
        let mut rows: Vec<Self> = rows.load(conn)?;
        for row in &mut rows {
            (row.keystrokes, row.times) = row.log.read(&row.text);
        }
        Ok(rows)
    }

    fn place(&self) -> Option<Place> {
        Some(Place { language: self.language.clone(), ..Place::of(self.created_at, self.id) })
    }
}

/// An attempt at the race of a day.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = daily_attempts, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct DailyRace {
    day: NaiveDate,
    language: String,
    #[diesel(column_name = race_id)]
    race: ShortRaceId,
    started_at: DateTime<Utc>,
}

impl Rows for DailyRace {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_user = daily_attempts::table.filter(daily_attempts::user_id.eq(user.0));
        of_user.order((daily_attempts::day, daily_attempts::language)).select(Self::as_select()).load(conn)
    }
}

/// A practice run.
#[derive(QueryableByName, Serialize)]
#[serde(rename_all = "camelCase")]
struct Practice {
    #[diesel(sql_type = BigInt)]
    #[serde(skip)]
    id: i64,
    /// By the clock of the device.
    #[diesel(sql_type = Timestamptz)]
    #[serde(rename = "date")]
    typed_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    #[serde(skip)]
    ran_at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    mode: String,
    #[diesel(sql_type = Text)]
    language: String,
    #[diesel(sql_type = BigInt)]
    #[serde(rename = "time", serialize_with = "seconds")]
    time_ms: i64,
    #[diesel(sql_type = Double)]
    #[serde(serialize_with = "rounded")]
    wpm: f64,
    #[diesel(sql_type = Nullable<Double>)]
    #[serde(serialize_with = "rounded_if_known")]
    raw_wpm: Option<f64>,
    #[diesel(sql_type = Double)]
    #[serde(serialize_with = "rounded")]
    accuracy: f64,
    #[diesel(sql_type = Nullable<Double>)]
    #[serde(serialize_with = "rounded_if_known")]
    consistency: Option<f64>,
    #[diesel(sql_type = Nullable<Text>)]
    author: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    text: Option<String>,
    #[diesel(embed)]
    #[serde(skip)]
    log: KeyLog,
    /// NULL in the row; read from its log.
    #[diesel(sql_type = Nullable<Text>)]
    keystrokes: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    times: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    created_at: DateTime<Utc>,
}

impl Rows for Practice {
    fn read(user: UserId, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let rows = "SELECT run.*, texts.author, coalesce(practice_keys.text, texts.text) AS text, practice_keys.keys,
                NULL AS keystrokes, NULL AS times
            FROM (
                SELECT * FROM practice_results WHERE user_id = $1 AND (mode, language, ran_at, id) > ($2, $3, $4, $5)
                ORDER BY mode, language, ran_at, id LIMIT $6
            ) AS run
            LEFT JOIN texts ON texts.id = run.text_id LEFT JOIN practice_keys ON practice_id = run.id
            ORDER BY run.mode, run.language, run.ran_at, run.id";
        let rows = sql_query(rows)
            .bind::<BigInt, _>(user.0)
            .bind::<Text, _>(&after.mode)
            .bind::<Text, _>(&after.language)
            .bind::<Timestamptz, _>(after.time)
            .bind::<BigInt, _>(after.id)
            .bind::<BigInt, _>(BATCH_OF_RUNS);
        let mut rows: Vec<Self> = rows.load(conn)?;
        for row in &mut rows {
            (row.keystrokes, row.times) = row.log.read(row.text.as_deref().unwrap_or_default());
        }
        Ok(rows)
    }

    fn place(&self) -> Option<Place> {
        let (mode, language) = (self.mode.clone(), self.language.clone());
        Some(Place { mode, language, ..Place::of(self.ran_at, self.id) })
    }
}

/// The keys of a run, while they are kept.
#[derive(QueryableByName)]
struct KeyLog {
    #[diesel(sql_type = Nullable<Bytea>)]
    keys: Option<Vec<u8>>,
}

impl KeyLog {
    /// Returns the keys, and their milliseconds since the first one, separated by spaces.
    fn read(&self, text: &str) -> (Option<String>, Option<String>) {
        let keys = self.keys.as_deref().and_then(|log| TimedKeys::decode(text, log));
        let times = |times: Vec<u32>| times.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        keys.map(|keys| (keys.keystrokes, times(keys.times))).unzip()
    }
}

/// The figures of a key, from all runs of one kind and language whose keys were known.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Key {
    kind: &'static str,
    language: &'static str,
    key: char,
    /// The character before it, for a pair.
    after: Option<char>,
    typed: u32,
    missed: u32,
    mean_ms: Option<f64>,
    median_ms: Option<f64>,
}

impl Rows for Key {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let mut rows = vec![];
        for (kind, language, sums) in key_day::all(user, conn)? {
            rows.extend(sums.iter().map(|((after, key), sum)| Self {
                kind: kind.name(),
                language: language.name(),
                key,
                after,
                typed: sum.typed,
                missed: sum.missed,
                mean_ms: sum.mean_ms().map(f64::round),
                median_ms: sum.median_ms().map(f64::round),
            }));
        }
        Ok(rows)
    }
}

/// The sums of the runs of a day (UTC) of one kind, mode and language.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = run_days, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct Day {
    day: NaiveDate,
    kind: String,
    mode: String,
    language: String,
    runs: i32,
    wpm_sum: f64,
    accuracy_sum: f64,
    #[diesel(column_name = time_ms)]
    #[serde(serialize_with = "seconds")]
    time: i64,
}

impl Rows for Day {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let of_user = run_days::table.filter(run_days::user_id.eq(user.0));
        let in_order = of_user.order((run_days::day, run_days::kind, run_days::mode, run_days::language));
        in_order.select(Self::as_select()).load(conn)
    }
}

/// A skin that the user unlocked, besides those that everybody has.
#[derive(Queryable, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnedSkin {
    skin: String,
    name: String,
    created_at: DateTime<Utc>,
}

impl Rows for OwnedSkin {
    fn read(user: UserId, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        owned_skins::table
            .inner_join(skins::table)
            .filter(owned_skins::user_id.eq(user.0))
            .order(owned_skins::skin)
            .select((owned_skins::skin, skins::name, owned_skins::created_at))
            .load(conn)
    }
}

#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = purchases, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct Purchase {
    #[serde(skip)]
    id: i64,
    skin: String,
    price_cents: i32,
    currency: String,
    state: String,
    provider: String,
    payment_id: Option<String>,
    payer_id: Option<String>,
    invoice: Option<i64>,
    created_at: DateTime<Utc>,
    settled_at: Option<DateTime<Utc>>,
}

rows_of!(purchases, Purchase);

#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = text_requests, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct TextRequest {
    #[serde(skip)]
    id: i64,
    text: String,
    author: String,
    url: String,
    language: String,
    state: String,
    created_at: DateTime<Utc>,
    decided_at: Option<DateTime<Utc>>,
}

rows_of!(text_requests, TextRequest);

#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = feedback, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct Feedback {
    #[serde(skip)]
    id: i64,
    #[diesel(column_name = words)]
    feedback: String,
    created_at: DateTime<Utc>,
}

rows_of!(feedback, Feedback);

/// A mail to the user that is waiting or was sent, without its content.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = mails, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct Mail {
    #[serde(skip)]
    id: i64,
    kind: String,
    recipient: String,
    state: String,
    created_at: DateTime<Utc>,
    settled_at: Option<DateTime<Utc>>,
}

rows_of!(mails, Mail);

/// Serializes milliseconds as seconds.
fn seconds<S: Serializer>(ms: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*ms as f64 / 1000.0)
}

fn rounded_if_known<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(two_decimals).serialize(serializer)
}

fn rounded<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(two_decimals(*number))
}
