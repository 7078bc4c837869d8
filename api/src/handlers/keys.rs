//! The figures of a user's own keys.

use actix_web::{HttpRequest, web};
use chrono::{Days, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Services;
use crate::domain::{KeyRange, Language};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::key_sums::{Key, KeySum};
use crate::models::key_day::{self, Range};

/// The most pairs, and the most characters, of an answer: those that are typed most.
const LISTED_AT_MOST: usize = 500;

#[derive(Deserialize, ToSchema)]
pub(crate) struct KeysForm {
    range: Option<KeyRange>,
    /// Runs through texts in this language only.
    language: Option<Language>,
}

/// The keys of a user's runs, those that are typed most first.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeysAnswer {
    characters: Vec<KeyAnswer>,
    /// Characters with the one before them, if that was typed right by the key before.
    pairs: Vec<KeyAnswer>,
    /// The number of runs. Only those whose keys are known count.
    runs: i64,
}

/// A character or a pair. Times are since the key before, in milliseconds, without waits of more than 2 s; null if none is
/// known.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Key)]
struct KeyAnswer {
    key: String,
    /// The number of presses when it was due.
    typed: u32,
    /// The number of those that were wrong.
    missed: u32,
    #[schema(required)]
    mean_ms: Option<f64>,
    /// Within 5 % or 7 ms.
    #[schema(required)]
    median_ms: Option<f64>,
}

/// `POST /api/keys`: returns how often each character and pair was typed and missed, and how long it took.
pub(crate) async fn keys(
    services: web::Data<Services>,
    request: HttpRequest,
    caller: Caller<KeysForm>,
) -> Result<web::Json<KeysAnswer>, ApiError> {
    let _turn = services.turn_at_own_data(&services.limits.address_of(&request)).await?;
    let read = caller.run(|user, KeysForm { range, language }, conn| {
        let range = match range.unwrap_or_default() {
            // Days of UTC, since the sums of a day are kept by those.
            KeyRange::Days30 => Range::From(Utc::now().date_naive() - Days::new(29)),
            KeyRange::Runs1000 => Range::Runs(1000),
            KeyRange::All => Range::All,
        };
        Ok(key_day::sums(user.id, language, range, conn)?)
    });
    let (runs, sums) = read.await?;
    let (pairs, characters): (Vec<_>, Vec<_>) = sums.iter().partition(|((after, _), _)| after.is_some());
    Ok(web::Json(KeysAnswer { characters: listed(characters), pairs: listed(pairs), runs }))
}

fn listed(mut keys: Vec<(Key, &KeySum)>) -> Vec<KeyAnswer> {
    keys.sort_by_key(|(key, sum)| (std::cmp::Reverse(sum.typed), *key));
    keys.truncate(LISTED_AT_MOST);
    let answers = keys.into_iter().map(|((after, due), sum)| KeyAnswer {
        key: after.into_iter().chain([due]).collect(),
        typed: sum.typed,
        missed: sum.missed,
        mean_ms: sum.mean_ms().map(f64::round),
        median_ms: sum.median_ms().map(f64::round),
    });
    answers.collect()
}
