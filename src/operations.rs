//! The operators' commands besides `serve`: the schema, admins, speeds, load-test users, the public key, the Postgres
//! programs.

use std::io::Write as _;

use api::{admin, load_users as loading};

use crate::command_line::AdminCommand;
use crate::database::{self, Postgres};
use crate::keys;
use crate::settings::Data;

/// The size of the connection pool: a command runs one query at a time.
const CONNECTIONS: u32 = 1;

/// Brings the schema up to date.
pub(crate) fn migrate(data: &Data) -> anyhow::Result<()> {
    let postgres = Postgres::join_or_start(data)?;
    postgres.connect(CONNECTIONS)?.migrate()?;
    Ok(())
}

/// Grants, revokes or lists admins, does what they do, or works out speeds anew.
pub(crate) fn admin(data: &Data, command: &AdminCommand) -> anyhow::Result<()> {
    let postgres = Postgres::join_or_start(data)?;
    let database = postgres.connect(CONNECTIONS)?;
    database.migrate()?;
    match command {
        AdminCommand::Grant { username } => admin::grant(&database, username)?,
        AdminCommand::Revoke { username } => admin::revoke(&database, username)?,
        AdminCommand::Speeds => {
            let users = admin::work_out_speeds(&database)?;
            writeln!(std::io::stdout(), "worked out the speeds of {users} users")?;
        }
        AdminCommand::List => {
            let mut out = std::io::stdout().lock();
            for username in admin::list(&database)? {
                writeln!(out, "{username}")?;
            }
        }
        AdminCommand::Ban { username, days, reason } => admin::ban(&database, username, *days, reason)?,
        AdminCommand::Unban { username, reason } => admin::unban(&database, username, reason)?,
        AdminCommand::Rename { username, to, reason } => {
            admin::rename(&database, &keys::load_of_site(data)?, username, to, reason)?;
        }
        AdminCommand::Reports => {
            let mut out = std::io::stdout().lock();
            for report in admin::reports(&database)? {
                writeln!(out, "{report}")?;
            }
        }
    }
    Ok(())
}

/// Creates users, and prints one line for each.
pub(crate) fn load_users(data: &Data, count: u32) -> anyhow::Result<()> {
    let tokens = keys::load_of_site(data)?;
    let postgres = Postgres::join_or_start(data)?;
    let database = postgres.connect(CONNECTIONS)?;
    database.migrate()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for user in loading::make(&database, &tokens, count) {
        writeln!(out, "{}", serde_json::to_string(&user?)?)?;
    }
    Ok(out.flush()?)
}

/// Prints the public half of the key that signs tokens.
pub(crate) fn public_key(data: &Data) -> anyhow::Result<()> {
    Ok(write!(std::io::stdout(), "{}", keys::load(data)?.public_pem())?)
}

/// Prints the directory of the private Postgres's programs.
pub(crate) fn postgres_bin(data: &Data) -> anyhow::Result<()> {
    let programs = database::programs(data)?;
    Ok(writeln!(std::io::stdout(), "{}", programs.bin().display())?)
}
