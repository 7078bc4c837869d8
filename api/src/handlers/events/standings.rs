//! The results and the table of an event, as racers and hosts see them.

use std::collections::HashMap;

use diesel::{PgConnection, QueryResult};
use serde::Serialize;
use typing::score::two_decimals;
use utoipa::ToSchema;

use crate::domain::Scoring;
use crate::events::csv;
use crate::events::standings::{self, EventResult, Line, Placed};
use crate::handlers::seconds;
use crate::models::event::{Event, EventId};
use crate::models::event_racer::EventRacer;
use crate::models::event_result;

/// The racers of an event who were not removed, with their results.
pub(crate) struct Standings {
    racers: HashMap<i64, EventRacer>,
    results: Vec<EventResult>,
    scoring: Scoring,
}

/// The results of a round.
#[derive(Serialize, ToSchema)]
#[schema(as = EventRoundResults)]
pub(crate) struct RoundResultsAnswer {
    number: i32,
    /// True once it was started.
    begun: bool,
    /// By time.
    results: Vec<ResultAnswer>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = EventResult)]
struct ResultAnswer {
    /// The key of the racer in this event.
    racer: i64,
    name: String,
    heat: i32,
    time: f64,
    wpm: f64,
    accuracy: f64,
    /// Null if the result came faster than one is believed without keys.
    #[schema(required)]
    place: Option<u32>,
}

/// A line of the table.
#[derive(Serialize, ToSchema)]
#[schema(as = EventLine)]
pub(crate) struct LineAnswer {
    /// The key of the racer in this event.
    racer: i64,
    /// Null on a wall that shows no names.
    #[schema(required)]
    name: Option<String>,
    points: u32,
    /// The mean speed of the rounds raced.
    wpm: f64,
    place: u32,
}

impl Standings {
    pub(crate) fn of(event: &Event, conn: &mut PgConnection) -> QueryResult<Self> {
        let racers = EventRacer::list(event.id, conn)?;
        Self::among(&racers, event.id, event.scoring, conn)
    }

    /// Returns the standings of these racers, all of an event's.
    pub(crate) fn among(
        racers: &[EventRacer],
        event: EventId,
        scoring: Scoring,
        conn: &mut PgConnection,
    ) -> QueryResult<Self> {
        let shown = racers.iter().filter(|racer| racer.removed_at.is_none());
        let racers: HashMap<_, _> = shown.map(|racer| (racer.id, racer.clone())).collect();
        let results = event_result::list(event, conn)?;
        let results = results.into_iter().filter(|result| racers.contains_key(&result.racer)).collect();
        Ok(Self { racers, results, scoring })
    }

    /// Returns the results of each round, with whether it was started.
    pub(crate) fn rounds(&self, begun: impl IntoIterator<Item = bool>) -> Vec<RoundResultsAnswer> {
        let round = |(number, begun)| RoundResultsAnswer { number, begun, results: self.results(number) };
        (1..).zip(begun).map(round).collect()
    }

    pub(crate) fn table(&self, shows_names: bool) -> Vec<LineAnswer> {
        let line = |Line { racer, points, wpm, place }| {
            let name = shows_names.then(|| self.name(racer).to_owned());
            LineAnswer { racer, name, points, wpm, place }
        };
        standings::table(&self.results, self.scoring).into_iter().map(line).collect()
    }

    /// Returns the place of a racer in the table.
    pub(crate) fn place_of(&self, racer: i64) -> Option<u32> {
        let table = standings::table(&self.results, self.scoring);
        table.into_iter().find(|line| line.racer == racer).map(|line| line.place)
    }

    /// Returns all results as comma-separated values.
    pub(crate) fn csv(&self) -> String {
        let head = ["round", "heat", "place", "name", "guest", "seconds", "wpm", "accuracy", "points"];
        let rounds: std::collections::BTreeSet<i32> = self.results.iter().map(|result| result.round).collect();
        let placed = rounds.into_iter().flat_map(|round| standings::places(&self.results, round));
        let row = |placed: Placed| {
            let EventResult { racer, round, heat, time_ms, wpm, accuracy, .. } = placed.result;
            let is_guest = self.racers.get(&racer).is_some_and(EventRacer::is_guest);
            [
                round.to_string(),
                heat.to_string(),
                placed.place.map_or_else(String::new, |place| place.to_string()),
                csv::text(self.name(racer)),
                if is_guest { "yes" } else { "no" }.to_owned(),
                format!("{:.3}", seconds(time_ms)),
                format!("{wpm:.2}"),
                format!("{accuracy:.2}"),
                placed.points().to_string(),
            ]
        };
        csv::write([head.map(str::to_owned)].into_iter().chain(placed.map(row)))
    }

    fn results(&self, round: i32) -> Vec<ResultAnswer> {
        let answer = |Placed { result, place }: Placed| ResultAnswer {
            racer: result.racer,
            name: self.name(result.racer).to_owned(),
            heat: result.heat,
            time: seconds(result.time_ms),
            wpm: two_decimals(result.wpm),
            accuracy: two_decimals(result.accuracy),
            place,
        };
        standings::places(&self.results, round).into_iter().map(answer).collect()
    }

    fn name(&self, racer: i64) -> &str {
        self.racers.get(&racer).map_or("", |racer| racer.name.as_str())
    }
}
