//! The origins whose pages may call the api.

use api::Settings;
use serde_json::json;

use crate::support::App;
use crate::support::app::without_limits;

const FOREIGN: &str = "foreign-page";

#[actix_web::test]
async fn calls_are_accepted_from_own_pages_and_from_clients_without_one() {
    let allowed_origins = vec!["https://colibri.example".parse().expect("an origin")];
    let app = App::start_with(Settings { allowed_origins, ..without_limits() }).await;
    let own = format!("http://{}", app.host());
    let token = app.signup("ana").await;
    let body = json!({ "token": token, "country": "DE" }).to_string();
    let call = async |origin: &str, kind: &str| {
        let headers = [("origin", origin), ("content-type", kind)];
        app.post_with("/api/changecountry", &headers, body.clone()).await
    };
    for origin in [own.as_str(), "https://colibri.example"] {
        for kind in ["application/json", "Application/JSON; charset=utf-8"] {
            assert_eq!(call(origin, kind).await.status, 200, "{origin} {kind}");
        }
    }
    app.execute("UPDATE users SET country = 'CR'");
    for origin in ["https://evil.example", "http://colibri.example", "null", "", "https://colibri.example.evil.example"]
    {
        call(origin, "application/json").await.refuses(403, FOREIGN);
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        call(&own, kind).await.refuses(415, "not-json");
    }
    assert_eq!(app.number("SELECT count(*) FROM users WHERE country = 'CR'"), 1.0, "the refused calls changed nothing");
    // A script on the command line sends no origin, and may omit the other headers.
    assert_eq!(app.post_with("/api/changecountry", &[], body.clone()).await.status, 200);
}

#[actix_web::test]
async fn every_path_of_the_api_checks_the_origin() {
    let app = App::start().await;
    for path in ["/api/login", "/api/signup", "/api/admin", "/api/nothing"] {
        let headers = [("origin", "https://evil.example"), ("content-type", "application/json")];
        let answer = app.post_with(path, &headers, "{}").await;
        answer.refuses(403, FOREIGN);
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}
