//! Feedback from users.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::Message;
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::Status;
use crate::models::{feedback, skin};
use crate::unlock::Unlock;

#[derive(Deserialize, ToSchema)]
pub(crate) struct FeedbackForm {
    feedback: Message,
}

/// The answer to feedback. `skin` is true if the user received a skin.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackAnswer {
    #[schema(inline)]
    status: Status,
    skin: bool,
}

/// `POST /api/feedback`: saves a message, and grants a skin for the first one.
pub(crate) async fn feedback(caller: Caller<FeedbackForm>) -> Result<web::Json<FeedbackAnswer>, ApiError> {
    let saved = caller.transact(|user, FeedbackForm { feedback: words }, conn| {
        feedback::insert(user.id, &words, conn)?;
        Ok(skin::grant(conn, user.id, Unlock::Feedback)?)
    });
    Ok(web::Json(FeedbackAnswer { status: Status::Ok, skin: saved.await?.is_some() }))
}
