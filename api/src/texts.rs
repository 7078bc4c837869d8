//! Draws texts for the engine.
//!
//! An actor that holds nothing but the database. Each question is a future of its own, so that a slow one does not
//! hold up the next. It ends with its system.

use actix::{Actor, Context, Handler, Recipient, ResponseFuture};
use shared::messages::{DrawText, DrawTextError};

use crate::database::Database;
use crate::models::text::Text;

/// Messages that may wait. A sender waits for the answer, so this is about the number of senders at once.
const MAILBOX: usize = 256;

/// Starts the actor that the engine asks for texts, and returns its address. Call it inside a running actix system.
pub fn text_source(database: &Database) -> Recipient<DrawText> {
    TextSource { database: database.clone() }.start().recipient()
}

struct TextSource {
    database: Database,
}

impl Actor for TextSource {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
    }
}

impl Handler<DrawText> for TextSource {
    type Result = ResponseFuture<Result<shared::Text, DrawTextError>>;

    fn handle(&mut self, DrawText { not }: DrawText, _: &mut Self::Context) -> Self::Result {
        let database = self.database.clone();
        Box::pin(async move {
            match database.with_conn(move |conn| Text::draw(&not, &mut rand::rng(), conn)).await {
                Ok(Some(text)) => Ok(text.into()),
                Ok(None) => Err(DrawTextError::NoTexts),
                Err(error) => {
                    tracing::error!(%error, "no text was drawn");
                    Err(DrawTextError::Database)
                }
            }
        })
    }
}
