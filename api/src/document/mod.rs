//! The document of the api (OpenAPI 3.1), generated from the types that read the calls and write the answers.
//!
//! A call is mounted from the same table that describes it (`crate::routes`), and one whose argument or answer cannot
//! be described does not compile. So every mounted call is in the document, and the other way round.

mod argument;
mod call;
mod errors;

use utoipa::openapi::{Components, Info, InfoBuilder, License, OpenApi, OpenApiBuilder, Paths, Server};

use crate::limits;

pub(crate) use self::call::{Answer, Area, get, post};

/// The rules that hold for all calls. Markdown.
const INTRODUCTION: &str = "\
The calls of this site's client, which you may use, too. Every call but two, which read texts and words, is a `POST` \
with a JSON object of at most 64 KiB as its body. Success is 200 with JSON. An error is another status with a sentence as `text/plain`, which may be \
shown to users: one line for each field that is invalid. `/api/play` refuses a seat with JSON.

The token that `/api/signup` and `/api/login` return goes in the field `token`. Unknown fields are ignored, and \
no field may contain the character NUL. Speeds and accuracies have two decimals, times are seconds, dates are RFC 3339 in \
UTC. Answers must not be stored (`Cache-Control: no-store`). Every path answers other methods with 405 and `Allow`.";

/// Returns the document of these calls.
pub(crate) fn document(areas: Vec<Area>) -> OpenApi {
    let mut paths = Paths::new();
    let mut components = Components::new();
    let tags: Vec<_> = areas.iter().map(Area::tag).collect();
    for area in areas {
        let tag = area.name;
        for call in area.calls {
            let (method, path) = (call.method.clone(), format!("/api{}", call.path));
            paths.add_path_operation(path, vec![method], call.describe(tag, &mut components));
        }
    }
    errors::describe(&mut components);
    OpenApiBuilder::new()
        .info(info())
        .servers(Some([Server::new("/")]))
        .tags(Some(tags))
        .paths(paths)
        .components(Some(components))
        .build()
}

fn info() -> Info {
    let how_often = format!(
        "Limits on all calls together, in each process: {}; without a valid token, {}. A call with further limits lists \
         them.",
        limits::CALLS_OF_ACCOUNT,
        limits::CALLS_FROM_ADDRESS
    );
    let license = License::builder().name("MIT").identifier(Some("MIT")).build();
    InfoBuilder::new()
        .title("Colibri")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(format!("{INTRODUCTION}\n\n{how_often}")))
        .license(Some(license))
        .build()
}

#[cfg(test)]
mod tests {
    use shared::testing::{assert_generated, assert_generated_table};
    use utoipa::openapi::{Info, OpenApi};

    use crate::{limits, routes};

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
    fn the_table_of_all_limits_is_generated() {
        let calls = routes::areas().into_iter().flat_map(|area| area.calls).filter(|call| !call.limits.is_empty());
        let all = [
            ["every call with a good token".to_owned(), limits::CALLS_OF_ACCOUNT.to_string()],
            [
                "every other call, profile page, or missing image of a skin".to_owned(),
                limits::CALLS_FROM_ADDRESS.to_string(),
            ],
        ];
        let rows = all.into_iter().chain(calls.map(|call| [format!("`{}`", call.path), call.limits.join("; ")]));
        assert_generated_table("docs/security.md", "limits", ["call", "limit"], rows);
    }
}
