//! The networks from which accounts were logged in to, under keyed hashes.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::known_networks;

/// The number of networks that are remembered for each account: home, school, a phone, and some on the way.
const KEPT: i64 = 8;
/// The time for which a network is remembered after a login.
pub(crate) const TTL: TimeDelta = TimeDelta::days(90);

/// Returns true if the user has logged in from the network with this hash.
pub(crate) fn is_known(user: UserId, network: &[u8], conn: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(known_networks::table.find((user.0, network)))).get_result(conn)
}

/// Remembers the network, and forgets the one that was used least recently if the user has too many.
pub(crate) fn remember(user: UserId, network: &[u8], conn: &mut PgConnection) -> QueryResult<()> {
    diesel::insert_into(known_networks::table)
        .values((known_networks::user_id.eq(user.0), known_networks::network.eq(network)))
        .on_conflict((known_networks::user_id, known_networks::network))
        .do_update()
        .set(known_networks::seen_at.eq(diesel::dsl::now))
        .execute(conn)?;
    let of_user = known_networks::table.filter(known_networks::user_id.eq(user.0));
    let all = of_user.order(known_networks::seen_at.desc()).select(known_networks::network);
    let oldest: Vec<Vec<u8>> = all.offset(KEPT).load(conn)?;
    diesel::delete(of_user.filter(known_networks::network.eq_any(oldest))).execute(conn).map(drop)
}

/// Deletes the networks that were not used since `moment`.
pub(crate) fn delete_unused(moment: DateTime<Utc>, conn: &mut PgConnection) -> QueryResult<()> {
    diesel::delete(known_networks::table.filter(known_networks::seen_at.lt(moment))).execute(conn).map(drop)
}
