//! Accounts.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{exists, jsonb_strip_nulls, sql};
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, JoinOnDsl as _, NullableExpressionMethods as _,
    OptionalExtension as _, PgJsonbExpressionMethods as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable,
    SelectableHelper as _,
};
use diesel::sql_types::Bool;
use diesel::{PgConnection, QueryResult};
use serde::Serialize;
use serde_json::Value;
use shared::UserId;
use typing::division::division_of;
use utoipa::ToSchema;

use super::ban::not_banned;
use super::user_stats::{Divisions, UserStats};
use super::{account_code, held_name, race};
use crate::database::schema::{language_stats, lower, results, user_stats, users};
use crate::domain::{ChangedSettings, Code, Country, Email, Language, Role, ShortRaceId, SkinFile, Username};
use crate::keyed_hash::KeyedHash;

/// A placeholder for a password hash that no password matches.
pub(crate) const NO_PASSWORD: &str = "!";

/// The time for which an account is new.
const NEW_FOR: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(crate) struct User {
    #[diesel(deserialize_as = i64)]
    pub(crate) id: UserId,
    pub(crate) username: Username,
    pub(crate) email: Email,
    /// The address before `email`, until that is verified ([`User::confirmed_email`]).
    recovery_email: Option<Email>,
    /// The password's hash as a PHC string, or [`NO_PASSWORD`].
    pub(crate) password_hash: String,
    pub(crate) skin: SkinFile,
    pub(crate) role: Role,
    /// Raised to revoke all earlier tokens.
    pub(crate) token_version: i32,
    /// The time at which the owner verified the [confirmed address](User::confirmed_email).
    email_verified_at: Option<DateTime<Utc>>,
    /// A hash of the code that verified it.
    verified_by: Option<Vec<u8>>,
    pub(crate) language: Language,
    /// False if watchers of a race see neither the name nor the skin.
    pub(crate) shown_to_watchers: bool,
    pub(crate) created_at: DateTime<Utc>,
}

/// The choices of an account about watchers of its public races.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Watching {
    /// True if watchers see the name and the skin.
    pub(crate) shown_to_watchers: bool,
    /// True if everyone may open the page that shows the race of this racer, for streams.
    pub(crate) overlay: bool,
}

/// The part of an account that anyone may see.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Profile {
    pub(crate) username: Username,
    pub(crate) skin: SkinFile,
    country: Country,
    /// Racing since.
    #[serde(rename = "date")]
    created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(crate) struct NewUser {
    pub(crate) username: Username,
    pub(crate) email: Email,
    pub(crate) password_hash: String,
    pub(crate) country: Country,
    pub(crate) email_verified_at: Option<DateTime<Utc>>,
    pub(crate) language: Language,
}

impl NewUser {
    /// Inserts the account. A name or address that is taken violates `users_username_key` or `users_email_key`.
    pub(crate) fn insert(&self, conn: &mut PgConnection) -> QueryResult<User> {
        diesel::insert_into(users::table).values(self).returning(User::as_returning()).get_result(conn)
    }

    /// Inserts those of `accounts` whose names and addresses are free.
    pub(crate) fn insert_missing(accounts: &[Self], conn: &mut PgConnection) -> QueryResult<usize> {
        diesel::insert_into(users::table).values(accounts).on_conflict_do_nothing().execute(conn)
    }
}

impl Profile {
    /// Selects the profile of the account with this name, in any case, with the account's key and race totals. A banned
    /// account has none.
    pub(crate) fn find(username: &Username, conn: &mut PgConnection) -> QueryResult<Option<(UserId, Self, UserStats)>> {
        let named =
            users::table.left_join(user_stats::table).filter(lower(users::username).eq(username.to_ascii_lowercase()));
        let named = named.filter(sql::<Bool>(not_banned!("users.id")));
        let selected = (users::id, Self::as_select(), Option::<UserStats>::as_select());
        let found: Option<(i64, Self, Option<UserStats>)> = named.select(selected).first(conn).optional()?;
        Ok(found.map(|(id, profile, stats)| (UserId(id), profile, stats.unwrap_or_default())))
    }
}

/// The number of accounts that a search returns.
const FOUND_AT_MOST: i64 = 20;

