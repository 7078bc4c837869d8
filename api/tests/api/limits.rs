//! The limits on attempts per account, user or address, shared by all processes.

use std::time::{Duration, Instant};

use api::Settings;
use diesel::connection::SimpleConnection as _;
use futures_util::future::join_all;
use net::proxies::TrustedProxies;
use serde_json::{Value, json};

use crate::bad_input::{ADD_RACE, every_call};
use crate::data::MUCH_FEEDBACK;
use crate::support::app::{signup_form, statuses, with};
use crate::support::document;
use crate::support::post::{AppWithMail, DEAD_LINK};
use crate::support::{App, PASSWORD, postgres};

#[actix_web::test]
async fn after_too_many_failures_only_that_account_must_wait() {
    let app = App::start_with(Settings::default()).await;
    app.signup("ana").await;
    app.signup("bob").await;
    let wrong = json!({ "email": "ana@example.org", "password": "not my password" });
    for _ in 0..5 {
        assert_eq!(app.post("/api/login", &wrong).await.status, 401);
    }
    app.hold_delays();
    let right = json!({ "email": "ANA@example.org", "password": PASSWORD });
    let answer = app.post("/api/login", &right).await;
    answer.refuses_for_about(60);
    let other = json!({ "email": "bob@example.org", "password": PASSWORD });
    assert_eq!(app.post("/api/login", &other).await.status, 200);
}

#[actix_web::test]
async fn a_successful_login_clears_earlier_failures() {
    let app = App::start_with(Settings::default()).await;
    app.signup("ana").await;
    for password in ["no", "no", "no", "no", PASSWORD, "no", "no", "no", "no", PASSWORD] {
        let answer = app.post("/api/login", &json!({ "email": "ana@example.org", "password": password })).await;
        assert_eq!(answer.status, if password == PASSWORD { 200 } else { 401 });
    }
}

#[actix_web::test]
async fn logins_with_the_right_password_are_limited_by_account() {
    let app = App::start_with(Settings::default()).await;
    app.signup("ana").await;
    app.signup("bob").await;
    let login = |name: &str| json!({ "email": format!("{name}@example.org"), "password": PASSWORD });
    accepts(&app, "/api/login", &login("ana"), 10, Duration::from_secs(10)).await;
    assert_eq!(app.post("/api/login", &login("bob")).await.status, 200);
}

/// Returns an api behind a proxy, so that each call can have an address of its own.
async fn app_behind_proxy() -> App {
    let networks = vec!["127.0.0.0/8".parse().expect("it is a network")];
    let trusted_proxies = TrustedProxies { networks, ..TrustedProxies::default() };
    App::start_with(Settings { trusted_proxies, ..Settings::default() }).await
}

async fn post_from(app: &App, address: &str, path: &str, form: &Value) -> u16 {
    let headers = [("content-type", "application/json"), ("x-forwarded-for", address)];
    app.post_with(path, &headers, form.to_string()).await.status.as_u16()
}

async fn login_from(app: &App, address: &str, password: &str) -> u16 {
    post_from(app, address, "/api/login", &json!({ "email": "ana@example.org", "password": password })).await
}

#[actix_web::test]
async fn guesses_from_elsewhere_do_not_keep_the_owner_from_logging_in() {
    let (home, elsewhere) = ("192.0.2.1", "198.51.100.1");
    let app = app_behind_proxy().await;
    assert_eq!(post_from(&app, home, "/api/signup", &signup_form("ana")).await, 200);
    for _ in 0..5 {
        assert_eq!(login_from(&app, elsewhere, "a guess").await, 401);
    }
    app.hold_delays();
    assert_eq!(login_from(&app, elsewhere, PASSWORD).await, 429);
    assert_eq!(login_from(&app, "198.51.100.2", PASSWORD).await, 429, "they are counted together");
    assert_eq!(login_from(&app, home, PASSWORD).await, 200);
    assert_eq!(login_from(&app, elsewhere, PASSWORD).await, 429, "their failures are not forgotten");
    for _ in 0..5 {
        assert_eq!(login_from(&app, home, "a guess").await, 401);
    }
    app.hold_delays();
    assert_eq!(login_from(&app, home, PASSWORD).await, 429, "guesses at home are counted, too");
}

