//! A database that cannot be written to for a while, as during a failover.

use std::time::Duration;

use api::Settings;
use futures_util::future::join_all;
use serde_json::json;

use crate::api_keys;
use crate::support::app::{signup_form, statuses};
use crate::support::{App, postgres};

/// Ends the connections of the app, and has new ones reach a server that only reads, or one that writes, too.
fn fail_over(app: &App, is_read_only: bool) {
    let name = app.text("SELECT current_database()");
    let server = postgres::server_url();
    postgres::execute(&server, &format!("ALTER DATABASE {name} SET default_transaction_read_only = {is_read_only}"));
    if is_read_only {
        let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        postgres::execute(&server, &end);
    }
}

#[actix_web::test]
async fn connections_that_only_read_are_not_used_for_longer_than_the_server_only_reads() {
    let (app, _) = App::with_ana().await;
    fail_over(&app, true);
    // As many as the pool has connections, each of which then is one that only reads.
    let forms: Vec<_> = (0..postgres::CONNECTIONS).map(|number| signup_form(&format!("racer{number}"))).collect();
    let refused = join_all(forms.iter().map(|form| app.post("/api/signup", form))).await;
    assert_eq!(statuses(&refused), [503; postgres::CONNECTIONS as usize]);
    assert_eq!(app.api.obstacle().await, Some("the database is read-only"));

    fail_over(&app, false);
    assert_eq!(app.api.obstacle().await, None);
    let accepted = join_all(forms.iter().map(|form| app.post("/api/signup", form))).await;
    assert_eq!(statuses(&accepted), [200; postgres::CONNECTIONS as usize]);
}

#[actix_web::test]
async fn a_write_that_finds_a_server_that_only_reads_is_the_last_one() {
    let (app, _) = App::with_ana().await;
    fail_over(&app, true);
    // Several connections that only read, kept by the pool.
    let stats = json!({ "username": "ana" });
    join_all((0..postgres::CONNECTIONS).map(|_| app.post("/api/getstats", &stats))).await;
    fail_over(&app, false);
    app.post("/api/signup", &signup_form("first")).await.refuses(503, "unavailable");
    for number in 0..postgres::CONNECTIONS {
        app.signup(&format!("next{number}")).await;
    }
}

#[actix_web::test]
async fn calls_that_only_read_are_answered_by_a_server_that_only_reads() {
    let app = App::start_with(Settings { leaderboard_kept: Duration::ZERO, ..Settings::default() }).await;
    let token = app.admin("ana").await;
    let key = api_keys::key(&app, &token).await;
    fail_over(&app, true);
    let with_key = format!("Bearer {key}");
    for path in ["/api/gettext", "/api/words", "/api/v1/users/ana", "/api/v1/leaderboard"] {
        app.get_with(path, &[("authorization", &with_key)]).await.json();
    }
    app.get_with("/api/gettext", &[("authorization", &format!("Bearer {token}"))]).await.json();
    let form = json!({ "token": token, "username": "ana", "type": "wpm", "language": "en" });
    for path in [
        "isloggedin",
        "getstats",
        "races",
        "leaderboard",
        "settings",
        "apikeys",
        "today",
        "singleplayer/stats",
        "history",
        "history/plot",
        "history/bests",
        "history/days",
        "keys",
        "shop/getShop",
        "admin",
        "admin/gettextrequests",
        "admin/getheldresults",
    ] {
        app.post(&format!("/api/{path}"), &form).await.json();
    }
    // The language is another one than that of the account.
    let in_spanish = [("Content-Type", "application/json"), ("Accept-Language", "es")];
    let session = app.post_with("/api/isloggedin", &in_spanish, json!({ "token": token }).to_string()).await.json();
    assert_eq!(session["loggedin"], true);
}
