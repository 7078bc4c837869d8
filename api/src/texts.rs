//! Draws texts: for practice, and for the engine, whose requests an actor answers.
//!
//! Each request is a separate future, so that a slow one does not delay the next. The actor ends with its system.

use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, Context, Handler, Recipient, ResponseFuture};
use actix_web::web;
use diesel::{PgConnection, QueryResult};
use shared::messages::{DrawText, DrawTextError};
use shared::{TextId, UserId};

use crate::Services;
use crate::models::candidates::Candidates;
use crate::models::text::{Text, Wish};
use crate::models::text_bag;
use crate::text_bag::TextBag;

/// The capacity of the mailbox. A sender waits for its answer, so this limits the number of concurrent senders.
const MAILBOX: usize = 256;

/// The number of times that a text is drawn anew because another device of the user has drawn one in the meantime.
const DRAWS: usize = 3;

/// The time for which rooms draw from the same texts, also when an admin adds or retires one: reading them is a quarter of
/// what the database does for a room.
const KEPT_FOR: Duration = Duration::from_secs(1);

/// Returns the next text out of a user's bag; a random one without a user. If possible it is like the wished one and not
/// in `not`. `None` if there are no texts.
pub(crate) fn draw(
    candidates: &Candidates,
    user: Option<UserId>,
    wish: Wish,
    not: &[TextId],
    conn: &mut PgConnection,
) -> QueryResult<Option<Text>> {
    let Some(user) = user else {
        return Text::draw(candidates, wish, not, &mut TextBag::new(rand::random()), conn);
    };
    let mut drawn = None;
    for _ in 0..DRAWS {
        let found = text_bag::find(user, conn)?;
        let kept = found.as_deref().and_then(TextBag::from_bytes);
        let mut bag = kept.unwrap_or_else(|| TextBag::new(rand::random()));
        drawn = Text::draw(candidates, wish, not, &mut bag, conn)?;
        match text_bag::replace(user, found.as_deref(), &bag.to_bytes(), conn) {
            Ok(true) => break,
            Ok(false) => {}
            // There is a text, though the database may only be read, or the user be gone.
            Err(error) => {
                tracing::debug!(%error, "the bag of a user is not kept");
                break;
            }
        }
    }
    Ok(drawn)
}

pub(crate) fn start(services: web::Data<Services>) -> Recipient<DrawText> {
    TextSource { services, candidates: Arc::new(Candidates::kept_for(KEPT_FOR)) }.start().recipient()
}

struct TextSource {
    services: web::Data<Services>,
    candidates: Arc<Candidates>,
}

impl Actor for TextSource {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<DrawText> for TextSource {
    type Result = ResponseFuture<Result<shared::Text, DrawTextError>>;

    fn handle(&mut self, DrawText { language, user, not }: DrawText, _: &mut Self::Context) -> Self::Result {
        let (services, candidates) = (self.services.clone(), self.candidates.clone());
        Box::pin(async move {
            let wish = Wish { language: language.into(), ..Wish::default() };
            match services.database.with_conn(move |conn| draw(&candidates, Some(user), wish, &not, conn)).await {
                Ok(text) => text.map(Into::into).ok_or(DrawTextError::NoTexts),
                Err(error) => {
                    tracing::error!(%error, "no text could be drawn");
                    Err(DrawTextError::Database)
                }
            }
        })
    }
}
