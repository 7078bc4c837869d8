//! Events as their hosts and the wall see them, and the file of results.

use actix_web::body::BoxBody;
use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use chrono::Utc;
use diesel::{PgConnection, QueryResult};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Components, ObjectBuilder, Schema, Type};

use super::hosting::{HostForm, as_host};
use super::standings::Standings;
use super::{EventState, LineAnswer, RoundResultsAnswer};
use crate::Services;
use crate::document::Answer;
use crate::domain::{EventTitle, Joining, Language, RoundKind, Scoring};
use crate::error::ApiError;
use crate::events::course::Over;
use crate::extract::Visitor;
use crate::models::event::EventId;
use crate::models::event_heat::EventHeat;
use crate::models::event_racer::EventRacer;
use crate::models::event_round::EventRound;

/// All that a host sees of an event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HostView)]
pub(crate) struct HostAnswer {
    code: String,
    title: EventTitle,
    #[schema(inline)]
    language: Language,
    #[schema(inline)]
    joining: Joining,
    #[schema(inline)]
    scoring: Scoring,
    locked: bool,
    shows_names: bool,
    #[schema(inline)]
    state: EventState,
    /// The reason the event is over: `ended`, `host-gone`, `raced` or `idle`. Null before.
    #[schema(required)]
    over: Option<&'static str>,
    /// The round that waits for its start; null if none does.
    #[schema(required)]
    round: Option<i32>,
    rounds: Vec<HostRound>,
    racers: Vec<HostRacer>,
    /// The heats of the open round and of all before it.
    heats: Vec<HeatAnswer>,
    results: Vec<RoundResultsAnswer>,
    /// The best first.
    table: Vec<LineAnswer>,
}

/// A round, with what the host asked for and its text.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HostRound {
    number: i32,
    begun: bool,
    #[schema(inline)]
    kind: RoundKind,
    /// Of `site`: the length.
    #[schema(required)]
    size: Option<String>,
    /// Of `words`: the number of words.
    #[schema(required)]
    words: Option<i32>,
    /// Of a text of the site: its `id`.
    #[schema(required)]
    text_id: Option<i64>,
    /// Empty if nobody is named.
    author: String,
    /// Empty once it was deleted.
    text: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HostRacer {
    id: i64,
    name: String,
    is_guest: bool,
    /// The heat of the last seat; null before the first.
    #[schema(required)]
    heat: Option<i32>,
    /// True for a seat in the round that is open.
    is_seated: bool,
    removed: bool,
}

/// A heat of a round.
#[derive(Serialize, ToSchema)]
#[schema(as = EventHeat)]
struct HeatAnswer {
    round: i32,
    number: i32,
    /// The code of its room.
    room: String,
    /// The number of racers who have their seat there.
    seats: i64,
    /// True once the room knows the instant of its start.
    begun: bool,
}

/// An event as its wall shows it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventWall)]
pub(crate) struct WallAnswer {
    code: String,
    title: EventTitle,
    #[schema(inline)]
    state: EventState,
    #[schema(inline)]
    scoring: Scoring,
    /// The round that waits for its start; null if none does.
    #[schema(required)]
    round: Option<i32>,
    /// The number of rounds.
    rounds: usize,
    shows_names: bool,
    heats: Vec<HeatAnswer>,
    /// The number of racers who were not removed.
    racers: usize,
    /// The best first.
    table: Vec<LineAnswer>,
}

/// Results as comma-separated values.
pub(crate) struct Csv(HttpResponse);

impl Responder for Csv {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.0
    }
}

impl Answer for Csv {
    const CONTENT_TYPE: &'static str = "text/csv";

    fn describe(_: &mut Components) -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).into()
    }
}