#[actix_web::test]
async fn guesses_by_the_old_and_the_new_address_of_an_account_are_counted_together() {
    let (home, elsewhere) = ("192.0.2.1", "198.51.100.1");
    let app = app_behind_proxy().await;
    let signup = signup_form("ana").to_string();
    let headers = [("content-type", "application/json"), ("x-forwarded-for", home)];
    let token = app.post_with("/api/signup", &headers, signup).await.token();
    let change = json!({ "token": token, "email": "new@example.org", "password": PASSWORD });
    assert_eq!(post_from(&app, home, "/api/account/changeemail", &change).await, 200);
    let login = async |email: &str, password: &str| {
        post_from(&app, elsewhere, "/api/login", &json!({ "email": email, "password": password })).await
    };
    for email in ["ana@example.org", "new@example.org", "ANA@example.org", "NEW@example.org", "ana@example.org"] {
        assert_eq!(login(email, "a guess").await, 401);
    }
    app.execute("UPDATE rate_limits SET count = count + 20 WHERE count = 5");
    for email in ["ana@example.org", "new@example.org"] {
        assert_eq!(login(email, PASSWORD).await, 401, "{email}: as if it were wrong");
    }
    assert_eq!(
        post_from(&app, home, "/api/login", &json!({ "email": "new@example.org", "password": PASSWORD })).await,
        200
    );
}

#[actix_web::test]
async fn guesses_at_an_address_tell_nothing_about_the_accounts_other_address() {
    let (home, elsewhere) = ("192.0.2.1", "198.51.100.1");
    let app = app_behind_proxy().await;
    let headers = [("content-type", "application/json"), ("x-forwarded-for", home)];
    let token = app.post_with("/api/signup", &headers, signup_form("ana").to_string()).await.token();
    let change = json!({ "token": token, "email": "new@example.org", "password": PASSWORD });
    assert_eq!(post_from(&app, home, "/api/account/changeemail", &change).await, 200);
    let guess = async |email: &str| {
        post_from(&app, elsewhere, "/api/login", &json!({ "email": email, "password": "a guess" })).await
    };
    for _ in 0..5 {
        assert_eq!(guess("ana@example.org").await, 401);
    }
    app.execute("UPDATE rate_limits SET count = count + 20 WHERE count = 5");
    assert_eq!(guess("ana@example.org").await, 429);
    for email in ["new@example.org", "unknown@example.org"] {
        assert_eq!(guess(email).await, 401, "{email}");
    }
}

#[actix_web::test]
async fn guesses_do_not_keep_a_user_with_a_token_from_changing_the_password() {
    let app = App::start_with(Settings::default()).await;
    let token = app.signup("ana").await;
    let change = async |token: &str, old: &str| {
        let new = "magenta throat at noon";
        let form = json!({ "token": token, "oldPassword": old, "newPassword": new, "confirmPassword": new });
        app.post("/api/account/changepassword", &form).await
    };
    let guess = json!({ "email": "ana@example.org", "password": "a guess" });
    app.call_until_refused("post", "/api/login", &guess).await;
    app.hold_delays();
    let token = change(&token, PASSWORD).await.token();
    for _ in 0..5 {
        assert_eq!(change(&token, "a guess").await.status, 422);
    }
    app.hold_delays();
    assert_eq!(change(&token, "a guess").await.status, 429, "guesses with the token are counted, too");
}

#[actix_web::test]
async fn an_account_has_few_known_networks_and_takes_them_along() {
    let app = app_behind_proxy().await;
    assert_eq!(post_from(&app, "192.0.2.0", "/api/signup", &signup_form("ana")).await, 200);
    for n in 1..=8 {
        assert_eq!(login_from(&app, &format!("192.0.2.{n}"), PASSWORD).await, 200);
    }
    assert_eq!(app.number("SELECT count(*) FROM known_networks"), 8.0);
    app.execute("DELETE FROM rate_limits");
    for _ in 0..5 {
        assert_eq!(login_from(&app, "198.51.100.1", "a guess").await, 401);
    }
    app.hold_delays();
    assert_eq!(login_from(&app, "192.0.2.0", PASSWORD).await, 429, "the oldest is forgotten");
    assert_eq!(login_from(&app, "192.0.2.1", PASSWORD).await, 200);
    app.execute("DELETE FROM users");
    assert_eq!(app.number("SELECT count(*) FROM known_networks"), 0.0);
}

