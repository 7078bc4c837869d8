//! The acts of admins about accounts: bans, new names, results that no longer count, notes. Each locks the account, writes
//! what was done and why, and tells the user by mail. They are the same for calls and for commands of the operator.

use chrono::SecondsFormat;
use diesel::PgConnection;

use crate::domain::{BanDays, ErrorCode, Role, RunId, RunKind, ShortRaceId, Username};
use crate::error::ApiError;
use crate::handlers::accounts::taken;
use crate::handlers::stats::UNKNOWN_USER;
use crate::keyed_hash::KeyedHash;
use crate::mail::{Mail, Reviewed};
use crate::models::admin_act::{self, Act};
use crate::models::ban::Ban;
use crate::models::event_racer::meets_guest;
use crate::models::run::Run;
use crate::models::user::User;
use crate::models::{held_name, race_result};

pub(crate) const ADMIN_ACCOUNT: ApiError =
    ApiError::Conflict(ErrorCode::AdminAccount, "This is the account of an admin.");
pub(crate) const BANNED_ALREADY: ApiError =
    ApiError::Conflict(ErrorCode::AlreadyBanned, "This account is banned already. Lift that ban first.");
pub(crate) const NOT_BANNED: ApiError = ApiError::Conflict(ErrorCode::NotBanned, "This account is not banned.");
pub(crate) const NOT_COUNTED: ApiError =
    ApiError::NotFound(ErrorCode::NotCounted, "This user has no result in this race that counts.");

/// An act about the account of a user, who is locked until the transaction ends: of two admins at once, the second sees
/// what the first has done.
pub(crate) struct Moderation<'a> {
    /// The name of the admin; empty for a command of the operator.
    admin: &'a str,
    user: User,
    /// The explanation for the user, or the note.
    reason: String,
}

impl<'a> Moderation<'a> {
    /// Locks the account with this name, in any case.
    ///
    /// # Errors
    /// [`UNKNOWN_USER`].
    pub(crate) fn of(
        username: Option<&Username>,
        admin: &'a str,
        reason: String,
        conn: &mut PgConnection,
    ) -> Result<Self, ApiError> {
        let found = User::find_by_name(username.ok_or(UNKNOWN_USER)?, conn)?.ok_or(UNKNOWN_USER)?;
        // Also against results that are being written, since an act may compute sums of them.
        User::lock_alone(found.id, conn)?;
        let user = User::find(found.id, conn)?.ok_or(UNKNOWN_USER)?;
        Ok(Self { admin, user, reason })
    }

    /// Bans the account, for some days or for good. All its tokens are revoked.
    ///
    /// # Errors
    /// [`ADMIN_ACCOUNT`], [`BANNED_ALREADY`].
    pub(crate) fn ban(self, days: Option<BanDays>, conn: &mut PgConnection) -> Result<(), ApiError> {
        self.refuse_for_admins()?;
        if Ban::of(self.user.id, conn)?.is_some() {
            return Err(BANNED_ALREADY);
        }
        let until = days.map(BanDays::until);
        Ban::insert(self.user.id, until, &self.reason, conn)?;
        self.user.revoke_tokens(conn)?;
        let detail = until.map_or_else(String::new, |until| until.to_rfc3339_opts(SecondsFormat::Secs, true));
        self.write(Act::Ban, &detail, Some(Mail::Banned { until, reason: self.reason.clone() }), conn)
    }

    /// Lifts the ban.
    ///
    /// # Errors
    /// [`NOT_BANNED`].
    pub(crate) fn unban(self, conn: &mut PgConnection) -> Result<(), ApiError> {
        Ban::of(self.user.id, conn)?.ok_or(NOT_BANNED)?;
        Ban::lift(self.user.id, conn)?;
        self.write(Act::Unban, "", Some(Mail::Unbanned { reason: self.reason.clone() }), conn)
    }

    /// Gives the user another name. The old one is reserved for a while, and not for them.
    ///
    /// # Errors
    /// [`ADMIN_ACCOUNT`], or [`ApiError::Taken`] if the name is taken or reserved for somebody else.
    pub(crate) fn rename(self, to: &Username, hash: &KeyedHash, conn: &mut PgConnection) -> Result<(), ApiError> {
        self.refuse_for_admins()?;
        let from = &self.user.username;
        self.user.set_username(to, conn).map_err(taken)?;
        if !from.eq_ignore_ascii_case(to) {
            // Checked after the update, as when users change their own name.
            if held_name::is_held_against(to, Some(self.user.id), hash, conn)? || meets_guest(self.user.id, to, conn)? {
                return Err(ApiError::Taken { field: "username" });
            }
            held_name::release(to, hash, conn)?;
            held_name::hold(from, None, hash, conn)?;
        }
        let mail = Mail::Renamed { from: from.to_string(), reason: self.reason.clone() };
        self.write(Act::Rename, &format!("{from} → {to}"), Some(mail), conn)
    }

    /// Takes the user's result in a race from the boards and the bests.
    ///
    /// # Errors
    /// [`ADMIN_ACCOUNT`], [`NOT_COUNTED`].
    pub(crate) fn clear_result(self, race: Option<ShortRaceId>, conn: &mut PgConnection) -> Result<(), ApiError> {
        self.refuse_for_admins()?;
        let race = race.ok_or(NOT_COUNTED)?;
        let row = race_result::clear(self.user.id, race, conn)?.ok_or(NOT_COUNTED)?;
        let id = RunId { kind: RunKind::Race, row };
        let run = Run::find(self.user.id, id, conn)?.ok_or(NOT_COUNTED)?;
        let (wpm, explanation) = (run.wpm.round() as u32, self.reason.clone());
        let cleared = Reviewed { run: id.to_string(), wpm, text: run.excerpt, explanation };
        self.write(Act::ClearResult, &race.to_string(), Some(Mail::ResultCleared(cleared)), conn)
    }

    /// Writes a note for other admins, of which the user is not told.
    pub(crate) fn note(self, conn: &mut PgConnection) -> Result<(), ApiError> {
        self.write(Act::Note, "", None, conn)
    }

    fn refuse_for_admins(&self) -> Result<(), ApiError> {
        if self.user.role == Role::Admin { Err(ADMIN_ACCOUNT) } else { Ok(()) }
    }

    fn write(&self, act: Act, detail: &str, mail: Option<Mail>, conn: &mut PgConnection) -> Result<(), ApiError> {
        admin_act::insert(self.admin, Some(self.user.id), act, detail, &self.reason, conn)?;
        mail.map_or(Ok(()), |mail| Ok(mail.write(&self.user, conn)?))
    }
}
