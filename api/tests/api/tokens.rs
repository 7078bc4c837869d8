//! Tokens, on the calls that need one.

use api::TokenIssuer;
use serde_json::{Value, json};

use crate::support::App;

/// Every call that needs a token, without any of its other fields.
const SIGNED_IN: [&str; 4] = ["/api/multiplayer", "/api/play", "/api/singleplayer", "/api/singleplayer/stats"];

async fn is_refused(app: &App, token: Value) {
    for path in SIGNED_IN {
        // The fields are wrong as well, which strangers must not learn.
        let body = json!({ "token": token, "code": 5, "private": "x", "wpm": "x" });
        app.post(path, &body).await.refuses(401, "Please log in.");
    }
}

#[actix_web::test]
async fn a_missing_or_mistyped_token_is_refused_before_anything_else() {
    let app = App::start().await;
    for token in [json!(null), json!(5), json!([]), json!(""), json!("a.b.c"), json!("\u{0}"), json!("🐦")] {
        is_refused(&app, token).await;
    }
    for path in SIGNED_IN {
        app.post(path, &json!({})).await.refuses(401, "Please log in.");
        app.post_bytes(path, "").await.refuses(401, "Please log in.");
    }
}

#[actix_web::test]
async fn a_token_of_another_key_is_refused() {
    let app = App::start().await;
    let other = App::start().await;
    app.signup("ana").await;
    is_refused(&app, other.signup("ana").await.into()).await;
}

#[actix_web::test]
async fn a_token_without_a_signature_is_refused() {
    let app = App::start().await;
    let token = app.signup("ana").await;
    let (signed, _) = token.rsplit_once('.').expect("it has three parts");
    is_refused(&app, format!("{signed}.").into()).await;
}

#[actix_web::test]
async fn a_revoked_token_is_refused_at_the_next_call() {
    let app = App::start().await;
    let token = app.signup("ana").await;
    app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    app.execute("UPDATE users SET token_version = token_version + 1");
    is_refused(&app, token.clone().into()).await;
    assert_eq!(app.post("/api/isloggedin", &json!({ "token": token })).await.json()["loggedin"], false);
}

#[actix_web::test]
async fn the_token_of_a_deleted_account_is_refused() {
    let app = App::start().await;
    let token = app.signup("ana").await;
    app.execute("DELETE FROM users");
    is_refused(&app, token.into()).await;
}

#[actix_web::test]
async fn the_engine_reads_the_token_with_the_public_key_alone() {
    let app = App::start().await;
    let token = app.signup("ana").await;
    let reader = shared::token::TokenReader::from_pem(app.tokens.public_pem().as_bytes()).expect("it is a public key");
    let (user_id, claims) = reader.read(&token).expect("the token is good");
    assert_eq!((user_id.0, claims.name.as_str()), (app.user_id("ana"), "ana"));
}

#[test]
fn what_is_no_private_key_is_refused_without_showing_it() {
    for wrong in ["", "secret", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n"] {
        let error = TokenIssuer::from_pem(wrong).err().expect("it is no key").to_string();
        assert!(error.starts_with("not an Ed25519 private key in PEM"), "{error}");
        assert!(!error.contains("secret") && !error.contains("c2VjcmV0"), "{error}");
    }
}
