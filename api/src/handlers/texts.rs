//! Texts and words for singleplayer.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::{ErrorCode, GuestBag, Language, SeenText, TextCategory, TextLength};
use crate::error::ApiError;
use crate::extract::{Query, QueryVisitor};
use crate::handlers::Written;
use crate::models::candidates::Candidates;
use crate::models::text::{Text, Wish};
use crate::{texts, words};

pub(crate) const NO_TEXTS: ApiError = ApiError::NotFound(ErrorCode::NoTexts, "No texts are available.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct TextRequest {
    /// The site's default language if it is left out.
    language: Option<Language>,
    /// Prose and verse if it is left out.
    category: Option<TextCategory>,
    /// Any length if it is left out.
    length: Option<TextLength>,
    /// The `id` of a text, such as the one that was just typed: the answer is another one, if there is one.
    not: Option<SeenText>,
    /// The guest's bag: that of the answer before, or an empty one at first. It says which texts came already.
    bag: Option<GuestBag>,
}

/// A text and its author.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextAnswer {
    id: i64,
    author: String,
    /// The work and its year, or the subject of a text that was written for this site. Missing if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<String>,
    text: String,
    language: Language,
}

/// A text, and what a guest keeps for the next one.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrawnTextAnswer {
    #[serde(flatten)]
    text: TextAnswer,
    /// The bag without this text, for a guest who sent one.
    #[serde(skip_serializing_if = "Option::is_none")]
    bag: Option<String>,
}

/// `GET /api/gettext`: returns the next text out of the bag of a user or guest, or a random one.
pub(crate) async fn gettext(visitor: QueryVisitor<TextRequest>) -> Result<web::Json<DrawnTextAnswer>, ApiError> {
    let drawn = visitor.run(|user, TextRequest { language, category, length, not, bag }, conn| {
        let (language, category) = (language.unwrap_or_default(), category.unwrap_or_default());
        let wish = Wish { language, category, length };
        let not: Vec<_> = not.into_iter().map(|SeenText(id)| id).collect();
        let mut bag = bag.filter(|_| user.is_none()).map(|bag| bag.or_new(rand::random()));
        let text = match &mut bag {
            Some(bag) => Text::draw(&Candidates::of_now(), wish, &not, bag, conn)?,
            None => texts::draw(&Candidates::of_now(), user.map(|user| user.id), wish, &not, conn)?,
        };
        let text = shared::Text::from(text.ok_or(NO_TEXTS)?).into();
        Ok(DrawnTextAnswer { text, bag: bag.as_ref().map(GuestBag::encode) })
    });
    Ok(web::Json(drawn.await?))
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
        let shared::Text { id, author, work, text, language } = text;
        Self { id: id.0, author, work, text, language: language.into() }
    }
}
