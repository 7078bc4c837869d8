//! The calls with which admins find accounts, read what is on file about them, and act.

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use typing::score::two_decimals;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{
    AccountQuery, BanDays, Email, Explanation, NewUsername, Note, Role, ShortRaceId, Username, lookup,
};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::OkAnswer;
use crate::keyed_hash::KeyedHash;
use crate::models::admin_act::{Act, AdminAct};
use crate::models::ban::Ban;
use crate::models::result_review::ResultReview;
use crate::models::user::User;
use crate::models::user_stats::UserStats;
use crate::models::{report, user};
use crate::moderation::Moderation;

#[derive(Deserialize, ToSchema)]
pub(crate) struct SearchForm {
    query: AccountQuery,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct BanForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
    days: Option<BanDays>,
    explanation: Explanation,
}

/// An account, and the reason for an act.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ActForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
    explanation: Explanation,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct NoteForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
    note: Note,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenameForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
    new_username: NewUsername,
    explanation: Explanation,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct ClearForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
    /// The id of the race. A malformed one is that of no race.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "uVCeG3pQQ1yQyx0XH2r0Wg")]
    race: Option<ShortRaceId>,
    explanation: Explanation,
}

/// The accounts that were found.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountsAnswer {
    #[schema(max_items = 20)]
    users: Vec<AccountAnswer>,
}

/// An account with all that is on file about it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountOnFile)]
struct AccountAnswer {
    username: Username,
    #[schema(value_type = String)]
    email: Email,
    verified: bool,
    admin: bool,
    creation_date: DateTime<Utc>,
    /// The number of races that count.
    races: i32,
    best_race: f64,
    /// The number of results that a rule has held back, whatever was decided about them.
    held: i64,
    /// The number of open reports.
    reports: i64,
    #[schema(required)]
    ban: Option<BanAnswer>,
    /// The last acts of admins, the newest first.
    acts: Vec<ActAnswer>,
}

/// A ban.
#[derive(Serialize, ToSchema)]
#[schema(as = Ban)]
pub(crate) struct BanAnswer {
    since: DateTime<Utc>,
    /// Null for good.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    reason: String,
    /// The reply of the user to the admins.
    #[schema(required)]
    reply: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = AdminAct)]
struct ActAnswer {
    /// The name of the admin at that time; empty for a command of the operator.
    admin: String,
    #[schema(inline)]
    act: Act,
    /// The end of a ban (empty for good), both names, or the id of a race.
    detail: String,
    reason: String,
    date: DateTime<Utc>,
}

/// `POST /api/admin/users`: finds accounts, and returns what is on file about each.
pub(crate) async fn search(
    services: web::Data<Services>,
    caller: Caller<SearchForm, true>,
) -> Result<web::Json<AccountsAnswer>, ApiError> {
    let hash = services.keyed_hash();
    let found = caller.run(move |_, SearchForm { query }, conn| {
        let users = find(query.trim(), &hash, conn)?;
        let users = users.into_iter().map(|user| AccountAnswer::read(user, conn));
        Ok(AccountsAnswer { users: users.collect::<Result<_, _>>()? })
    });
    Ok(web::Json(found.await?))
}

/// `POST /api/admin/ban`: bans an account, and mails the reason to its owner.
pub(crate) async fn ban(
    services: web::Data<Services>,
    caller: Caller<BanForm, true>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let done = caller.transact(|admin, BanForm { username, days, explanation }, conn| {
        Moderation::of(username.as_ref(), &admin.username, explanation.to_string(), conn)?.ban(days, conn)
    });
    act(&services, done).await
}

/// `POST /api/admin/unban`: lifts a ban, and mails the reason to the owner of the account.
pub(crate) async fn unban(
    services: web::Data<Services>,
    caller: Caller<ActForm, true>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let done = caller.transact(|admin, ActForm { username, explanation }, conn| {
        Moderation::of(username.as_ref(), &admin.username, explanation.to_string(), conn)?.unban(conn)
    });
    act(&services, done).await
}

/// `POST /api/admin/rename`: gives a user another name, and mails them the reason.
pub(crate) async fn rename(
    services: web::Data<Services>,
    caller: Caller<RenameForm, true>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let shared = services.clone();
    let done = caller.transact(move |admin, RenameForm { username, new_username, explanation }, conn| {
        let to = new_username.at(&shared.settings.product)?;
        let moderation = Moderation::of(username.as_ref(), &admin.username, explanation.to_string(), conn)?;
        moderation.rename(&to, &shared.keyed_hash(), conn)
    });
    act(&services, done).await
}

/// `POST /api/admin/clearresult`: takes a result from the boards and the bests, and mails the reason to its owner.
pub(crate) async fn clear_result(
    services: web::Data<Services>,
    caller: Caller<ClearForm, true>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let done = caller.transact(|admin, ClearForm { username, race, explanation }, conn| {
        Moderation::of(username.as_ref(), &admin.username, explanation.to_string(), conn)?.clear_result(race, conn)
    });
    act(&services, done).await
}

/// `POST /api/admin/note`: writes a note about an account for other admins.
pub(crate) async fn note(
    services: web::Data<Services>,
    caller: Caller<NoteForm, true>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let done = caller.transact(|admin, NoteForm { username, note }, conn| {
        Moderation::of(username.as_ref(), &admin.username, note.to_string(), conn)?.note(conn)
    });
    act(&services, done).await
}

/// Waits until an act is committed, and wakes the sender of its mail.
async fn act(
    services: &Services,
    done: impl Future<Output = Result<(), ApiError>>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    done.await?;
    services.mail_signal.notify_one();
    Ok(OkAnswer::json())
}

/// Finds accounts by an address, a race, or the beginning of a name.
fn find(query: &str, hash: &KeyedHash, conn: &mut PgConnection) -> Result<Vec<User>, ApiError> {
    if query.contains('@') {
        return Ok(User::find_by_email(query, conn)?.into_iter().collect());
    }
    if let Ok(race) = query.parse::<ShortRaceId>() {
        return Ok(user::racers_of(race, conn)?);
    }
    let found = user::find_by_start_of_name(query, conn)?;
    match query.parse::<Username>() {
        Ok(former) if found.is_empty() => Ok(User::find_by_name_or_former(&former, hash, conn)?.into_iter().collect()),
        _ => Ok(found),
    }
}

impl AccountAnswer {
    fn read(user: User, conn: &mut PgConnection) -> Result<Self, ApiError> {
        let stats = UserStats::of(user.id, conn)?;
        Ok(Self {
            races: stats.races_total,
            best_race: two_decimals(stats.best_wpm),
            held: ResultReview::count_of(user.id, conn)?,
            reports: report::count_about(user.id, conn)?,
            ban: Ban::of(user.id, conn)?.map(BanAnswer::from),
            acts: AdminAct::about(user.id, conn)?.into_iter().map(ActAnswer::from).collect(),
            verified: user.is_verified(),
            admin: user.role == Role::Admin,
            creation_date: user.created_at,
            username: user.username,
            email: user.email,
        })
    }
}

impl From<Ban> for BanAnswer {
    fn from(Ban { reason, banned_at, banned_until, reply }: Ban) -> Self {
        Self { since: banned_at, until: banned_until, reason, reply }
    }
}

impl From<AdminAct> for ActAnswer {
    fn from(AdminAct { admin, act, detail, reason, created_at }: AdminAct) -> Self {
        Self { admin, act, detail, reason, date: created_at }
    }
}
