//! What users tell us.

use actix_web::web;
use diesel::Connection as _;
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::error::ApiError;
use crate::extract::SignedIn;
use crate::limits;
use crate::models::{feedback, skins};
use crate::unlock::Reason;
use crate::validation::{self, schema};

#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct FeedbackForm {
    #[garde(custom(validation::message))]
    #[schema(schema_with = schema::message)]
    feedback: String,
}

/// Whether there was a reward.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackAnswer {
    #[schema(schema_with = schema::ok)]
    status: &'static str,
    skin: bool,
}

/// `POST /api/feedback`: keeps what somebody wrote, and thanks for the first time with a skin.
pub(crate) async fn feedback(
    services: web::Data<Services>,
    SignedIn { user, body: FeedbackForm { feedback: words } }: SignedIn<FeedbackForm>,
) -> Result<web::Json<FeedbackAnswer>, ApiError> {
    services.limits.try_as(&user, limits::FEEDBACK).await?;
    let thanked = services.database.with_conn(move |conn| {
        conn.transaction(|conn| {
            feedback::insert(user.id, &words, conn)?;
            skins::grant(conn, user.user_id(), Reason::Feedback)
        })
    });
    Ok(web::Json(FeedbackAnswer { status: "ok", skin: thanked.await?.is_some() }))
}
