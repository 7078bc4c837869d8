//! The keys of the public API: made, listed and revoked by their owner.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::app::statuses;
use crate::support::{Answer, App};

pub(crate) async fn make(app: &App, token: &str, name: &str) -> Answer {
    app.post("/api/makeapikey", &json!({ "token": token, "keyName": name })).await
}

/// Makes a key, and returns it.
pub(crate) async fn key(app: &App, token: &str) -> String {
    make(app, token, "Class board").await.json()["key"].as_str().expect("it is text").to_owned()
}

pub(crate) async fn revoke(app: &App, token: &str, name: &str) -> Answer {
    app.post("/api/revokeapikey", &json!({ "token": token, "keyName": name })).await
}

pub(crate) async fn list(app: &App, token: &str) -> Vec<Value> {
    let answer = app.post("/api/apikeys", &json!({ "token": token })).await.json();
    answer["keys"].as_array().expect("it is a list").clone()
}

fn names(keys: &[Value]) -> Vec<&str> {
    keys.iter().map(|key| key["keyName"].as_str().expect("it is text")).collect()
}

#[actix_web::test]
async fn keys_are_listed_by_name_without_their_secrets() {
    let (app, ana) = App::with_ana().await;
    let bob = app.signup("bob").await;
    assert_eq!(list(&app, &ana).await, Vec::<Value>::new());
    let key = key(&app, &ana).await;
    make(&app, &ana, " My phone's widget ").await.json();
    let keys = list(&app, &ana).await;
    assert_eq!(names(&keys), ["Class board", "My phone's widget"], "oldest first");
    assert_eq!(keys[0]["lastUsed"], json!(null));
    assert!(keys[0]["creationDate"].as_str().is_some_and(|date| date.starts_with("20")), "{keys:?}");
    assert!(!json!(keys).to_string().contains(&key[8..40]));
    assert_eq!(list(&app, &bob).await, Vec::<Value>::new());
}

#[actix_web::test]
async fn the_database_has_no_key_and_no_plain_hash_of_one() {
    let (app, ana) = App::with_ana().await;
    let key = key(&app, &ana).await;
    let plain = format!(
        "SELECT count(*) FROM api_keys WHERE api_keys::text LIKE '%{}%' OR key_hash = sha256('{key}')",
        &key[8..40]
    );
    assert_eq!((app.number("SELECT count(*) FROM api_keys"), app.number(&plain)), (1.0, 0.0));
}

#[actix_web::test]
async fn an_account_has_at_most_five_keys_even_if_they_are_made_at_once() {
    let (app, ana) = App::with_ana().await;
    let all = (0..8).map(async |n| make(&app, &ana, &format!("Key {n}")).await);
    let made = join_all(all).await;
    assert_eq!(statuses(&made), [200, 200, 200, 200, 200, 409, 409, 409]);
    let refused = make(&app, &ana, "One more").await;
    refused.refuses(409, "too-many-api-keys");
    let keys = list(&app, &ana).await;
    revoke(&app, &ana, names(&keys)[0]).await.json();
    make(&app, &ana, "One more").await.json();
    key(&app, &app.signup("bob").await).await;
}

#[actix_web::test]
async fn a_name_is_one_line_that_the_user_has_given_to_no_other_key() {
    let (app, ana) = App::with_ana().await;
    for wrong in ["", " ", "\u{200b}", "a\nb", &"x".repeat(41)] {
        make(&app, &ana, wrong).await.refuses(422, "line-length; field=keyName; least=1; most=40");
    }
    make(&app, &ana, &"ñ".repeat(40)).await.json();
    key(&app, &ana).await;
    let taken = make(&app, &ana, "Class board").await;
    taken.refuses(409, "taken; field=keyName");
    key(&app, &app.signup("bob").await).await;
}

#[actix_web::test]
async fn nobody_revokes_the_key_of_another_user() {
    let (app, ana) = App::with_ana().await;
    let bob = app.signup("bob").await;
    key(&app, &ana).await;
    let refused = revoke(&app, &bob, "Class board").await;
    refused.refuses(404, "unknown-api-key");
    revoke(&app, &ana, "Class board").await.json();
    assert_eq!(revoke(&app, &ana, "Class board").await.status, 404);
}
