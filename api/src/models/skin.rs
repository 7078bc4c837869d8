//! Skins, their owners, and the rules that unlock them.

use chrono::NaiveDate;
use diesel::dsl::{exists, not};
use diesel::pg::Pg;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, JoinOnDsl as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::sql_types::Double;
use diesel::{PgConnection, QueryResult};
use shared::UserId;

use crate::database::schema::{owned_skins, skins, user_stats};
use crate::domain::{Price, SkinDescription, SkinFile, SkinName};
use crate::unlock::{ACCURACY_RACES, Unlock};

/// The number of users per transaction when all users are checked.
const GRANTED_AT_ONCE: i64 = 10_000;

#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = skins, check_for_backend(Pg))]
pub(crate) struct Skin {
    pub(crate) filename: SkinFile,
    pub(crate) name: SkinName,
    pub(crate) description: SkinDescription,
    pub(crate) unlock: Unlock,
    /// The number to reach, if the rule has one.
    pub(crate) threshold: Option<f64>,
    /// The price, if it is in the shop.
    pub(crate) price_cents: Option<Price>,
    sold_from: NaiveDate,
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = skins, check_for_backend(Pg))]
pub(crate) struct NewSkin {
    pub(crate) filename: SkinFile,
    pub(crate) name: SkinName,
    pub(crate) description: SkinDescription,
    pub(crate) price_cents: Price,
}

impl NewSkin {
    /// Adds the skin to the shop, from the next day on. A duplicate file or name violates `skins_pkey`,
    /// `skins_filename_key` or `skins_name_key`.
    pub(crate) fn insert(&self, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::insert_into(skins::table).values(self).execute(conn).map(drop)
    }
}

/// Grants the skin of a rule, and returns it if it is new to the user.
pub(crate) fn grant(conn: &mut PgConnection, user: UserId, rule: Unlock) -> QueryResult<Option<Skin>> {
    let rewards = skins::table.filter(skins::unlock.eq(rule));
    let reward: Option<Skin> =
        rewards.order((skins::position, skins::filename)).select(Skin::as_select()).first(conn).optional()?;
    let Some(skin) = reward else { return Ok(None) };
    Ok(skin.give_to(user, conn)?.then_some(skin))
}

/// Grants these users every skin whose threshold their stats have reached, and returns the new ones, each with its
/// user.
pub(crate) fn grant_reached(users: &[UserId], conn: &mut PgConnection) -> QueryResult<Vec<(UserId, String)>> {
    let wpm = skins::unlock.eq(Unlock::Wpm).and(skins::threshold.le(user_stats::best_wpm.nullable()));
    let total = user_stats::races_total.cast::<Double>().nullable();
    let races = skins::unlock.eq(Unlock::Races).and(skins::threshold.le(total));
    let won = user_stats::races_won.cast::<Double>().nullable();
    let wins = skins::unlock.eq(Unlock::Wins).and(skins::threshold.le(won));
    let accuracy = skins::unlock
        .eq(Unlock::Accuracy)
        .and(skins::threshold.le(user_stats::average_accuracy.nullable()))
        .and(user_stats::races_total.ge(ACCURACY_RACES));
    let owned = owned_skins::user_id.eq(user_stats::user_id).and(owned_skins::skin.eq(skins::filename));
    let granted: Vec<(i64, String)> = user_stats::table
        .inner_join(skins::table.on(wpm.or(races).or(wins).or(accuracy)))
        .filter(user_stats::user_id.eq_any(users.iter().map(|user| user.0)))
        // Cheaper than a conflict, and users own most of what they have reached.
        .filter(not(exists(owned_skins::table.filter(owned))))
        .order((user_stats::user_id, skins::filename))
        .select((user_stats::user_id, skins::filename))
        .insert_into(owned_skins::table)
        .into_columns((owned_skins::user_id, owned_skins::skin))
        .on_conflict_do_nothing()
        .returning((owned_skins::user_id, owned_skins::skin))
        .get_results(conn)?;
    Ok(granted.into_iter().map(|(user, skin)| (UserId(user), skin)).collect())
}

/// Grants all users every skin whose threshold they have reached, for when a migration has added skins.
///
/// Each transaction covers some of the users, so that no result waits long.
pub(crate) fn grant_reached_by_all(conn: &mut PgConnection) -> QueryResult<()> {
    let mut last = i64::MIN;
    loop {
        let racers = user_stats::table.filter(user_stats::user_id.gt(last)).order(user_stats::user_id);
        let racers: Vec<i64> = racers.limit(GRANTED_AT_ONCE).select(user_stats::user_id).load(conn)?;
        let Some(newest) = racers.last() else { return Ok(()) };
        last = *newest;
        grant_reached(&racers.into_iter().map(UserId).collect::<Vec<_>>(), conn)?;
    }
}

/// Returns every skin in display order, each with whether `user` owns it.
pub(crate) fn all_for(user: Option<UserId>, conn: &mut PgConnection) -> QueryResult<Vec<(Skin, bool)>> {
    let owned = skins::filename.eq(owned_skins::skin).and(owned_skins::user_id.nullable().eq(user.map(|user| user.0)));
    let skins: Vec<(Skin, Option<String>)> = skins::table
        .left_join(owned_skins::table.on(owned))
        .order((skins::position, skins::filename))
        .select((Skin::as_select(), owned_skins::skin.nullable()))
        .load(conn)?;
    let is_owned = |(skin, row): (Skin, Option<String>)| {
        let is_owned = row.is_some() || skin.unlock == Unlock::Signup;
        (skin, is_owned)
    };
    Ok(skins.into_iter().map(is_owned).collect())
}

/// Returns the skins that are in the shop by `day`, for sale or as easter eggs, in display order, each with whether
/// `user` owns it.
pub(crate) fn priced(day: NaiveDate, user: Option<UserId>, conn: &mut PgConnection) -> QueryResult<Vec<(Skin, bool)>> {
    let mut skins = all_for(user, conn)?;
    skins.retain(|(skin, _)| skin.price_cents.is_some() && skin.sold_from <= day);
    Ok(skins)
}

impl Skin {
    pub(crate) fn find(filename: &SkinFile, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        skins::table.find(filename).select(Self::as_select()).first(conn).optional()
    }

    /// Selects the skin that a form names, where `None` is a malformed name.
    pub(crate) fn named(filename: Option<SkinFile>, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        filename.map_or(Ok(None), |filename| Self::find(&filename, conn))
    }

    /// Returns the price. `None` for a skin that is not sold, including easter eggs that are displayed in
    /// the shop.
    pub(crate) fn sold_for(&self) -> Option<Price> {
        self.price_cents.filter(|_| self.unlock == Unlock::Shop)
    }

    /// Grants it to a user, and returns whether it is new to them.
    pub(crate) fn give_to(&self, user: UserId, conn: &mut PgConnection) -> QueryResult<bool> {
        if self.unlock == Unlock::Signup {
            return Ok(false);
        }
        let given = diesel::insert_into(owned_skins::table)
            .values((owned_skins::user_id.eq(user.0), owned_skins::skin.eq(&self.filename)))
            .on_conflict_do_nothing()
            .execute(conn)?;
        Ok(given > 0)
    }

    pub(crate) fn is_owned_by(&self, user: UserId, conn: &mut PgConnection) -> QueryResult<bool> {
        if self.unlock == Unlock::Signup {
            return Ok(true);
        }
        diesel::select(diesel::dsl::exists(owned_skins::table.find((user.0, &self.filename)))).get_result(conn)
    }
}
