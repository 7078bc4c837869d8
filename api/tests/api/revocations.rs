//! The list of revoked tokens, for engines.

use diesel::connection::SimpleConnection as _;
use serde_json::json;
use shared::UserId;
use shared::messages::{ListRevocations, Revocation, RevocationMark};

use crate::support::post::AppWithMail;
use crate::support::{App, PASSWORD, postgres};

const NEW_PASSWORD: &str = "resplendent quetzals of the cloud";

/// Returns all revocations after `mark`, in the order of the list, and the mark for later ones.
async fn list(app: &App, mut mark: Option<RevocationMark>) -> (Vec<Revocation>, Option<RevocationMark>) {
    let source = app.api.start_revocation_source();
    let mut all = Vec::new();
    loop {
        let answer = source.send(ListRevocations { after: mark }).await.expect("it runs").expect("it is listed");
        all.extend(answer.revoked);
        mark = Some(answer.end);
        if !answer.has_more {
            return (all, mark);
        }
    }
}

pub(crate) async fn list_all(app: &App) -> Vec<Revocation> {
    list(app, None).await.0
}

fn revoked(user_id: i64, lowest_version: i32) -> Revocation {
    Revocation { user_id: UserId(user_id), lowest_version }
}

#[actix_web::test]
async fn a_change_a_reset_and_a_deletion_are_listed_in_their_order() {
    let mut post = AppWithMail::start().await;
    let mut users = Vec::new();
    for username in ["ana", "bob", "cleo", "dan"] {
        let (token, _) = post.signup(username).await;
        users.push((token, post.app.user_id(username)));
    }
    post.all().await;
    let [(_, ana), (bob_token, bob), (cleo_token, cleo), (dan_token, _)] = users.try_into().expect("four");
    let app = &post.app;
    assert_eq!(list_all(app).await, []);
    let change = json!({ "token": bob_token, "oldPassword": PASSWORD, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD });
    app.post("/api/account/changepassword", &change).await.json();
    let deletion = json!({ "token": cleo_token, "confirmationText": "IRREVERSIBLE" });
    app.post("/api/deleteaccount", &deletion).await.json();
    app.post("/api/changeusername", &json!({ "token": dan_token, "username": "daniel" })).await.json();
    post.all().await;
    let app = &post.app;
    app.post("/api/account/forgot", &json!({ "email": "ana@example.org" })).await.json();
    let code = post.code().await;
    let reset = json!({ "username": "ana", "code": code, "password": NEW_PASSWORD, "passwordConfirm": NEW_PASSWORD });
    post.app.post("/api/account/reset", &reset).await.json();
    assert_eq!(list_all(&post.app).await, [revoked(bob, 2), revoked(cleo, i32::MAX), revoked(ana, 2)]);
}

#[actix_web::test]
async fn a_user_is_listed_once_with_the_last_revocation() {
    let (app, _) = App::with_ana().await;
    let ana = app.user_id("ana");
    for lowest_version in [2, 3] {
        app.execute("UPDATE users SET token_version = token_version + 1");
        assert_eq!(list_all(&app).await, [revoked(ana, lowest_version)]);
    }
    app.execute("DELETE FROM users");
    assert_eq!(list_all(&app).await, [revoked(ana, i32::MAX)]);
}

#[actix_web::test]
async fn a_revocation_that_is_committed_late_is_in_the_next_list() {
    let (app, _) = App::with_ana().await;
    let mut late = postgres::connection(&app.database_url);
    late.batch_execute("BEGIN; UPDATE users SET token_version = token_version + 1").expect("it is written");
    let (none_yet, mark) = list(&app, None).await;
    assert_eq!(none_yet, []);
    late.batch_execute("COMMIT").expect("it is committed");
    assert_eq!(list(&app, mark).await.0, [revoked(app.user_id("ana"), 2)]);
}

#[actix_web::test]
async fn a_revocation_after_the_clock_went_back_is_in_the_next_list() {
    let (app, _) = App::with_ana().await;
    let (_, mark) = list(&app, None).await;
    let before = mark.map(|mark| RevocationMark { at: mark.at + chrono::TimeDelta::hours(1), ..mark });
    app.execute("UPDATE users SET token_version = token_version + 1");
    assert_eq!(list(&app, before).await.0, [revoked(app.user_id("ana"), 2)]);
}

#[actix_web::test]
async fn many_simultaneous_revocations_are_all_listed_once() {
    let app = App::start().await;
    app.execute("INSERT INTO token_revocations SELECT n, 2, now() - interval '1 day' FROM generate_series(1, 12000) n");
    let (all, mark) = list(&app, None).await;
    assert!(all.iter().map(|revocation| revocation.user_id.0).eq(1..=12_000));
    assert_eq!(list(&app, mark).await.0, [], "none is repeated for ever");
}
