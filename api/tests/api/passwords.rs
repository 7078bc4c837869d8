//! `/api/account/forgot`, `/api/account/reset`, `/api/account/changepassword`.

use api::Settings;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::app::statuses;
use crate::support::post::{AppWithMail, DEAD_LINK};
use crate::support::{App, PASSWORD};

const NEW_PASSWORD: &str = "magenta throat at noon";

fn forgot(email: &str) -> Value {
    json!({ "email": email })
}

fn reset(username: &str, code: &str, password: &str) -> Value {
    json!({ "username": username, "code": code, "password": password, "passwordConfirm": password })
}

fn change(token: &str, old: &str, new: &str) -> Value {
    json!({ "token": token, "oldPassword": old, "newPassword": new, "confirmPassword": new })
}

async fn login(app: &App, password: &str) -> StatusCode {
    app.post("/api/login", &json!({ "email": "ana@example.org", "password": password })).await.status
}

async fn is_logged_in(app: &App, token: &str) -> bool {
    app.post("/api/isloggedin", &json!({ "token": token })).await.json()["loggedin"] == true
}

/// Returns an account whose owner requested a reset, and the code from the mail.
async fn requested_reset() -> (AppWithMail, String, String) {
    let mut post = AppWithMail::start().await;
    let (token, _) = post.signup("ana").await;
    post.all().await;
    assert_eq!(
        post.app.post("/api/account/forgot", &forgot("ANA@example.org")).await.json(),
        json!({ "status": "ok" })
    );
    let mail = post.server.next().await;
    assert_eq!(mail.to, ["ana@example.org"], "in the account's spelling");
    assert!(mail.link().starts_with("https://colibri.example/account/reset?user=ana&code="), "{}", mail.link());
    assert!(mail.link().ends_with("#email=ana%40example%2Eorg"), "{}", mail.link());
    let (_, code) = mail.user_and_code();
    (post, token, code)
}

#[actix_web::test]
async fn a_reset_sets_a_new_password_and_revokes_every_token() {
    let (mut post, token, code) = requested_reset().await;
    let answer = post.app.post("/api/account/reset", &reset("ana", &code, NEW_PASSWORD)).await;
    assert_eq!(answer.json(), json!({ "status": "ok" }));
    assert!(!is_logged_in(&post.app, &token).await);
    assert_eq!((login(&post.app, PASSWORD).await.as_u16(), login(&post.app, NEW_PASSWORD).await.as_u16()), (401, 200));
    assert_eq!(post.server.next().await.subject(), "Your password was changed");
}

#[actix_web::test]
async fn a_reset_link_works_once_for_its_account_and_for_an_hour() {
    let (mut post, _, code) = requested_reset().await;
    post.signup("bob").await;
    let hours =
        "SELECT round(extract(epoch FROM max(expires_at) - now()) / 60) FROM account_codes WHERE purpose = 'reset'";
    assert_eq!(post.app.number(hours), 60.0);
    for (username, code) in [("bob", code.as_str()), ("nobody", &code), ("ana", "x")] {
        post.app.post("/api/account/reset", &reset(username, code, NEW_PASSWORD)).await.refuses(422, DEAD_LINK);
    }
    post.app.execute("UPDATE account_codes SET expires_at = now() WHERE purpose = 'reset'");
    post.app.post("/api/account/reset", &reset("ana", &code, NEW_PASSWORD)).await.refuses(422, DEAD_LINK);
    post.app.execute("UPDATE account_codes SET expires_at = now() + interval '1 hour'");
    let form = reset("ana", &code, NEW_PASSWORD);
    assert_eq!(post.app.post("/api/account/reset", &form).await.status, 200);
    post.app.post("/api/account/reset", &form).await.refuses(422, DEAD_LINK);
}

#[actix_web::test]
async fn verification_and_reset_links_are_not_interchangeable() {
    let mut post = AppWithMail::start().await;
    let (_, verification) = post.signup("ana").await;
    post.all().await;
    post.app.post("/api/account/reset", &reset("ana", &verification, NEW_PASSWORD)).await.refuses(422, DEAD_LINK);
    assert_eq!(post.app.post("/api/account/forgot", &forgot("ana@example.org")).await.status, 200);
    let code = post.code().await;
    let verify = json!({ "username": "ana", "code": code });
    post.app.post("/api/account/verify", &verify).await.refuses(422, DEAD_LINK);
}

#[actix_web::test]
async fn a_refused_password_does_not_use_up_the_link() {
    let (post, _, code) = requested_reset().await;
    let weak = post.app.post("/api/account/reset", &reset("ana", &code, "password")).await;
    weak.refuses(422, "weak-password; field=password");
    assert_eq!(post.app.post("/api/account/reset", &reset("ana", &code, NEW_PASSWORD)).await.status, 200);
}

#[actix_web::test]
async fn of_two_simultaneous_resets_with_one_link_one_succeeds() {
    let (post, _, code) = requested_reset().await;
    let forms = ["magenta throat at noon", "gorget of green and gold", "mist over the cloud forest"];
    let forms = forms.map(|password| reset("ana", &code, password));
    let answers =
        futures_util::future::join_all(forms.iter().map(|form| post.app.post("/api/account/reset", form))).await;
    assert_eq!(statuses(&answers), [200, 422, 422]);
    assert_eq!(post.app.number("SELECT token_version FROM users"), 2.0);
}

