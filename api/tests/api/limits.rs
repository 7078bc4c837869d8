//! How often one may try to log in and to sign up.

use api::Settings;
use serde_json::json;

use crate::support::app::signup_form;
use crate::support::{App, PASSWORD};

#[actix_web::test]
async fn who_fails_too_often_must_wait_and_others_need_not() {
    let app = App::start_with(Settings::default()).await;
    app.signup("ana").await;
    app.signup("bob").await;
    let wrong = json!({ "email": "ana@example.org", "password": "not my password" });
    for _ in 0..5 {
        assert_eq!(app.post("/api/login", &wrong).await.status, 401);
    }
    let right = json!({ "email": "ANA@example.org", "password": PASSWORD });
    let answer = app.post("/api/login", &right).await;
    answer.refuses(429, "You tried too many times. Please wait 1 second.");
    assert_eq!(answer.header("retry-after"), "1");
    let other = json!({ "email": "bob@example.org", "password": PASSWORD });
    assert_eq!(app.post("/api/login", &other).await.status, 200);
}

#[actix_web::test]
async fn an_unknown_address_is_limited_like_a_known_one() {
    let app = App::start_with(Settings::default()).await;
    let wrong = json!({ "email": "nobody@example.org", "password": PASSWORD });
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(app.post("/api/login", &wrong).await.status.as_u16());
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429]);
}

#[actix_web::test]
async fn a_right_login_makes_the_failures_before_it_forgotten() {
    let app = App::start_with(Settings::default()).await;
    app.signup("ana").await;
    for password in ["no", "no", "no", "no", PASSWORD, "no", "no", "no", "no", PASSWORD] {
        let answer = app.post("/api/login", &json!({ "email": "ana@example.org", "password": password })).await;
        assert_eq!(answer.status, if password == PASSWORD { 200 } else { 401 });
    }
}

#[actix_web::test]
async fn a_class_may_sign_up_together_and_a_crowd_may_not() {
    let app = App::start_with(Settings::default()).await;
    let mut weak = signup_form("ana");
    weak["password"] = "password".into();
    weak["passwordConfirm"] = "password".into();
    for _ in 0..60 {
        assert_eq!(app.post("/api/signup", &weak).await.status, 422);
    }
    let answer = app.post("/api/signup", &signup_form("ana")).await;
    assert_eq!(answer.status, 429);
    let wait: u32 = answer.header("retry-after").parse().expect("it is a number of seconds");
    assert!((1..=60).contains(&wait), "{wait}");
}

#[actix_web::test]
async fn who_asks_for_room_after_room_must_wait_and_others_need_not() {
    let app = App::start_with(Settings::default()).await;
    let (ana, bo) = (app.signup("ana").await, app.signup("bob").await);
    for _ in 0..20 {
        assert_eq!(app.post("/api/multiplayer", &json!({ "token": ana, "private": true })).await.status, 200);
    }
    let answer = app.post("/api/multiplayer", &json!({ "token": ana })).await;
    assert_eq!(answer.status, 429);
    let wait: u32 = answer.header("retry-after").parse().expect("it is a number of seconds");
    assert!((1..=3).contains(&wait), "{wait}");
    assert_eq!(app.engine().rooms_asked.len(), 20, "the engine is not asked");
    assert_eq!(app.post("/api/multiplayer", &json!({ "token": bo })).await.status, 200);
}

#[actix_web::test]
async fn limits_that_are_off_refuse_nobody() {
    let app = App::start().await;
    let wrong = json!({ "email": "nobody@example.org", "password": PASSWORD });
    for _ in 0..8 {
        assert_eq!(app.post("/api/login", &wrong).await.status, 401);
    }
}
