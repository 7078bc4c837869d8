//! Access to a NATS server, and the errors for wrong settings.

use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};

use super::nats::Nats;
use super::{Keys, start_engine};
use crate::colibri::{Dir, Reached as _, until};
use crate::racer::{Racer, sign_up, try_call};
use crate::site::TestSite;

/// Returns the error of an api that must not start with these additional settings.
async fn refusal(keys: &Keys, nats: &str, settings: &[(&str, &str)]) -> String {
    let all: Vec<_> = keys.api(nats).into_iter().chain(settings.iter().copied()).collect();
    TestSite::try_start_in(&keys.dir, &all).await.err().expect("it is refused")
}

#[actix_web::test]
async fn two_sites_on_one_nats_do_not_affect_each_other() {
    let (nats, left, right) = (Nats::start(), Keys::new(), Keys::new());
    let url = nats.url();
    let prefix = |prefix| vec![("COLIBRI_NATS_PREFIX", prefix)];
    let empty = || Rc::new(Dir::without_database());
    let api = TestSite::start_in(&left.dir, &[left.api(&url), prefix("left")].concat()).await;
    let _right_engine = TestSite::start_in(&empty(), &[right.engine(&url), prefix("right")].concat()).await;
    let room = json!({"token": sign_up(&api, "ana").await, "private": true});
    assert_eq!(try_call(&api, "/api/multiplayer", &room).await.0, 503);
    let _left_engine = TestSite::start_in(&empty(), &[left.engine(&url), prefix("left")].concat()).await;
    assert_eq!(try_call(&api, "/api/multiplayer", &room).await.0, 200);
}

#[actix_web::test]
async fn a_broker_with_users_needs_a_login_in_the_url() {
    let nats = Nats::start_with("authorization { user: \"colibri\", password: \"s3cr/t@\" }");
    let keys = Keys::new();
    for login in ["", "colibri:wrong@", "t0ken@"] {
        let why = refusal(&keys, &nats.url_with("nats", login), &[]).await;
        assert!(why.starts_with("NATS_URL: ") && why.contains("refuses the login"), "{login}: {why}");
        assert!(!why.contains("wrong") && !why.contains("t0ken"), "{why}");
    }
    let url = nats.url_with("nats", "colibri:s3cr%2Ft%40@");
    let api = TestSite::start_in(&keys.dir, &keys.api(&url)).await;
    let engine = start_engine(&keys, &url).await;
    Racer::sign_up_between(&api, &engine, "ana").await.open_room(&api).await;
}

