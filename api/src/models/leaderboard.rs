//! The leaderboard: `user_stats`, or the `language_stats` of a language, in one of six orders, each backed by an index.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, Queryable, RunQueryDsl as _};
use diesel::sql_types::Bool;
use diesel::{PgConnection, QueryResult};
use shared::UserId;
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::ban::not_banned;
use crate::database::schema::{language_stats, user_stats, users};
use crate::domain::{Country, ErrorCode, Invalid, Language, Username, Value, value};

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

/// A user in the leaderboard.
#[derive(Debug, Clone, Queryable)]
pub(crate) struct Standing {
    #[diesel(deserialize_as = i64)]
    pub(crate) user_id: UserId,
    pub(crate) username: Username,
    pub(crate) country: Country,
    pub(crate) average_wpm: f64,
    pub(crate) average_accuracy: f64,
    pub(crate) races_total: i32,
    pub(crate) races_won: i32,
    pub(crate) best_wpm: f64,
    pub(crate) member_since: DateTime<Utc>,
}

/// Loads the first standings in `$order` from `$rows` of the table `$stats`.
macro_rules! first {
    ($stats:ident, $rows:expr, $order:expr, $conn:expr) => {{
        let standing = (
            $stats::user_id,
            users::username,
            users::country,
            $stats::average_wpm,
            $stats::average_accuracy,
            $stats::races_total,
            $stats::races_won,
            $stats::best_wpm,
            $stats::member_since,
        );
        let rows = $rows.filter(sql::<Bool>(not_banned!("users.id")));
        let all = rows.select(standing).limit(ROWS).into_boxed();
        let sorted = match $order {
            Order::Wpm => all.order(($stats::average_wpm.desc(), $stats::user_id)),
            Order::RacesTotal => all.order(($stats::races_total.desc(), $stats::user_id)),
            Order::RacesWon => all.order(($stats::races_won.desc(), $stats::user_id)),
            Order::BestRace => all.order(($stats::best_wpm.desc(), $stats::user_id)),
            Order::Accuracy => all.order(($stats::average_accuracy.desc(), $stats::user_id)),
            Order::Age => all.order(($stats::member_since, $stats::user_id)),
        };
        sorted.load($conn)
    }};
}

impl Standing {
    /// Returns the first users in this order who are not banned: those with the highest numbers, or with the oldest
    /// accounts. With `language`, only races through texts in that language count.
    pub(crate) fn first(order: Order, language: Option<Language>, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        match language {
            None => first!(user_stats, user_stats::table.inner_join(users::table), order, conn),
            Some(language) => {
                let rows = language_stats::table.inner_join(users::table);
                first!(language_stats, rows.filter(language_stats::language.eq(language)), order, conn)
            }
        }
    }
}