#[actix_web::test]
async fn a_school_that_logs_in_at_once_is_not_refused() {
    // More than have a place in a queue that all addresses share, and few enough for a busy machine.
    const SCHOOL: usize = 40;
    let app = App::start_with(Settings::default()).await;
    app.signup("racer0").await;
    app.execute(&format!(
        "INSERT INTO users (username, email, password_hash) SELECT 'racer' || n, 'racer' || n || '@example.org', \
         (SELECT password_hash FROM users) FROM generate_series(1, {}) n",
        SCHOOL - 1
    ));
    let forms = (0..SCHOOL).map(|n| json!({ "email": format!("racer{n}@example.org"), "password": PASSWORD }));
    let answers = futures_util::future::join_all(forms.map(|form| async {
        let form = form;
        app.post("/api/login", &form).await
    }));
    assert_eq!(statuses(&answers.await), [200; SCHOOL]);
}

#[actix_web::test]
async fn new_passwords_that_are_refused_as_weak_count_as_attempts() {
    let app = App::start_with(Settings::default()).await;
    let token = app.signup("ana").await;
    let weak = "password";
    let form = json!({ "token": token, "oldPassword": PASSWORD, "newPassword": weak, "confirmPassword": weak });
    accepts(&app, "/api/account/changepassword", &form, 20, Duration::from_secs(10)).await;
    app.execute("DELETE FROM rate_limits");
    assert_eq!(app.post("/api/account/changepassword", &form).await.status, 422);
}

/// Returns an api with limits, and the forms that use a link from a mail to set a password; the first value receives mails.
async fn with_reset_link() -> (AppWithMail, App, impl Fn(&str) -> Value) {
    let mut post = AppWithMail::start().await;
    post.signup("ana").await;
    post.app.post("/api/account/forgot", &json!({ "email": "ana@example.org" })).await.json();
    let code = post.code().await;
    let app = post.app.start_beside(Settings::default()).await;
    let reset = move |password: &str| json!({ "username": "ana", "code": code, "password": password, "passwordConfirm": password });
    (post, app, reset)
}

#[actix_web::test]
async fn a_reset_link_can_be_used_to_try_five_passwords() {
    let (_post, app, reset) = with_reset_link().await;
    for _ in 0..5 {
        let answer = app.post("/api/account/reset", &reset("password")).await;
        answer.refuses(422, "weak-password; field=password");
    }
    app.post("/api/account/reset", &reset("magenta throat at noon")).await.refuses(422, DEAD_LINK);
}

#[actix_web::test]
async fn a_class_can_sign_up_at_once_but_a_crowd_cannot() {
    let app = App::start_with(Settings::default()).await;
    let weak = with(&with(&signup_form("ana"), "password", "password"), "passwordConfirm", "password");
    for _ in 0..60 {
        assert_eq!(app.post("/api/signup", &weak).await.status, 422);
    }
    let answer = app.post("/api/signup", &signup_form("ana")).await;
    assert_eq!(answer.status, 429);
    let wait: u32 = answer.header("retry-after").parse().expect("it is a number of seconds");
    assert!((1..=60).contains(&wait), "{wait}");
}

#[actix_web::test]
async fn each_call_is_accepted_up_to_its_limit_per_account() {
    let app = App::start_with(Settings::default()).await;
    let (ana, bob) = (app.signup("ana").await, app.signup("bob").await);
    app.execute(ADD_RACE);
    let mut n_limits = 0;
    for (call, form) in every_call(&app, &ana).await {
        let limits = call.operation["x-limits"].as_array().expect("each call has them");
        for limit in limits.iter().filter(|limit| limit["per"] == "account") {
            n_limits += 1;
            // Several calls share a limit, and each process also counts all calls together.
            app.execute("DELETE FROM rate_limits");
            let app = app.start_beside(Settings::default()).await;
            let [at_once, every] = ["atOnce", "everyMs"].map(|field| limit[field].as_u64().expect("it is a number"));
            let n_taken = accepts(&app, &call.path, &form, at_once, Duration::from_millis(every)).await;
            assert_ne!(app.post(&call.path, &with(&form, "token", bob.as_str())).await.status, 429, "{}", call.path);
            if call.path == "/api/multiplayer" {
                assert_eq!(app.engine().rooms_asked.len() as u64, n_taken + 1, "refused calls do not reach the engine");
            }
        }
    }
    assert_ne!(n_limits, 0);
}

