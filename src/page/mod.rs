//! The page of all screens, with a head for each route: title, description, and the preview of a shared link. Programs
//! that make previews run no scripts, so the client cannot do this.

mod head;
mod manifest;
mod routes;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use api::database::DatabaseError;
use api::link_preview::{RacerPreview, ReplayPreview};
use api::{Api, Database};
use askama::Template as _;
use net::origin::Origin;

use crate::operator::Operator;
use head::{Head, Preview};
use routes::{Route, Words, is_like};

pub(crate) use manifest::manifest;

/// The placeholder in `client/src/index.html` that the head replaces.
const TITLE_PLACEHOLDER: &str = "<title>Colibri</title>";

/// The start of the body, where the preload links of the screen go: after the scripts, which nothing may delay.
const BODY_START: &str = "<body>";

/// The longest time that a page waits for the figures of a racer or a race. A preview without them is better than a page
/// that never arrives.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

pub(crate) fn is_screen(path: &str) -> bool {
    Route::of(path).0 != Route::Unknown
}

/// The parts of pages, and the operator of the site.
#[derive(Clone)]
pub(crate) struct Pages {
    database: Database,
    operator: Arc<Operator>,
    public_url: Arc<Origin>,
    works_offline: bool,
}

/// The parts of pages that come from the client's build.
pub(crate) struct Client {
    /// The page before anything is inserted.
    pub(crate) html: String,
    /// The preload links of each screen, by the pattern of its route; `*` stands for all other routes.
    pub(crate) preloads: BTreeMap<String, String>,
}

impl Client {
    fn preloads_of(&self, path: &str) -> &str {
        let own = self.preloads.iter().find(|(pattern, _)| is_like(pattern, path)).map(|(_, links)| links);
        own.or_else(|| self.preloads.get("*")).map_or("", String::as_str)
    }
}

/// A page for one route.
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) html: String,
    /// The entity tag, which changes with the content.
    pub(crate) tag: String,
}

impl Pages {
    /// Returns the pages of a site that browsers reach at `public_url`, and keep for practice without a network if it
    /// `works_offline`.
    pub(crate) fn new(database: Database, operator: Operator, public_url: Origin, works_offline: bool) -> Self {
        Self { database, operator: Arc::new(operator), public_url: Arc::new(public_url), works_offline }
    }

    pub(crate) fn works_offline(&self) -> bool {
        self.works_offline
    }

    pub(crate) fn operator(&self) -> &Operator {
        &self.operator
    }

    /// Returns the page with the head of the requested route. Profiles and replays count as calls. An unknown route, or the
    /// profile of an unknown racer, gets the page, too, and the client says that it was not found; the status says so to
    /// programs.
    pub(crate) async fn page(&self, request: &HttpRequest, client: &Client, api: &Api) -> Page {
        let (route, address) = Route::of(request.path());
        let (status, preview) = match route {
            Route::Screen(words) => (StatusCode::OK, Preview::of(words, &self.operator)),
            // People still get the page, with a preview that needs no database.
            Route::Racer(_) if api.count_lookup(request).is_some() => {
                (StatusCode::TOO_MANY_REQUESTS, Preview::of(Words::of_any_profile(), &self.operator))
            }
            Route::Racer(name) => {
                let preview = |racer| Preview::of_racer(&racer, &self.operator);
                self.looked_up(RacerPreview::find(&self.database, &name), preview, Words::of_any_profile()).await
            }
            Route::Replay(_) if api.count_lookup(request).is_some() => {
                (StatusCode::TOO_MANY_REQUESTS, Preview::of(Words::of_any_replay(), &self.operator))
            }
            Route::Replay(race) => {
                let preview = |replay| Preview::of_replay(&replay, &self.operator);
                self.looked_up(ReplayPreview::find(&self.database, &race), preview, Words::of_any_replay()).await
            }
            Route::Unknown => (StatusCode::NOT_FOUND, Preview::of(Words::of_unknown_page(), &self.operator)),
        };
        let head = Head {
            preview,
            site: &self.operator,
            base: self.public_url.to_string(),
            address: &address,
            works_offline: self.works_offline,
        };
        // Rendering into a `String` does not fail.
        let head = head.render().unwrap_or_else(|_| TITLE_PLACEHOLDER.to_owned());
        let body = format!("{}{BODY_START}", client.preloads_of(&address));
        let html = client.html.replacen(TITLE_PLACEHOLDER, &head, 1).replacen(BODY_START, &body, 1);
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        Page { status, tag: format!("{:016x}", hasher.finish()), html }
    }

    /// Returns the preview of what a page shows, or that of the unknown page if there is no such thing. If the database is
    /// slow or unavailable, the preview is one that needs no database.
    async fn looked_up<T>(
        &self,
        lookup: impl Future<Output = Result<Option<T>, DatabaseError>>,
        preview: impl FnOnce(T) -> Preview,
        otherwise: &Words,
    ) -> (StatusCode, Preview) {
        match tokio::time::timeout(LOOKUP_TIMEOUT, lookup).await {
            Ok(Ok(Some(found))) => (StatusCode::OK, preview(found)),
            Ok(Ok(None)) => (StatusCode::NOT_FOUND, Preview::of(Words::of_unknown_page(), &self.operator)),
            Ok(Err(_)) | Err(_) => (StatusCode::OK, Preview::of(otherwise, &self.operator)),
        }
    }
}
