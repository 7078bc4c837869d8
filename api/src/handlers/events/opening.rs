//! Opening an event, and choosing the texts of its rounds.

use actix_web::web;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::Utc;
use diesel::PgConnection;
use serde::{Deserialize, Serialize};
use shared::{RoomCode, TextId};
use utoipa::ToSchema;

use crate::domain::{
    ErrorCode, EventRounds, EventTitle, Joining, Language, RoundKind, RoundWish, Scoring, TextCategory, room,
};
use crate::error::ApiError;
use crate::extract::Caller;
use crate::handlers::texts::NO_TEXTS;
use crate::models::candidates::Candidates;
use crate::models::event::{Event, EventId, NewEvent};
use crate::models::event_round::EventRound;
use crate::models::text::{Text, Wish};
use crate::models::user::User;
use crate::text_bag::TextBag;
use crate::{Services, words};

/// The maximum number of events that a member hosts at once.
const OPEN_AT_MOST: usize = 5;

pub(crate) const TOO_MANY: ApiError =
    ApiError::Conflict(ErrorCode::TooManyHosted, "You host as many events as a member can. End one first.");
pub(crate) const UNKNOWN_TEXT: ApiError =
    ApiError::NotFound(ErrorCode::UnknownText, "There is no such text in the language of the event.");

#[derive(Deserialize, ToSchema)]
pub(crate) struct OpenForm {
    title: EventTitle,
    language: Language,
    rounds: EventRounds,
    joining: Joining,
    scoring: Scoring,
}

#[derive(Serialize, ToSchema)]
#[schema(as = OpenedEvent)]
pub(crate) struct OpenAnswer {
    #[schema(schema_with = room::code)]
    code: RoomCode,
    /// The key with which others host the event, too. It is in no other answer.
    key: String,
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

/// Writes the rounds that have not begun. One that was asked for `before` at the same place keeps its text.
pub(super) fn write_rounds(
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
            let bag = &mut TextBag::new(rand::random());
            let text = Text::draw(&Candidates::of_now(), wish, not, bag, conn)?.ok_or(NO_TEXTS)?;
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