/// Checks that a call is accepted so often at once, and once more for each time in which an attempt is regained. Returns
/// how often it was accepted.
async fn accepts(app: &App, path: &str, form: &Value, at_once: u64, every: Duration) -> u64 {
    let began = Instant::now();
    let n_taken = app.call_until_refused("post", path, form).await as u64;
    let regained = (began.elapsed().as_millis() / every.as_millis()) as u64;
    assert!((at_once..=at_once + regained).contains(&n_taken), "{path}: {n_taken} of {at_once}");
    n_taken
}

/// Returns an account with a stranger's address, or `None` if the signup is refused as too frequent.
async fn sign_up_as_stranger(app: &App, username: &str) -> Option<String> {
    let answer = app.post("/api/signup", &with(&signup_form(username), "email", "Stranger@example.org")).await;
    (answer.status != 429).then(|| answer.token())
}

async fn leave(app: &App, token: &str) {
    app.post("/api/deleteaccount", &json!({ "token": token, "confirmationText": "IRREVERSIBLE" })).await.json();
}

#[actix_web::test]
async fn verification_mails_are_counted_by_recipient_whoever_asks() {
    let app = App::start_with(Settings::default()).await;
    let bob = app.signup("bob").await;
    for n in 0..3 {
        let token = sign_up_as_stranger(&app, &format!("someone{n}")).await.expect("it is one of five mails");
        leave(&app, &token).await;
    }
    let token = sign_up_as_stranger(&app, "someone").await.expect("it is the fourth mail");
    let resend = json!({ "token": token });
    app.post("/api/account/verifyanother", &resend).await.json();
    app.post("/api/account/verifyanother", &resend).await.refuses_for_about(300);
    leave(&app, &token).await;
    assert_eq!(sign_up_as_stranger(&app, "another").await, None);
    assert_eq!(app.number("SELECT count(*) FROM users"), 1.0, "nothing is written");
    let change = json!({ "token": bob, "email": "stranger@EXAMPLE.org", "password": PASSWORD });
    assert_eq!(app.post("/api/account/changeemail", &change).await.status, 429);
    assert_eq!(app.text("SELECT email FROM users"), "bob@example.org");
}

#[actix_web::test]
async fn notices_are_counted_by_recipient_whoever_causes_them() {
    let app = App::start_with(Settings::default()).await;
    let change = async |token: &str| {
        let form =
            json!({ "token": token, "oldPassword": PASSWORD, "newPassword": PASSWORD, "confirmPassword": PASSWORD });
        app.post("/api/account/changepassword", &form).await
    };
    let mut first = sign_up_as_stranger(&app, "someone").await.expect("it is the first mail");
    for _ in 0..3 {
        first = change(&first).await.token();
    }
    leave(&app, &first).await;
    let mut second = sign_up_as_stranger(&app, "another").await.expect("it is the second mail");
    for _ in 0..2 {
        second = change(&second).await.token();
    }
    assert_eq!(change(&second).await.status, 429);
}

#[actix_web::test]
async fn a_strangers_attempts_use_up_no_mails_of_an_account() {
    let app = App::start_with(Settings::default()).await;
    let (ana, eve) = (app.signup("ana").await, app.signup("eve").await);
    for n in 0..6 {
        let form = with(&signup_form(&format!("someone{n}")), "email", "ana@example.org");
        assert_eq!(app.post("/api/signup", &form).await.status, 409);
    }
    for _ in 0..5 {
        let form = json!({ "token": eve, "email": "ana@example.org", "password": PASSWORD });
        assert_eq!(app.post("/api/account/changeemail", &form).await.status, 409);
    }
    app.post("/api/account/verifyanother", &json!({ "token": ana })).await.json();
}

#[actix_web::test]
async fn two_processes_on_one_database_count_together() {
    let one = App::start_with(Settings::default()).await;
    let other = one.start_beside(Settings::default()).await;
    let wrong = json!({ "email": "nobody@example.org", "password": PASSWORD });
    for app in [&one, &other, &one, &other, &one] {
        assert_eq!(app.post("/api/login", &wrong).await.status, 401);
    }
    one.hold_delays();
    assert_eq!(other.post("/api/login", &wrong).await.status, 429);
}

