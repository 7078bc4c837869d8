//! Opening events, and what their hosts see and do.

use actix_web::body::BoxBody;
use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use diesel::{Connection as _, PgConnection, QueryResult};
use serde::{Deserialize, Serialize};
use shared::messages::RemoveRacer;
use shared::{RoomCode, TextId};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Components, ObjectBuilder, Schema, Type};

use super::standings::Standings;
use super::starting::StartForm;
use super::{EventCaller, EventState, LineAnswer, NO_SUCH_EVENT, NOT_HOST, RoundResultsAnswer, go_on, lock};
use crate::document::Answer;
use crate::domain::{
    ErrorCode, EventRounds, EventTitle, Joining, Language, RequestId, RoundKind, RoundWish, Scoring, TextCategory,
    lookup, room,
};
use crate::error::ApiError;
use crate::events::course::Over;
use crate::extract::{Caller, NoFields, Visitor};
use crate::handlers::OkAnswer;
use crate::handlers::race::ENGINE_TIMEOUT;
use crate::handlers::texts::NO_TEXTS;
use crate::models::event::{Changes, Event, EventId, NewEvent};
use crate::models::event_heat::EventHeat;
use crate::models::event_racer::EventRacer;
use crate::models::event_round::EventRound;
use crate::models::text::{Text, Wish};
use crate::models::user::User;
use crate::text_bag::TextBag;
use crate::{Links, Services, words};

/// The maximum number of events that a member hosts at once.
const OPEN_AT_MOST: usize = 5;

/// The maximum number of events in a list.
const LISTED_AT_MOST: i64 = 20;

pub(crate) const TOO_MANY: ApiError =
    ApiError::Conflict(ErrorCode::TooManyHosted, "You host as many events as a member can. End one first.");
pub(crate) const UNKNOWN_TEXT: ApiError =
    ApiError::NotFound(ErrorCode::UnknownText, "There is no such text in the language of the event.");
pub(crate) const UNKNOWN_RACER: ApiError =
    ApiError::NotFound(ErrorCode::UnknownRacer, "There is no such racer in this event.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct OpenForm {
    title: EventTitle,
    language: Language,
    rounds: EventRounds,
    joining: Joining,
    scoring: Scoring,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct HostForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The key of those who host it, besides the member who opened it.
    key: Option<String>,
}

/// The changes of a host. What is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The key of those who host it, besides the member who opened it.
    key: Option<String>,
    title: Option<EventTitle>,
    /// All rounds that have not begun. One that is asked for again keeps its text.
    rounds: Option<EventRounds>,
    joining: Option<Joining>,
    scoring: Option<Scoring>,
    /// True if nobody else may join.
    locked: Option<bool>,
    /// True if the wall shows the names of racers.
    shows_names: Option<bool>,
}

#[derive(Deserialize, ToSchema)]
pub(crate) struct RemoveForm {
    /// The code of the event. A malformed one matches none.
    #[serde(deserialize_with = "lookup")]
    #[schema(value_type = String, example = "k3f9wq2m")]
    code: Option<RoomCode>,
    /// The key of those who host it, besides the member who opened it.
    key: Option<String>,
    /// The `id` of the racer.
    racer: RequestId,
}

#[derive(Serialize, ToSchema)]
#[schema(as = OpenedEvent)]
pub(crate) struct OpenAnswer {
    #[schema(schema_with = room::code)]
    code: RoomCode,
    /// The key with which others host the event, too. It is in no other answer.
    key: String,
}

/// Events, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct HostedEvents {
    #[schema(max_items = 20)]
    events: Vec<HostedEvent>,
}

#[derive(Serialize, ToSchema)]
struct HostedEvent {
    code: String,
    title: EventTitle,
    date: DateTime<Utc>,
    #[schema(inline)]
    state: EventState,
}

/// Events, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct RacedEvents {
    #[schema(max_items = 20)]
    events: Vec<RacedEvent>,
}

#[derive(Serialize, ToSchema)]
struct RacedEvent {
    code: String,
    title: EventTitle,
    date: DateTime<Utc>,
    #[schema(inline)]
    state: EventState,
    /// The place in the table; null without a result that counts.
    #[schema(required)]
    place: Option<u32>,
}

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
    /// Those of the round that is open, and of those that were started.
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

/// What the wall of an event shows.
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

