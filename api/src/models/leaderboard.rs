//! The leaderboard: `user_stats` in one of six orders, each backed by an index.

use chrono::{DateTime, Utc};
use diesel::prelude::{
    ExpressionMethods as _, QueryDsl as _, Queryable, RunQueryDsl as _, Selectable, SelectableHelper as _,
};
use diesel::{PgConnection, QueryResult};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::database::schema::{user_stats, users};
use crate::domain::{Country, ErrorCode, Invalid, Username, Value, value};

const ROWS: i64 = 100;

/// The column by which the leaderboard is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Wpm,
    RacesTotal,
    RacesWon,
    BestRace,
    Accuracy,
    Age,
}

/// The orders, each with its name and the label in the client.
const ORDERS: [(Order, &str, &str); Order::COUNT] = [
    (Order::Wpm, "wpm", "Wpm"),
    (Order::RacesTotal, "racesTotal", "Total races"),
    (Order::RacesWon, "racesWon", "Races won"),
    (Order::BestRace, "bestRace", "Best race"),
    (Order::Accuracy, "accuracy", "Accuracy"),
    (Order::Age, "age", "Age"),
];

impl Order {
    pub(crate) const COUNT: usize = Self::Age as usize + 1;
}

value!(Order);

impl Value for Order {
    type Json = String;

    fn parse(given: String) -> Result<Self, Invalid> {
        let is_given = |name: &str| name.eq_ignore_ascii_case(&given);
        let found = ORDERS.into_iter().find(|&(_, name, label)| is_given(name) || is_given(label));
        let (order, ..) = found.ok_or_else(|| {
            let names = ORDERS.map(|(_, name, _)| name).join(", ");
            Invalid::new(ErrorCode::WrongType, format!("must be one of {names}"))
        })?;
        Ok(order)
    }

    fn schema() -> ObjectBuilder {
        let names = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(ORDERS.map(|(_, name, _)| name)));
        names.description(Some("Other cases, and labels such as `Total races`, are accepted but deprecated"))
    }
}

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
    /// Returns the first users in this order: those with the highest numbers, or with the oldest accounts.
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
