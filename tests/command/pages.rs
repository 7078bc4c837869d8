//! The content of pages before any script runs, for programs that make link previews, and for the client.

use std::collections::BTreeMap;
use std::rc::Rc;

use reqwest::header::HOST;
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

use crate::colibri::{Dir, Reached as _};
use crate::postgres;
use crate::racer::sign_up;
use crate::site::TestSite;

async fn get(site: &TestSite, path: &str) -> Response {
    reqwest::get(format!("{}{path}", site.url())).await.expect("it answers")
}

async fn page(site: &TestSite, path: &str) -> (StatusCode, String) {
    let response = get(site, path).await;
    (response.status(), response.text().await.expect("text"))
}

fn meta<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\"{name}\" content=\"")).unwrap_or_else(|| panic!("no {name}: {page}"));
    rest.split('"').next().unwrap_or_default()
}

fn title(page: &str) -> &str {
    page.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).expect("a title").0
}

#[actix_web::test]
async fn a_shared_link_has_a_preview_of_its_page() {
    let site = TestSite::start(&[("COLIBRI_PUBLIC_URL", "https://Race.example:443/")]).await;
    sign_up(&site, "Ana_1").await;
    for (path, says, described) in [
        ("/", "Colibri | Typing races in real time", "Typing races in real time."),
        ("/about", "About | Colibri", "Who makes Colibri"),
        ("/multiplayer/k3f9wq2m/", "Race me on Colibri!", "You’re invited to a typing race."),
        ("/user/ana_1/", "Ana_1 | Colibri", "Ana_1 hasn’t raced yet."),
        ("/user/ana_1%20/", "Ana_1 | Colibri", "Ana_1 hasn’t raced yet."),
    ] {
        let (status, page) = page(&site, path).await;
        assert_eq!(status, 200, "{path}");
        assert_eq!((title(&page), meta(&page, "og:title")), (says, says), "{path}");
        assert!(meta(&page, "og:description").starts_with(described), "{path}: {page}");
        assert_eq!(meta(&page, "og:url"), format!("https://race.example{path}"));
    }
    let (_, home) = page(&site, "/").await;
    assert_eq!(meta(&home, "og:image"), "https://race.example/img/preview.png");
    assert_eq!(meta(&home, "twitter:card"), "summary_large_image");
    let (_, profile) = page(&site, "/user/Ana_1").await;
    assert_eq!(meta(&profile, "og:image"), "https://race.example/img/skins/hummingbird.png");
    for path in ["/img/preview.png", "/img/skins/hummingbird.png", "/apple-touch-icon.png", "/robots.txt"] {
        assert_eq!(get(&site, path).await.status(), 200, "{path}");
    }
}

/// The id of the race below, as addresses have it.
const RACE: &str = "AAAAAAAAAAAAAAAAAAAAAQ";

/// Starts a site with a race that Ana won at 91.7 wpm against two others.
async fn with_race() -> (TestSite, Rc<Dir>) {
    let dir = Rc::new(Dir::new());
    let site = TestSite::start_in(&dir, &[]).await;
    sign_up(&site, "Ana_1").await;
    for insert in [
        "INSERT INTO races (id, room, text_id, racers, started_at)
            SELECT '00000000-0000-0000-0000-000000000001', 'k3f9wq2m', min(id), 3, now() FROM texts",
        "INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy, verdict)
            SELECT races.id, users.id, 1, true, 30000, 91.7, 98, 'verified' FROM races, users",
    ] {
        postgres::execute(dir.database_url(), insert);
    }
    (site, dir)
}