/// `POST /api/events/open`: opens an event that the user hosts.
pub(crate) async fn open(
    services: web::Data<Services>,
    caller: Caller<OpenForm>,
) -> Result<web::Json<OpenAnswer>, ApiError> {
    let key = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let key_hash = services.event_key_hash(&key);
    let opened = caller.transact(move |user, OpenForm { title, language, rounds, joining, scoring }, conn| {
        // Locked, so that calls at the same time cannot exceed the number.
        let user = User::lock(user.id, conn)?.ok_or(ApiError::NotLoggedIn)?;
        let mut n_open = 0;
        for event in Event::hosted_lately_by(user.id, conn)? {
            n_open += usize::from(event.course(conn)?.over(Utc::now()).is_none());
        }
        if n_open >= OPEN_AT_MOST {
            return Err(TOO_MANY);
        }
        let code = RoomCode::from_random(rand::random());
        let event = NewEvent { code, host: user.id, key_hash, title, language, joining, scoring };
        let id = event.insert(conn)?;
        write_rounds((id, language), &[], rounds, conn)?;
        Ok(code)
    });
    Ok(web::Json(OpenAnswer { code: opened.await?, key }))
}

/// `POST /api/events/hosted`: lists the user's own events.
pub(crate) async fn hosted(caller: Caller<NoFields>) -> Result<web::Json<HostedEvents>, ApiError> {
    let listed = caller.run(|user, _, conn| {
        let events = Event::hosted_by(user.id, LISTED_AT_MOST, conn)?.into_iter();
        let answer = |event: Event| {
            let state = event.course(conn)?.over(Utc::now()).into();
            Ok(HostedEvent { code: event.code, title: event.title, date: event.created_at, state })
        };
        Ok(events.map(answer).collect::<QueryResult<_>>()?)
    });
    Ok(web::Json(HostedEvents { events: listed.await? }))
}

/// `POST /api/events/raced`: lists the events in which the user races.
pub(crate) async fn raced(caller: Caller<NoFields>) -> Result<web::Json<RacedEvents>, ApiError> {
    let listed = caller.run(|user, _, conn| {
        let events = Event::joined_by(user.id, LISTED_AT_MOST, conn)?.into_iter();
        let answer = |(event, racer): (Event, i64)| {
            let state = event.course(conn)?.over(Utc::now()).into();
            let place = Standings::of(&event, conn)?.place_of(racer);
            Ok(RacedEvent { code: event.code, title: event.title, date: event.created_at, state, place })
        };
        Ok(events.map(answer).collect::<QueryResult<_>>()?)
    });
    Ok(web::Json(RacedEvents { events: listed.await? }))
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

/// `POST /api/events/edit`: changes an event.
pub(crate) async fn edit(
    services: web::Data<Services>,
    visitor: Visitor<EditForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let edited = as_host(services, visitor, |event, form: EditForm, conn| {
        let EditForm { title, rounds, joining, scoring, locked, shows_names, .. } = form;
        let changes = Changes { title, joining, scoring, locked, shows_names, hosted_at: Utc::now() };
        conn.transaction(|conn| {
            let (event, course) = lock(&event, conn)?;
            go_on(&course)?;
            if let Some(rounds) = rounds {
                let before = EventRound::list(event.id, conn)?;
                write_rounds((event.id, event.language), &before, rounds, conn)?;
            }
            Ok(Event::change(event.id, &changes, conn)?)
        })
    });
    edited.await?;
    Ok(OkAnswer::json())
}

/// `POST /api/events/remove`: removes a racer from an event, for good.
pub(crate) async fn remove(
    links: web::Data<Links>,
    services: web::Data<Services>,
    visitor: Visitor<RemoveForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let removed = as_host(services, visitor, |event, RemoveForm { racer: RequestId(racer), .. }, conn| {
        conn.transaction(|conn| {
            let (event, course) = lock(&event, conn)?;
            let racer = EventRacer::find(event.id, racer, conn)?.ok_or(UNKNOWN_RACER)?;
            racer.remove(conn)?;
            if go_on(&course).is_ok() {
                Event::touch(event.id, Utc::now(), conn)?;
            }
            let seat = racer.round.zip(racer.heat);
            let heat = seat.map_or(Ok(None), |(round, heat)| EventHeat::find(event.id, round, heat, conn))?;
            Ok::<_, ApiError>(heat.map(|heat| RemoveRacer { code: heat.room(), racer: racer.racer_id() }))
        })
    });
    if let Some(message) = removed.await? {
        let left = links.remove_racer.send(message).timeout(ENGINE_TIMEOUT).await;
        // The engines refuse the token of a guest in any case. A member loses the seat when the host asks again.
        match left {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a racer could not be removed from a room"),
            Err(error) => tracing::error!(%error, "the engine did not answer"),
        }
    }
    Ok(OkAnswer::json())
}

/// `POST /api/events/end`: ends an event.
pub(crate) async fn end(
    services: web::Data<Services>,
    visitor: Visitor<HostForm>,
) -> Result<web::Json<OkAnswer>, ApiError> {
    let ended = as_host(services, visitor, |event, _: HostForm, conn| {
        conn.transaction(|conn| {
            let (event, course) = lock(&event, conn)?;
            if go_on(&course).is_ok() {
                Event::touch(event.id, Utc::now(), conn)?;
                Event::end(event.id, conn)?;
            }
            Ok::<_, ApiError>(())
        })
    });
    ended.await?;
    Ok(OkAnswer::json())
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

/// Returns the errors when a host does something.
pub(crate) fn host_errors() -> [ApiError; 2] {
    [NO_SUCH_EVENT, NOT_HOST]
}

/// The form of a call for those who host an event.
pub(super) trait HostsForm: Send + 'static {
    /// Returns the code of the event, and the key.
    fn of_event(&self) -> (Option<RoomCode>, Option<&str>);
}

macro_rules! hosts_forms {
    ($($Form:ty)*) => {
        $(impl HostsForm for $Form {
            fn of_event(&self) -> (Option<RoomCode>, Option<&str>) {
                (self.code, self.key.as_deref())
            }
        })*
    };
}

hosts_forms!(HostForm EditForm RemoveForm StartForm);

/// Runs `act` with the event and the form, if the caller hosts it.
pub(super) async fn as_host<Form: HostsForm, R: Send + 'static>(
    services: web::Data<Services>,
    visitor: Visitor<Form>,
    act: impl FnOnce(Event, Form, &mut PgConnection) -> Result<R, ApiError> + Send + 'static,
) -> Result<R, ApiError> {
    let (address, shared) = (visitor.address(), services.into_inner());
    let found = visitor.run(move |user, form, conn| {
        let (code, key) = form.of_event();
        let caller = EventCaller { services: &shared, address, user, guest: None, key: key.map(str::to_owned) };
        let event = caller.event(code, conn)?;
        caller.admit_host(&event)?;
        act(event, form, conn)
    });
    found.await
}