/// `POST /api/events/host`: returns all that a host sees.
pub(crate) async fn host(
    services: web::Data<Services>,
    visitor: Visitor<HostForm>,
) -> Result<web::Json<HostAnswer>, ApiError> {
    let found = as_host(services, visitor, |event, _: HostForm, conn| {
        let (course, rounds) = (event.course(conn)?, EventRound::list(event.id, conn)?);
        let racers = EventRacer::list(event.id, conn)?;
        let standings = Standings::among(&racers, event.id, event.scoring, conn)?;
        let (over, round) = (course.over(Utc::now()), course.open_round());
        Ok(HostAnswer {
            code: event.code,
            title: event.title,
            language: event.language,
            joining: event.joining,
            scoring: event.scoring,
            locked: event.locked,
            shows_names: event.shows_names,
            state: over.into(),
            over: over.map(Over::name),
            round,
            rounds: rounds.into_iter().map(HostRound::from).collect(),
            heats: heats(event.id, &racers, conn)?,
            racers: racers.into_iter().map(|racer| HostRacer::of(racer, round)).collect(),
            results: standings.rounds(course.begun()),
            table: standings.table(true),
        })
    });
    Ok(web::Json(found.await?))
}

/// `POST /api/events/wall`: returns what the wall shows.
pub(crate) async fn wall(
    services: web::Data<Services>,
    visitor: Visitor<HostForm>,
) -> Result<web::Json<WallAnswer>, ApiError> {
    let found = as_host(services, visitor, |event, _: HostForm, conn| {
        let (course, racers) = (event.course(conn)?, EventRacer::list(event.id, conn)?);
        let standings = Standings::among(&racers, event.id, event.scoring, conn)?;
        Ok(WallAnswer {
            code: event.code,
            title: event.title,
            state: course.over(Utc::now()).into(),
            scoring: event.scoring,
            round: course.open_round(),
            rounds: course.rounds.len(),
            shows_names: event.shows_names,
            heats: heats(event.id, &racers, conn)?,
            racers: racers.iter().filter(|racer| racer.removed_at.is_none()).count(),
            table: standings.table(event.shows_names),
        })
    });
    Ok(web::Json(found.await?))
}

/// `POST /api/events/csv`: returns the results as a file for spreadsheets.
pub(crate) async fn csv(services: web::Data<Services>, visitor: Visitor<HostForm>) -> Result<Csv, ApiError> {
    let found =
        as_host(services, visitor, |event, _: HostForm, conn| Ok((Standings::of(&event, conn)?.csv(), event.code)));
    let (csv, code) = found.await?;
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(format!("{code}.csv"))],
    };
    let content_type = format!("{}; charset=utf-8", Csv::CONTENT_TYPE);
    Ok(Csv(HttpResponse::Ok().content_type(content_type).insert_header(disposition).body(csv)))
}

/// Returns the heats of an event, with the number of these racers in each.
fn heats(event: EventId, racers: &[EventRacer], conn: &mut PgConnection) -> QueryResult<Vec<HeatAnswer>> {
    let answer = |heat: EventHeat| {
        let place = (Some(heat.round), Some(heat.number));
        let seated = racers.iter().filter(|racer| racer.removed_at.is_none() && (racer.round, racer.heat) == place);
        HeatAnswer {
            round: heat.round,
            number: heat.number,
            room: heat.room().into(),
            seats: seated.count() as i64,
            begun: heat.start_at.is_some(),
        }
    };
    Ok(EventHeat::list(event, conn)?.into_iter().map(answer).collect())
}

impl From<EventRound> for HostRound {
    fn from(round: EventRound) -> Self {
        let EventRound { number, kind, size, words, text_id, author, text, start_at, .. } = round;
        Self { number, begun: start_at.is_some(), kind, size, words, text_id, author, text }
    }
}

impl HostRacer {
    fn of(racer: EventRacer, open: Option<i32>) -> Self {
        let (is_guest, removed) = (racer.is_guest(), racer.removed_at.is_some());
        let is_seated = !removed && open.is_some() && racer.round == open;
        Self { id: racer.id, name: racer.name, is_guest, heat: racer.heat, is_seated, removed }
    }
}
