//! Singleplayer results: saved for who is signed in, shown to nobody else.

use std::ops::RangeInclusive;

use actix_web::web;
use chrono::{DateTime, Utc};
use diesel::Connection as _;
use garde::Validate;
use serde::{Deserialize, Deserializer, Serialize};
use shared::score::{MAX_WPM, two_decimals};
use utoipa::ToSchema;

use crate::Services;
use crate::error::ApiError;
use crate::extract::{NoFields, SignedIn};
use crate::handlers::{OkAnswer, seconds};
use crate::limits;
use crate::models::practice_result::NewPracticeResult;
use crate::models::practice_stats::PracticeStats;
use crate::validation::{self, schema};

/// Words per minute that are possible.
const WPM: RangeInclusive<f64> = 0.0..=MAX_WPM;
/// Accuracy in percent.
const ACCURACY: RangeInclusive<f64> = 0.0..=100.0;

#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct PracticeForm {
    /// Seconds.
    #[garde(custom(within(validation::PRACTICE_TIME, "must be a number of seconds above 0, and at most a day")))]
    #[schema(schema_with = schema::practice_time)]
    time: f64,
    #[garde(custom(within(WPM, "must be 0 to 350")))]
    #[schema(schema_with = schema::possible_wpm)]
    wpm: f64,
    #[garde(custom(within(ACCURACY, "must be 0 to 100")))]
    #[schema(schema_with = schema::percent)]
    accuracy: f64,
    #[garde(custom(validation::past))]
    #[serde(deserialize_with = "rfc3339")]
    #[schema(schema_with = schema::past)]
    date: DateTime<Utc>,
}

/// A typist's numbers: averages over all practices, time in seconds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PracticeStatsAnswer {
    #[schema(schema_with = schema::ok)]
    status: &'static str,
    wpm: f64,
    accuracy: f64,
    time: f64,
    races_total: i32,
    best_race: f64,
}

/// `POST /api/singleplayer`: saves a result.
pub(crate) async fn save(
    services: web::Data<Services>,
    SignedIn { user, body }: SignedIn<PracticeForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    services.limits.try_as(&user, limits::PRACTICES).await?;
    let result = NewPracticeResult {
        user_id: user.id,
        time_ms: (body.time * 1000.0).round() as i64,
        wpm: two_decimals(body.wpm),
        accuracy: two_decimals(body.accuracy),
        typed_at: body.date,
    };
    services
        .database
        .with_conn(move |conn| {
            conn.transaction(|conn| {
                result.insert(conn)?;
                PracticeStats::add(&result, conn)
            })
        })
        .await?;
    Ok(OkAnswer::json())
}

/// `POST /api/singleplayer/stats`: what one's practice adds up to.
pub(crate) async fn stats(
    services: web::Data<Services>,
    SignedIn { user, .. }: SignedIn<NoFields>,
) -> Result<web::Json<PracticeStatsAnswer>, ApiError> {
    let stats = services.database.with_conn(move |conn| PracticeStats::of(user.user_id(), conn)).await?;
    Ok(web::Json(PracticeStatsAnswer {
        status: "ok",
        wpm: two_decimals(stats.average_wpm()),
        accuracy: two_decimals(stats.average_accuracy()),
        time: seconds(stats.time_ms),
        races_total: stats.races_total,
        best_race: two_decimals(stats.best_wpm),
    }))
}

fn within(range: RangeInclusive<f64>, rule: &'static str) -> impl FnOnce(&f64, &()) -> garde::Result {
    move |number, _| if range.contains(number) { Ok(()) } else { Err(garde::Error::new(rule)) }
}

/// Reads a date as `toISOString` writes it, and says so when it cannot.
fn rfc3339<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let date = DateTime::parse_from_rfc3339(&text);
    date.map(|date| date.to_utc()).map_err(|_| serde::de::Error::custom("must be a date and time in ISO 8601"))
}
