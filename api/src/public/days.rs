//! The boards of the races of days.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Keyed;
use crate::Services;
use crate::domain::{Day, Language};
use crate::error::ApiError;
use crate::handlers::today::BoardAnswer;
use crate::models::daily_race::DailyRace;

#[derive(Deserialize, ToSchema)]
pub(crate) struct DayRequest {
    /// In UTC.
    day: Day,
    /// English if it is left out.
    language: Option<Language>,
}

/// `GET /api/v1/days/{day}`: returns the board of a day.
pub(crate) async fn day(
    services: web::Data<Services>,
    Keyed(DayRequest { day, language }): Keyed<DayRequest>,
) -> Result<web::Json<BoardAnswer>, ApiError> {
    let race = DailyRace { day, language: language.unwrap_or_default() };
    Ok(web::Json(services.database.run(move |conn| BoardAnswer::find(race, conn)).await?))
}
