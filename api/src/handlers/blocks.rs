//! Blocks: users with whom a user does not want to race.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::{ErrorCode, Username, lookup};
use crate::error::ApiError;
use crate::extract::{Caller, NoFields};
use crate::handlers::OkAnswer;
use crate::handlers::stats::UNKNOWN_USER;
use crate::models::block;
use crate::models::user::User;

pub(crate) const OWN: ApiError = ApiError::Conflict(ErrorCode::OwnBlock, "You can't block yourself.");
pub(crate) const TOO_MANY: ApiError =
    ApiError::Conflict(ErrorCode::TooManyBlocks, "You can't block more users. Unblock one first.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct BlockForm {
    /// The username, in any case. A malformed one matches no user.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "marisol")]
    username: Option<Username>,
}

/// The users whom the user blocks, the last first.
#[derive(Serialize, ToSchema)]
pub(crate) struct BlocksAnswer {
    #[schema(max_items = 100)]
    blocks: Vec<BlockAnswer>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Block)]
struct BlockAnswer {
    username: Username,
    date: DateTime<Utc>,
}

/// `POST /api/block`: keeps a user out of rooms that the user is offered, and the user out of theirs.
pub(crate) async fn block(caller: Caller<BlockForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let blocked = caller.transact(|user, BlockForm { username }, conn| {
        let blocked = User::find_by_name(&username.ok_or(UNKNOWN_USER)?, conn)?.ok_or(UNKNOWN_USER)?;
        if blocked.id == user.id {
            return Err(OWN);
        }
        // Locked, so that two calls at once do not exceed the maximum.
        let user = User::lock(user.id, conn)?.ok_or(ApiError::NotLoggedIn)?;
        block::insert(user.id, blocked.id, conn)?;
        if block::count(user.id, conn)? > block::AT_MOST { Err(TOO_MANY) } else { Ok(()) }
    });
    blocked.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/unblock`: takes back a block.
pub(crate) async fn unblock(caller: Caller<BlockForm>) -> Result<web::Json<OkAnswer>, ApiError> {
    let unblocked = caller.run(|user, BlockForm { username }, conn| {
        let blocked = User::find_by_name(&username.ok_or(UNKNOWN_USER)?, conn)?.ok_or(UNKNOWN_USER)?;
        Ok::<_, ApiError>(block::delete(user.id, blocked.id, conn)?)
    });
    unblocked.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/blocks`: lists the users whom the user blocks.
pub(crate) async fn list(caller: Caller<NoFields>) -> Result<web::Json<BlocksAnswer>, ApiError> {
    let listed = caller.run(|user, _, conn| {
        let blocks = block::list(user.id, conn)?;
        Ok(BlocksAnswer { blocks: blocks.into_iter().map(|(username, date)| BlockAnswer { username, date }).collect() })
    });
    Ok(web::Json(listed.await?))
}