#[actix_web::test]
async fn requesting_a_reset_does_not_reveal_whether_an_account_exists() {
    let (app, _) = App::with_ana().await;
    app.execute("DELETE FROM mails");
    for email in ["ana@example.org", "nobody@example.org"] {
        let answer = app.post("/api/account/forgot", &forgot(email)).await;
        assert_eq!(answer.json(), json!({ "status": "ok" }), "{email}");
        // Both are in the same row, and there is no other.
        assert_eq!(
            app.number(&format!("SELECT count(*) FROM mails WHERE recipient = '{email}' AND user_id IS NULL")),
            1.0
        );
        assert_eq!(app.number("SELECT count(*) FROM account_codes"), 0.0);
    }
    let mut post = AppWithMail::beside(app).await;
    let to: Vec<_> = post.all().await.into_iter().flat_map(|mail| mail.to).collect();
    assert_eq!(to, ["ana@example.org"]);
    assert_eq!(post.app.number("SELECT count(*) FROM mails WHERE recipient LIKE 'nobody%'"), 0.0, "the row is deleted");
}

#[actix_web::test]
async fn resets_are_limited_by_email_address_with_or_without_an_account() {
    let app = App::start_with(Settings::default()).await;
    app.signup("ana").await;
    for email in ["ana@example.org", "nobody@example.org"] {
        let statuses = async || app.post("/api/account/forgot", &forgot(email)).await.status.as_u16();
        for _ in 0..5 {
            assert_eq!(statuses().await, 200, "{email}");
        }
        assert_eq!(statuses().await, 429, "{email}");
    }
    for n in 0..20 {
        app.post("/api/account/forgot", &forgot(&format!("somebody{n}@example.org"))).await;
    }
    let answer = app.post("/api/account/forgot", &forgot("cho@example.org")).await;
    assert_eq!(answer.status, 429, "one visitor requests many: {answer:?}");
}

#[actix_web::test]
async fn a_password_change_leaves_only_its_new_token_valid() {
    let mut post = AppWithMail::start().await;
    let (token, _) = post.signup("ana").await;
    assert_eq!(post.app.post("/api/account/forgot", &forgot("ana@example.org")).await.status, 200);
    let code = post.code().await;
    let answer = post.app.post("/api/account/changepassword", &change(&token, PASSWORD, NEW_PASSWORD)).await;
    assert_eq!(answer.json()["status"], "ok");
    assert!(is_logged_in(&post.app, &answer.token()).await);
    assert!(!is_logged_in(&post.app, &token).await);
    assert_eq!((login(&post.app, PASSWORD).await.as_u16(), login(&post.app, NEW_PASSWORD).await.as_u16()), (401, 200));
    assert_eq!(post.server.next().await.subject(), "Your password was changed");
    // The link that was sent before is invalid.
    post.app.post("/api/account/reset", &reset("ana", &code, PASSWORD)).await.refuses(422, DEAD_LINK);
}

#[actix_web::test]
async fn a_password_change_needs_the_old_one_and_a_strong_confirmed_new_one() {
    let (app, token) = App::with_ana().await;
    let path = "/api/account/changepassword";
    app.post(path, &change(&token, "not my password", NEW_PASSWORD))
        .await
        .refuses(422, "wrong-password; field=oldPassword");
    let weak = app.post(path, &change(&token, PASSWORD, "password")).await;
    weak.refuses(422, "weak-password; field=newPassword");
    let mut unlike = change(&token, PASSWORD, NEW_PASSWORD);
    unlike["confirmPassword"] = "magenta throat at dusk".into();
    app.post(path, &unlike).await.refuses(422, "not-repeated; field=confirmPassword");
    app.post(path, &change("x.y.z", PASSWORD, NEW_PASSWORD)).await.refuses(401, "not-logged-in");
    assert_eq!(app.number("SELECT token_version FROM users"), 1.0);
    assert_eq!(login(&app, PASSWORD).await, 200);
}

#[actix_web::test]
async fn guesses_of_the_password_are_limited_even_with_a_token() {
    let app = App::start_with(Settings::default()).await;
    let token = app.signup("ana").await;
    let wrong = change(&token, "not my password", NEW_PASSWORD);
    for _ in 0..5 {
        assert_eq!(app.post("/api/account/changepassword", &wrong).await.status, 422);
    }
    app.hold_delays();
    assert_eq!(app.post("/api/account/changepassword", &wrong).await.status, 429);
}

#[actix_web::test]
async fn password_changes_and_their_mails_are_limited() {
    let app = App::start_with(Settings::default()).await;
    let mut token = app.signup("ana").await;
    let path = "/api/account/changepassword";
    for _ in 0..6 {
        assert_eq!(app.post(path, &change(&token, PASSWORD, "password")).await.status, 422, "it is no change");
    }
    for _ in 0..5 {
        token = app.post(path, &change(&token, PASSWORD, PASSWORD)).await.token();
    }
    let answer = app.post(path, &change(&token, PASSWORD, PASSWORD)).await;
    assert_eq!(answer.status, 429);
    assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|wait| (1..=300).contains(&wait)), "{answer:?}");
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'password_changed'"), 5.0);
}

#[actix_web::test]
async fn of_two_simultaneous_changes_one_succeeds() {
    let (app, token) = App::with_ana().await;
    let forms = [NEW_PASSWORD, "gorget of green and gold"].map(|password| change(&token, PASSWORD, password));
    let answers =
        futures_util::future::join_all(forms.iter().map(|form| app.post("/api/account/changepassword", form))).await;
    assert_eq!(statuses(&answers), [200, 401]);
    assert_eq!(app.number("SELECT token_version FROM users"), 2.0);
}
