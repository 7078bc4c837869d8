//! The web client, built into the binary: its precompressed files, and the [page](crate::page) for every other path.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use actix_web::http::Method;
use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, ContentType, ETag, Encoding, EntityTag, Header as _, IfNoneMatch,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use api::Api;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::page::{Client, Pages, is_screen, manifest};

/// The output of `npm run build`. It may be missing if no pages are requested, as in a test of the server alone.
#[derive(RustEmbed)]
#[folder = "client/dist"]
#[allow_missing = true]
struct Files;

const PAGE: &str = "index.html";

/// The file in which the client's build lists the files that each screen loads first.
const PRELOADS: &str = "routes.json";

const NO_FILE: &str = "there is no such file";

const SKINS: &str = "img/skins/";

const WORKER: &str = "serviceWorker.js";

/// The service worker of a site that does not work offline: it removes itself, and what an earlier one kept.
const REMOVE_WORKER: &str = "\
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
";

/// A name that contains a hash changes with its content, so the file may be cached for a year (RFC 8246).
const FOR_A_YEAR: &str = "public, max-age=31536000, immutable";
/// The browser revalidates every time; an unchanged file costs an answer without a body.
const REVALIDATE: &str = "no-cache";

/// The encodings in which files are stored besides the plain form, best first, each with its file name suffix.
const KEPT: [(ContentEncoding, &str); 2] = [(ContentEncoding::Brotli, ".br"), (ContentEncoding::Gzip, ".gz")];

/// The parts of pages, if the client is part of this build.
static CLIENT: LazyLock<Option<Client>> = LazyLock::new(|| {
    let html = String::from_utf8(Files::get(PAGE)?.data.into_owned()).ok()?;
    Some(Client { html, preloads: serde_json::from_slice(&Files::get(PRELOADS)?.data).ok()? })
});

/// Answers every request that no other service handles.
pub(crate) fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route("/manifest.webmanifest", web::get().to(app_manifest));
    cfg.default_service(web::to(asset));
}

/// Returns the skins with an image, by file name without `.png`; `None` if the client is not part of this build.
pub(crate) fn skin_images() -> Option<BTreeSet<String>> {
    Files::get(PAGE)?;
    Some(Files::iter().filter_map(|path| skin_of(&path).map(str::to_owned)).collect())
}

async fn app_manifest(pages: web::Data<Pages>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, REVALIDATE))
        .content_type("application/manifest+json")
        .body(manifest(pages.operator()).to_string())
}

async fn asset(
    request: HttpRequest,
    pages: web::Data<Pages>,
    api: web::Data<Api>,
    accepts: Option<web::Header<AcceptEncoding>>,
) -> HttpResponse {
    if request.method() != Method::GET {
        return wrong_method(request.path());
    }
    if let Some(refusal) = api.count_file(&request) {
        return refusal;
    }
    let path = request.path().trim_start_matches('/');
    if path == WORKER && !pages.works_offline() {
        return HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, REVALIDATE))
            .content_type("text/javascript")
            .body(REMOVE_WORKER);
    }
    match (pick(path, accepts.map(web::Header::into_inner)), skin_of(path)) {
        (Some((encoding, file)), _) if path != PAGE => {
            let content = match file.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => bytes.into(),
            };
            answer(&request, path, encoding, &file.metadata.sha256_hash(), content)
        }
        (None, Some(skin)) => match api.as_client(&request, api.skin_image(&request, skin)).await {
            Ok(Some(image)) => answer(&request, path, Encoding::identity(), &image.sha256, image.png),
            Ok(None) => not_found(NO_FILE),
            Err(refusal) => refusal,
        },
        (None, None) if is_missing_file(&request) => not_found(NO_FILE),
        _ => api.as_client(&request, page(&request, &pages, &api)).await,
    }
}

/// Returns true if a page asks for a file that does not exist, such as a script of an earlier build. Whatever a visitor
/// opens is a screen, or the page that says that there is none: names of racers may be typed with dots.
fn is_missing_file(request: &HttpRequest) -> bool {
    let accepts = request.headers().get_all(header::ACCEPT);
    let is_opened = accepts.into_iter().any(|types| types.to_str().is_ok_and(|types| types.contains("text/html")));
    !is_opened && !is_screen(request.path()) && !mime_guess::from_path(request.path()).is_empty()
}

/// Answers a request with another method than GET and HEAD: 405 if the path exists, otherwise 404, as for a misspelled
/// call.
fn wrong_method(path: &str) -> HttpResponse {
    if !is_screen(path) && Files::get(path.trim_start_matches('/')).is_none() {
        return not_found("there is no such call");
    }
    HttpResponse::MethodNotAllowed()
        .insert_header((header::ALLOW, "GET, HEAD"))
        .content_type(ContentType::plaintext())
        .body("only GET and HEAD are allowed")
}

