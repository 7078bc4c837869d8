//! Who may meet at a NATS, and what a wrong setting is told.

use std::rc::Rc;

use serde_json::json;

use super::nats::Nats;
use super::{Keys, start_engine};
use crate::colibri::Dir;
use crate::racer::{Racer, sign_up, try_call};
use crate::site::TestSite;

/// Why an api does not start with these settings beside its own.
async fn refusal(keys: &Keys, nats: &str, settings: &[(&str, &str)]) -> String {
    let all: Vec<_> = keys.api(nats).into_iter().chain(settings.iter().copied()).collect();
    TestSite::try_start_in(&keys.dir, &all).await.err().expect("it is refused")
}

#[actix_web::test]
async fn two_sites_on_one_nats_do_not_hear_each_other() {
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
async fn a_broker_with_users_is_entered_by_the_login_in_the_url_and_by_no_other() {
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

#[actix_web::test]
async fn a_broker_with_tls_is_trusted_by_its_authority_only() {
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
    assert_eq!(TestSite::start_in(&keys.dir, &settings).await.get("/readyz").await.0, 200);
}

#[actix_web::test]
async fn a_wrong_setting_is_refused_with_what_to_do() {
    let (keys, nats) = (Keys::new(), Nats::start());
    let url = nats.url();
    let why = refusal(&keys, "nats://user:s3cret@127.0.0.1:1", &[]).await;
    assert!(why.starts_with("NATS_URL: no NATS server answers at 127.0.0.1:1"), "{why}");
    assert!(why.ends_with("start one there, or correct the address") && !why.contains("s3cret"), "{why}");
    let why = refusal(&keys, &url, &[("NATS_CREDS_FILE", "/nowhere/user.creds")]).await;
    assert!(why.starts_with("NATS_CREDS_FILE: /nowhere/user.creds"), "{why}");
    let why = refusal(&keys, &url, &[("NATS_CREDS_FILE", &keys.public)]).await;
    assert!(why.starts_with("NATS_CREDS_FILE: ") && why.ends_with("as nsc writes it"), "{why}");

    let private = keys.dir.path().join("jwt-key.pem").display().to_string();
    for key in [None, Some("/nowhere/key.pem"), Some(private.as_str())] {
        let mut settings = vec![("COLIBRI_TARGET", "engine"), ("NATS_URL", url.as_str())];
        settings.extend(key.map(|key| ("COLIBRI_JWT_PUBLIC_KEY", key)));
        let started = TestSite::try_start_in(&Rc::new(Dir::without_database()), &settings).await;
        let why = started.err().expect("it is refused");
        assert!(why.starts_with("COLIBRI_JWT_PUBLIC_KEY: "), "{key:?}: {why}");
    }
}

#[actix_web::test]
async fn a_broker_without_jetstream_is_refused_with_what_to_do() {
    let nats = Nats::start_with("jetstream: disabled");
    let why = refusal(&Keys::new(), &nats.url(), &[]).await;
    assert!(why.starts_with("NATS_URL: ") && why.contains("nats-server -js"), "{why}");
}