#[actix_web::test]
async fn simultaneous_attempts_are_counted_one_by_one() {
    let app = App::start_with(Settings::default()).await;
    let token = app.signup("ana").await;
    let form = json!({ "token": token, "feedback": "Hi!" });
    let answers = futures_util::future::join_all((0..8).map(|_| app.post("/api/feedback", &form))).await;
    let taken = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!((taken, app.number("SELECT count(*) FROM feedback")), (5, 5.0));
    let refused = answers.iter().find(|answer| answer.status != 200).expect("some are");
    refused.refuses_for_about(600);
}

#[actix_web::test]
async fn wrong_codes_cause_a_delay() {
    for (path, password) in [("/api/account/verify", None), ("/api/account/reset", Some("magenta throat at noon"))] {
        let app = App::start_with(Settings::default()).await;
        let wrong = json!({ "username": "ana", "code": "c0de", "password": password, "passwordConfirm": password });
        for _ in 0..20 {
            assert_eq!(app.post(path, &wrong).await.status, 422, "{path}");
        }
        app.hold_delays();
        assert_eq!(app.post(path, &wrong).await.status, 429, "{path}");
    }
}

#[actix_web::test]
async fn correct_codes_cost_nothing() {
    let mut post = AppWithMail::start().await;
    let limited = post.app.start_beside(Settings::default()).await;
    let password = "magenta throat at noon";
    for user in 0..25 {
        let name = format!("racer{user}");
        let (_, code) = post.signup(&name).await;
        let form = json!({ "username": name, "code": code });
        assert_eq!(limited.post("/api/account/verify", &form).await.status, 200, "{name}");
        post.app.post("/api/account/forgot", &json!({ "email": format!("{name}@example.org") })).await.json();
        let code = post.code().await;
        let form = json!({ "username": name, "code": code, "password": password, "passwordConfirm": password });
        assert_eq!(limited.post("/api/account/reset", &form).await.status, 200, "{name}");
        // The mail about the new password arrives before the next code.
        post.server.next().await;
    }
}

