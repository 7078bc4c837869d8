//! Draws texts for the engine.
//!
//! The actor holds only the database. Each request is a separate future, so that a slow one does not delay the next. It
//! ends with its system.

use actix::{Actor, Context, Handler, Recipient, ResponseFuture};
use shared::messages::{DrawText, DrawTextError};

use crate::database::Database;
use crate::models::text::Text;

/// The capacity of the mailbox. A sender waits for its answer, so this limits the number of concurrent senders.
const MAILBOX: usize = 256;

/// Starts the actor that draws texts for the engine, and returns its address. Call it inside a running actix system.
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
                    tracing::error!(%error, "no text could be drawn");
                    Err(DrawTextError::Database)
                }
            }
        })
    }
}
