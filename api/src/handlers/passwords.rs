//! Password changes and resets.

use actix_web::http::header::HOST;
use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Code, Email, ErrorCode, Invalid, NewPassword, Password, Username};
use crate::error::ApiError;
use crate::extract::{Body, SignedIn};
use crate::handlers::{OkAnswer, Status};
use crate::limits;
use crate::mail::Mail;
use crate::models::account_code::{self, Purpose};
use crate::models::user::User;
use crate::passwords::with_parts;

#[derive(Deserialize, ToSchema)]
pub(crate) struct ForgotForm {
    email: Email,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResetForm {
    username: Username,
    code: Code,
    password: NewPassword,
    /// The same as the password.
    password_confirm: Password,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangePasswordForm {
    old_password: Password,
    new_password: NewPassword,
    /// The same as the new password.
    confirm_password: Password,
}

/// The new token. All earlier ones are revoked.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewTokenAnswer {
    #[schema(inline)]
    status: Status,
    token: String,
}

/// `POST /api/account/forgot`: sends a password reset link. The account is looked up only when the mail is sent, so
/// neither the answer nor its timing reveals whether the address has one.
pub(crate) async fn forgot(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(ForgotForm { email }): Body<ForgotForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let address = services.limits.address_of(&request);
    let tries = vec![(limits::RESETS, address), (limits::RESET_MAILS, email.to_ascii_lowercase())];
    services.limits.transact(tries, move |conn| Ok(Mail::write_reset(&email, conn)?)).await?;
    services.mail_signal.notify_one();
    Ok(OkAnswer::json())
}

/// `POST /api/account/reset`: sets a new password with the code from a mail.
pub(crate) async fn reset(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(form): Body<ResetForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let ResetForm { username, code, password, password_confirm } = form;
    password.check_repeated("passwordConfirm", &password_confirm)?;
    let checked = code.clone();
    let hash = services.keyed_hash();
    let checking = checked.clone();
    let owner = services.database.run(move |conn| {
        let user = User::find_by_name_or_former(&username, &hash, conn)?.ok_or(ApiError::DeadLink)?;
        let is_good = account_code::is_good(user.id, Purpose::Reset, &checking, conn)?;
        is_good.then_some(user).ok_or(ApiError::DeadLink)
    });
    // Hashing is expensive, so it is done only for a valid code. A password that is refused does not use up the code.
    let owner = services.limits.try_code(&request, owner).await?;
    let address = services.limits.address_of(&request);
    let turn = services.passwords.turn(&address).await?;
    let tried = services.limits.take(vec![(limits::PASSWORDS_OF_LINK, checked.to_string())]).await;
    // Waiting would not help: by then the link has expired.
    tried.map_err(|error| if matches!(error, ApiError::TooMany { .. }) { ApiError::DeadLink } else { error })?;
    let hash =
        turn.hash("password", &password, known_words(&services, &request, &owner.username, &owner.email)).await?;
    let shared = services.clone();
    let reset = services.database.transact(move |conn| -> Result<_, ApiError> {
        let user = User::lock(owner.id, conn)?.ok_or(ApiError::DeadLink)?;
        if !account_code::redeem(user.id, Purpose::Reset, &code, conn)? {
            return Err(ApiError::DeadLink);
        }
        if user.confirmed_email() != &user.email {
            // The reset was mailed to the old address, whose owner may have mistyped the new one, or not have changed it at
            // all: its link must not give the account away afterwards.
            account_code::delete(user.id, Purpose::Verify, conn)?;
            Mail::Verify.cancel(&user, conn)?;
        }
        user.set_password(&hash, conn)?;
        shared.limits.remember_network(user.id, &address, conn)?;
        Ok(Mail::PasswordChanged.write(&user, conn)?)
    });
    let reset = reset.await;
    if matches!(reset, Err(ApiError::Unavailable)) {
        services.limits.give_back(&[limits::PASSWORDS_OF_LINK], None, &checked).await;
    }
    reset?;
    services.mail_signal.notify_one();
    Ok(OkAnswer::json())
}

/// `POST /api/account/changepassword`: changes the password, given the old one. All existing tokens are revoked, and
/// the answer has a new one.
pub(crate) async fn change(
    services: web::Data<Services>,
    request: HttpRequest,
    SignedIn { user, body }: SignedIn<ChangePasswordForm>,
) -> Result<web::Json<NewTokenAnswer>, ApiError> {
    let ChangePasswordForm { old_password, new_password, confirm_password: repeated } = body;
    new_password.check_repeated("confirmPassword", &repeated)?;
    confirm_password(&services, &user, "oldPassword", &old_password, &request).await?;
    let turn = services.passwords.turn(&services.limits.address_of(&request)).await?;
    let hash =
        turn.hash("newPassword", &new_password, known_words(&services, &request, &user.username, &user.email)).await?;
    // Not counted earlier: a user whose new passwords are refused as weak has changed nothing yet.
    let tries = vec![(limits::PASSWORD_CHANGES, user.id.to_string())];
    let shared = services.clone();
    let changed = services.limits.transact(tries, move |conn| {
        // If the account changed in between, the confirmed password may no longer be the current one.
        let now = User::lock(user.id, conn)?.filter(|now| now.token_version == user.token_version);
        let now = now.ok_or(ApiError::NotLoggedIn)?;
        account_code::delete(now.id, Purpose::Reset, conn)?;
        shared.limits.count_mail(limits::NOTICES, now.confirmed_email(), conn)?;
        Mail::PasswordChanged.write(&now, conn)?;
        Ok(now.set_password(&hash, conn)?)
    });
    let user = changed.await?;
    services.mail_signal.notify_one();
    Ok(web::Json(NewTokenAnswer { status: Status::Ok, token: services.token_for(&user) }))
}

/// Checks that the token's user also knows the password.
pub(super) async fn confirm_password(
    services: &Services,
    user: &User,
    field: &'static str,
    password: &Password,
    request: &HttpRequest,
) -> Result<(), ApiError> {
    let address = services.limits.address_of(request);
    let verify = services.passwords.turn(&address).await?.verify(password, Some(&user.password_hash));
    let wrong = || ApiError::invalid(field, Invalid::new(ErrorCode::WrongPassword, "is incorrect"));
    services.limits.try_confirmation(user.id, &address, verify).await?.map(drop).ok_or_else(wrong)
}

/// Returns what everybody may know about the owner of a password: the account and the site.
pub(super) fn known_words(services: &Services, request: &HttpRequest, username: &str, email: &str) -> Vec<String> {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    [username, email, services.settings.product.as_str(), host].into_iter().flat_map(with_parts).collect()
}