#[actix_web::test]
async fn the_limit_on_all_calls_counts_accounts_separately() {
    let app = App::start_with(Settings::default()).await;
    let (ana, bob) = (app.signup("ana").await, app.signup("bob").await);
    for (path, form) in [("/api/singleplayer/stats", json!({})), ("/api/getstats", json!({ "username": "bob" }))] {
        let as_user = |token: &str| with(&form, "token", token);
        app.call_until_refused("post", path, &as_user(&ana)).await;
        assert_eq!(app.post(path, &as_user(&bob)).await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn a_call_beyond_the_limit_on_all_calls_is_refused_without_the_database() {
    let app = App::start_with(Settings::default()).await;
    let ana = json!({ "token": app.signup("ana").await });
    let revoked = json!({ "token": app.signup("bob").await });
    app.execute("UPDATE users SET token_version = token_version + 1 WHERE username = 'bob'");
    for form in [ana, revoked] {
        app.call_until_refused("post", "/api/isloggedin", &form).await;
        let mut holder = postgres::connection(&app.database_url);
        holder.batch_execute("BEGIN; LOCK TABLE users").expect("it is free");
        // A few calls are regained meanwhile, and wait for the database.
        let answers = join_all((0..40).map(|_| app.post("/api/isloggedin", &form))).await;
        assert!(statuses(&answers).contains(&429));
    }
}

#[actix_web::test]
async fn an_archive_that_is_refused_as_busy_is_not_counted() {
    let app = App::start_with(Settings::default()).await;
    let tokens = [app.signup("ana").await, app.signup("eva").await, app.signup("bob").await];
    app.execute(MUCH_FEEDBACK);
    let [ana, eva, bob] = tokens.map(|token| json!({ "token": token }));
    let mut reading = vec![];
    for form in [&ana, &ana, &eva, &eva] {
        reading.push(app.open("/api/account/data", form).await);
    }
    for _ in 0..4 {
        app.post("/api/account/data", &bob).await.refuses(503, "unavailable");
    }
    drop(reading);
    let mut accepted = 0;
    while accepted < 3 {
        // A place is free once the api notices that its reader is gone.
        let answer = app.open("/api/account/data", &bob).await;
        assert_ne!(answer.status(), 429);
        accepted += usize::from(answer.status() == 200);
    }
}

#[actix_web::test]
async fn a_change_for_which_the_database_fails_is_not_counted() {
    let app = App::start_with(Settings::default()).await;
    let token = app.signup("ana").await;
    let forgot = json!({ "email": "ana@example.org" });
    let email = json!({ "token": token, "email": "ana@example.com", "password": PASSWORD });
    let password =
        json!({ "token": token, "oldPassword": PASSWORD, "newPassword": PASSWORD, "confirmPassword": PASSWORD });
    // With the new password, the token changes.
    let calls = [("forgot", forgot), ("changeemail", email), ("changepassword", password)];
    app.execute("ALTER TABLE mails RENAME TO mails_away");
    for (call, form) in &calls {
        for _ in 0..6 {
            app.post(&format!("/api/account/{call}"), form).await.refuses(503, "unavailable");
        }
    }
    app.execute("ALTER TABLE mails_away RENAME TO mails");
    for (call, form) in &calls {
        app.post(&format!("/api/account/{call}"), form).await.json();
    }
}

#[actix_web::test]
async fn a_reset_for_which_the_database_fails_uses_up_no_password_of_its_link() {
    let (_post, app, reset) = with_reset_link().await;
    let reset = reset("magenta throat at noon");
    app.execute("ALTER TABLE mails RENAME TO mails_away");
    for _ in 0..6 {
        app.post("/api/account/reset", &reset).await.refuses(503, "unavailable");
    }
    app.execute("ALTER TABLE mails_away RENAME TO mails");
    app.post("/api/account/reset", &reset).await.json();
}

#[actix_web::test]
async fn every_call_is_limited_by_address() {
    let app = App::start_with(Settings::default()).await;
    for call in document::calls(&app).await {
        app.call_until_refused(&call.method, &call.path, &json!({})).await;
    }
}

#[actix_web::test]
async fn calls_with_an_unreadable_body_are_counted() {
    let app = App::start_with(Settings::default()).await;
    for _ in 0..1000 {
        app.post_bytes("/api/getstats", "no JSON").await;
    }
    let mut statuses = Vec::new();
    while statuses.len() < 1000 && !statuses.contains(&429) {
        statuses.push(app.post_bytes("/api/getstats", "no JSON").await.status.as_u16());
    }
    assert!(statuses.contains(&429), "{} more", statuses.len());
}

#[actix_web::test]
async fn counts_contain_no_address_and_are_deleted() {
    let app = App::start_with(Settings::default()).await;
    app.signup("ana").await;
    assert!(app.number("SELECT count(*) FROM rate_limits") > 0.0);
    let plain = "SELECT count(*) FROM rate_limits WHERE key::text LIKE '%127.0.0.1%' OR octet_length(key) <> 32";
    assert_eq!(app.number(plain), 0.0);
    let soon = "SELECT count(*) FROM rate_limits WHERE forgotten_at > now() + interval '1 hour'";
    assert_eq!(app.number(soon), 0.0);
    app.execute("UPDATE rate_limits SET forgotten_at = now() - interval '1 second'");
    // The mail worker deletes old rows when it starts.
    let post = AppWithMail::beside(app).await;
    post.app.until("SELECT count(*) = 0 FROM rate_limits").await;
}

#[actix_web::test]
async fn the_client_address_is_taken_from_trusted_proxies_only() {
    let wrong = json!({ "email": "nobody@example.org", "password": PASSWORD }).to_string();
    let ask = async |app: &App, forwarded: &str| {
        let headers =
            [("content-type", "application/json"), ("x-forwarded-for", forwarded), ("forwarded", "for=9.9.9.9")];
        app.post_with("/api/account/forgot", &headers, wrong.clone()).await
    };
    let trusted_proxies =
        TrustedProxies { networks: vec!["127.0.0.0/8".parse().expect("it is a network")], ..TrustedProxies::default() };
    for (trusted_proxies, addresses) in [(TrustedProxies::default(), 1.0), (trusted_proxies, 3.0)] {
        let app = App::start_with(Settings { trusted_proxies, ..Settings::default() }).await;
        for forwarded in ["198.51.100.1", "1.1.1.1, 198.51.100.2", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9"] {
            assert_eq!(ask(&app, forwarded).await.status, 200);
        }
        // One more for the email address.
        assert_eq!(app.number("SELECT count(*) FROM rate_limits"), addresses + 1.0);
    }
}