/// Returns a token in the format of NATS: signed by `issuer`, about `subject`.
fn jwt(issuer: &KeyPair, subject: &KeyPair, about: Value) -> String {
    let claims = json!({"jti": "x", "iat": 1, "name": "x", "iss": issuer.public_key(), "sub": subject.public_key(), "nats": about});
    let parts =
        [json!({"typ": "JWT", "alg": "ed25519-nkey"}), claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    let signed = parts.join(".");
    let signature = issuer.sign(signed.as_bytes()).expect("it is a private key");
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

#[actix_web::test]
async fn a_broker_with_accounts_needs_the_credentials_file() {
    let (operator, user) = (KeyPair::new_operator(), KeyPair::new_user());
    let (account, system) = (KeyPair::new_account(), KeyPair::new_account());
    let unlimited = json!({"subs": -1, "data": -1, "payload": -1, "conn": -1, "imports": -1, "exports": -1, "leaf": -1,
        "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1});
    let operator_jwt = jwt(&operator, &operator, json!({"type": "operator", "version": 2}));
    let account_jwt = jwt(&operator, &account, json!({"type": "account", "version": 2, "limits": unlimited}));
    let user_jwt = jwt(&account, &user, json!({"type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1}));
    let system_jwt = jwt(&operator, &system, json!({"type": "account", "version": 2}));
    let (account, system) = (account.public_key(), system.public_key());
    let nats = Nats::start_with(&format!(
        "operator: {operator_jwt}\nsystem_account: {system}\nresolver: MEMORY\n\
         resolver_preload: {{ {account}: {account_jwt}, {system}: {system_jwt} }}"
    ));
    let keys = Keys::new();
    let file = nats.dir().join("user.creds");
    let seed = user.seed().expect("it is a private key");
    let credentials = format!(
        "-----BEGIN NATS USER JWT-----\n{user_jwt}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    std::fs::write(&file, credentials).expect("the directory is writable");
    let (url, file) = (nats.url(), file.display().to_string());
    let why = refusal(&keys, &url, &[]).await;
    assert!(why.contains("refuses the login"), "{why}");
    let settings = [keys.api(&url), vec![("NATS_CREDS_FILE", file.as_str())]].concat();
    let api = TestSite::start_in(&keys.dir, &settings).await;
    // The database of all tests may take longer than readiness allows.
    until("it is ready", async || api.get("/readyz").await == (200, "ready".to_owned())).await;
}

#[actix_web::test]
async fn a_broker_with_tls_needs_a_trusted_certificate() {
    let dir = Dir::without_database();
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("it can be made");
    std::fs::write(dir.path().join("cert.pem"), made.cert.pem()).expect("the directory is writable");
    std::fs::write(dir.path().join("key.pem"), made.signing_key.serialize_pem()).expect("the directory is writable");
    let nats = Nats::start_in(dir, "tls { cert_file: \"DIR/cert.pem\", key_file: \"DIR/key.pem\" }");
    let authority = nats.dir().join("cert.pem").display().to_string();
    let url = nats.url_with("tls", "");
    let keys = Keys::new();
    let why = refusal(&keys, &url, &[]).await;
    assert!(why.starts_with("NATS_URL: ") && why.contains("certificate"), "{why}");
    let why = refusal(&keys, &url, &[("COLIBRI_NATS_CA", "/nowhere/ca.pem")]).await;
    assert!(why.starts_with("COLIBRI_NATS_CA: /nowhere/ca.pem"), "{why}");
    let settings: Vec<_> = keys.api(&url).into_iter().chain([("COLIBRI_NATS_CA", authority.as_str())]).collect();
    let api = TestSite::start_in(&keys.dir, &settings).await;
    until("it is ready", async || api.get("/readyz").await.0 == 200).await;
}

#[actix_web::test]
async fn an_error_for_a_wrong_setting_says_what_to_do() {
    let (keys, nats) = (Keys::new(), Nats::start());
    let url = nats.url();
    let why = refusal(&keys, "nats://user:s3cret@127.0.0.1:1", &[]).await;
    assert!(why.starts_with("NATS_URL: no NATS server answers at 127.0.0.1:1"), "{why}");
    assert!(why.ends_with("start one there, or correct the address") && !why.contains("s3cret"), "{why}");
    let why = refusal(&keys, &url, &[("NATS_CREDS_FILE", "/nowhere/user.creds")]).await;
    assert!(why.starts_with("NATS_CREDS_FILE: /nowhere/user.creds"), "{why}");
    let why = refusal(&keys, &url, &[("NATS_CREDS_FILE", &keys.public)]).await;
    assert!(why.starts_with("NATS_CREDS_FILE: ") && why.ends_with("as nsc writes it"), "{why}");

    // Found before it connects.
    let private = keys.dir.path().join("jwt-key.pem").display().to_string();
    for key in [None, Some("/nowhere/key.pem"), Some(private.as_str())] {
        let mut settings = vec![("COLIBRI_TARGET", "engine"), ("NATS_URL", "nats://127.0.0.1:1")];
        settings.extend(key.map(|key| ("COLIBRI_JWT_PUBLIC_KEY", key)));
        let started = TestSite::try_start_in(&Rc::new(Dir::without_database()), &settings).await;
        let why = started.err().expect("it is refused");
        assert!(why.starts_with("COLIBRI_JWT_PUBLIC_KEY: "), "{key:?}: {why}");
    }
}

#[actix_web::test]
async fn an_error_for_a_broker_without_jetstream_says_what_to_do() {
    let nats = Nats::start_with("jetstream: disabled");
    let why = refusal(&Keys::new(), &nats.url(), &[]).await;
    assert!(why.starts_with("NATS_URL: ") && why.contains("nats-server -js"), "{why}");
}
