//! Verification of email addresses.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{Code, ErrorCode, Username};
use crate::error::ApiError;
use crate::extract::{Body, Caller, NoFields};
use crate::handlers::OkAnswer;
use crate::handlers::skins::UnlockAnswer;
use crate::limits;
use crate::mail::Mail;
use crate::models::account_code::{self, Purpose};
use crate::models::mail::MailRow;
use crate::models::skin;
use crate::models::user::User;
use crate::unlock::Unlock;

pub(crate) const VERIFIED_ALREADY: ApiError =
    ApiError::Conflict(ErrorCode::AlreadyVerified, "Your email address is already verified.");

/// The parameters of a mailed link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkForm {
    /// The parameter `user`.
    pub(super) username: Username,
    pub(super) code: Code,
}

/// `POST /api/account/verify`: redeems the code from a mail. While the address is the one that the code verified, the
/// code succeeds again.
pub(crate) async fn verify(
    services: web::Data<Services>,
    request: HttpRequest,
    Body(LinkForm { username, code }): Body<LinkForm>,
) -> Result<web::Json<UnlockAnswer>, ApiError> {
    let hash = services.keyed_hash();
    let verified = services.database.transact(move |conn| {
        let user = User::find_by_name_or_former(&username, &hash, conn)?.ok_or(ApiError::DeadLink)?;
        // Accounts are always locked before their codes, so that transactions cannot deadlock.
        let user = User::lock(user.id, conn)?.ok_or(ApiError::DeadLink)?;
        if user.is_verified_by(&code) {
            return Ok(None);
        }
        if !account_code::redeem(user.id, Purpose::Verify, &code, conn)? {
            return Err(ApiError::DeadLink);
        }
        user.set_verified(&code, conn)?;
        if user.confirmed_email() != &user.email {
            MailRow::delete_settled(user.id, user.confirmed_email(), conn)?;
        }
        Ok(skin::grant(conn, user.id, Unlock::Verified)?)
    });
    let reward = services.limits.try_code(&request, verified).await?;
    Ok(UnlockAnswer::json(reward))
}

/// `POST /api/account/verifyanother`: sends the verification mail again.
pub(crate) async fn verify_another(
    services: web::Data<Services>,
    caller: Caller<NoFields>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let shared = services.clone();
    let written = caller.transact(move |user, _, conn| {
        if user.is_verified() {
            return Err(VERIFIED_ALREADY);
        }
        shared.limits.count_mail(limits::VERIFICATION_MAILS, &user.email, conn)?;
        Ok(Mail::Verify.write(&user, conn)?)
    });
    written.await?;
    services.mail_signal.notify_one();
    Ok(OkAnswer::json())
}
