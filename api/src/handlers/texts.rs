//! Texts for singleplayer.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::ErrorCode;
use crate::error::ApiError;
use crate::extract::NoBody;
use crate::{Services, texts};

pub(crate) const NO_TEXTS: ApiError = ApiError::NotFound(ErrorCode::NoTexts, "No texts are available.");

/// A text and its author.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextAnswer {
    author: String,
    text: String,
}

/// `GET /api/gettext`: returns a random text.
pub(crate) async fn gettext(services: web::Data<Services>, _: NoBody) -> Result<web::Json<TextAnswer>, ApiError> {
    let text = texts::draw(&services, vec![]).await?.ok_or(NO_TEXTS)?;
    Ok(web::Json(text.into()))
}

impl From<shared::Text> for TextAnswer {
    fn from(text: shared::Text) -> Self {
        Self { author: text.author, text: text.text }
    }
}
