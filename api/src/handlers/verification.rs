//! Showing that one reads mail at one's address.

use actix_web::web;
use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::Services;
use crate::database::{Undone, transaction};
use crate::error::ApiError;
use crate::extract::{Body, NoFields, SignedIn};
use crate::handlers::OkAnswer;
use crate::mail::Mail;
use crate::models::account_code::{self, Purpose};
use crate::models::owned_skin::{self, VERIFICATION_SKIN};
use crate::models::user::User;
use crate::validation;

#[derive(Deserialize, Validate)]
pub(crate) struct VerifyForm {
    #[garde(custom(validation::mailed_username))]
    username: String,
    #[garde(custom(validation::code))]
    code: String,
}

/// What one is rewarded with, when it is new.
#[derive(Serialize)]
pub(crate) struct VerifiedAnswer {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    skin: Option<&'static str>,
}

/// `POST /api/account/verify`: redeems the code of a mail.
pub(crate) async fn verify(
    services: web::Data<Services>,
    Body(VerifyForm { username, code }): Body<VerifyForm>,
) -> Result<web::Json<VerifiedAnswer>, ApiError> {
    let verified = services.database.with_conn(move |conn| {
        transaction(conn, |conn| {
            let user = User::find_by_name_or_former(&username, conn)?.ok_or(Undone::Refused(ApiError::DeadLink))?;
            // The account before its codes, as in every change of an account, so that two never wait for each other.
            let user = User::lock(user.id, conn)?.ok_or(Undone::Refused(ApiError::DeadLink))?;
            if !account_code::redeem(user.id, Purpose::Verify, &code, conn)? {
                return Err(Undone::Refused(ApiError::DeadLink));
            }
            user.set_verified(conn)?;
            Ok(owned_skin::grant(user.user_id(), VERIFICATION_SKIN, conn)?)
        })
    });
    let is_new = verified.await??;
    Ok(web::Json(VerifiedAnswer { status: "ok", skin: is_new.then_some(VERIFICATION_SKIN) }))
}

/// `POST /api/account/verifyanother`: sends the verification mail once more.
pub(crate) async fn verify_another(
    services: web::Data<Services>,
    SignedIn { user, .. }: SignedIn<NoFields>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    if user.is_verified() {
        return Err(ApiError::Conflict("Your email address is verified already."));
    }
    services.limits.try_verification_mail(&user).await?;
    services.database.with_conn(move |conn| Mail::Verify.write(&user, conn)).await?;
    services.outbox.ring();
    Ok(OkAnswer::json())
}