/// Returns accounts whose name begins with these characters, in any case, in alphabetical order.
pub(crate) fn find_by_start_of_name(start: &str, conn: &mut PgConnection) -> QueryResult<Vec<User>> {
    let start = start.to_ascii_lowercase();
    // A tilde is after all characters of names.
    let named = users::table.filter(lower(users::username).between(start.clone(), format!("{start}~")));
    named.order(lower(users::username)).limit(FOUND_AT_MOST).select(User::as_select()).load(conn)
}

/// Returns the users who have a result in a race, in the order of their places.
pub(crate) fn racers_of(race: ShortRaceId, conn: &mut PgConnection) -> QueryResult<Vec<User>> {
    let racers = results::table.inner_join(users::table.on(users::id.eq(results::user_id)));
    let racers = racers.filter(results::race_id.eq(race)).order((results::unranked, results::place, results::id));
    racers.limit(FOUND_AT_MOST).select(User::as_select()).load(conn)
}

impl User {
    pub(crate) fn find(id: UserId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        users::table.find(id.0).select(Self::as_select()).first(conn).optional()
    }

    /// Selects the account with this key, with its divisions.
    pub(crate) fn find_with_divisions(id: UserId, conn: &mut PgConnection) -> QueryResult<Option<(Self, Divisions)>> {
        let by_language = users::table.left_join(language_stats::table).filter(users::id.eq(id.0));
        let stats = (language_stats::language, language_stats::shown).nullable();
        let rows = by_language.order(language_stats::language).select((Self::as_select(), stats));
        let mut found = None;
        for (user, stats) in rows.load::<(Self, Option<(Language, Vec<f64>)>)>(conn)? {
            let (_, divisions) = found.get_or_insert_with(|| (user, Divisions::new()));
            divisions.extend(stats.and_then(|(language, shown)| Some((language, division_of(&shown)?))));
        }
        Ok(found)
    }

    /// Selects the account with this key, locked until the transaction ends.
    pub(crate) fn lock(id: UserId, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        users::table.find(id.0).for_no_key_update().select(Self::as_select()).first(conn).optional()
    }

    /// Locks the account, if it still exists, until the transaction ends: even against transactions that only
    /// [keep](User::keep) it.
    pub(crate) fn lock_alone(id: UserId, conn: &mut PgConnection) -> QueryResult<()> {
        users::table.find(id.0).for_update().select(users::id).execute(conn).map(drop)
    }

    /// Returns true if others may know the account by its name: it has raced, and is older than a day.
    pub(crate) fn is_known(&self, conn: &mut PgConnection) -> QueryResult<bool> {
        let races = results::table.filter(results::user_id.eq(self.id.0));
        Ok(self.created_at + NEW_FOR < Utc::now() && diesel::select(exists(races)).get_result(conn)?)
    }

    /// Selects the account whose mails go to this address ([`User::confirmed_email`]), in any case, locked until the
    /// transaction ends.
    pub(crate) fn lock_by_email(email: &str, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let found = Self::find_by_email(email, conn)?;
        let user = found.map(|user| Self::lock(user.id, conn)).transpose()?.flatten();
        Ok(user.filter(|user| user.confirmed_email().eq_ignore_ascii_case(email)))
    }

    /// Selects the account with this name, in any case, or the one that recently gave it up for another name.
    pub(crate) fn find_by_name_or_former(
        username: &Username,
        hash: &KeyedHash,
        conn: &mut PgConnection,
    ) -> QueryResult<Option<Self>> {
        if let Some(user) = Self::find_by_name(username, conn)? {
            return Ok(Some(user));
        }
        match held_name::former_owner(username, hash, conn)? {
            Some(id) => Self::find(id, conn),
            None => Ok(None),
        }
    }

    /// Selects the account with this name, in any case.
    pub(crate) fn find_by_name(username: &Username, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let named = users::table.filter(lower(users::username).eq(username.to_ascii_lowercase()));
        named.select(Self::as_select()).first(conn).optional()
    }

    /// Selects the account with this address, in any case. Until a new address is verified, the previous one counts, too.
    pub(crate) fn find_by_email(email: &str, conn: &mut PgConnection) -> QueryResult<Option<Self>> {
        let email = email.to_ascii_lowercase();
        let addressed = lower(users::email).eq(&email);
        let addressed = addressed.or(lower(users::recovery_email.assume_not_null()).eq(&email));
        users::table.filter(addressed).select(Self::as_select()).first(conn).optional()
    }