/// Writes the rounds that have not begun. One that was asked for `before` at the same place keeps its text.
fn write_rounds(
    (event, language): (EventId, Language),
    before: &[EventRound],
    EventRounds(wishes): EventRounds,
    conn: &mut PgConnection,
) -> Result<(), ApiError> {
    let n_begun = before.iter().filter(|round| round.start_at.is_some()).count();
    let mut seen: Vec<TextId> = before.iter().filter_map(|round| round.text_id.map(TextId)).collect();
    let mut rounds = Vec::with_capacity(wishes.len());
    for (number, wish) in (n_begun..).zip(wishes) {
        let kept = before.get(number).filter(|round| round.is(&wish)).cloned();
        let round = match kept {
            Some(kept) => kept,
            None => round(event, (number + 1) as i32, wish, language, &seen, conn)?,
        };
        seen.extend(round.text_id.map(TextId));
        rounds.push(round);
    }
    Ok(EventRound::replace(event, &rounds, conn)?)
}

/// Finds the text that a host asks for.
fn round(
    EventId(event_id): EventId,
    number: i32,
    wish: RoundWish,
    language: Language,
    not: &[TextId],
    conn: &mut PgConnection,
) -> Result<EventRound, ApiError> {
    let blank = |kind, text: String| EventRound {
        event_id,
        number,
        kind,
        size: None,
        words: None,
        text_id: None,
        author: String::new(),
        work: None,
        length: text.chars().count() as i32,
        text,
        start_at: None,
    };
    let of_site = |kind, text: Text| {
        let shared::Text { id, author, work, text, .. } = text.into();
        EventRound { text_id: Some(id.0), author, work, ..blank(kind, text) }
    };
    Ok(match wish {
        RoundWish::Site(size) => {
            let wish = Wish { language, category: TextCategory::General, length: Some(size) };
            let text = Text::draw(wish, not, &mut TextBag::new(rand::random()), conn)?.ok_or(NO_TEXTS)?;
            EventRound { size: Some(size.name().to_owned()), ..of_site(RoundKind::Site, text) }
        }
        RoundWish::Chosen(id) => {
            let text = Text::find(id, conn)?.filter(|text| text.language == language).ok_or(UNKNOWN_TEXT)?;
            of_site(RoundKind::Chosen, text)
        }
        RoundWish::Words(n_words) => {
            let text = words::text(language, n_words as usize, &mut rand::rng());
            EventRound { words: Some(n_words), ..blank(RoundKind::Words, text) }
        }
        RoundWish::Own { text, author } => {
            let author = author.map_or_else(String::new, |author| author.shown().into());
            EventRound { author, ..blank(RoundKind::Own, (*text).to_owned()) }
        }
    })
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

impl EventRound {
    /// Returns true if the host asked for this.
    fn is(&self, wish: &RoundWish) -> bool {
        match wish {
            RoundWish::Site(size) => self.kind == RoundKind::Site && self.size.as_deref() == Some(size.name()),
            RoundWish::Chosen(id) => self.kind == RoundKind::Chosen && self.text_id == Some(id.0),
            RoundWish::Words(words) => self.kind == RoundKind::Words && self.words == Some(*words),
            // Its author may be another.
            RoundWish::Own { .. } => false,
        }
    }
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
