//! Changes to a user's own account, and its deletion.

use diesel::connection::SimpleConnection as _;
use serde_json::{Value, json};
use shared::messages::RecordResult;

use crate::support::app::{signup_form, statuses, with};
use crate::support::engine::code;
use crate::support::post::AppWithMail;
use crate::support::results::{is_now, result, send};
use crate::support::shop::Shop;
use crate::support::{Answer, App, PASSWORD, postgres};

const TAKEN: &str = "taken; field=username";

pub(crate) async fn rename(app: &App, token: &str, username: &str) -> Answer {
    app.post("/api/changeusername", &json!({ "token": token, "username": username })).await
}

pub(crate) async fn delete(app: &App, token: &str) -> Answer {
    app.post("/api/deleteaccount", &json!({ "token": token, "confirmationText": "IRREVERSIBLE" })).await
}

#[actix_web::test]
async fn a_deleted_account_leaves_only_the_races_in_which_others_have_results() {
    let app = App::start().await;
    let (ana, boo) = (app.signup("ana").await, app.signup("boo").await);
    race(&app, &ana, &["ana", "boo"]).await;
    assert!(is_now(&send(&app.api.start_result_recorder(), &result(&app, "ana")).await));
    assert_eq!(app.number("SELECT count(*) FROM races"), 2.0);
    delete(&app, &ana).await.json();
    assert_eq!(app.number("SELECT count(*) FROM races JOIN results ON races.id = race_id"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM races"), 1.0);
    delete(&app, &boo).await.json();
    assert_eq!(app.number("SELECT count(*) FROM races"), 0.0);
}

async fn leaderboard(app: &App) -> Vec<Value> {
    let answer = app.post("/api/leaderboard", &json!({ "type": "wpm" })).await.json();
    answer["data"].as_array().expect("it is a list").iter().map(|row| row["username"].clone()).collect()
}

/// Records one race of these users, and one practice run of the first.
async fn race(app: &App, token: &str, usernames: &[&str]) {
    app.set_texts(&["A text that is long enough to be raced through in a test of the accounts."]);
    let to = app.api.start_result_recorder();
    let race = result(app, usernames[0]).race;
    for (index, username) in usernames.iter().enumerate() {
        let mut message = RecordResult { race, ..result(app, username) };
        (message.result.place, message.result.won) = (index + 1, index == 0);
        assert!(is_now(&send(&to, &message).await));
    }
    let practice = json!({ "token": token, "time": 30, "wpm": 60, "accuracy": 98, "date": "2026-01-02T03:04:05Z" });
    app.post("/api/singleplayer", &practice).await.json();
}

#[actix_web::test]
async fn results_profile_and_token_survive_a_change_of_name() {
    let (app, token) = App::with_ana().await;
    race(&app, &token, &["ana"]).await;
    assert_eq!(rename(&app, &token, "Mariposa").await.json(), json!({ "status": "ok" }));
    let session = app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    assert_eq!((&session["loggedin"], &session["username"]), (&json!(true), &json!("Mariposa")));
    let stats = app.post("/api/getstats", &json!({ "username": "mariposa" })).await.json();
    assert_eq!(stats["racesTotal"], 1);
    assert_eq!(leaderboard(&app).await, ["Mariposa"]);
    app.post("/api/getstats", &json!({ "username": "ana" })).await.refuses(404, "unknown-user");
    app.post("/api/play", &json!({ "token": token, "code": code().as_str() })).await.json();
    assert_eq!(app.engine().seats_asked[0].racer.username, "Mariposa", "the seat has the new name");
}

#[actix_web::test]
async fn an_old_name_is_reserved_for_its_owner_for_thirty_days() {
    let app = App::start().await;
    let (ana, bob) = (app.signup("ana").await, app.signup("bob").await);
    assert_eq!(rename(&app, &ana, "mariposa").await.status, 200);
    let again = with(&signup_form("Ana"), "email", "other@example.org");
    app.post("/api/signup", &again).await.refuses(409, TAKEN);
    rename(&app, &bob, "ANA").await.refuses(409, TAKEN);
    assert_eq!(app.number("SELECT count(*) FROM users"), 2.0);
    assert_eq!(app.post("/api/getstats", &json!({ "username": "bob" })).await.status, 200, "bob kept his name");
    let days = "SELECT round(extract(epoch FROM max(held_until) - now()) / 86400) FROM held_names";
    assert_eq!(app.number(days), 30.0);
    assert_eq!(rename(&app, &ana, "ana").await.status, 200, "the owner can take it back");
    rename(&app, &bob, "mariposa").await.refuses(409, TAKEN);
    app.execute("UPDATE held_names SET held_until = now()");
    assert_eq!(rename(&app, &bob, "mariposa").await.status, 200);
}

#[actix_web::test]
async fn a_user_has_at_most_three_reserved_names() {
    let (app, token) = App::with_ana().await;
    for name in ["ana_1", "ana_2", "ana_3"] {
        assert_eq!(rename(&app, &token, name).await.status, 200);
    }
    let answer = rename(&app, &token, "ana_4").await;
    answer.refuses_for_about(2_592_000);
    assert_eq!(app.post("/api/getstats", &json!({ "username": "ana_3" })).await.status, 200);
    assert_eq!(rename(&app, &token, "ana_1").await.status, 200, "a name reserved for oneself does not count again");
    assert_eq!(rename(&app, &token, "ANA_1").await.status, 200, "nor does a change of case");
}

#[actix_web::test]
async fn a_taken_name_is_refused_in_any_case_and_in_simultaneous_calls() {
    let app = App::start().await;
    let (ana, bob) = (app.signup("ana").await, app.signup("bob").await);
    app.signup("cho").await;
    rename(&app, &ana, "CHO").await.refuses(409, TAKEN);
    let (one, two) = futures_util::future::join(rename(&app, &ana, "mariposa"), rename(&app, &bob, "Mariposa")).await;
    assert_eq!(statuses(&[one, two]), [200, 409]);
}

#[actix_web::test]
async fn a_mailed_link_with_the_old_name_still_works() {
    let mut post = AppWithMail::start().await;
    let (token, code) = post.signup("ana").await;
    assert_eq!(rename(&post.app, &token, "mariposa").await.status, 200);
    let verified = post.app.post("/api/account/verify", &json!({ "username": "ana", "code": code })).await;
    assert_eq!(verified.json()["skin"], "snowcap");
}

#[actix_web::test]
async fn a_country_is_stored_in_capitals_and_can_be_removed() {
    let (app, token) = App::with_ana().await;
    for (given, kept) in [("de", "DE"), ("", ""), ("CR", "CR")] {
        let answer = app.post("/api/changecountry", &json!({ "token": token, "country": given })).await;
        assert_eq!(answer.json(), json!({ "status": "ok" }));
        assert_eq!(app.post("/api/getstats", &json!({ "username": "ana" })).await.json()["country"], kept);
    }
    let refused = app.post("/api/changecountry", &json!({ "token": token, "country": "XX" })).await;
    refused.refuses(422, "not-country; field=country");
}

#[actix_web::test]
async fn logging_out_everywhere_revokes_every_token_of_the_account_alone() {
    let (app, first) = App::with_ana().await;
    let (second, bob) = (app.login("ana").await, app.signup("bob").await);
    let log_out = json!({ "token": second });
    let is_logged_in = async |token: &str| app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    assert_eq!(app.post("/api/account/logouteverywhere", &log_out).await.json(), json!({ "status": "ok" }));
    for (token, expected) in [(first, false), (second, false), (app.login("ana").await, true), (bob, true)] {
        assert_eq!(is_logged_in(&token).await["loggedin"], expected);
    }
    app.post("/api/account/logouteverywhere", &log_out).await.refuses(401, "not-logged-in");
}

#[actix_web::test]
async fn an_account_is_deleted_only_with_the_confirmation_word() {
    let (app, token) = App::with_ana().await;
    for word in ["", "irreversible", "IR REVERSIBLE", "DELETE"] {
        let answer = app.post("/api/deleteaccount", &json!({ "token": token, "confirmationText": word })).await;
        answer.refuses(422, "not-word; field=confirmationText; word=IRREVERSIBLE");
    }
    assert_eq!(app.number("SELECT count(*) FROM users"), 1.0);
}

#[actix_web::test]
async fn a_deleted_account_leaves_only_the_races_of_others() {
    let (app, token) = App::with_ana().await;
    app.signup("bob").await;
    race(&app, &token, &["ana", "bob"]).await;
    app.execute(
        "INSERT INTO account_codes SELECT id, 'verify', sha256('code'), now() FROM users WHERE username = 'ana'",
    );
    app.execute("INSERT INTO owned_skins SELECT id, 'snowcap' FROM users WHERE username = 'ana'");
    app.post("/api/feedback", &json!({ "token": token, "feedback": "This is Ana." })).await.json();
    app.post("/api/account/forgot", &json!({ "email": "ana@example.org" })).await.json();
    assert_eq!(delete(&app, &token).await.json(), json!({ "status": "ok" }));

    assert_eq!(app.post("/api/isloggedin", &json!({ "token": token })).await.json()["loggedin"], false);
    rename(&app, &token, "mariposa").await.refuses(401, "not-logged-in");
    let login = json!({ "email": "ana@example.org", "password": PASSWORD });
    app.post("/api/login", &login).await.refuses(401, "wrong-login");
    app.post("/api/getstats", &json!({ "username": "ana" })).await.refuses(404, "unknown-user");
    assert_eq!(leaderboard(&app).await, ["bob"]);
    assert_eq!(
        app.number("SELECT count(*) FROM races JOIN results ON race_id = races.id WHERE racers = 2 AND place = 2"),
        1.0
    );
    // Every column of every table, read as text.
    let left = "SELECT count(*) FROM information_schema.tables,
        LATERAL query_to_xml(format('SELECT * FROM %I', table_name), true, true, '') AS content
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'texts'
        AND content::text ~* '\\mana(@|\\M)'";
    assert_eq!(app.number(left), 0.0);
}

#[actix_web::test]
async fn a_deleted_accounts_name_is_free_after_thirty_days() {
    let (app, token) = App::with_ana().await;
    race(&app, &token, &["ana"]).await;
    make_old(&app);
    assert_eq!(delete(&app, &token).await.status, 200);
    app.post("/api/signup", &signup_form("ana")).await.refuses(409, TAKEN);
    let other_name = with(&signup_form("mariposa"), "email", "ana@example.org");
    assert_eq!(app.post("/api/signup", &other_name).await.status, 200);
    app.execute("UPDATE held_names SET held_until = now()");
    let again = with(&signup_form("ana"), "email", "other@example.org");
    assert_eq!(app.post("/api/signup", &again).await.status, 200);
}

/// Makes all accounts older than a day.
fn make_old(app: &App) {
    app.execute("UPDATE users SET created_at = created_at - interval '2 days'");
}

#[actix_web::test]
async fn the_names_of_an_account_that_nobody_knew_are_free_at_once() {
    let app = App::start().await;
    for is_old in [false, true] {
        let token = app.signup("ana").await;
        rename(&app, &token, "colibri2").await.json();
        match is_old {
            false => race(&app, &token, &["colibri2"]).await,
            true => make_old(&app),
        }
        assert_eq!(delete(&app, &token).await.status, 200);
        for name in ["ana", "colibri2"] {
            let other = with(&signup_form(name), "email", format!("{name}{is_old}@example.org"));
            let token = app.post("/api/signup", &other).await.token();
            assert_eq!(delete(&app, &token).await.status, 200);
        }
    }
}

#[actix_web::test]
async fn a_signup_during_a_deletion_does_not_get_the_name() {
    let app = App::start().await;
    for round in 0..8 {
        let token = app.signup("ana").await;
        race(&app, &token, &["ana"]).await;
        make_old(&app);
        let other = with(&signup_form("ana"), "email", format!("other{round}@example.org"));
        let (deleted, signed_up) =
            futures_util::future::join(delete(&app, &token), app.post("/api/signup", &other)).await;
        assert_eq!(deleted.status, 200);
        signed_up.refuses(409, TAKEN);
        app.execute("DELETE FROM held_names");
    }
}

#[actix_web::test]
async fn calls_during_the_deletion_of_their_account_get_401() {
    let shop = Shop::open().await;
    let app = &shop.app;
    let bob = app.signup("bob").await;
    let suggestion = json!({
        "text": "A text that is long enough to be suggested, and decided by somebody who leaves meanwhile.",
        "author": "Marisol Vargas", "url": "https://example.org",
    });
    app.post("/api/textrequest", &with(&suggestion, "token", bob.as_str())).await.json();
    let request = app.number("SELECT id FROM text_requests") as i64;
    let calls = [
        ("/api/feedback", json!({ "feedback": "Good bye." })),
        (
            "/api/textrequest",
            with(&suggestion, "text", "Another text that is long enough to be suggested, and never to be decided."),
        ),
        ("/api/singleplayer", json!({ "time": 30, "wpm": 60, "accuracy": 98, "date": "2026-11-20T12:00:00Z" })),
        ("/api/unlockskin", json!({ "skin": "cat" })),
        ("/api/account/verifyanother", json!({})),
        ("/api/shop/buy", json!({ "skin": shop.sold().await })),
        ("/api/admin/rejecttextrequest", json!({ "id": request })),
    ];
    for (number, (path, body)) in calls.into_iter().enumerate() {
        let name = format!("leaver-{number}");
        let token = app.signup(&name).await;
        app.execute(&format!("UPDATE users SET role = 'admin' WHERE username = '{name}'"));
        let mut leaving = postgres::connection(&app.database_url);
        let delete = format!("BEGIN; DELETE FROM users WHERE username = '{name}'");
        leaving.batch_execute(&delete).expect("the user exists");
        let leave = async {
            // By then, the token has been accepted.
            app.until(
                "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
            )
            .await;
            leaving.batch_execute("COMMIT").expect("nothing holds the account");
        };
        let body = with(&body, "token", token.as_str());
        let (answer, ()) = futures_util::future::join(app.post(path, &body), leave).await;
        assert_eq!(answer.error(), (401, "not-logged-in"), "{path}");
    }
}