    /// Selects the accounts with these names, oldest first.
    pub(crate) fn find_all(usernames: &[Username], conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let lowered: Vec<String> = usernames.iter().map(|name| name.to_ascii_lowercase()).collect();
        let named = users::table.filter(lower(users::username).eq_any(lowered));
        named.order(users::id).select(Self::as_select()).load(conn)
    }

    /// Returns the creation times of those of these accounts that exist, and prevents their deletion until the
    /// transaction ends.
    pub(crate) fn keep(ids: &[UserId], conn: &mut PgConnection) -> QueryResult<HashMap<UserId, DateTime<Utc>>> {
        let ids = ids.iter().map(|id| id.0);
        let named = users::table.filter(users::id.eq_any(ids)).order(users::id).for_key_share();
        let made: Vec<(i64, DateTime<Utc>)> = named.select((users::id, users::created_at)).load(conn)?;
        Ok(made.into_iter().map(|(id, at)| (UserId(id), at)).collect())
    }

    /// Locks these accounts until the transaction ends, for one that decides about their wins. They may be
    /// [kept](Self::keep) by others meanwhile.
    pub(crate) fn lock_for_wins(ids: &[UserId], conn: &mut PgConnection) -> QueryResult<()> {
        let named = users::table.filter(users::id.eq_any(ids.iter().map(|id| id.0))).order(users::id);
        named.select(users::id).for_no_key_update().load::<i64>(conn).map(drop)
    }

    /// Sets the role of the account with this name, and returns whether the account exists.
    pub(crate) fn set_role(username: &Username, role: Role, conn: &mut PgConnection) -> QueryResult<bool> {
        let named = users::table.filter(lower(users::username).eq(username.to_ascii_lowercase()));
        Ok(diesel::update(named).set(users::role.eq(role)).execute(conn)? > 0)
    }

    /// Changes the name. One that is taken violates `users_username_key`.
    pub(crate) fn set_username(&self, username: &Username, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(users::table.find(self.id.0)).set(users::username.eq(username)).execute(conn).map(drop)
    }

    pub(crate) fn set_country(&self, country: &Country, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(users::table.find(self.id.0)).set(users::country.eq(country)).execute(conn).map(drop)
    }

    pub(crate) fn set_language(&self, language: Language, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(users::table.find(self.id.0)).set(users::language.eq(language)).execute(conn).map(drop)
    }

    /// Returns the user with this name, in any case, if they have switched the overlay on and are not banned.
    pub(crate) fn with_overlay(username: &Username, conn: &mut PgConnection) -> QueryResult<Option<UserId>> {
        let named = users::table.filter(lower(users::username).eq(username.to_ascii_lowercase()));
        let id: Option<i64> = named
            .filter(users::overlay)
            .filter(sql::<Bool>(not_banned!("users.id")))
            .select(users::id)
            .first(conn)
            .optional()?;
        Ok(id.map(UserId))
    }

    /// Returns how the races of the user may be watched.
    pub(crate) fn watching(&self, conn: &mut PgConnection) -> QueryResult<Watching> {
        users::table.find(self.id.0).select(Watching::as_select()).first(conn)
    }

    /// Changes how the races of the user may be watched.
    pub(crate) fn set_watching(
        &self,
        Watching { shown_to_watchers, overlay }: &Watching,
        conn: &mut PgConnection,
    ) -> QueryResult<()> {
        diesel::update(users::table.find(self.id.0))
            .set((users::shown_to_watchers.eq(shown_to_watchers), users::overlay.eq(overlay)))
            .execute(conn)
            .map(drop)
    }

    /// Returns the settings that the user changed, by name.
    pub(crate) fn settings(&self, conn: &mut PgConnection) -> QueryResult<Value> {
        users::table.find(self.id.0).select(users::settings).first(conn)
    }

