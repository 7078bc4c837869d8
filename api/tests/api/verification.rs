//! `/api/account/verify`, `/api/account/verifyanother`.

use serde_json::json;

use crate::support::app::filenames;
use crate::support::post::{AppWithMail, DEAD_LINK};
use crate::support::{App, PASSWORD};

#[actix_web::test]
async fn a_code_verifies_its_account_and_unlocks_a_skin() {
    let mut post = AppWithMail::start().await;
    let (token, code) = post.signup("ana").await;
    let form = json!({ "username": "ana", "code": code });
    let verified = post.app.post("/api/account/verify", &form).await.json();
    assert_eq!(verified, json!({ "status": "ok", "skin": "snowcap" }));
    let session = post.app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    assert_eq!((&session["verified"], &session["skin"]), (&json!(true), &json!("hummingbird")));
    let own = post.app.post("/api/getstats", &json!({ "username": "ana", "token": token })).await.json();
    assert_eq!(filenames(&own["skins"]), ["hummingbird", "snowcap"]);
}

#[actix_web::test]
async fn a_link_works_for_its_account_and_for_a_day() {
    let mut post = AppWithMail::start().await;
    let (_, of_ana) = post.signup("ana").await;
    let (_, of_bob) = post.signup("bob").await;
    let AppWithMail { app, .. } = &post;
    assert_eq!((of_ana.len(), of_bob.len()), (43, 43), "32 bytes in base64url without padding");
    let hours = "SELECT round(extract(epoch FROM max(expires_at) - now()) / 3600) FROM account_codes";
    assert_eq!(app.number(hours), 24.0);
    let verify = async |username: &str, code: &str| {
        app.post("/api/account/verify", &json!({ "username": username, "code": code })).await
    };
    for (username, code) in
        [("ana", of_bob.as_str()), ("nobody", &of_ana), ("ana", "x"), ("ana", &of_ana.to_uppercase())]
    {
        verify(username, code).await.refuses(422, DEAD_LINK);
    }
    app.execute(
        "UPDATE account_codes SET expires_at = now() WHERE user_id = (SELECT id FROM users WHERE username = 'bob')",
    );
    verify("bob", &of_bob).await.refuses(422, DEAD_LINK);
    assert_eq!(app.number("SELECT count(*) FROM users WHERE email_verified_at IS NOT NULL"), 0.0);
    assert_eq!(verify("ANA", &of_ana).await.status, 200, "the case of a name does not matter");
    assert_eq!(app.number("SELECT count(*) FROM owned_skins"), 1.0);
}

#[actix_web::test]
async fn the_code_that_verified_an_address_succeeds_again_while_it_is_the_address() {
    let mut post = AppWithMail::start().await;
    let (token, code) = post.signup("ana").await;
    let form = json!({ "username": "ana", "code": code });
    post.app.post("/api/account/verify", &form).await.json();
    post.app.execute("DELETE FROM account_codes");
    assert_eq!(post.app.post("/api/account/verify", &form).await.json(), json!({ "status": "ok" }));
    let other = json!({ "username": "ana", "code": "c0de" });
    post.app.post("/api/account/verify", &other).await.refuses(422, DEAD_LINK);
    let change = json!({ "token": token, "email": "ana@example.net", "password": PASSWORD });
    post.app.post("/api/account/changeemail", &change).await.json();
    post.app.post("/api/account/verify", &form).await.refuses(422, DEAD_LINK);
}

#[actix_web::test]
async fn another_mail_invalidates_the_previous_link() {
    let mut post = AppWithMail::start().await;
    let (token, first) = post.signup("ana").await;
    post.all().await;
    assert_eq!(
        post.app.post("/api/account/verifyanother", &json!({ "token": token })).await.json(),
        json!({ "status": "ok" })
    );
    let second = post.code().await;
    let verify =
        async |code: &str| post.app.post("/api/account/verify", &json!({ "username": "ana", "code": code })).await;
    verify(&first).await.refuses(422, DEAD_LINK);
    assert_eq!(verify(&second).await.status, 200);
    let answer = post.app.post("/api/account/verifyanother", &json!({ "token": token })).await;
    answer.refuses(409, "already-verified");
}

#[actix_web::test]
async fn repeated_requests_before_the_mail_goes_out_send_one_mail() {
    let (app, token) = App::with_ana().await;
    for _ in 0..3 {
        assert_eq!(app.post("/api/account/verifyanother", &json!({ "token": token })).await.status, 200);
    }
    assert_eq!(app.number("SELECT count(*) FROM mails"), 1.0);
}

#[actix_web::test]
async fn a_verification_mail_is_not_sent_to_a_verified_account() {
    let (app, _) = App::with_ana().await;
    app.signup("bob").await;
    app.execute("UPDATE users SET email_verified_at = now() WHERE username = 'ana'");
    let mut post = AppWithMail::beside(app).await;
    let to: Vec<_> = post.all().await.into_iter().flat_map(|mail| mail.to).collect();
    assert_eq!(to, ["bob@example.org"]);
    assert_eq!(post.app.number("SELECT count(*) FROM mails"), 1.0);
}
