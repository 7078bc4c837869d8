//! The commands that change accounts: admins, and load-test users.

use api::admin::{self, AdminError};
use api::load_users;
use serde_json::json;

use crate::support::{App, PASSWORD};

#[actix_web::test]
async fn admins_are_granted_listed_and_revoked_by_name() {
    let (app, token) = App::with_ana().await;
    let session = async || app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    app.signup("bob").await;
    assert_eq!(session().await.get("admin"), None);
    assert_eq!(admin::list(&app.database).expect("it answers"), Vec::<String>::new());
    for name in ["bob", "ANA", "ana"] {
        admin::grant(&app.database, name).expect("there is such a user");
    }
    assert_eq!(admin::list(&app.database).expect("it answers"), ["ana", "bob"]);
    assert_eq!(session().await["admin"], true);
    admin::revoke(&app.database, "Bob").expect("there is such a user");
    assert_eq!(admin::list(&app.database).expect("it answers"), ["ana"]);
}

#[actix_web::test]
async fn an_unknown_name_is_an_error() {
    let app = App::start().await;
    for change in [admin::grant, admin::revoke] {
        let error = change(&app.database, "nobody").expect_err("there is no such user");
        assert!(matches!(&error, AdminError::UnknownUser(name) if name == "nobody"), "{error}");
    }
}

#[actix_web::test]
async fn load_users_are_created_once_and_can_play_at_once() {
    let app = App::start().await;
    let make =
        |count| load_users::make(&app.database, &app.tokens, count).collect::<Result<Vec<_>, _>>().expect("made");
    assert_eq!(make(0).len(), 0);
    assert_eq!(make(3).len(), 3);
    let users = make(1005);
    assert_eq!(
        (users.len(), users[0].username.as_str(), users[1004].username.as_str()),
        (1005, "load-000001", "load-001005")
    );
    assert_eq!(app.number("SELECT count(*) FROM users WHERE email_verified_at IS NOT NULL"), 1005.0);
    for user in [&users[0], &users[1004]] {
        let session = app.post("/api/isloggedin", &json!({ "token": user.token })).await.json();
        assert_eq!(session["username"], user.username.as_str());
    }
}

#[actix_web::test]
async fn no_password_logs_a_load_user_in() {
    let app = App::start().await;
    assert_eq!(load_users::make(&app.database, &app.tokens, 1).count(), 1);
    for password in ["!", "", PASSWORD] {
        let login = json!({ "email": "load-000001@load.invalid", "password": password });
        app.post("/api/login", &login).await.refuses(401, "wrong-login");
    }
}

#[actix_web::test]
async fn operators_ban_rename_and_read_reports() {
    let (app, ana) = App::with_ana().await;
    app.signup("bob").await;
    let report = json!({ "token": ana, "kind": "name", "username": "bob", "words": "Rude\nname." });
    app.post("/api/report", &report).await.json();
    let reports = admin::reports(&app.database).expect("it answers");
    assert_eq!(reports, [format!("{}\tname\tbob\t\t1\tRude name.", app.number("SELECT id FROM reports"))]);
    admin::rename(&app.database, &app.tokens, "bob", "racer_17", "Rude.").expect("it is free");
    admin::ban(&app.database, "Racer_17", Some(3), "Rude again.").expect("there is such a user");
    let again = admin::ban(&app.database, "racer_17", None, "Rude.").expect_err("it is banned");
    assert_eq!(again.to_string(), "This account is banned already. Lift that ban first.");
    admin::unban(&app.database, "racer_17", "Sorry.").expect("it is banned");
    let acts = "SELECT string_agg(act, ', ' ORDER BY id) FROM admin_acts WHERE admin = ''";
    assert_eq!(app.text(acts), "rename, ban, unban");
    for (days, reason, error) in [
        (Some(0), "Rude.", "the number of days must be between 1 and 3650"),
        (None, " ", "the reason must have 1 to 500 characters"),
    ] {
        let refused = admin::ban(&app.database, "racer_17", days, reason).expect_err("it is invalid");
        assert_eq!(refused.to_string(), error);
    }
}