#[actix_web::test]
async fn the_title_of_a_replay_names_no_speed_that_is_not_proven() {
    let (site, dir) = with_race().await;
    let path = format!("/replay/{RACE}");
    let (status, replay) = page(&site, &path).await;
    let says = "Ana_1 won at 92 wpm against 2 others";
    assert_eq!((status.as_u16(), title(&replay), meta(&replay, "og:title")), (200, says, says));
    assert!(meta(&replay, "og:description").starts_with("Watch the race, key by key: “"), "{replay}");
    assert!(meta(&replay, "og:image").ends_with("/img/skins/hummingbird.png"), "{replay}");
    assert_eq!(meta(&replay, "robots"), "noindex");
    for (change, says) in [
        ("UPDATE races SET racers = 2", "Ana_1 won at 92 wpm against 1 other"),
        ("UPDATE results SET won = false", "Ana_1 raced at 92 wpm"),
    ] {
        postgres::execute(dir.database_url(), change);
        assert_eq!(title(&page(&site, &path).await.1), says);
    }
    for unproven in [
        "UPDATE results SET verdict = 'unverified'",
        "UPDATE results SET verdict = 'held', unranked = true",
        "UPDATE results SET verdict = 'unverified', unranked = true, late = true",
    ] {
        postgres::execute(dir.database_url(), unproven);
        let replay = page(&site, &path).await.1;
        assert_eq!((title(&replay), meta(&replay, "og:title")), ("Replay | Colibri", "Replay | Colibri"), "{unproven}");
        assert!(meta(&replay, "og:image").ends_with("/img/preview.png"), "{replay}");
    }
    for unknown in ["/replay/AAAAAAAAAAAAAAAAAAAAAA", "/replay/x%22%3E%3Cscript%3E1", "/replay/%00"] {
        let (status, page) = page(&site, unknown).await;
        assert_eq!((status.as_u16(), title(&page)), (404, "404 Page Not Found | Colibri"), "{unknown}");
        assert!(!page.contains("<script>1"), "{page}");
    }
}

#[actix_web::test]
async fn every_screen_of_the_client_is_a_page() {
    let (site, _dir) = with_race().await;
    let routes = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/client/dist/routes.json"));
    let routes: BTreeMap<String, Value> = serde_json::from_str(&routes.expect("make client")).expect("it is JSON");
    for pattern in routes.keys().filter(|pattern| *pattern != "*") {
        let path = pattern.replace(":code", "k3f9wq2m").replace(":username", "Ana_1").replace(":race", RACE);
        assert_eq!(page(&site, &path).await.0, 200, "{pattern} has no page");
    }
}

#[actix_web::test]
async fn an_unknown_path_gets_the_page_with_status_404() {
    let site = TestSite::start(&[]).await;
    for path in ["/no/such/screen", "/user/nobody/", "/user/%3Cscript%3E/", "/user/%00/", "/user/%FF%FE/"] {
        let (status, page) = page(&site, path).await;
        assert_eq!(status, 404, "{path}");
        assert_eq!(title(&page), "404 Page Not Found | Colibri", "{path}");
        assert!(page.contains("id=root"), "{path}: the client shows people that it was not found");
    }
}

#[actix_web::test]
async fn nothing_in_a_url_becomes_markup() {
    let site = TestSite::start(&[]).await;
    for path in ["/user/x%22%3E%3Cscript%3E1/", "/multiplayer/%22%3E%3Cscript%3E1/", "/'%22%3E%3Cscript%3E1"] {
        let (_, page) = page(&site, path).await;
        assert!(!page.contains("<script>1"), "{path}: {page}");
    }
    let request = Client::new().get(format!("{}/", site.url())).header(HOST, "evil.example");
    let page = request.send().await.expect("it answers").text().await.expect("text");
    assert!(!page.contains("evil.example"), "URLs have the site's host, whatever the request's");
}

#[actix_web::test]
async fn the_sites_operator_comes_from_the_settings() {
    let settings = [
        ("COLIBRI_SITE_PRODUCT", "Tecla </script><b>\"'"),
        ("COLIBRI_SITE_AUTHORS", "Eva <https://eva.example>,Leo <https://leo.example/a?b=c>"),
        ("COLIBRI_SITE_ADDRESS", "Street 1|San José"),
        ("COLIBRI_SITE_SUPPORT", "help@tecla.example"),
    ];
    let site = TestSite::start(&settings).await;
    let (_, page) = page(&site, "/").await;
    assert!(!page.contains("<b>"), "{page}");
    let (_, block) = page.split_once("<script type=\"application/json\" id=\"site\">").expect("a data block");
    let shown: Value = serde_json::from_str(block.split("</script>").next().unwrap_or_default()).expect("JSON");
    assert_eq!(shown["product"], "Tecla </script><b>\"'");
    assert_eq!(shown["authors"][1], json!({ "name": "Leo", "url": "https://leo.example/a?b=c" }));
    assert_eq!(shown["address"], json!(["Street 1", "San José"]));
    assert_eq!(shown["support"], "help@tecla.example");
    let manifest = get(&site, "/manifest.webmanifest").await;
    assert_eq!(manifest.headers()["content-type"], "application/manifest+json");
    let manifest: Value = serde_json::from_str(&manifest.text().await.expect("text")).expect("JSON");
    assert_eq!(manifest["name"], "Tecla </script><b>\"'");
    for icon in manifest["icons"].as_array().expect("icons") {
        assert_eq!(get(&site, icon["src"].as_str().expect("a path")).await.status(), 200, "{icon}");
    }
}

