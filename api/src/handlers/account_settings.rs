//! Changes to a user's own account, and its deletion.

use actix_web::{HttpRequest, web};
use chrono::{TimeDelta, Utc};
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use shared::UserId;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Confirmation, Country, Email, ErrorCode, Invalid, NewUsername, Password, Username};
use crate::error::ApiError;
use crate::extract::{Body, Caller, NoFields, SignedIn};
use crate::handlers::accounts::{BANNED_ADDRESS, taken};
use crate::handlers::passwords::confirm_password;
use crate::handlers::verification::LinkForm;
use crate::handlers::{OkAnswer, Status};
use crate::keyed_hash::KeyedHash;
use crate::limits;
use crate::mail::Mail;
use crate::models::account_code::{self, Purpose};
use crate::models::ban::{self, Ban};
use crate::models::event_racer::meets_guest;
use crate::models::mail::MailRow;
use crate::models::user::{User, Watching};
use crate::models::{address_change, held_name, skin};
use crate::unlock::Unlock;

#[derive(Deserialize, ToSchema)]
pub(crate) struct UsernameForm {
    username: NewUsername,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct CountryForm {
    country: Country,
}

/// The changes; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchingForm {
    /// False to race without name and skin in the eyes of watchers.
    shown_to_watchers: Option<bool>,
    /// True to let everyone open the page that shows the user's race, for streams.
    overlay: Option<bool>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct EmailForm {
    email: Email,
    password: Password,
}

/// A code for `/account/reset`: whoever reads the mails to the restored address may choose a new password.
#[derive(Serialize, ToSchema)]
pub(crate) struct RestoreAnswer {
    #[schema(inline)]
    status: Status,
    code: String,
    /// The restored address.
    email: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletionForm {
    #[expect(dead_code, reason = "its presence is what counts")]
    confirmation_text: Confirmation,
}

/// `POST /api/changeusername`: changes the username. Results and profile move with it, and the old name stays reserved
/// for its owner.
pub(crate) async fn change_username(
    services: web::Data<Services>,
    caller: Caller<UsernameForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let hash = services.keyed_hash();
    let rename = move |user: User, form: UsernameForm, conn: &mut PgConnection| {
        rename(user.id, &form.username.at(&services.settings.product)?, &hash, conn)
    };
    caller.transact(rename).await?;
    Ok(OkAnswer::json())
}

fn rename(user: UserId, username: &Username, hash: &KeyedHash, conn: &mut PgConnection) -> Result<(), ApiError> {
    let user = User::lock(user, conn)?.ok_or(ApiError::NotLoggedIn)?;
    let is_same_but_for_case = user.username.eq_ignore_ascii_case(username);
    user.set_username(username, conn).map_err(taken)?;
    if is_same_but_for_case {
        return Ok(());
    }
    // Checked after the update: by now, a user who gave up the name at the same moment has committed the hold.
    if held_name::is_held_against(username, Some(user.id), hash, conn)? || meets_guest(user.id, username, conn)? {
        return Err(ApiError::Taken { field: "username" });
    }
    held_name::release(username, hash, conn)?;
    let held = held_name::held_by(user.id, conn)?;
    if let (held_name::HELD_AT_MOST.., Some(first)) = (held.len(), held.first()) {
        let wait = (*first - Utc::now()).max(TimeDelta::seconds(1)).to_std().unwrap_or_default();
        return Err(ApiError::TooMany { wait });
    }
    held_name::hold(&user.username, Some(user.id), hash, conn)?;
    Ok(())
}

/// `POST /api/changecountry`: changes or removes the country.
pub(crate) async fn change_country(caller: Caller<CountryForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    caller.run(|user, CountryForm { country }, conn| Ok(user.set_country(&country, conn)?)).await?;
    Ok(OkAnswer::json())
}

/// `POST /api/account/watching`: returns how the user's races may be watched, once it is changed.
pub(crate) async fn watching(caller: Caller<WatchingForm>) -> Result<web::Json<Watching>, ApiError> {
    let changed = caller.transact(|user, WatchingForm { shown_to_watchers, overlay }, conn| {
        let before = user.watching(conn)?;
        let watching = Watching {
            shown_to_watchers: shown_to_watchers.unwrap_or(before.shown_to_watchers),
            overlay: overlay.unwrap_or(before.overlay),
        };
        if shown_to_watchers.is_some() || overlay.is_some() {
            user.set_watching(&watching, conn)?;
        }
        Ok(watching)
    });
    Ok(web::Json(changed.await?))
}

/// `POST /api/account/changeemail`: changes the address, which must then be verified, and notifies the old one, which can
/// take the change back. Before it is verified, the user can also change back by hand.
pub(crate) async fn change_email(
    services: web::Data<Services>,
    request: HttpRequest,
    SignedIn { user, body: EmailForm { email, password } }: SignedIn<EmailForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    confirm_password(&services, &user, "password", &password, &request).await?;
    if email.eq_ignore_ascii_case(&user.email) {
        return Err(ApiError::invalid("email", Invalid::new(ErrorCode::OwnEmail, "is already yours")));
    }
    let tries = vec![(limits::EMAIL_CHANGES, user.id.to_string())];
    let (shared, hash) = (services.clone(), services.keyed_hash());
    let changed = services.limits.transact(tries, move |conn| {
        let now = User::lock(user.id, conn)?.filter(|now| now.token_version == user.token_version);
        let now = now.ok_or(ApiError::NotLoggedIn)?;
        let changed = now.set_email(&email, conn).map_err(taken)?;
        // Checked after the update, as in a signup.
        if address_change::is_held_against(&email, now.id, conn)? {
            return Err(ApiError::Taken { field: "email" });
        }
        if ban::is_banned(&email, &hash, conn)? {
            return Err(BANNED_ADDRESS);
        }
        MailRow::delete_settled(now.id, &now.email, conn)?;
        // Links mailed to the previous address no longer work.
        account_code::delete_all(now.id, conn)?;
        // Another account may take the old address, and its verification mail must not be blocked by this account's.
        Mail::Verify.cancel(&now, conn)?;
        let notified = changed.confirmed_email();
        // A user who takes back a change that is not verified needs no notice.
        if !notified.eq_ignore_ascii_case(&email) {
            shared.limits.count_mail(limits::NOTICES, notified, conn)?;
            let change = address_change::insert(now.id, notified, conn)?;
            Mail::EmailChanged { change }.write(&changed, conn)?;
        }
        if changed.is_verified() {
            return Ok(());
        }
        shared.limits.count_mail(limits::VERIFICATION_MAILS, &email, conn)?;
        Ok(Mail::Verify.write(&changed, conn)?)
    });
    changed.await?;
    services.mail_signal.notify_one();
    Ok(OkAnswer::json())
}

/// `POST /api/account/restoreemail`: takes back a change of the address with the code from the mail to the old one. A
/// thief may have made the change, so all tokens are revoked, and the answer has a code for a new password.
pub(crate) async fn restore_email(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(LinkForm { username, code }): Body<LinkForm>,
) -> Result<web::Json<RestoreAnswer>, ApiError> {
    let hash = services.keyed_hash();
    let restored = services.database.transact(move |conn| {
        let user = User::find_by_name_or_former(&username, &hash, conn)?.ok_or(ApiError::DeadLink)?;
        let user = User::lock(user.id, conn)?.ok_or(ApiError::DeadLink)?;
        let email = address_change::redeem(user.id, &code, conn)?.ok_or(ApiError::DeadLink)?;
        user.restore_email(&email, &code, conn)?;
        MailRow::delete_settled(user.id, &user.email, conn)?;
        user.revoke_tokens(conn)?;
        skin::grant(conn, user.id, Unlock::Verified)?;
        account_code::delete_all(user.id, conn)?;
        Mail::Verify.cancel(&user, conn)?;
        let code = account_code::issue(user.id, Purpose::Reset, conn)?;
        Ok(RestoreAnswer { status: Status::Ok, code, email: email.readable() })
    });
    Ok(web::Json(services.limits.try_code(&request, restored).await?))
}

/// `POST /api/account/logouteverywhere`: revokes all tokens of the account, the call's own included.
pub(crate) async fn log_out_everywhere(caller: Caller<NoFields>) -> Result<web::Json<OkAnswer>, ApiError> {
    let revoked = caller.transact(|user, _, conn| {
        let user = User::lock(user.id, conn)?.ok_or(ApiError::NotLoggedIn)?;
        Ok(user.revoke_tokens(conn)?)
    });
    revoked.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/deleteaccount`: deletes an account whose owner typed the confirmation word. Only a hash of the username
/// is kept, so that the name stays reserved for a while, unless nobody can have come to know the account; and, of a banned
/// account, hashes of the addresses until the ban ends. Races in which others have results remain.
pub(crate) async fn delete(
    services: web::Data<Services>,
    caller: Caller<DeletionForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let hash = services.keyed_hash();
    let deleted = caller.transact(move |user, _, conn| {
        let Some(user) = User::lock(user.id, conn)? else { return Ok(()) };
        if user.is_known(conn)? {
            held_name::hold(&user.username, None, &hash, conn)?;
        } else {
            held_name::release_all(user.id, conn)?;
        }
        if let Some(ban) = Ban::of(user.id, conn)? {
            ban.outlive(&user, &hash, conn)?;
        }
        // The mails of the account are deleted with it.
        for address in address_change::addresses_of(&user, conn)? {
            MailRow::delete_without_user(&address, conn)?;
        }
        Ok(user.delete(conn)?)
    });
    deleted.await?;
    Ok(OkAnswer::json())
}
