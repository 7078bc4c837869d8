//! Replays of races.

use actix_web::web;

use super::Keyed;
use crate::Services;
use crate::error::ApiError;
use crate::handlers::replay::{ReplayAnswer, ReplayForm};

/// `GET /api/v1/replays/{race}`: returns a race with the keys of its racers, as guests of the site see it.
pub(crate) async fn replay(
    services: web::Data<Services>,
    Keyed(ReplayForm { race }): Keyed<ReplayForm>,
) -> Result<web::Json<ReplayAnswer>, ApiError> {
    Ok(web::Json(services.database.run(move |conn| ReplayAnswer::find(race, None, conn)).await?))
}
