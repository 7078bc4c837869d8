//! The leaderboard: `user_stats` in one of six orders, each of which an index keeps.

use std::str::FromStr;

use chrono::{DateTime, Utc};
use diesel::prelude::{
    ExpressionMethods as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::{PgConnection, QueryResult};
use serde::Deserialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::database::schema::{user_stats, users};
use crate::domain::{Country, Username};

/// Rows of the leaderboard.
const ROWS: i64 = 100;

/// The column that the leaderboard is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Order {
    Wpm,
    RacesTotal,
    RacesWon,
    BestRace,
    Accuracy,
    Age,
}

impl Order {
    /// The number of orders.
    pub(crate) const COUNT: usize = Self::Age as usize + 1;
}

/// There is no such order.
#[derive(Debug, thiserror::Error)]
#[error("one of wpm, racesTotal, racesWon, bestRace, accuracy, age")]
pub(crate) struct UnknownOrder;

impl FromStr for Order {
    type Err = UnknownOrder;

    /// Reads the order's name, or the label that people see.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.to_ascii_lowercase().as_str() {
            "wpm" => Ok(Self::Wpm),
            "racestotal" | "total races" => Ok(Self::RacesTotal),
            "raceswon" | "races won" => Ok(Self::RacesWon),
            "bestrace" | "best race" => Ok(Self::BestRace),
            "accuracy" => Ok(Self::Accuracy),
            "age" => Ok(Self::Age),
            _ => Err(UnknownOrder),
        }
    }
}

impl PartialSchema for Order {
    fn schema() -> RefOr<Schema> {
        let names = ["wpm", "racesTotal", "racesWon", "bestRace", "accuracy", "age"];
        let labels = ["Wpm", "Total races", "Races won", "Best race", "Accuracy", "Age"];
        let names = names.into_iter().chain(labels);
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).into()
    }
}

impl ToSchema for Order {}

impl TryFrom<String> for Order {
    type Error = UnknownOrder;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

/// One user on the leaderboard.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = user_stats, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Standing {
    #[diesel(select_expression = users::username)]
    pub(crate) username: Username,
    #[diesel(select_expression = users::country)]
    pub(crate) country: Country,
    pub(crate) average_wpm: f64,
    pub(crate) average_accuracy: f64,
    pub(crate) races_total: i32,
    pub(crate) races_won: i32,
    pub(crate) best_wpm: f64,
    pub(crate) member_since: DateTime<Utc>,
}

impl Standing {
    /// The first users in this order: the highest number first, or the oldest account.
    pub(crate) fn first(order: Order, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let all = user_stats::table.inner_join(users::table).select(Self::as_select()).limit(ROWS).into_boxed();
        let sorted = match order {
            Order::Wpm => all.order((user_stats::average_wpm.desc(), user_stats::user_id)),
            Order::RacesTotal => all.order((user_stats::races_total.desc(), user_stats::user_id)),
            Order::RacesWon => all.order((user_stats::races_won.desc(), user_stats::user_id)),
            Order::BestRace => all.order((user_stats::best_wpm.desc(), user_stats::user_id)),
            Order::Accuracy => all.order((user_stats::average_accuracy.desc(), user_stats::user_id)),
            Order::Age => all.order((user_stats::member_since, user_stats::user_id)),
        };
        sorted.load(conn)
    }
}
