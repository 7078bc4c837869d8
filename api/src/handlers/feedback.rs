//! What users tell us.

use actix_web::web;
use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::Services;
use crate::error::ApiError;
use crate::extract::SignedIn;
use crate::models::feedback;
use crate::validation;

#[derive(Deserialize, Validate)]
pub(crate) struct FeedbackForm {
    #[garde(custom(validation::message))]
    feedback: String,
}

/// Whether there was a reward.
#[derive(Serialize)]
pub(crate) struct FeedbackAnswer {
    status: &'static str,
    skin: bool,
}

/// `POST /api/feedback`: keeps what somebody wrote.
pub(crate) async fn feedback(
    services: web::Data<Services>,
    SignedIn { user, body: FeedbackForm { feedback: words } }: SignedIn<FeedbackForm>,
) -> Result<web::Json<FeedbackAnswer>, ApiError> {
    services.limits.try_feedback(&user).await?;
    services.database.with_conn(move |conn| feedback::insert(user.id, &words, conn)).await?;
    Ok(web::Json(FeedbackAnswer { status: "ok", skin: false }))
}