    /// Changes these settings. Simultaneous changes of others are kept.
    pub(crate) fn change_settings(&self, changed: ChangedSettings, conn: &mut PgConnection) -> QueryResult<()> {
        let settings = jsonb_strip_nulls(users::settings.concat(changed.into_json()));
        diesel::update(users::table.find(self.id.0)).set(users::settings.eq(settings)).execute(conn).map(drop)
    }

    /// Changes the address, and returns the updated account. The new one is unverified, unless it is the confirmed one
    /// again. An address that is taken violates `users_email_key`.
    pub(crate) fn set_email(&self, email: &Email, conn: &mut PgConnection) -> QueryResult<Self> {
        let confirmed = Some(self.confirmed_email()).filter(|confirmed| !confirmed.eq_ignore_ascii_case(email));
        diesel::update(users::table.find(self.id.0))
            .set((users::email.eq(email), users::recovery_email.eq(confirmed)))
            .returning(Self::as_returning())
            .get_result(conn)
    }

    /// Changes the address back to a previous one, which its owner has just verified by this code.
    pub(crate) fn restore_email(&self, email: &Email, code: &Code, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(users::table.find(self.id.0)).set(users::email.eq(email)).execute(conn)?;
        self.set_verified(code, conn)
    }

    /// Changes the password hash, revokes all tokens, and returns the updated account.
    pub(crate) fn set_password(&self, password_hash: &str, conn: &mut PgConnection) -> QueryResult<Self> {
        diesel::update(users::table.find(self.id.0)).set(users::password_hash.eq(password_hash)).execute(conn)?;
        self.revoke_tokens(conn)
    }

    /// Revokes all tokens, and returns the updated account. A trigger writes it to `token_revocations`, from where the
    /// engines learn of it.
    pub(crate) fn revoke_tokens(&self, conn: &mut PgConnection) -> QueryResult<Self> {
        diesel::update(users::table.find(self.id.0))
            .set(users::token_version.eq(users::token_version + 1))
            .returning(Self::as_returning())
            .get_result(conn)
    }

    /// Changes the skin. One that does not exist violates `users_skin_fkey`.
    pub(crate) fn set_skin(&self, filename: &SkinFile, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(users::table.find(self.id.0)).set(users::skin.eq(filename)).execute(conn).map(drop)
    }

    pub(crate) fn set_verified(&self, code: &Code, conn: &mut PgConnection) -> QueryResult<()> {
        diesel::update(users::table.find(self.id.0))
            .set((
                users::email_verified_at.eq(diesel::dsl::now),
                users::verified_by.eq(account_code::hash(code)),
                users::recovery_email.eq(None::<Email>),
            ))
            .execute(conn)
            .map(drop)
    }

    /// Deletes the account and everything that belongs to it alone: results, the races in which nobody else has one, stats,
    /// practice, skins, codes, and mails. A trigger revokes its tokens, as in [`User::revoke_tokens`]. Call it in a
    /// transaction.
    pub(crate) fn delete(&self, conn: &mut PgConnection) -> QueryResult<()> {
        let races = race::of_user(self.id, conn)?;
        diesel::delete(users::table.find(self.id.0)).execute(conn)?;
        race::delete_empty(&races, conn)
    }

    /// Returns the names of all accounts with a role, in alphabetical order.
    pub(crate) fn names_by_role(role: Role, conn: &mut PgConnection) -> QueryResult<Vec<String>> {
        users::table.filter(users::role.eq(role)).order(lower(users::username)).select(users::username).load(conn)
    }

    /// Returns the ids of all accounts.
    pub(crate) fn ids(conn: &mut PgConnection) -> QueryResult<Vec<UserId>> {
        let ids: Vec<i64> = users::table.order(users::id).select(users::id).load(conn)?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    /// Returns true if the owner verified `email`.
    pub(crate) fn is_verified(&self) -> bool {
        self.email_verified_at.is_some() && self.recovery_email.is_none()
    }

    /// Returns true if this code verified the address.
    pub(crate) fn is_verified_by(&self, code: &Code) -> bool {
        self.is_verified() && self.verified_by.as_deref() == Some(&account_code::hash(code))
    }

    /// Returns the address to which mails about the account go: the previous one, until the new one is verified. A new
    /// address may be mistyped.
    pub(crate) fn confirmed_email(&self) -> &Email {
        self.recovery_email.as_ref().unwrap_or(&self.email)
    }
}
