//! The leaderboard.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use typing::score::two_decimals;
use utoipa::ToSchema;

use super::Keyed;
use crate::Services;
use crate::domain::{Country, Language, Username};
use crate::error::ApiError;
use crate::handlers::{Written, write};
use crate::models::leaderboard::{Order, Racers, Standing};

#[derive(Deserialize, ToSchema)]
pub(crate) struct LeaderboardRequest {
    /// `wpm` if it is left out.
    order: Option<Order>,
    /// Only races through texts in this language count; all races if it is left out.
    language: Option<Language>,
}

/// The first users in an order, the best or, by `age`, the oldest account first.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeaderboardAnswer {
    #[schema(max_items = 100)]
    rows: Vec<Row>,
}

/// A user's statistics: averages over all races.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeaderboardRow)]
struct Row {
    username: Username,
    country: Country,
    /// Racing since.
    date: DateTime<Utc>,
    wpm: f64,
    accuracy: f64,
    races_total: i32,
    races_won: i32,
    best_race: f64,
}

/// `GET /api/v1/leaderboard`: the top 100 in one of six orders, of one language or of all.
pub(crate) async fn leaderboard(
    services: web::Data<Services>,
    Keyed(LeaderboardRequest { order, language }): Keyed<LeaderboardRequest>,
) -> Result<Written<LeaderboardAnswer>, ApiError> {
    let order = order.unwrap_or(Order::Wpm);
    let racers = language.map_or(Racers::All, Racers::In);
    let read = async || {
        let standings = services.database.with_conn(move |conn| Standing::first(order, racers, conn)).await?;
        write(&LeaderboardAnswer { rows: standings.into_iter().map(Row::from).collect() })
    };
    services.public_leaderboards.get(order, racers, read).await.map(Written::from)
}

impl From<Standing> for Row {
    fn from(standing: Standing) -> Self {
        Self {
            username: standing.username,
            country: standing.country,
            date: standing.member_since,
            wpm: two_decimals(standing.average_wpm),
            accuracy: two_decimals(standing.average_accuracy),
            races_total: standing.races_total,
            races_won: standing.races_won,
            best_race: two_decimals(standing.best_wpm),
        }
    }
}
