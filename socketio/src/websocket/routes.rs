//! The routing of requests for WebSockets to their handlers.

use std::sync::Arc;

use actix_http::{Response, StatusCode};
use futures_util::future::LocalBoxFuture;

use super::Opening;

/// The handlers of a server's WebSockets, by path.
#[derive(Clone, Default)]
pub struct WebSockets {
    routes: Vec<(String, Arc<Take>)>,
}

type Take = dyn Fn(Opening) -> LocalBoxFuture<'static, ()> + Send + Sync;

impl WebSockets {
    /// Creates an empty set of routes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `take` as the handler of WebSockets at `path`, with and without a trailing slash.
    #[must_use]
    pub fn route<F>(mut self, path: &str, take: impl Fn(Opening) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + 'static,
    {
        let take = move |opening| Box::pin(take(opening)) as LocalBoxFuture<'static, ()>;
        self.routes.push((path.to_owned(), Arc::new(take)));
        self
    }

    /// Joins the routes of both.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.routes.extend(others.routes);
        self
    }

    /// Passes `opening` to the handler of its path, or refuses it with 404.
    pub(crate) fn take(&self, opening: Opening) -> LocalBoxFuture<'static, ()> {
        let path = opening.head().uri.path();
        let path = path.strip_suffix('/').unwrap_or(path);
        match self.routes.iter().find(|(route, _)| route == path) {
            Some((_, take)) => take(opening),
            None => Box::pin(async {
                // An error means that the client is gone.
                let _ = opening.refuse(Response::new(StatusCode::NOT_FOUND)).await;
            }),
        }
    }
}
