//! `/api/signup`, `/api/login`, `/api/isloggedin`.

use api::Settings;
use serde_json::{Value, json};

use crate::support::app::signup_form;
use crate::support::{App, PASSWORD};

fn with(mut form: Value, field: &str, value: &str) -> Value {
    form[field] = value.into();
    form
}

#[actix_web::test]
async fn who_signs_up_is_logged_in() {
    let app = App::start().await;
    let token = app.signup("ana").await;
    let session = app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    let expected = json!({
        "loggedin": true, "username": "ana", "skin": "hummingbird", "verified": false, "email": "ana@example.org",
    });
    assert_eq!(session, expected);
}

#[actix_web::test]
async fn who_signed_up_logs_in_whatever_the_case_of_the_address() {
    let app = App::start().await;
    app.signup("ana").await;
    for email in ["ana@example.org", "Ana@Example.ORG"] {
        let answer = app.post("/api/login", &json!({ "email": email, "password": PASSWORD })).await;
        let session = app.post("/api/isloggedin", &json!({ "token": answer.token() })).await.json();
        assert_eq!(session["username"], "ana");
    }
}

#[actix_web::test]
async fn a_wrong_password_and_an_unknown_address_are_answered_alike() {
    let app = App::start().await;
    app.signup("ana").await;
    for (email, password) in
        [("ana@example.org", "not my password"), ("nobody@example.org", PASSWORD), ("", ""), ("ana", PASSWORD)]
    {
        let answer = app.post("/api/login", &json!({ "email": email, "password": password })).await;
        answer.refuses(401, "The email or password is incorrect.");
    }
}

#[actix_web::test]
async fn an_unknown_address_costs_the_verification_of_a_password_as_a_known_one_does() {
    let app = App::start().await;
    app.signup("ana").await;
    app.execute("UPDATE users SET password_hash = '!' WHERE username = 'ana'");
    app.signup("bob").await;
    for email in ["bob@example.org", "nobody@example.org", "ana@example.org", ""] {
        let before = app.api.passwords_verified();
        let answer = app.post("/api/login", &json!({ "email": email, "password": "not my password" })).await;
        answer.refuses(401, "The email or password is incorrect.");
        assert_eq!(app.api.passwords_verified() - before, 1, "{email:?}");
    }
}

#[actix_web::test]
async fn an_address_longer_than_any_account_has_is_refused_before_it_is_remembered() {
    let app = App::start_with(Settings::default()).await;
    let body = json!({ "email": "a".repeat(255), "password": PASSWORD });
    for _ in 0..8 {
        app.post("/api/login", &body).await.refuses(422, "email: must be a valid email address.");
    }
}

#[actix_web::test]
async fn a_name_or_an_address_is_taken_once_whatever_its_case() {
    let app = App::start().await;
    app.signup("ana").await;
    let same_name = with(signup_form("ANA"), "email", "other@example.org");
    app.post("/api/signup", &same_name).await.refuses(409, "username: this username is taken.");
    let same_email = with(signup_form("bob"), "email", "ANA@example.org");
    app.post("/api/signup", &same_email).await.refuses(409, "email: this email is taken.");
    assert_eq!(app.number("SELECT count(*) FROM users"), 1.0);
}

#[actix_web::test]
async fn of_many_who_take_a_name_at_the_same_moment_one_gets_it() {
    let app = App::start().await;
    let forms: Vec<Value> = (0..4).map(|n| with(signup_form("ana"), "email", &format!("ana{n}@example.org"))).collect();
    let answers = futures_util::future::join_all(forms.iter().map(|form| app.post("/api/signup", form))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409]);
}

#[actix_web::test]
async fn a_form_with_a_wrong_field_is_refused_by_its_name() {
    let app = App::start().await;
    let long = "x".repeat(129);
    let cases = [
        ("username", "an", "username: must be 3 to 20 characters: letters, numbers, _ or -."),
        ("username", "ana maria", "username: must be 3 to 20 characters: letters, numbers, _ or -."),
        ("username", "Admin", "username: is reserved."),
        ("username", "load-000001", "username: is reserved."),
        ("email", "ana", "email: must be a valid email address."),
        ("email", "ana@exa mple.org", "email: must be a valid email address."),
        ("password", "short", "password: must have 8 to 128 characters."),
        ("password", long.as_str(), "password: must have 8 to 128 characters."),
        ("passwordConfirm", "emerald wings at dusk", "passwordConfirm: must match the password."),
        ("country", "XX", "country: must be a two-letter country code (ISO 3166-1) or empty."),
        ("country", "Costa Rica", "country: must be a two-letter country code (ISO 3166-1) or empty."),
    ];
    for (field, value, sentence) in cases {
        app.post("/api/signup", &with(signup_form("ana"), field, value)).await.refuses(422, sentence);
    }
    let weak = with(with(signup_form("ana"), "password", "password"), "passwordConfirm", "password");
    let sentence = "password: is too easy to guess; try a longer one or several words.";
    app.post("/api/signup", &weak).await.refuses(422, sentence);
    assert_eq!(app.number("SELECT count(*) FROM users"), 0.0);
}

#[actix_web::test]
async fn the_country_may_be_empty_and_is_kept_in_capitals() {
    let app = App::start().await;
    for (username, given, kept) in [("ana", "", ""), ("bob", "de", "DE")] {
        app.post("/api/signup", &with(signup_form(username), "country", given)).await.json();
        let stats = app.post("/api/getstats", &json!({ "username": username })).await.json();
        assert_eq!(stats["country"], kept);
    }
}

#[actix_web::test]
async fn passwords_are_kept_as_argon2id_hashes_only() {
    let app = App::start().await;
    app.signup("ana").await;
    let hashes = "SELECT count(*) FROM users WHERE password_hash LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'";
    assert_eq!(app.number(hashes), 1.0);
}

#[actix_web::test]
async fn nobody_is_logged_in_with_no_token_or_a_bad_one() {
    let app = App::start().await;
    let nobody = json!({ "loggedin": false, "username": "", "skin": "", "verified": false, "email": "" });
    for body in [json!({}), json!({ "token": null }), json!({ "token": 5 }), json!({ "token": "x.y.z" })] {
        assert_eq!(app.post("/api/isloggedin", &body).await.json(), nobody, "{body}");
    }
    assert_eq!(app.post_bytes("/api/isloggedin", "").await.json(), nobody);
}
