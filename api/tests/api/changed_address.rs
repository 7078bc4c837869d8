//! Changes of an account's email address, which the old address can take back.

use api::Settings;
use serde_json::{Value, json};

use crate::account_settings::{delete, rename};
use crate::support::app::{signup_form, with};
use crate::support::post::{AppWithMail, DEAD_LINK};
use crate::support::{Answer, App, PASSWORD};

fn new_email(token: &str, email: &str, password: &str) -> Value {
    json!({ "token": token, "email": email, "password": password })
}

#[actix_web::test]
async fn a_new_address_must_be_verified_and_the_old_one_is_notified() {
    let mut post = AppWithMail::start().await;
    let (token, code) = post.signup("ana").await;
    assert_eq!(post.app.post("/api/account/verify", &json!({ "username": "ana", "code": code })).await.status, 200);
    assert_eq!(post.app.post("/api/account/forgot", &json!({ "email": "ana@example.org" })).await.status, 200);
    let before = post.code().await;
    let answer = post.app.post("/api/account/changeemail", &new_email(&token, "ana@example.net", PASSWORD)).await;
    assert_eq!(answer.json(), json!({ "status": "ok" }));
    let session = post.app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    assert_eq!((&session["email"], &session["verified"]), (&json!("ana@example.net"), &json!(false)));

    let mut mails = [post.server.next().await, post.server.next().await];
    mails.sort_by_key(|mail| mail.to[0].clone());
    let mailed: Vec<_> = mails.iter().map(|mail| (mail.to[0].clone(), mail.subject())).collect();
    assert_eq!(mailed[0], ("ana@example.net".to_owned(), "Verify your email address".to_owned()));
    assert_eq!(mailed[1], ("ana@example.org".to_owned(), "Your email address was changed".to_owned()));
    assert!(!mails[1].raw.contains("example.net"), "the old address does not learn the new one");

    let new = "a new one at dusk";
    let reset = json!({ "username": "ana", "code": before, "password": new, "passwordConfirm": new });
    post.app.post("/api/account/reset", &reset).await.refuses(422, DEAD_LINK);
    let (_, code) = mails[0].user_and_code();
    let verified = post.app.post("/api/account/verify", &json!({ "username": "ana", "code": code })).await;
    assert_eq!(verified.json(), json!({ "status": "ok" }), "the skin is granted only once");
}

/// An account that is about to get another address.
struct Moving {
    post: AppWithMail,
    token: String,
}

impl Moving {
    async fn start() -> Self {
        let mut post = AppWithMail::start().await;
        let (token, code) = post.signup("ana").await;
        post.app.post("/api/account/verify", &json!({ "username": "ana", "code": code })).await.json();
        Self { post, token }
    }

    /// Changes the address; returns the codes that take it back and verify it.
    async fn change(&mut self, email: &str) -> (String, String) {
        let form = new_email(&self.token, email, PASSWORD);
        self.post.app.post("/api/account/changeemail", &form).await.json();
        let mut mails = self.post.all().await;
        mails.sort_by_key(|mail| mail.to[0] == email);
        let [notice, verification] = &mails[..] else { panic!("there are {} mails", mails.len()) };
        assert_eq!(verification.to, [email]);
        assert!(notice.link().starts_with("https://colibri.example/account/restore?"), "{}", notice.link());
        (notice.user_and_code().1, verification.user_and_code().1)
    }

    async fn use_link(&self, call: &str, code: &str) -> Answer {
        self.post.app.post(call, &json!({ "username": "ana", "code": code })).await
    }

    async fn verify(&self, code: &str) {
        self.use_link("/api/account/verify", code).await.json();
    }

    async fn restore(&self, code: &str) -> Answer {
        self.use_link("/api/account/restoreemail", code).await
    }

    /// Returns the addresses that get a mail if a reset is requested for this address.
    async fn resets_go_to(&mut self, email: &str) -> Vec<String> {
        self.post.app.post("/api/account/forgot", &json!({ "email": email })).await.json();
        self.post.all().await.into_iter().flat_map(|mail| mail.to).collect()
    }

