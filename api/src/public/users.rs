//! Statistics of users, and their bests.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use typing::score::two_decimals;
use utoipa::ToSchema;

use super::Keyed;
use crate::Services;
use crate::domain::{Language, TextLength, Username, lookup};
use crate::error::ApiError;
use crate::handlers::stats::{RacerStats, UNKNOWN_USER};
use crate::models::run::Best;
use crate::models::user::Profile;

#[derive(Deserialize, ToSchema)]
pub(crate) struct UserRequest {
    /// The username, in any case.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = Username)]
    username: Option<Username>,
    /// Only races through texts in this language count; all races if it is left out.
    language: Option<Language>,
}

/// The best race of each language and length of text that the user has raced in.
#[derive(Serialize, ToSchema)]
pub(crate) struct BestsAnswer {
    bests: Vec<BestAnswer>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Best)]
struct BestAnswer {
    #[schema(inline)]
    language: Language,
    #[schema(value_type = TextLength, inline)]
    length: String,
    wpm: f64,
    accuracy: f64,
    date: DateTime<Utc>,
}

/// `GET /api/v1/users/{username}`: returns what anyone may know about a user.
pub(crate) async fn user(
    services: web::Data<Services>,
    Keyed(UserRequest { username, language }): Keyed<UserRequest>,
) -> Result<web::Json<RacerStats>, ApiError> {
    let found = services.database.run(move |conn| RacerStats::find(username, language, conn));
    Ok(web::Json(found.await?.1))
}

/// `GET /api/v1/users/{username}/bests`: returns a user's best races. Practice is private.
pub(crate) async fn bests(
    services: web::Data<Services>,
    Keyed(UserRequest { username, language }): Keyed<UserRequest>,
) -> Result<web::Json<BestsAnswer>, ApiError> {
    let found = services.database.run(move |conn| {
        let (user, ..) = Profile::find(&username.ok_or(UNKNOWN_USER)?, conn)?.ok_or(UNKNOWN_USER)?;
        Ok::<_, ApiError>(Best::of_races(user, language, conn)?)
    });
    Ok(web::Json(BestsAnswer { bests: found.await?.into_iter().map(BestAnswer::from).collect() }))
}

impl From<Best> for BestAnswer {
    fn from(best: Best) -> Self {
        Self {
            language: best.language,
            length: best.size,
            wpm: two_decimals(best.wpm),
            accuracy: two_decimals(best.accuracy),
            date: best.at,
        }
    }
}
