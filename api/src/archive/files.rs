//! The files of an archive: the one list of what belongs to a user. A test compares it with the tables that refer to
//! users, so that a new table is either here or left out for a reason.
//!
//! Hashes and codes are in no archive. Times are in seconds, speeds and accuracies have two decimals, and dates are RFC
//! 3339, as in the answers of calls.

mod events;
mod runs;

use std::io;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::pg::Pg;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable,
    RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::{BigInt, Nullable};
use diesel::{PgConnection, QueryResult};
use serde::{Serialize, Serializer};
use serde_json::Value;
use typing::score::two_decimals;

use events::{HostedEvent, RacedEvent};
use runs::{DailyRace, Day, Key, Practice, Race};

use super::Owner;
use crate::database::schema::{
    address_changes, admin_acts, api_keys, bans, feedback, lower, mails, owned_skins, practice_stats, purchases,
    reports, skins, text_requests, user_stats, users,
};
use crate::models::user::User;
use crate::models::{address_change, block};

/// The number of rows that are read at once.
const BATCH: i64 = 500;

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

pub(super) const FILES: [File; 21] = [
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
    File::of::<HostedEvent>("hosted-events"),
    File::of::<RacedEvent>("raced-events"),
    File::of::<Feedback>("feedback"),
    File::of::<Mail>("mails"),
    File::of::<Report>("reports"),
    File::of::<Block>("blocks"),
    File::of::<Ban>("bans"),
    File::of::<AdminAct>("admin-acts"),
];

/// One kind of rows.
#[derive(Clone, Copy)]
pub(super) struct File {
    /// The name without its ending.
    pub(super) name: &'static str,
    pub(super) read: Read,
}

/// Reads the rows after a place.
type Read = fn(Owner, &Place, &mut PgConnection) -> QueryResult<Batch>;

/// Writes the rows that were read.
type Write = Box<dyn FnOnce(&mut dyn io::Write) -> io::Result<()> + Send>;

/// Some rows, which are decoded and written when the connection is no longer needed.
pub(super) struct Batch {
    pub(super) write: Write,
    /// The place after which the next rows follow; `None` after the last.
    pub(super) next: Option<Place>,
}

/// Rows that belong to a user.
trait Rows: Serialize + Send + Sized + 'static {
    /// Reads the first rows after a place, in the order of their places.
    fn read(owner: Owner, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>>;

    /// Returns the place of the row, if it has one. Rows without places are few, and read at once.
    fn place(&self) -> Option<Place> {
        None
    }

    /// Reads the fields that are stored in another form.
    fn decode(&mut self) {}
}

impl File {
    const fn of<R: Rows>(name: &'static str) -> Self {
        Self { name, read: read::<R> }
    }
}

fn read<R: Rows>(owner: Owner, after: &Place, conn: &mut PgConnection) -> QueryResult<Batch> {
    let rows = R::read(owner, after, conn)?;
    let next = rows.last().and_then(R::place);
    let (is_first, is_last) = (*after == START, next.is_none());
    Ok(Batch { write: Box::new(move |out| write(rows, is_first, is_last, out)), next })
}

/// Writes rows of a list, of which these may be the first or the last.
fn write<R: Rows>(rows: Vec<R>, is_first: bool, is_last: bool, out: &mut dyn io::Write) -> io::Result<()> {
    let is_empty = is_first && rows.is_empty();
    let mut separator = if is_first { "[\n" } else { ",\n" };
    for mut row in rows {
        row.decode();
        out.write_all(separator.as_bytes())?;
        serde_json::to_writer(&mut *out, &row)?;
        separator = ",\n";
    }
    match (is_empty, is_last) {
        (true, _) => out.write_all(b"[]\n"),
        (false, true) => out.write_all(b"\n]\n"),
        (false, false) => Ok(()),
    }
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
            fn read(Owner { id: user, .. }: Owner, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
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
    shown_to_watchers: bool,
    overlay: bool,
    role: String,
    created_at: DateTime<Utc>,
}

impl Rows for Account {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
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
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
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
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
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
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
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
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
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

/// A skin that the user unlocked, besides those that everybody has.
#[derive(Queryable, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnedSkin {
    skin: String,
    name: String,
    created_at: DateTime<Utc>,
}

impl Rows for OwnedSkin {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
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
    #[diesel(select_expression = sql("invoice"), select_expression_type = SqlLiteral<Nullable<BigInt>>)]
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

/// Something that the user reported.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = reports, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct Report {
    kind: String,
    username: Option<String>,
    words: String,
    created_at: DateTime<Utc>,
    settled_at: Option<DateTime<Utc>>,
}

impl Rows for Report {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let by_user = reports::table.filter(reports::reporter_id.eq(user.0));
        by_user.order(reports::id).select(Self::as_select()).load(conn)
    }
}

/// A user whom the user blocks.
#[derive(Queryable, Serialize)]
#[serde(rename_all = "camelCase")]
struct Block {
    username: String,
    created_at: DateTime<Utc>,
}

impl Rows for Block {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let blocks = block::list(user, conn)?.into_iter();
        Ok(blocks.map(|(username, created_at)| Self { username: username.into(), created_at }).collect())
    }
}

#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = bans, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct Ban {
    reason: String,
    banned_at: DateTime<Utc>,
    /// Null for good.
    banned_until: Option<DateTime<Utc>>,
    reply: Option<String>,
    replied_at: Option<DateTime<Utc>>,
}

impl Rows for Ban {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        bans::table.find(user.0).select(Self::as_select()).load(conn)
    }
}

/// An act of an admin about the account.
#[derive(Queryable, Selectable, Serialize)]
#[diesel(table_name = admin_acts, check_for_backend(Pg))]
#[serde(rename_all = "camelCase")]
struct AdminAct {
    act: String,
    detail: String,
    reason: String,
    created_at: DateTime<Utc>,
}

impl Rows for AdminAct {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let about = admin_acts::table.filter(admin_acts::user_id.eq(user.0));
        about.order(admin_acts::id).select(Self::as_select()).load(conn)
    }
}

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

impl Rows for Mail {
    /// Mails to the account, and mails to its addresses, which do not name an account.
    fn read(Owner { id: user, .. }: Owner, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let Some(account) = User::find(user, conn)? else { return Ok(vec![]) };
        let addresses = address_change::addresses_of(&account, conn)?;
        let addresses: Vec<String> = addresses.iter().map(|address| address.to_ascii_lowercase()).collect();
        let Place { time, id, .. } = after;
        mails::table
            .filter(
                mails::user_id.eq(user.0).or(mails::user_id.is_null().and(lower(mails::recipient).eq_any(addresses))),
            )
            .filter(mails::created_at.ge(*time).and(mails::created_at.gt(*time).or(mails::id.gt(*id))))
            .order((mails::created_at, mails::id))
            .limit(BATCH)
            .select(Self::as_select())
            .load(conn)
    }

    fn place(&self) -> Option<Place> {
        Some(Place::of(self.created_at, self.id))
    }
}

/// Serializes milliseconds as seconds.
fn seconds<S: Serializer>(ms: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*ms as f64 / 1000.0)
}