    async fn can_log_in(&self, email: &str) -> bool {
        let login = json!({ "email": email, "password": PASSWORD });
        self.post.app.post("/api/login", &login).await.status == 200
    }

    async fn can_sign_up(&mut self, email: &str) -> bool {
        let answer = self.post.app.post("/api/signup", &with(&signup_form("someone"), "email", email)).await;
        if answer.status == 200 {
            delete(&self.post.app, &answer.token()).await.json();
            self.post.app.execute("DELETE FROM held_names");
            self.post.all().await;
            return true;
        }
        answer.refuses(409, "taken; field=email");
        false
    }

    /// Returns the address, and whether it is verified.
    async fn address(&self) -> (String, bool) {
        let email = self.post.app.text("SELECT email FROM users WHERE username = 'ana'");
        let login = json!({ "email": email, "password": PASSWORD });
        let token = self.post.app.post("/api/login", &login).await.token();
        let session = self.post.app.post("/api/isloggedin", &json!({ "token": token })).await.json();
        (email, session["verified"] == true)
    }

    /// Lets the given number of days pass.
    fn wait_days(&self, days: u32) {
        self.post.app.execute(&format!("UPDATE address_changes SET expires_at = expires_at - interval '{days} days'"));
    }
}

#[actix_web::test]
async fn until_a_new_address_is_verified_the_old_one_gets_the_mails_and_logs_in() {
    let mut ana = Moving::start().await;
    let (_, code) = ana.change("typo@example.org").await;
    assert_eq!(ana.address().await, ("typo@example.org".to_owned(), false));
    assert_eq!(ana.resets_go_to("typo@example.org").await, [""; 0]);
    assert_eq!(ana.resets_go_to("ANA@example.org").await, ["ana@example.org"]);
    ana.wait_days(8);
    assert_eq!(ana.resets_go_to("ana@example.org").await, ["ana@example.org"], "as long as it takes");
    assert!(ana.can_log_in("ana@example.org").await && ana.can_log_in("typo@example.org").await);
    let change = json!({
        "token": ana.token, "oldPassword": PASSWORD, "newPassword": PASSWORD, "confirmPassword": PASSWORD,
    });
    ana.token = ana.post.app.post("/api/account/changepassword", &change).await.token();
    assert_eq!(ana.post.server.next().await.to, ["ana@example.org"], "other mails, too");

    ana.verify(&code).await;
    assert_eq!(ana.resets_go_to("ana@example.org").await, [""; 0]);
    assert_eq!(ana.resets_go_to("typo@example.org").await, ["typo@example.org"]);
    assert!(!ana.can_log_in("ana@example.org").await && ana.can_log_in("typo@example.org").await);
}

#[actix_web::test]
async fn a_reset_by_the_old_address_ends_the_link_of_an_unverified_new_one() {
    let mut ana = Moving::start().await;
    let (undo, verify) = ana.change("typo@example.org").await;
    ana.post.app.post("/api/account/forgot", &json!({ "email": "ana@example.org" })).await.json();
    let code = ana.post.code().await;
    let new = "a new one at dusk";
    let reset = json!({ "username": "ana", "code": code, "password": new, "passwordConfirm": new });
    ana.post.app.post("/api/account/reset", &reset).await.json();
    ana.use_link("/api/account/verify", &verify).await.refuses(422, DEAD_LINK);
    ana.post.all().await;
    assert_eq!(ana.resets_go_to("typo@example.org").await, [""; 0]);
    ana.restore(&undo).await.json();
}

