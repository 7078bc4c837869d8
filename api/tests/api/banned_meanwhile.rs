//! Bans of users who are racing, paying, downloading their data, or on another way into their account.

use std::io::Cursor;

use api::admin;
use serde_json::json;
use zip::ZipArchive;

use crate::data::MUCH_FEEDBACK;
use crate::moderation::{act, ban, login_of_banned_with};
use crate::payments_unfinished::killed_before_the_grant;
use crate::support::App;
use crate::support::paypal::Call;
use crate::support::post::AppWithMail;
use crate::support::results::{TEXT, is_now, racer, result, seen, send, typed};
use crate::support::shop::{SCHEDULE, Shop};

#[actix_web::test]
async fn mailed_links_change_a_banned_account_and_let_nobody_in() {
    let mut post = AppWithMail::start().await;
    let (_, verification) = post.signup("ana").await;
    let ruth = post.app.admin("ruth").await;
    post.all().await;
    ban(&post.app, &ruth, "ana").await.json();
    post.all().await;
    post.app.post("/api/account/forgot", &json!({ "email": "ana@example.org" })).await.json();
    let code = post.code().await;
    let new = "magenta throat at noon";
    let reset = json!({ "username": "ana", "code": code, "password": new, "passwordConfirm": new });
    let verify = json!({ "username": "ana", "code": verification });
    for (path, form) in [("/api/account/verify", verify), ("/api/account/reset", reset)] {
        let answer = post.app.post(path, &form).await.json();
        assert_eq!(answer["token"], json!(null), "{path}");
    }
    let token = login_of_banned_with(&post.app, "ana", new).await;
    post.app.post("/api/history", &json!({ "token": token })).await.refuses(401, "not-logged-in");
    post.app.post("/api/ban", &json!({ "token": token })).await.json();
}

#[actix_web::test]
async fn a_result_that_arrives_after_the_ban_is_shown_once_the_ban_is_lifted() {
    let (app, to) = racer().await;
    let ruth = app.admin("ruth").await;
    ban(&app, &ruth, "ana").await.json();
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    let stats = async || app.post("/api/getstats", &json!({ "username": "ana" })).await;
    stats().await.refuses(404, "unknown-user");
    act(&app, &ruth, "unban", json!({ "username": "ana" })).await.json();
    assert_eq!(stats().await.json()["racesTotal"], 1);
}

#[actix_web::test]
async fn a_buyer_who_is_banned_before_paying_keeps_the_money() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    let ruth = shop.app.admin("ruth").await;
    ban(&shop.app, &ruth, "ana").await.json();
    shop.success(&ana, &approved, &skin).await.refuses(401, "not-logged-in");
    shop.buy(&ana, &skin).await.refuses(401, "not-logged-in");
    assert_eq!(shop.paypal.asked(Call::Execute), 0);
    shop.nothing_was_granted();
    act(&shop.app, &ruth, "unban", json!({ "username": "ana" })).await.json();
    shop.grants_once(&shop.app.login("ana").await, &approved, &skin).await;
}

#[actix_web::test]
async fn a_buyer_who_is_banned_after_paying_gets_the_skin_and_the_invoice() {
    let (shop, ..) = killed_before_the_grant().await;
    let ruth = shop.app.admin("ruth").await;
    ban(&shop.app, &ruth, "ana").await.json();
    shop.beside(SCHEDULE).await.grants_by_itself().await;
}

#[actix_web::test]
async fn an_archive_that_has_begun_before_the_ban_arrives_whole() {
    let (app, ana) = App::with_ana().await;
    app.execute(MUCH_FEEDBACK);
    let ruth = app.admin("ruth").await;
    let mut answer = app.open("/api/account/data", &json!({ "token": ana })).await;
    let mut zip = answer.chunk().await.expect("it begins").expect("it has bytes").to_vec();
    ban(&app, &ruth, "ana").await.json();
    while let Some(chunk) = answer.chunk().await.expect("it goes on") {
        zip.extend_from_slice(&chunk);
    }
    assert!(ZipArchive::new(Cursor::new(zip)).is_ok());
    app.post("/api/account/data", &json!({ "token": ana })).await.refuses(401, "not-logged-in");
}

#[actix_web::test]
async fn the_estimate_of_a_banned_user_is_as_before_once_the_ban_is_lifted() {
    let (app, to) = racer().await;
    let ruth = app.admin("ruth").await;
    for hand in 1..=4 {
        assert!(send(&to, &seen(&typed(TEXT, 80.0, hand), &app, "ana")).await.is_ok());
    }
    let kept = || app.text("SELECT coalesce(string_agg(speeds::text, '; '), '') FROM speeds");
    let before = kept();
    ban(&app, &ruth, "ana").await.json();
    admin::work_out_speeds(&app.database).expect("it answers");
    act(&app, &ruth, "unban", json!({ "username": "ana" })).await.json();
    assert_eq!(kept(), before);
}