#[actix_web::test]
async fn a_renamed_product_is_nowhere_called_colibri() {
    let settings = [("COLIBRI_SITE_PRODUCT", "Tecla"), ("COLIBRI_SITE_COMPANY", "Tecla S.A.")];
    let site = TestSite::start(&settings).await;
    for path in ["/", "/about", "/multiplayer/k3f9wq2m/", "/user/nobody/", "/manifest.webmanifest"] {
        let (_, page) = page(&site, path).await;
        assert!(page.contains("Tecla") && !page.contains("Colibri"), "{path}: {page}");
    }
}

#[actix_web::test]
async fn every_page_preloads_its_screens_files_but_no_fonts() {
    let site = TestSite::start(&[]).await;
    for (path, script) in [
        ("/", "/Home."),
        ("/singleplayer/", "/Practice."),
        ("/multiplayer/k3f9wq2m", "/RaceScreen."),
        ("/user/ana/", "/Profile."),
        ("/account/login", "/Login."),
        ("/shop/cancel", "/ShopCancel."),
        ("/terms-of-service", "/Terms."),
        ("/no/such/screen", "/NotFound."),
    ] {
        let (_, page) = page(&site, path).await;
        let links =
            page.split("<link rel=").filter(|link| link.starts_with("modulepreload") || link.starts_with("preload"));
        let files: Vec<&str> = links.filter_map(|link| link.split_once("href=")?.1.split('>').next()).collect();
        assert!(files.iter().any(|file| file.starts_with(script)), "{path}: {files:?}");
        assert!(!files.iter().any(|file| file.ends_with(".woff2")), "{path}: {files:?}");
        for file in files {
            assert_eq!(get(&site, file).await.status(), 200, "{path}: {file}");
        }
    }
}

#[actix_web::test]
async fn an_unchanged_page_is_not_sent_again() {
    let site = TestSite::start(&[]).await;
    let first = get(&site, "/about").await;
    let again = Client::new().get(format!("{}/about", site.url()));
    let again = again.header("if-none-match", first.headers()["etag"].clone()).send().await.expect("it answers");
    assert_eq!(again.status(), 304);
    assert_ne!(get(&site, "/shop").await.headers()["etag"], first.headers()["etag"]);
}

#[actix_web::test]
async fn pages_name_the_service_worker_which_no_cache_keeps() {
    let site = TestSite::start(&[]).await;
    assert!(page(&site, "/").await.1.contains(r#"<link rel="serviceworker" href="/serviceWorker.js">"#));
    let worker = get(&site, "/serviceWorker.js").await;
    assert_eq!(worker.status(), 200);
    assert_eq!(worker.headers()["cache-control"], "no-cache");
    assert_eq!(worker.headers()["content-type"], "text/javascript");
    let worker = worker.text().await.expect("text");
    let files = worker.split_once(r#""files":"#).and_then(|(_, rest)| rest.split_once('}')).expect("it lists them").0;
    let files: Vec<String> = serde_json::from_str(files).expect("it is JSON");
    for file in files {
        assert_eq!(get(&site, &file).await.status(), 200, "{file}");
    }
}

#[actix_web::test]
async fn a_site_that_does_not_work_offline_has_a_worker_that_removes_itself() {
    let site = TestSite::start(&[("COLIBRI_OFFLINE", "off")]).await;
    assert!(!page(&site, "/").await.1.contains("serviceWorker.js"));
    let worker = get(&site, "/serviceWorker.js").await;
    assert_eq!(
        (worker.status(), &worker.headers()["cache-control"]),
        (StatusCode::OK, &"no-cache".parse().expect("text"))
    );
    assert!(worker.text().await.expect("text").contains("registration.unregister()"));
}