#[actix_web::test]
async fn the_old_address_takes_a_change_back_for_seven_days_even_if_the_new_one_is_verified() {
    let mut ana = Moving::start().await;
    let (undo, verify) = ana.change("thief@example.org").await;
    ana.verify(&verify).await;
    let days = "SELECT round(extract(epoch FROM expires_at - now()) / 86400) FROM address_changes";
    assert_eq!(ana.post.app.number(days), 7.0);
    ana.restore(&verify).await.refuses(422, DEAD_LINK);
    let code = ana.restore(&undo).await.json()["code"].as_str().expect("there is a code").to_owned();
    assert_eq!(ana.address().await, ("ana@example.org".to_owned(), true));
    let session = ana.post.app.post("/api/isloggedin", &json!({ "token": ana.token })).await.json();
    assert_eq!(session["loggedin"], false);
    assert_eq!(ana.resets_go_to("thief@example.org").await, [""; 0]);
    ana.restore(&undo).await.refuses(422, DEAD_LINK);
    let new = "a new one at dusk";
    let reset = json!({ "username": "ana", "code": code, "password": new, "passwordConfirm": new });
    ana.post.app.post("/api/account/reset", &reset).await.json();
    assert!(!ana.can_log_in("ana@example.org").await, "the thief's password is gone");
    assert!(ana.can_sign_up("thief@example.org").await);
}

#[actix_web::test]
async fn a_change_of_address_cannot_be_taken_back_after_seven_days() {
    let mut ana = Moving::start().await;
    let (undo, verify) = ana.change("ana@example.net").await;
    ana.wait_days(7);
    ana.restore(&undo).await.refuses(422, DEAD_LINK);
    assert!(!ana.can_sign_up("ana@example.org").await, "it still gets the mails");
    ana.verify(&verify).await;
    assert!(ana.can_sign_up("ana@example.org").await);
}

#[actix_web::test]
async fn an_address_stays_taken_while_it_can_take_a_change_back() {
    let mut ana = Moving::start().await;
    let (undo, verify) = ana.change("ana@example.net").await;
    for is_verified in [false, true] {
        if is_verified {
            ana.verify(&verify).await;
        }
        assert!(!ana.can_sign_up("Ana@example.org").await);
        let bob = ana.post.app.signup(&format!("bob{is_verified}")).await;
        let taken = ana.post.app.post("/api/account/changeemail", &new_email(&bob, "ana@example.org", PASSWORD)).await;
        taken.refuses(409, "taken; field=email");
    }
    ana.post.all().await;
    ana.restore(&undo).await.json();
    assert_eq!(ana.address().await.0, "ana@example.org");
}

#[actix_web::test]
async fn the_first_address_takes_back_a_chain_of_changes() {
    let mut ana = Moving::start().await;
    let (first, _) = ana.change("one@example.org").await;
    let (second, code) = ana.change("two@example.org").await;
    assert_eq!(ana.resets_go_to("one@example.org").await, [""; 0]);
    assert!(ana.can_sign_up("one@example.org").await, "nobody has confirmed it");
    ana.verify(&code).await;
    let (third, code) = ana.change("three@example.org").await;
    ana.verify(&code).await;
    ana.restore(&third).await.json();
    assert_eq!(ana.address().await, ("two@example.org".to_owned(), true));
    ana.restore(&first).await.json();
    assert_eq!(ana.address().await, ("ana@example.org".to_owned(), true));
    for used in [second, third] {
        ana.restore(&used).await.refuses(422, DEAD_LINK);
    }
    assert_eq!(ana.post.app.number("SELECT count(*) FROM address_changes"), 0.0);
}

#[actix_web::test]
async fn a_user_who_changes_back_before_the_new_address_is_verified_is_where_they_were() {
    let mut ana = Moving::start().await;
    let link = ana.post.app.text("SELECT encode(verified_by, 'hex') FROM users");
    for typos in [&["typo@example.org"][..], &["typo@example.org", "tipo@example.org"]] {
        let mut links = Vec::new();
        for typo in typos {
            links.push(ana.change(typo).await);
            assert_eq!(ana.address().await, ((*typo).to_owned(), false));
        }
        let back = new_email(&ana.token, "Ana@example.org", PASSWORD);
        ana.post.app.post("/api/account/changeemail", &back).await.json();
        assert_eq!(ana.address().await, ("Ana@example.org".to_owned(), true), "it was verified before");
        assert_eq!(ana.post.all().await.len(), 0, "there is nothing to verify or to take back");
        for (_, verify) in &links {
            ana.use_link("/api/account/verify", verify).await.refuses(422, DEAD_LINK);
        }
        assert_eq!(ana.resets_go_to("typo@example.org").await, [""; 0]);
        assert_eq!(ana.resets_go_to("ana@example.org").await, ["Ana@example.org"]);
        assert!(ana.can_sign_up("typo@example.org").await);
    }
    assert_eq!(ana.post.app.text("SELECT encode(verified_by, 'hex') FROM users"), link, "its link still says so");
    let again = json!({ "token": ana.token });
    ana.post.app.post("/api/account/verifyanother", &again).await.refuses(409, "already-verified");
}

