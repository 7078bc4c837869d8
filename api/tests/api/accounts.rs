//! `/api/signup`, `/api/login`, `/api/isloggedin`.

use std::time::{Duration, Instant};

use api::Settings;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::app::{signup_form, statuses, with, without_limits};
use crate::support::{App, PASSWORD};

#[actix_web::test]
async fn a_signup_logs_in() {
    let (app, token) = App::with_ana().await;
    let answer = app.post("/api/isloggedin", &json!({ "token": token })).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let session = answer.json();
    let expected = json!({
        "loggedin": true, "username": "ana", "skin": "hummingbird", "verified": false, "email": "ana@example.org",
    });
    assert_eq!(session, expected);
    let hashes = "SELECT count(*) FROM users WHERE password_hash LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'";
    assert_eq!(app.number(hashes), 1.0, "only a hash of the password is stored");
}

#[actix_web::test]
async fn login_ignores_the_case_of_the_address() {
    let (app, _) = App::with_ana().await;
    for email in ["ana@example.org", "Ana@Example.ORG"] {
        let answer = app.post("/api/login", &json!({ "email": email, "password": PASSWORD })).await;
        let session = app.post("/api/isloggedin", &json!({ "token": answer.token() })).await.json();
        assert_eq!(session["username"], "ana");
    }
}

#[actix_web::test]
async fn a_wrong_password_and_an_unknown_address_get_the_same_answer() {
    let (app, _) = App::with_ana().await;
    for (email, password) in
        [("ana@example.org", "not my password"), ("nobody@example.org", PASSWORD), ("", ""), ("ana", PASSWORD)]
    {
        let answer = app.post("/api/login", &json!({ "email": email, "password": password })).await;
        answer.refuses(401, "wrong-login");
    }
}

#[actix_web::test]
async fn a_login_with_an_unknown_address_takes_as_long_as_any_other() {
    let (app, _) = App::with_ana().await;
    let mut times = [Duration::MAX; 2];
    // A lookup alone takes a tenth of the time. On a busy machine, it takes more tries to see the shortest of each.
    for round in 0..100 {
        for (shortest, email) in times.iter_mut().zip(["ana@example.org", "nobody@example.org"]) {
            let begun = Instant::now();
            app.post("/api/login", &json!({ "email": email, "password": "not my password" })).await;
            *shortest = begun.elapsed().min(*shortest);
        }
        let [known, unknown] = times;
        if round >= 5 && unknown * 3 > known && known * 3 > unknown {
            return;
        }
    }
    panic!("{times:?}");
}

#[actix_web::test]
async fn a_login_with_an_overlong_address_is_not_counted() {
    let app = App::start_with(Settings::default()).await;
    let body = json!({ "email": "a".repeat(255), "password": PASSWORD });
    for _ in 0..8 {
        app.post("/api/login", &body).await.refuses(422, "not-email; field=email");
    }
}

