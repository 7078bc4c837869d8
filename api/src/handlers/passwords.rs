//! Changing a password, and choosing a new one when the old one is forgotten.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Code, Email, ErrorCode, Invalid, NewPassword, Password, RepeatedPassword, Username};
use crate::error::ApiError;
use crate::extract::{Body, SignedIn};
use crate::handlers::{OkAnswer, Status};
use crate::limits;
use crate::mail::Mail;
use crate::models::account_code::{self, Purpose};
use crate::models::user::User;

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
    #[expect(dead_code, reason = "its presence is what counts")]
    password_confirm: RepeatedPassword,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangePasswordForm {
    old_password: Password,
    new_password: NewPassword,
    #[expect(dead_code, reason = "its presence is what counts")]
    confirm_password: RepeatedPassword,
}

/// The token that is good from now on: those before are not.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewTokenAnswer {
    #[schema(inline)]
    status: Status,
    token: String,
}

/// `POST /api/account/forgot`: sends a link for choosing a new password. Whether anybody has the address is looked up
/// only when the mail is sent, so neither the answer nor its time tells.
pub(crate) async fn forgot(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(ForgotForm { email }): Body<ForgotForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    services.limits.try_reset_mail(&email, &request).await?;
    services.database.with_conn(move |conn| Mail::write_reset(&email, conn)).await?;
    services.mail_signal.notify_one();
    Ok(OkAnswer::json())
}

/// `POST /api/account/reset`: a new password for the holder of the code of a mail.
pub(crate) async fn reset(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(form): Body<ResetForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let ResetForm { username, code, password, .. } = form;
    services.limits.try_code(&request).await?;
    let checked = code.clone();
    let owner = services.database.with_conn(move |conn| {
        let Some(user) = User::find_by_name_or_former(&username, conn)? else { return Ok(None) };
        Ok(account_code::is_good(user.id, Purpose::Reset, &checked, conn)?.then_some(user))
    });
    // Hashing is dear, so it is done for the holder of a code only; and a password that is refused does not use the
    // code up.
    let owner = owner.await?.ok_or(ApiError::DeadLink)?;
    services.limits.code_was_good(&request).await;
    let hash = services.passwords.hash("password", &password, [&owner.username, &owner.email]).await?;
    let reset = services.database.transact(move |conn| -> Result<_, ApiError> {
        let user = User::lock(owner.id, conn)?.ok_or(ApiError::DeadLink)?;
        if !account_code::redeem(user.id, Purpose::Reset, &code, conn)? {
            return Err(ApiError::DeadLink);
        }
        user.set_password(&hash, conn)?;
        Ok(Mail::PasswordChanged.write(&user, conn)?)
    });
    reset.await?;
    services.mail_signal.notify_one();
    Ok(OkAnswer::json())
}

/// `POST /api/account/changepassword`: a new password for a user who knows the old one. Every token before is revoked;
/// the answer has a new one.
pub(crate) async fn change(
    services: web::Data<Services>,
    request: HttpRequest,
    SignedIn { user, body }: SignedIn<ChangePasswordForm>,
) -> Result<web::Json<NewTokenAnswer>, ApiError> {
    let ChangePasswordForm { old_password, new_password, .. } = body;
    confirm_password(&services, &user, "oldPassword", &old_password, &request).await?;
    let hash = services.passwords.hash("newPassword", &new_password, [&user.username, &user.email]).await?;
    // Not before: a user in search of a password that is strong enough has changed nothing yet.
    services.limits.try_as(&user, limits::PASSWORD_CHANGES).await?;
    let changed = services.database.transact(move |conn| -> Result<_, ApiError> {
        // The account may have changed meanwhile; then the confirmed password is no longer the current one.
        let now = User::lock(user.id, conn)?.filter(|now| now.token_version == user.token_version);
        let now = now.ok_or(ApiError::NotLoggedIn)?;
        account_code::delete(now.id, Purpose::Reset, conn)?;
        Mail::PasswordChanged.write(&now, conn)?;
        Ok(now.set_password(&hash, conn)?)
    });
    let user = changed.await?;
    services.mail_signal.notify_one();
    Ok(web::Json(NewTokenAnswer { status: Status::Ok, token: services.token_for(&user) }))
}

/// Makes sure that the holder of the token knows the password, too. Guesses count as logins that failed.
pub(super) async fn confirm_password(
    services: &Services,
    user: &User,
    field: &'static str,
    password: &Password,
    request: &HttpRequest,
) -> Result<(), ApiError> {
    let verified = async { Ok(services.passwords.verify(password, Some(&user.password_hash)).await?.then_some(())) };
    let wrong = || ApiError::invalid(field, Invalid::new(ErrorCode::WrongPassword, "is incorrect"));
    services.limits.try_login(&user.email, request, verified).await?.ok_or_else(wrong)
}