#[actix_web::test]
async fn the_link_of_the_old_address_verifies_no_other() {
    let mut post = AppWithMail::start().await;
    let (token, code) = post.signup("ana").await;
    let link = json!({ "username": "ana", "code": code });
    post.app.post("/api/account/verify", &link).await.json();
    post.app.post("/api/account/changeemail", &new_email(&token, "typo@example.org", PASSWORD)).await.json();
    post.app.post("/api/account/verify", &link).await.refuses(422, DEAD_LINK);
    post.app.post("/api/account/changeemail", &new_email(&token, "ana@example.org", PASSWORD)).await.json();
    post.app.post("/api/account/verify", &link).await.json();
}

#[actix_web::test]
async fn an_old_address_that_nobody_verified_is_not_verified_by_a_change_back() {
    let mut post = AppWithMail::start().await;
    let (token, _) = post.signup("ana").await;
    for email in ["other@example.org", "ana@example.org"] {
        post.app.post("/api/account/changeemail", &new_email(&token, email, PASSWORD)).await.json();
        let session = post.app.post("/api/isloggedin", &json!({ "token": token })).await.json();
        assert_eq!((&session["email"], &session["verified"]), (&json!(email), &json!(false)));
    }
    let mails = post.all().await;
    let last =
        mails.iter().rfind(|mail| mail.to == ["ana@example.org"] && mail.subject() == "Verify your email address");
    let (_, code) = last.expect("it can be verified").user_and_code();
    post.app.post("/api/account/verify", &json!({ "username": "ana", "code": code })).await.json();
}

#[actix_web::test]
async fn an_address_left_for_a_verified_one_must_be_verified_again() {
    let mut ana = Moving::start().await;
    let (undo, verify) = ana.change("ana@example.net").await;
    ana.verify(&verify).await;
    let (_, verify) = ana.change("ana@example.org").await;
    assert_eq!(ana.address().await, ("ana@example.org".to_owned(), false));
    assert_eq!(ana.resets_go_to("ana@example.net").await, ["ana@example.net"]);
    ana.verify(&verify).await;
    ana.restore(&undo).await.json();
    assert_eq!(ana.address().await, ("ana@example.org".to_owned(), true));
}

#[actix_web::test]
async fn no_settled_mail_of_a_former_address_is_kept() {
    let mut ana = Moving::start().await;
    let kept = "SELECT count(*) FROM mails WHERE lower(recipient) = 'ana@example.org'";
    assert_eq!(ana.resets_go_to("ana@example.org").await, ["ana@example.org"]);
    assert!(ana.post.app.number(kept) >= 2.0);
    let (_, verify) = ana.change("ana@example.net").await;
    assert_eq!(ana.post.app.number(kept), 1.0, "only the notice");
    ana.resets_go_to("ana@example.org").await;
    ana.verify(&verify).await;
    assert_eq!(ana.post.app.number(kept), 0.0);
}

#[actix_web::test]
async fn the_mails_of_an_address_are_deleted_when_it_can_no_longer_be_restored() {
    let mut ana = Moving::start().await;
    ana.change("ana@example.net").await;
    ana.wait_days(8);
    let Moving { post: AppWithMail { app, .. }, .. } = ana;
    // The mail worker deletes expired rows when it starts.
    let post = AppWithMail::beside(app).await;
    post.app.until("SELECT count(*) = 0 FROM address_changes").await;
    assert_eq!(post.app.number("SELECT count(*) FROM mails WHERE recipient = 'ana@example.org'"), 0.0);
}

