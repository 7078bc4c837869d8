//! The document of the api (OpenAPI 3.1), generated from the types that read the calls and write the answers.
//!
//! A call is mounted from the same table that describes it (`crate::routes`), and one whose argument or answer cannot
//! be described does not compile. So every mounted call is in the document, and the other way round. The public API has
//! a document of its own (`crate::public`), made in the same way.

mod argument;
mod call;
mod errors;
mod headers;

use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, InfoBuilder, License, OpenApi, OpenApiBuilder, Paths, Server};

use crate::limits;

pub(crate) use self::argument::{Argument, Taken};
pub(crate) use self::call::{Answer, Area, get, post};

/// The rules that hold for all calls. Markdown.
const INTRODUCTION: &str = "\
The calls of this site's client, which you may use, too. Every call but two, which read texts and words, is a `POST` \
with a JSON object of at most 64 KiB as its body. Success is 200 with JSON. An error is another status with a sentence as `text/plain`, which may be \
shown to users: one line for each field that is invalid. `/api/play` refuses a seat with JSON.

The token that `/api/signup` and `/api/login` return goes in the field `token`. Unknown fields are ignored, and \
no field may contain the character NUL. Speeds and accuracies have two decimals, times are seconds, dates are RFC 3339 in \
UTC. Answers must not be stored (`Cache-Control: no-store`). Every path answers other methods with 405 and `Allow`.";

/// The rules that hold for all calls of the public API. Markdown.
const PUBLIC_INTRODUCTION: &str = "\
Public statistics, to read. Make a key at `/account`, and send it as `Authorization: Bearer colibri_…`. Pages of any site \
may do so (CORS). Success is 200 with JSON. An error is another status with a sentence as `text/plain` and a code in the \
header `Colibri-Error`.

Speeds and accuracies have two decimals, times are seconds, dates are RFC 3339 in UTC. An answer may be used again for a \
minute; after that, `If-None-Match` with its `ETag` tells whether it has changed.

Names, types and meanings stay. Fields, calls, and optional parameters may be added, so ignore fields that you do not \
know. Anything else gets another path than `/api/v1`, and this one goes on for a year.";

/// Returns the document of the site's calls.
pub(crate) fn document(areas: Vec<Area>) -> OpenApi {
    let how_often = format!(
        "Limits on all calls together, in each process: {}; without a valid token, {}. A call with further limits lists \
         them.",
        limits::CALLS_OF_ACCOUNT,
        limits::CALLS_FROM_ADDRESS
    );
    let mut components = Components::new();
    errors::describe(&mut components);
    describe(areas, "/api", components, env!("CARGO_PKG_VERSION"), format!("{INTRODUCTION}\n\n{how_often}"))
}

/// Returns the document of the calls of the public API.
pub(crate) fn public_document(areas: Vec<Area>) -> OpenApi {
    let how_often = format!(
        "Limits, in each process: {}; and before the key is known, {}. The headers `RateLimit-…` say what is left; a call \
         over a limit is answered with 429 and `Retry-After`.",
        limits::CALLS_OF_API_KEY,
        limits::CALLS_FROM_ADDRESS
    );
    let mut components = Components::new();
    let key = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some("A key from `/account`.")).build();
    components.add_security_scheme(headers::KEY, SecurityScheme::Http(key));
    describe(areas, "/api/v1", components, "1", format!("{PUBLIC_INTRODUCTION}\n\n{how_often}"))
}

fn describe(areas: Vec<Area>, root: &str, mut components: Components, version: &str, introduction: String) -> OpenApi {
    let mut paths = Paths::new();
    let tags: Vec<_> = areas.iter().map(Area::tag).collect();
    for area in areas {
        let tag = area.name;
        for call in area.calls {
            let (method, path) = (call.method.clone(), format!("{root}{}", call.path));
            paths.add_path_operation(path, vec![method], call.describe(tag, &mut components));
        }
    }
    let license = License::builder().name("MIT").identifier(Some("MIT")).build();
    let info =
        InfoBuilder::new().title("Colibri").version(version).description(Some(introduction)).license(Some(license));
    OpenApiBuilder::new()
        .info(info.build())
        .servers(Some([Server::new("/")]))
        .tags(Some(tags))
        .paths(paths)
        .components(Some(components))
        .build()
}

#[cfg(test)]
mod tests {
    use shared::testing::{assert_generated, assert_generated_table};
    use utoipa::openapi::{Info, OpenApi};

    use crate::{limits, public, routes};

    /// Returns the document without errors, limits and versions, which do not affect the client's types.
    fn forms_and_answers() -> OpenApi {
        let mut document = super::document(routes::areas());
        document.info = Info::new("Colibri", "any");
        for path in document.paths.paths.values_mut() {
            for call in [&mut path.get, &mut path.post].into_iter().flatten() {
                (call.description, call.extensions) = (None, None);
                call.responses.responses.retain(|status, _| status == "200");
            }
        }
        document
    }

    #[test]
    fn the_clients_forms_and_answers_are_generated() {
        let now = forms_and_answers().to_pretty_json().expect("it is made of maps with text as keys") + "\n";
        assert_generated("shared/fixtures/openapi.json", &now);
    }

    #[test]
    fn the_public_document_is_generated() {
        let now =
            super::public_document(public::areas()).to_pretty_json().expect("it is made of maps with text as keys");
        assert_generated("shared/fixtures/public-openapi.json", &(now + "\n"));
    }

    #[test]
    fn the_table_of_all_limits_is_generated() {
        let calls = routes::areas().into_iter().flat_map(|area| area.calls).filter(|call| !call.limits.is_empty());
        let all = [
            ["every call with a good token".to_owned(), limits::CALLS_OF_ACCOUNT.to_string()],
            [
                "every other call, profile page, or missing image of a skin".to_owned(),
                limits::CALLS_FROM_ADDRESS.to_string(),
            ],
            ["every file of the site".to_owned(), limits::FILES_FROM_ADDRESS.to_string()],
            [
                "every call of the public API".to_owned(),
                format!("{}, and that of its address", limits::CALLS_OF_API_KEY),
            ],
        ];
        let rows = all.into_iter().chain(calls.map(|call| [format!("`{}`", call.path), call.limits.join("; ")]));
        assert_generated_table("docs/security.md", "limits", ["call", "limit"], rows);
    }
}