#[actix_web::test]
async fn names_and_addresses_are_unique_regardless_of_case() {
    let (app, _) = App::with_ana().await;
    let same_name = with(&signup_form("ANA"), "email", "other@example.org");
    app.post("/api/signup", &same_name).await.refuses(409, "taken; field=username");
    let same_email = with(&signup_form("bob"), "email", "ANA@example.org");
    app.post("/api/signup", &same_email).await.refuses(409, "taken; field=email");
    assert_eq!(app.number("SELECT count(*) FROM users"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM mails"), 1.0, "only one mail is sent");
}

#[actix_web::test]
async fn blanks_around_short_fields_do_not_count() {
    let app = App::start().await;
    let mut form = signup_form(" marisol ");
    (form["email"], form["country"]) = (json!("marisol@example.org\u{a0}"), json!("cr "));
    let session = app.post("/api/signup", &form).await.token();
    let session = app.post("/api/isloggedin", &json!({ "token": session })).await.json();
    assert_eq!((&session["username"], &session["email"]), (&json!("marisol"), &json!("marisol@example.org")));
    let login = json!({ "email": " Marisol@example.org", "password": PASSWORD });
    assert_eq!(app.post("/api/login", &login).await.status, 200);
    let stats = app.post("/api/getstats", &json!({ "username": "\u{feff}marisol\u{200b} " })).await.json();
    assert_eq!(stats["country"], "CR");
    let wrong = with(&login, "password", format!("{PASSWORD} "));
    assert_eq!(app.post("/api/login", &wrong).await.status, 401, "those of a password do");
}

#[actix_web::test]
async fn an_international_address_is_the_same_in_every_form() {
    let app = App::start().await;
    let token = app.post("/api/signup", &with(&signup_form("ana"), "email", "ana@bücher.example")).await.token();
    let session = app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    assert_eq!(session["email"], "ana@bücher.example");
    for email in ["ana@bücher.example", "ana@xn--bcher-kva.example", "ANA@BÜCHER.EXAMPLE", "ana@XN--BCHER-KVA.example"]
    {
        let login = json!({ "email": email, "password": PASSWORD });
        assert_eq!(app.post("/api/login", &login).await.status, 200, "{email}");
        let taken = app.post("/api/signup", &with(&signup_form("bob"), "email", email)).await;
        taken.refuses(409, "taken; field=email");
    }
    assert_eq!(app.text("SELECT recipient FROM mails"), "ana@xn--bcher-kva.example", "mail servers understand that");
}

#[actix_web::test]
async fn of_simultaneous_signups_for_a_name_one_succeeds() {
    let app = App::start().await;
    let forms: Vec<Value> = (0..4).map(|n| with(&signup_form("ana"), "email", format!("ana{n}@example.org"))).collect();
    let answers = join_all(forms.iter().map(|form| app.post("/api/signup", form))).await;
    assert_eq!(statuses(&answers), [200, 409, 409, 409]);
}

#[actix_web::test]
async fn a_username_cannot_be_mistaken_for_the_site() {
    let app = App::start_with(Settings { product: "Type Bird".to_owned(), ..without_limits() }).await;
    let token = app.signup("ana").await;
    let reserved = ["typebird", "Type-Bird", "TypeBird_Support", "official-typebird", "type_bird_team"];
    for (username, status) in
        reserved.map(|name| (name, 422)).into_iter().chain([("typebird-fan", 200), ("Colibri", 200)])
    {
        let form = with(
            &with(&signup_form("bo"), "email", format!("{username}@example.org")),
            "username",
            username.to_owned(),
        );
        assert_eq!(app.post("/api/signup", &form).await.status, status, "{username}");
    }
    for username in reserved {
        let renamed = app.post("/api/changeusername", &json!({"token": token, "username": username})).await;
        assert_eq!(renamed.error(), (422, "reserved; field=username"), "{username}");
    }
}

#[actix_web::test]
async fn an_invalid_field_is_named() {
    let app = App::start().await;
    let long = "x".repeat(129);
    let cases = [
        ("username", "an", "not-username; field=username; least=3; most=20"),
        ("username", "ana maria", "not-username; field=username; least=3; most=20"),
        ("username", "abcdefghij01234567890", "not-username; field=username; least=3; most=20"),
        ("username", "añá", "not-username; field=username; least=3; most=20"),
        ("username", "Admin", "reserved; field=username"),
        ("username", "load-000001", "reserved; field=username"),
        ("email", "ana", "not-email; field=email"),
        ("email", "ana@exa mple.org", "not-email; field=email"),
        ("password", "short", "length; field=password; least=8; most=128"),
        ("password", long.as_str(), "length; field=password; least=8; most=128"),
        ("passwordConfirm", "emerald wings at dusk", "not-repeated; field=passwordConfirm"),
        ("country", "ß", "not-country; field=country"),
        ("country", "XX", "not-country; field=country"),
        ("country", "Costa Rica", "not-country; field=country"),
    ];
    for (field, value, codes) in cases {
        app.post("/api/signup", &with(&signup_form("ana"), field, value)).await.refuses(422, codes);
    }
    let weak = with(&with(&signup_form("ana"), "password", "password"), "passwordConfirm", "password");
    app.post("/api/signup", &weak).await.refuses(422, "weak-password; field=password");
    assert_eq!(app.number("SELECT count(*) FROM users"), 0.0);
}

#[actix_web::test]
async fn all_refused_fields_are_named_in_the_forms_order() {
    let app = App::start().await;
    let form = with(&signup_form("an"), "passwordConfirm", "emerald wings at dusk");
    let mut form = with(&with(&form, "country", "XX"), "password", 5);
    form.as_object_mut().expect("it is an object").remove("email");
    let answer = app.post("/api/signup", &form).await;
    let codes = "not-username; field=username; least=3; most=20, missing; field=email, wrong-type; field=password, \
                 not-country; field=country";
    answer.refuses(422, codes);
    let fields: Vec<_> = answer.body.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(fields, ["username", "email", "password", "country"]);
}

#[actix_web::test]
async fn a_missing_or_invalid_token_is_not_logged_in() {
    let app = App::start().await;
    let nobody = json!({ "loggedin": false, "username": "", "skin": "", "verified": false, "email": "" });
    for body in [json!({}), json!({ "token": null }), json!({ "token": 5 }), json!({ "token": "x.y.z" })] {
        assert_eq!(app.post("/api/isloggedin", &body).await.json(), nobody, "{body}");
    }
    assert_eq!(app.post_bytes("/api/isloggedin", "").await.json(), nobody);
}
