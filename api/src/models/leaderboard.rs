//! The leaderboard: `user_stats`, or the `language_stats` of a language or a division, in one of six orders, each backed by
//! an index.

use chrono::{DateTime, Utc};
use diesel::prelude::{QueryableByName, RunQueryDsl as _};
use diesel::sql_types::{Array, BigInt, Double, Integer, SmallInt, Text, Timestamptz};
use diesel::{PgConnection, QueryResult, sql_query};
use shared::UserId;
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::ban::not_banned;
use crate::database::Prepared;
use crate::domain::{Country, Division, ErrorCode, Invalid, Language, Username, Value, value};

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

    /// Returns the order as columns of both tables of stats. The user id makes it total.
    fn columns(self) -> &'static str {
        match self {
            Self::Wpm => "average_wpm DESC, user_id",
            Self::RacesTotal => "races_total DESC, user_id",
            Self::RacesWon => "races_won DESC, user_id",
            Self::BestRace => "best_wpm DESC, user_id",
            Self::Accuracy => "average_accuracy DESC, user_id",
            Self::Age => "member_since, user_id",
        }
    }
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

/// The racers of a board. Those of a language are there with their races through texts in that language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Racers {
    All,
    In(Language),
    /// Those who are in a division in that language.
    OfDivision(Language, Division),
}

impl Racers {
    pub(crate) const COUNT: usize = 1 + Language::COUNT * (1 + Division::COUNT);

    /// Returns the position among all that can be asked for, from 0.
    pub(crate) fn position(self) -> usize {
        let first = |language| 1 + language as usize * (1 + Division::COUNT);
        match self {
            Self::All => 0,
            Self::In(language) => first(language),
            Self::OfDivision(language, division) => first(language) + 1 + division.position(),
        }
    }
}

/// A user in the leaderboard.
#[derive(Debug, Clone, QueryableByName)]
pub(crate) struct Standing {
    #[diesel(sql_type = BigInt, deserialize_as = i64)]
    pub(crate) user_id: UserId,
    #[diesel(sql_type = Text)]
    pub(crate) username: Username,
    #[diesel(sql_type = Text)]
    pub(crate) country: Country,
    #[diesel(sql_type = Double)]
    pub(crate) average_wpm: f64,
    #[diesel(sql_type = Double)]
    pub(crate) average_accuracy: f64,
    #[diesel(sql_type = Integer)]
    pub(crate) races_total: i32,
    #[diesel(sql_type = Integer)]
    pub(crate) races_won: i32,
    #[diesel(sql_type = Double)]
    pub(crate) best_wpm: f64,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) member_since: DateTime<Utc>,
}

impl Standing {
    /// Returns the first of these racers in this order who are not banned: those with the highest numbers, or with the
    /// oldest accounts.
    pub(crate) fn first(order: Order, racers: Racers, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let order = order.columns();
        let (language, divisions) = match racers {
            Racers::All => {
                let not_banned = not_banned!("user_stats.user_id");
                let all = format!("SELECT * FROM user_stats WHERE {not_banned} ORDER BY {order} LIMIT {ROWS}");
                return Prepared(sql_query(with_users(&all, order))).load(conn);
            }
            Racers::In(language) => (language, (0..=Division::COUNT).collect::<Vec<_>>()),
            Racers::OfDivision(language, division) => (language, vec![1 + division.position()]),
        };
        // The indexes have the racers of a language by division: without a filter, the first of each are merged, so that
        // the filter costs no further indexes, which each result would have to update.
        let not_banned = not_banned!("language_stats.user_id");
        let of_divisions = format!(
            "SELECT first.* FROM unnest($2::smallint[]) AS chosen (division) CROSS JOIN LATERAL (
                SELECT * FROM language_stats
                WHERE language = $1 AND language_stats.division = chosen.division AND {not_banned}
                ORDER BY {order} LIMIT {ROWS}
            ) AS first ORDER BY {order} LIMIT {ROWS}"
        );
        let divisions: Vec<_> = divisions.into_iter().map(|division| division as i16).collect();
        let rows = sql_query(with_users(&of_divisions, order)).bind::<Text, _>(language);
        Prepared(rows.bind::<Array<SmallInt>, _>(divisions)).load(conn)
    }
}

/// Returns the query of these rows of stats with their users, in this order.
fn with_users(stats: &str, order: &str) -> String {
    format!(
        "SELECT user_id, username, country, average_wpm, average_accuracy, races_total, races_won, best_wpm, member_since
        FROM ({stats}) AS stats JOIN users ON users.id = user_id ORDER BY {order}"
    )
}
