//! The document of the api.

use serde_json::Value;

use crate::support::App;
use crate::support::document::{calls, calls_of, document, public_document};

/// Returns the documents of the site's calls and of the public API.
async fn documents(app: &App) -> [Value; 2] {
    [document(app).await, public_document(app).await]
}

#[actix_web::test]
async fn every_call_of_the_document_is_mounted_for_its_method_only() {
    let app = App::start().await;
    for call in documents(&app).await.iter().flat_map(calls_of) {
        let path = call.path.replace("{username}", "ana").replace("{day}", "2026-11-27").replace("{race}", "none");
        let other = if call.method == "get" { app.post_bytes(&path, "").await } else { app.get(&path).await };
        let method = call.method.to_uppercase();
        other.refuses(405, &format!("wrong-method; method={method}"));
        assert_eq!(
            (other.header("allow"), other.header("cache-control")),
            (method.as_str(), "no-store"),
            "{}",
            call.path
        );
    }
}

#[actix_web::test]
async fn the_documents_are_openapi_3_1_with_license_and_version() {
    let app = App::start().await;
    for (path, version) in [("/api/openapi.json", env!("CARGO_PKG_VERSION")), ("/api/v1/openapi.json", "1")] {
        let answer = app.get(path).await;
        assert_eq!(answer.header("content-type"), "application/json");
        let document = answer.json();
        let openapi = &document["openapi"];
        assert!(openapi.as_str().is_some_and(|version| version.starts_with("3.1")), "{openapi}");
        assert_eq!(document["info"]["license"]["identifier"], "MIT");
        assert_eq!(document["info"]["version"], version);
        assert_eq!(document["servers"][0]["url"], "/");
    }
}

#[actix_web::test]
async fn every_call_has_a_summary_and_a_described_tag() {
    let app = App::start().await;
    for document in documents(&app).await {
        let tags = document["tags"].as_array().expect("it is a list");
        let tags: Vec<&Value> = tags.iter().map(|tag| &tag["name"]).collect();
        let mut ids = Vec::new();
        for call in calls_of(&document) {
            let operation = &call.operation;
            assert!(operation["summary"].is_string(), "{}", call.path);
            assert!(tags.contains(&&operation["tags"][0]), "{}", call.path);
            ids.push(operation["operationId"].to_string());
        }
        let n_calls = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), n_calls, "the names are unique");
    }
}

#[actix_web::test]
async fn every_reference_resolves_to_a_type() {
    let app = App::start().await;
    for document in documents(&app).await {
        let text = document.to_string();
        let references = text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next());
        for reference in references {
            assert!(document.pointer(reference).is_some(), "{reference}");
        }
    }
}

#[actix_web::test]
async fn calls_for_users_and_for_admins_are_marked() {
    let app = App::start().await;
    for call in calls(&app).await {
        let needs_token = call.required.iter().any(|field| field == "token");
        assert_eq!(call.statuses().contains(&401), needs_token || call.path == "/api/login", "{}", call.path);
        if call.path.starts_with("/api/admin") {
            let refusal = call.operation["responses"]["403"]["description"].to_string();
            assert!(refusal.contains("Only admins may do this."), "{}: {refusal}", call.path);
        }
    }
}
