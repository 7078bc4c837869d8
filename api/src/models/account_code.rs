//! Codes from mails.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::expression::AsExpression;
use diesel::prelude::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use diesel::sql_types::Text;
use diesel::upsert::excluded;
use diesel::{PgConnection, QueryResult};
use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use shared::UserId;

use crate::database::schema::account_codes;
use crate::domain::{Code, column_names};

const CODE_BYTES: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression)]
#[diesel(sql_type = Text)]
pub(crate) enum Purpose {
    /// Verifies the account's address.
    Verify,
    Reset,
}

column_names!(Purpose { Verify = "verify", Reset = "reset" });

impl Purpose {
    pub(crate) const fn ttl(self) -> TimeDelta {
        match self {
            Self::Verify => TimeDelta::hours(24),
            Self::Reset => TimeDelta::hours(1),
        }
    }
}

/// Creates a code that replaces the account's previous one for this purpose. Only its hash is stored.
pub(crate) fn issue(user_id: UserId, purpose: Purpose, conn: &mut PgConnection) -> QueryResult<String> {
    let code = generate();
    diesel::insert_into(account_codes::table)
        .values((
            account_codes::user_id.eq(user_id.0),
            account_codes::purpose.eq(purpose),
            account_codes::code_hash.eq(hash(&code)),
            account_codes::expires_at.eq(Utc::now() + purpose.ttl()),
        ))
        .on_conflict((account_codes::user_id, account_codes::purpose))
        .do_update()
        .set((
            account_codes::code_hash.eq(excluded(account_codes::code_hash)),
            account_codes::expires_at.eq(excluded(account_codes::expires_at)),
        ))
        .execute(conn)?;
    Ok(code)
}

/// Selects the account's code if it is this one and has not expired.
macro_rules! good {
    ($user_id:expr, $purpose:expr, $code:expr) => {
        account_codes::table
            .find(($user_id.0, $purpose))
            .filter(account_codes::code_hash.eq(hash($code)).and(account_codes::expires_at.gt(diesel::dsl::now)))
    };
}

/// Returns true if this is currently a valid code of the account.
pub(crate) fn is_good(user_id: UserId, purpose: Purpose, code: &Code, conn: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(good!(user_id, purpose, code))).get_result(conn)
}

/// Uses up a code, and returns whether it was valid. If two calls use it at once, it is valid for one of them.
pub(crate) fn redeem(user_id: UserId, purpose: Purpose, code: &Code, conn: &mut PgConnection) -> QueryResult<bool> {
    Ok(diesel::delete(good!(user_id, purpose, code)).execute(conn)? > 0)
}

pub(crate) fn delete_all(user_id: UserId, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(account_codes::table.filter(account_codes::user_id.eq(user_id.0))).execute(conn).map(drop)
}

pub(crate) fn delete(user_id: UserId, purpose: Purpose, conn: &mut PgConnection) -> QueryResult<()> {
    let code = account_codes::table.find((user_id.0, purpose));
    diesel::delete(code).execute(conn).map(drop)
}

pub(crate) fn delete_expired(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(account_codes::table.filter(account_codes::expires_at.lt(moment))).execute(conn).map(drop)
}

/// Returns a new code, which cannot be guessed.
pub(super) fn generate() -> String {
    let mut bytes = [0; CODE_BYTES];
    rand::rng().fill_bytes(&mut bytes);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the form in which a code is stored.
pub(super) fn hash(code: &str) -> Vec<u8> {
    Sha256::digest(code).to_vec()
}