/// Returns the file name of the skin whose image has this path, if there is one.
fn skin_of(path: &str) -> Option<&str> {
    path.strip_prefix(SKINS)?.strip_suffix(".png")
}

/// Answers with the page of a route. It fits in a packet or two and differs for every route, so it is not compressed.
async fn page(request: &HttpRequest, pages: &Pages, api: &Api) -> HttpResponse {
    let Some(client) = &*CLIENT else { return not_found("the web client is not part of this build") };
    let page = pages.page(request, client, api).await;
    let tag = EntityTag::new_strong(page.tag);
    if page.status.is_success() && is_known(request, &tag) {
        return HttpResponse::NotModified()
            .insert_header((header::CACHE_CONTROL, REVALIDATE))
            .insert_header(ETag(tag))
            .finish();
    }
    HttpResponse::build(page.status)
        .insert_header((header::CACHE_CONTROL, REVALIDATE))
        .insert_header(ETag(tag))
        .content_type(ContentType::html())
        .body(page.html)
}

/// Returns the file in the encoding that the browser prefers.
fn pick(name: &str, accepts: Option<AcceptEncoding>) -> Option<(Encoding, EmbeddedFile)> {
    let plain = Files::get(name)?;
    let compressed: Vec<Encoding> = KEPT
        .iter()
        .filter(|(_, ending)| Files::get(&format!("{name}{ending}")).is_some())
        .map(|(encoding, _)| Encoding::Known(*encoding))
        .collect();
    let offered = compressed.iter().chain([&Encoding::Known(ContentEncoding::Identity)]);
    let chosen = accepts.and_then(|accepts| accepts.negotiate(offered));
    let file = KEPT
        .iter()
        .find(|(encoding, _)| chosen == Some(Encoding::Known(*encoding)))
        .and_then(|(encoding, ending)| Some((Encoding::Known(*encoding), Files::get(&format!("{name}{ending}"))?)));
    Some(file.unwrap_or((Encoding::identity(), plain)))
}

/// Answers with the content of the file `name`, or with 304 if the browser already has it.
fn answer(request: &HttpRequest, name: &str, encoding: Encoding, sha256: &[u8], content: Bytes) -> HttpResponse {
    let tag = EntityTag::new_strong(hex(sha256));
    let is_known = is_known(request, &tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((header::CACHE_CONTROL, if has_hash(name) { FOR_A_YEAR } else { REVALIDATE }))
        .insert_header((header::VARY, "accept-encoding"))
        .insert_header(ETag(tag));
    if is_known {
        return response.finish();
    }
    if encoding != Encoding::identity() {
        response.insert_header((header::CONTENT_ENCODING, encoding.to_string()));
    }
    response.content_type(mime_guess::from_path(name).first_or_octet_stream()).body(content)
}

/// Returns true if the browser already has this content.
fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}

/// Parcel names its bundles `name.HASH.ending`, with eight hexadecimal digits.
fn has_hash(name: &str) -> bool {
    let mut parts = name.rsplit('.').skip(1);
    parts.next().is_some_and(|hash| hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn not_found(why: &'static str) -> HttpResponse {
    HttpResponse::NotFound().content_type(ContentType::plaintext()).body(why)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::ACCEPT;
    use actix_web::test::TestRequest;

    use super::{is_missing_file, wrong_method};

    #[test]
    fn what_a_visitor_opens_is_a_page_and_what_a_page_loads_is_a_file() {
        let cases = [
            ("/user/john.doe", "*/*", false),
            ("/user/node.js/", "*/*", false),
            ("/foo.bar", "*/*", false),
            ("/old.js", "text/html,application/xhtml+xml,*/*;q=0.8", false),
            ("/old.js", "*/*", true),
            ("/img/flags/xx.svg", "image/avif,image/webp,*/*", true),
        ];
        for (path, accept, is_file) in cases {
            let request = TestRequest::with_uri(path).insert_header((ACCEPT, accept)).to_http_request();
            assert_eq!(is_missing_file(&request), is_file, "{path} {accept}");
        }
    }

    #[test]
    fn a_post_to_a_screen_is_405_and_to_a_misspelled_call_404() {
        for (path, status) in [("/about", 405), ("/", 405), ("/API/login", 404), ("/apis/login", 404), ("/login", 404)]
        {
            assert_eq!(wrong_method(path).status(), status, "{path}");
        }
    }
}
