//! The calls for banned users. They take the token that a login refuses them with.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::{BanReply, ErrorCode};
use crate::error::ApiError;
use crate::extract::{Caller, NoFields};
use crate::handlers::OkAnswer;
use crate::handlers::moderation::BanAnswer;
use crate::models::ban::Ban;
use crate::models::user::User;

pub(crate) use crate::moderation::NOT_BANNED;

pub(crate) const REPLIED_ALREADY: ApiError =
    ApiError::Conflict(ErrorCode::AlreadyReplied, "You have replied to the admins already.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct ReplyForm {
    reply: BanReply,
}

/// `POST /api/ban`: returns the ban of the user's account.
pub(crate) async fn ban(caller: Caller<NoFields>) -> Result<web::Json<BanAnswer>, ApiError> {
    let found = caller.run(|user, _, conn| Ok(Ban::of(user.id, conn)?.ok_or(NOT_BANNED)?.into()));
    Ok(web::Json(found.await?))
}

/// `POST /api/ban/reply`: sends a reply to the admins, once.
pub(crate) async fn reply(caller: Caller<ReplyForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let replied = caller.transact(|user, ReplyForm { reply }, conn| {
        let user = User::lock(user.id, conn)?.ok_or(ApiError::NotLoggedIn)?;
        Ban::of(user.id, conn)?.ok_or(NOT_BANNED)?;
        if Ban::reply(user.id, &reply, conn)? { Ok(()) } else { Err(REPLIED_ALREADY) }
    });
    replied.await?;
    Ok(OkAnswer::json())
}
