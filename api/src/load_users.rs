//! Accounts for load tests: verified, each with a token, and without a usable password.

use chrono::Utc;
use serde::Serialize;

use crate::database::{Database, DatabaseError};
use crate::domain::{Country, Language, RESERVED_PREFIX, Username};
use crate::models::user::{NO_PASSWORD, NewUser, User};
use crate::tokens::TokenIssuer;

/// The number of accounts per statement.
const BATCH: u32 = 1000;

/// An account with its token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LoadUser {
    /// Its name: `load-000001` and so on, a prefix that no signup can use.
    pub username: String,
    /// A token for it.
    pub token: String,
}

/// Creates those of the accounts 1 to `count` that are missing, and yields each with a token. Blocks.
pub fn make(
    database: &Database,
    tokens: &TokenIssuer,
    count: u32,
) -> impl Iterator<Item = Result<LoadUser, DatabaseError>> {
    (0..count).step_by(BATCH as usize).flat_map(move |first| {
        let numbers = first + 1..=count.min(first + BATCH);
        match make_batch(database, tokens, numbers) {
            Ok(users) => users.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    })
}

fn make_batch(
    database: &Database,
    tokens: &TokenIssuer,
    numbers: std::ops::RangeInclusive<u32>,
) -> Result<Vec<LoadUser>, DatabaseError> {
    let names = numbers.map(|number| format!("{RESERVED_PREFIX}{number:06}").parse());
    let names: Vec<Username> = names.collect::<Result<_, _>>().expect("a prefix and at most ten digits are a name");
    let accounts: Vec<NewUser> = names.iter().map(account).collect();
    let conn = &mut *database.connection()?;
    NewUser::insert_missing(&accounts, conn)?;
    let load_user = |user: User| {
        let token = tokens.issue(user.id, &user.username, user.token_version);
        LoadUser { username: user.username.into(), token }
    };
    Ok(User::find_all(&names, conn)?.into_iter().map(load_user).collect())
}

fn account(username: &Username) -> NewUser {
    NewUser {
        username: username.clone(),
        // This domain cannot exist (RFC 2606, section 2).
        email: format!("{username}@load.invalid").parse().expect("it is an address"),
        password_hash: NO_PASSWORD.to_owned(),
        country: Country::default(),
        email_verified_at: Some(Utc::now()),
        language: Language::default(),
    }
}
