//! Draws texts: for practice, and for the engine, whose requests an actor answers.
//!
//! Each request is a separate future, so that a slow one does not delay the next. The actor ends with its system.

use actix::{Actor, Context, Handler, Recipient, ResponseFuture};
use actix_web::web;
use shared::TextId;
use shared::messages::{DrawText, DrawTextError};

use crate::Services;
use crate::database::DatabaseError;
use crate::models::text::{Text, Wish};

/// The capacity of the mailbox. A sender waits for its answer, so this limits the number of concurrent senders.
const MAILBOX: usize = 256;

/// Returns a random text like the wished one, if possible one that is not in `not`, or `None` if there are no texts.
pub(crate) async fn draw(
    services: &Services,
    wish: Wish,
    not: Vec<TextId>,
) -> Result<Option<shared::Text>, DatabaseError> {
    let text = services.database.with_conn(move |conn| Text::draw(wish, &not, &mut rand::rng(), conn)).await?;
    Ok(text.map(Into::into))
}

pub(crate) fn start(services: web::Data<Services>) -> Recipient<DrawText> {
    TextSource { services }.start().recipient()
}

struct TextSource {
    services: web::Data<Services>,
}

impl Actor for TextSource {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<DrawText> for TextSource {
    type Result = ResponseFuture<Result<shared::Text, DrawTextError>>;

    fn handle(&mut self, DrawText { language, not }: DrawText, _: &mut Self::Context) -> Self::Result {
        let services = self.services.clone();
        Box::pin(async move {
            match draw(&services, Wish { language: language.into(), length: None }, not).await {
                Ok(text) => text.ok_or(DrawTextError::NoTexts),
                Err(error) => {
                    tracing::error!(%error, "no text could be drawn");
                    Err(DrawTextError::Database)
                }
            }
        })
    }
}
