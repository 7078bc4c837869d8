//! Texts and words for singleplayer.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::{ErrorCode, Language, SeenText, TextLength};
use crate::error::ApiError;
use crate::extract::Query;
use crate::handlers::Written;
use crate::models::text::Wish;
use crate::{Services, texts, words};

pub(crate) const NO_TEXTS: ApiError = ApiError::NotFound(ErrorCode::NoTexts, "No texts are available.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct TextRequest {
    /// The site's default language if it is left out.
    language: Option<Language>,
    /// Any length if it is left out.
    length: Option<TextLength>,
    /// The `id` of a text, such as the one that was just typed: the answer is another one, if there is one.
    not: Option<SeenText>,
}

/// A text and its author.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextAnswer {
    id: i64,
    author: String,
    text: String,
    language: Language,
}

/// `GET /api/gettext`: returns a random text of the wished kind.
pub(crate) async fn gettext(
    services: web::Data<Services>,
    Query(TextRequest { language, length, not }): Query<TextRequest>,
) -> Result<web::Json<TextAnswer>, ApiError> {
    let wish = Wish { language: language.unwrap_or_default(), length };
    let not = not.into_iter().map(|SeenText(id)| id).collect();
    let text = texts::draw(&services, wish, not).await?.ok_or(NO_TEXTS)?;
    Ok(web::Json(text.into()))
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct WordsForm {
    /// English if it is missing.
    language: Option<Language>,
}

/// The frequent words of a language, in lower case.
#[derive(Serialize, ToSchema)]
pub(crate) struct WordsAnswer {
    #[schema(max_items = 5000)]
    pub(crate) words: Vec<&'static str>,
}

/// `GET /api/words`: returns the frequent words of a language by falling frequency.
pub(crate) async fn words(Query(WordsForm { language }): Query<WordsForm>) -> Result<Written<WordsAnswer>, ApiError> {
    Ok(words::written(language.unwrap_or_default()).into())
}

impl From<shared::Text> for TextAnswer {
    fn from(text: shared::Text) -> Self {
        Self { id: text.id.0, author: text.author, text: text.text, language: text.language.into() }
    }
}
