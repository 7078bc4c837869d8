//! The acts of operators from the command line: granting and revoking the admin role, those of the admins' page, and working out
//! speeds anew. These functions block.

use diesel::{Connection as _, PgConnection};

use crate::TokenIssuer;
use crate::database::{Database, DatabaseError};
use crate::domain::{BanDays, Explanation, Invalid, RequestId, Role, Username, Value as _};
use crate::error::ApiError;
use crate::models::report::Case;
use crate::models::speed;
use crate::models::user::User;
use crate::moderation::Moderation;

/// The name of the admin in acts of the operator.
const OPERATOR: &str = "";

/// The number of cases that are read at once.
const CASES_AT_ONCE: i64 = 100;

/// The reason a role was not granted or revoked.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// There is no such account.
    #[error("there is no user called `{0}`")]
    UnknownUser(String),
    /// A value is invalid.
    #[error("{field} {reason}")]
    Invalid {
        /// The name of the value.
        field: &'static str,
        /// The end of a sentence that begins with it.
        reason: String,
    },
    /// The account does not allow it now.
    #[error("{0}")]
    Refused(String),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

/// Makes the user an admin. Does nothing if they already are one.
///
/// # Errors
/// [`AdminError`].
pub fn grant(database: &Database, username: &str) -> Result<(), AdminError> {
    set_role(database, username, Role::Admin)
}

/// Makes the user an ordinary user again.
///
/// # Errors
/// [`AdminError`].
pub fn revoke(database: &Database, username: &str) -> Result<(), AdminError> {
    set_role(database, username, Role::User)
}

/// Returns the names of all admins, in alphabetical order.
///
/// # Errors
/// [`AdminError::Database`].
pub fn list(database: &Database) -> Result<Vec<String>, AdminError> {
    let names = User::names_by_role(Role::Admin, &mut *database.connection()?);
    Ok(names.map_err(DatabaseError::from)?)
}

/// Works out the estimated speeds of all users anew, one after another while the site runs, and returns the number of users.
///
/// # Errors
/// [`AdminError::Database`].
pub fn work_out_speeds(database: &Database) -> Result<usize, AdminError> {
    let conn = &mut *database.connection()?;
    let users = User::ids(conn).map_err(DatabaseError::from)?;
    for user in &users {
        let worked_out = conn.transaction(|conn| {
            User::lock_alone(*user, conn)?;
            speed::work_out_all(*user, conn)
        });
        worked_out.map_err(DatabaseError::from)?;
    }
    Ok(users.len())
}

/// Bans a user, for some days or for good, as an admin does on their page. All tokens of the account are revoked.
///
/// # Errors
/// [`AdminError`].
pub fn ban(database: &Database, username: &str, days: Option<u32>, reason: &str) -> Result<(), AdminError> {
    let days = days.map(|days| BanDays::parse(days.into()).map_err(|error| invalid("the number of days", &error)));
    let days = days.transpose()?;
    moderate(database, username, reason, |moderation, conn| moderation.ban(days, conn))
}

/// Lifts the ban of a user.
///
/// # Errors
/// [`AdminError`].
pub fn unban(database: &Database, username: &str, reason: &str) -> Result<(), AdminError> {
    moderate(database, username, reason, |moderation, conn| moderation.unban(conn))
}

/// Gives a user another name. The old one is reserved for a while.
///
/// # Errors
/// [`AdminError`].
pub fn rename(
    database: &Database,
    tokens: &TokenIssuer,
    username: &str,
    to: &str,
    reason: &str,
) -> Result<(), AdminError> {
    let to: Username = to.parse().map_err(|error| invalid("the new name", &error))?;
    moderate(database, username, reason, |moderation, conn| moderation.rename(&to, tokens.keyed_hash(), conn))
}

/// Returns what is reported, the longest ago first: each in one line, with tabs between its number, its kind, the name of
/// the user or the text, the race, the number of reports, and the words of the first.
///
/// # Errors
/// [`AdminError::Database`].
pub fn reports(database: &Database) -> Result<Vec<String>, AdminError> {
    let conn = &mut *database.connection()?;
    let mut lines = Vec::new();
    let mut after = RequestId::default();
    loop {
        let cases = Case::open(after, CASES_AT_ONCE, conn).map_err(DatabaseError::from)?;
        let Some(last) = cases.last() else { return Ok(lines) };
        after = last.id.into();
        lines.extend(cases.iter().map(line));
    }
}

fn line(case: &Case) -> String {
    let thing = case.username.as_deref().or(case.text.as_deref()).unwrap_or_default();
    let race = case.race.map(|race| race.to_string()).unwrap_or_default();
    let fields = [&case.id.to_string(), case.kind.name(), thing, &race, &case.reports.to_string(), &case.words];
    // What users wrote must not control a terminal.
    let plain = |field: &str| field.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    fields.map(plain).join("\t")
}

/// Does something about the account with this name, in one transaction.
fn moderate(
    database: &Database,
    name: &str,
    reason: &str,
    act: impl FnOnce(Moderation<'_>, &mut PgConnection) -> Result<(), ApiError>,
) -> Result<(), AdminError> {
    let username: Username = name.parse().map_err(|_| AdminError::UnknownUser(name.to_owned()))?;
    let reason: Explanation = reason.parse().map_err(|error| invalid("the reason", &error))?;
    let done = database.connection()?.transaction(|conn| {
        let moderation = Moderation::of(Some(&username), OPERATOR, reason.to_string(), conn)?;
        act(moderation, conn)
    });
    done.map_err(|error: ApiError| AdminError::Refused(error.to_string()))
}

fn invalid(field: &'static str, error: &Invalid) -> AdminError {
    AdminError::Invalid { field, reason: error.to_string() }
}

fn set_role(database: &Database, name: &str, role: Role) -> Result<(), AdminError> {
    let unknown = || AdminError::UnknownUser(name.to_owned());
    let username: Username = name.parse().map_err(|_| unknown())?;
    let is_known = User::set_role(&username, role, &mut *database.connection()?).map_err(DatabaseError::from)?;
    if is_known { Ok(()) } else { Err(unknown()) }
}
