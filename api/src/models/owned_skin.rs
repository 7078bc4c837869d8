//! Skins that users unlocked.

use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::owned_skins;

/// What showing that one reads mail at one's address is rewarded with.
pub(crate) const VERIFICATION_SKIN: &str = "snowcap";

/// Gives a user a skin; tells whether it is new to them.
pub(crate) fn grant(user: UserId, skin: &str, conn: &mut PgConnection) -> QueryResult<bool> {
    let granted = diesel::insert_into(owned_skins::table)
        .values((owned_skins::user_id.eq(user.0), owned_skins::skin.eq(skin)))
        .on_conflict_do_nothing()
        .execute(conn)?;
    Ok(granted > 0)
}

/// The file names of what a user unlocked, in the order of unlocking.
pub(crate) fn of(user: UserId, conn: &mut PgConnection) -> QueryResult<Vec<String>> {
    let owned = owned_skins::table.filter(owned_skins::user_id.eq(user.0));
    owned.order((owned_skins::created_at, owned_skins::skin)).select(owned_skins::skin).load(conn)
}
