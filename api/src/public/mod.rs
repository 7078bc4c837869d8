//! The public, read-only API at `/api/v1`, which programs of others call with a key ([`ApiKey`]).
//!
//! Its names are stable: docs/public-api.md has the promise, and `shared/fixtures/public-openapi.json` the document
//! against which a change is read. Its calls are declared and described like the site's own (`crate::routes`).

mod days;
mod extract;
mod http;
mod key;
mod leaderboard;
mod replays;
mod users;

use std::sync::LazyLock;

use actix_cors::Cors;
use actix_web::HttpResponse;
use actix_web::dev::HttpServiceFactory;
use actix_web::http::header::{ContentType, ETAG, RETRY_AFTER};
use actix_web::middleware::from_fn;
use actix_web::web;
use shared::error_code;

use crate::document::{Area, get, public_document};
use crate::extract::{NoFields, Query};
use crate::handlers::{replay, stats, unknown_path};
use crate::limits::RATE_HEADERS;

pub(crate) use self::extract::Keyed;
pub(crate) use self::key::ApiKey;

/// The seconds for which a browser keeps the answer to whether a page may send a key: a day.
const PREFLIGHT_TTL: usize = 24 * 60 * 60;

pub(crate) fn areas() -> Vec<Area> {
    vec![
        Area {
            name: "Users",
            about: "Public statistics of users.",
            calls: vec![
                get("/users/{username}", users::user, "Returns a user's statistics, of all languages or of one.")
                    .with_errors([stats::UNKNOWN_USER]),
                get("/users/{username}/bests", users::bests, "Returns a user's best race of each language and length.")
                    .with_errors([stats::UNKNOWN_USER]),
            ],
        },
        Area {
            name: "Leaderboards",
            about: "The best users.",
            calls: vec![get(
                "/leaderboard",
                leaderboard::leaderboard,
                "Lists the top 100 in one of six orders, of all languages or of one.",
            )],
        },
        Area {
            name: "Today's race",
            about: "The race with the same text for all, of each day in UTC and each language.",
            calls: vec![get("/days/{day}", days::day, "Lists the 50 fastest racers of a day.")],
        },
        Area {
            name: "Replays",
            about: "Races that are over.",
            calls: vec![
                get(
                    "/replays/{race}",
                    replays::replay,
                    "Returns a race with the keys of its racers, as far as they are kept and not hidden.",
                )
                .with_errors([replay::UNKNOWN]),
            ],
        },
    ]
}

/// Returns the calls and their document, below `/api`. Pages of any site may call them, since nothing but a key that the
/// page already has gives access.
pub(crate) fn service() -> impl HttpServiceFactory {
    let cors = Cors::default()
        .allow_any_origin()
        .send_wildcard()
        .disable_vary_header()
        .allowed_methods(["GET"])
        // A page may add others to all of its requests, for example to trace them. The calls read none but their own.
        .allow_any_header()
        .expose_headers([ETAG.as_str(), RETRY_AFTER.as_str(), error_code::HEADER])
        .expose_headers(RATE_HEADERS)
        .max_age(PREFLIGHT_TTL);
    let calls = areas().into_iter().flat_map(|area| area.calls);
    let api = calls.fold(web::scope("/v1"), |api, call| api.service(call.into_resource()));
    let api = api.route("/openapi.json", web::get().to(openapi)).default_service(web::to(unknown_path));
    api.wrap(from_fn(http::add_headers)).wrap(cors)
}

async fn openapi(_: Query<NoFields>) -> HttpResponse {
    static DOCUMENT: LazyLock<String> =
        LazyLock::new(|| public_document(areas()).to_json().expect("it is made of maps with text as keys"));
    HttpResponse::Ok().content_type(ContentType::json()).body(DOCUMENT.as_str())
}