#[actix_web::test]
async fn a_deletion_removes_no_notice_of_another_account() {
    let (app, ana) = App::with_ana().await;
    app.post("/api/account/changeemail", &new_email(&ana, "thief@example.org", PASSWORD)).await.json();
    // As if the change could no longer be taken back, so that the thief can have the old address.
    app.execute("UPDATE users SET recovery_email = NULL");
    app.execute("UPDATE address_changes SET expires_at = now()");
    let thief = app.post("/api/signup", &with(&signup_form("thief"), "email", "ana@example.org")).await.token();
    delete(&app, &thief).await.json();
    let waiting = "SELECT count(*) FROM mails WHERE kind = 'email_changed' AND recipient = 'ana@example.org'";
    assert_eq!(app.number(waiting), 1.0);
}

#[actix_web::test]
async fn names_and_addresses_are_not_stored_as_plain_hashes() {
    let app = App::start_with(Settings::default()).await;
    let token = app.signup("ana").await;
    rename(&app, &token, "mariposa").await.json();
    let plain = "SELECT count(*) FROM held_names WHERE name_hash = sha256('ana')";
    assert_eq!((app.number(plain), app.number("SELECT count(*) FROM held_names")), (0.0, 1.0));
    let guessed = "SELECT count(*) FROM rate_limits WHERE key = sha256('signups\\000127.0.0.1'::bytea)";
    assert_eq!(app.number(guessed), 0.0);
}

#[actix_web::test]
async fn a_deleted_account_frees_its_former_addresses() {
    let mut ana = Moving::start().await;
    let (undo, _) = ana.change("ana@example.net").await;
    delete(&ana.post.app, &ana.token).await.json();
    ana.restore(&undo).await.refuses(422, DEAD_LINK);
    assert!(ana.can_sign_up("ana@example.org").await);
    assert!(ana.can_sign_up("ana@example.net").await);
}

#[actix_web::test]
async fn a_link_sent_to_the_old_address_does_not_verify_the_new_one() {
    let (app, token) = App::with_ana().await;
    assert_eq!(app.post("/api/account/changeemail", &new_email(&token, "ana@example.net", PASSWORD)).await.status, 200);
    // Another code for the old address, as if it had been requested at the same moment.
    app.execute(
        "INSERT INTO mails (kind, user_id, recipient, details)
        SELECT kind, user_id, 'ana@example.org', details FROM mails WHERE kind = 'verify'",
    );
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'verify'"), 2.0);
    let mut post = AppWithMail::beside(app).await;
    let mails = post.all().await;
    let verifications: Vec<_> = mails.iter().filter(|mail| mail.subject().starts_with("Verify")).collect();
    assert_eq!(verifications.len(), 1);
    assert_eq!(verifications[0].to, ["ana@example.net"]);
}

#[actix_web::test]
async fn the_next_owner_of_an_address_gets_a_verification_mail() {
    let (app, ana) = App::with_ana().await;
    app.post("/api/account/changeemail", &new_email(&ana, "new@example.org", PASSWORD)).await.json();
    app.execute("UPDATE users SET recovery_email = NULL");
    app.execute("UPDATE address_changes SET expires_at = now()");
    app.post("/api/signup", &with(&signup_form("bob"), "email", "ana@example.org")).await.json();
    let waiting = app.text(
        "SELECT string_agg(username || ' ' || recipient, ', ' ORDER BY username) FROM mails
        JOIN users ON users.id = user_id WHERE kind = 'verify'",
    );
    assert_eq!(waiting, "ana new@example.org, bob ana@example.org");
}

#[actix_web::test]
async fn a_change_of_address_needs_the_password_and_a_free_address() {
    let (app, token) = App::with_ana().await;
    app.signup("bob").await;
    let cases = [
        ("ana@example.net", "not my password", 422, "wrong-password; field=password"),
        ("BOB@example.org", PASSWORD, 409, "taken; field=email"),
        ("ANA@example.org", PASSWORD, 422, "own-email; field=email"),
        ("ana", PASSWORD, 422, "not-email; field=email"),
    ];
    for (email, password, status, code) in cases {
        app.post("/api/account/changeemail", &new_email(&token, email, password)).await.refuses(status, code);
    }
    assert_eq!(app.number("SELECT count(*) FROM users WHERE email = 'ana@example.org'"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind <> 'verify'"), 0.0);
}
