//! Which request for a WebSocket goes to whom.

use std::sync::Arc;

use actix_http::{Response, StatusCode};
use futures_util::future::LocalBoxFuture;

use super::Opening;

/// Who takes the WebSockets of a server, by path.
#[derive(Clone, Default)]
pub struct WebSockets {
    routes: Vec<(String, Arc<Take>)>,
}

type Take = dyn Fn(Opening) -> LocalBoxFuture<'static, ()> + Send + Sync;

impl WebSockets {
    /// Nobody takes any.
    pub fn new() -> Self {
        Self::default()
    }

    /// Those at `path`, with and without a slash at the end, are for `take`.
    #[must_use]
    pub fn route<F>(mut self, path: &str, take: impl Fn(Opening) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + 'static,
    {
        let take = move |opening| Box::pin(take(opening)) as LocalBoxFuture<'static, ()>;
        self.routes.push((path.to_owned(), Arc::new(take)));
        self
    }

    /// Those of both.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.routes.extend(others.routes);
        self
    }

    /// Hands `opening` to the one whom it is for.
    pub(crate) fn take(&self, opening: Opening) -> LocalBoxFuture<'static, ()> {
        let path = opening.head().uri.path();
        let path = path.strip_suffix('/').unwrap_or(path);
        match self.routes.iter().find(|(route, _)| route == path) {
            Some((_, take)) => take(opening),
            None => Box::pin(async {
                // Whoever is gone needs no answer.
                let _ = opening.refuse(Response::new(StatusCode::NOT_FOUND)).await;
            }),
        }
    }
}
