//! The leaderboard.

use actix_web::web;
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use shared::score::two_decimals;

use crate::Services;
use crate::error::ApiError;
use crate::extract::Body;
use crate::models::leaderboard::{Order, Standing};

#[derive(Deserialize, Validate)]
pub(crate) struct LeaderboardRequest {
    #[garde(skip)]
    #[serde(rename = "type")]
    order: Order,
}

#[derive(Serialize)]
pub(crate) struct LeaderboardAnswer {
    data: Vec<Row>,
}

/// One user. `wpm` and `accuracy` are lists in the contract, to be averaged: here of one number, the average.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    username: String,
    country: String,
    wpm: [f64; 1],
    races_total: i32,
    races_won: i32,
    best_race: f64,
    accuracy: [f64; 1],
    creation_date: DateTime<Utc>,
}

/// `POST /api/leaderboard`: the first hundred in one of six orders.
pub(crate) async fn leaderboard(
    services: web::Data<Services>,
    Body(LeaderboardRequest { order }): Body<LeaderboardRequest>,
) -> Result<web::Json<LeaderboardAnswer>, ApiError> {
    let standings = services.database.with_conn(move |conn| Standing::first(order, conn)).await?;
    Ok(web::Json(LeaderboardAnswer { data: standings.into_iter().map(Row::from).collect() }))
}

impl From<Standing> for Row {
    fn from(standing: Standing) -> Self {
        Self {
            username: standing.username,
            country: standing.country,
            wpm: [two_decimals(standing.average_wpm)],
            races_total: standing.races_total,
            races_won: standing.races_won,
            best_race: two_decimals(standing.best_wpm),
            accuracy: [two_decimals(standing.average_accuracy)],
            creation_date: standing.member_since,
        }
    }
}
