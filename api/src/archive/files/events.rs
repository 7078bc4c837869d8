//! The events that a user hosts, and those in which they race.

use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, NullableExpressionMethods as _, QueryDsl as _,
    Queryable, RunQueryDsl as _,
};
use diesel::sql_types::{Array, Text};
use diesel::{PgConnection, QueryResult};
use serde::{Serialize, Serializer};

use super::runs::rounded_if_known;
use super::{Place, Rows};
use crate::archive::Owner;
use crate::database::schema::{event_racers, event_results, events};

/// The number of hosted events that are read at once: each may have twenty texts of 2,000 characters.
const HOSTED: i64 = 25;

/// An event that the user hosts or hosted.
#[derive(Queryable, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HostedEvent {
    #[serde(skip)]
    id: i64,
    code: String,
    title: String,
    /// The user's own texts in its rounds, as far as they are kept.
    texts: Vec<String>,
    created_at: DateTime<Utc>,
}

impl Rows for HostedEvent {
    fn read(Owner { id: user, .. }: Owner, after: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        let Place { time, id, .. } = after;
        let texts = sql::<Array<Text>>(
            "ARRAY(SELECT text FROM event_rounds
                WHERE event_id = events.id AND kind = 'own' AND text <> '' ORDER BY number)",
        );
        events::table
            .filter(events::host_id.eq(user.0))
            .filter(events::created_at.ge(*time).and(events::created_at.gt(*time).or(events::id.gt(*id))))
            .order((events::created_at, events::id))
            .limit(HOSTED)
            .select((events::id, events::code, events::title, texts, events::created_at))
            .load(conn)
    }

    fn place(&self) -> Option<Place> {
        Some(Place::of(self.created_at, self.id))
    }
}

/// A round of an event in which the user has a result, or an event that they have only joined.
#[derive(Queryable, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RacedEvent {
    code: String,
    title: String,
    round: Option<i32>,
    heat: Option<i32>,
    #[serde(serialize_with = "seconds_if_known")]
    time: Option<i64>,
    #[serde(serialize_with = "rounded_if_known")]
    wpm: Option<f64>,
    #[serde(serialize_with = "rounded_if_known")]
    accuracy: Option<f64>,
    joined_at: DateTime<Utc>,
}

impl Rows for RacedEvent {
    fn read(Owner { id: user, .. }: Owner, _: &Place, conn: &mut PgConnection) -> QueryResult<Vec<Self>> {
        event_racers::table
            .inner_join(events::table)
            .left_join(event_results::table.on(event_results::racer_id.eq(event_racers::id)))
            .filter(event_racers::user_id.eq(user.0))
            .order((event_racers::joined_at, event_racers::id, event_results::round))
            .select((
                events::code,
                events::title,
                event_results::round.nullable(),
                event_results::heat.nullable(),
                event_results::time_ms.nullable(),
                event_results::wpm.nullable(),
                event_results::accuracy.nullable(),
                event_racers::joined_at,
            ))
            .load(conn)
    }
}

fn seconds_if_known<S: Serializer>(ms: &Option<i64>, serializer: S) -> Result<S::Ok, S::Error> {
    ms.map(|ms| ms as f64 / 1000.0).serialize(serializer)
}
