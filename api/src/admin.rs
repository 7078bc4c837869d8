//! What operators do from the command line: granting and revoking the admin role, and working out speeds anew. These
//! functions block.

use diesel::Connection as _;

use crate::database::{Database, DatabaseError};
use crate::domain::{Role, Username};
use crate::models::speed;
use crate::models::user::User;

/// The reason a role was not granted or revoked.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// There is no such account.
    #[error("there is no user called `{0}`")]
    UnknownUser(String),
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

fn set_role(database: &Database, name: &str, role: Role) -> Result<(), AdminError> {
    let unknown = || AdminError::UnknownUser(name.to_owned());
    let username: Username = name.parse().map_err(|_| unknown())?;
    let is_known = User::set_role(&username, role, &mut *database.connection()?).map_err(DatabaseError::from)?;
    if is_known { Ok(()) } else { Err(unknown()) }
}
