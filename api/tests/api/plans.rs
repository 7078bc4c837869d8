//! Queries of growing tables use indexes, however many rows there are, and so do the orders of the leaderboard.

use std::time::Duration;

use api::Settings;
use chrono::Utc;
use diesel::connection::SimpleConnection as _;
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryableByName, RunQueryDsl as _, sql_query};
use serde_json::json;
use shared::UserId;
use shared::messages::TakeSeatError;

use crate::bad_input;
use crate::support::post::AppWithMail;
use crate::support::results::{seen, send, short, typed};
use crate::support::shop::Shop;
use crate::support::{PASSWORD, postgres, queries};

/// Tables that grow with users and their activity. `texts` and `skins` are not among them, since admins add to them one
/// by one.
const GROWING: [&str; 37] = [
    "users",
    "user_stats",
    "language_stats",
    "races",
    "results",
    "practice_results",
    "practice_stats",
    "result_keys",
    "run_digests",
    "result_findings",
    "result_reviews",
    "practice_keys",
    "daily_attempts",
    "key_days",
    "mails",
    "account_codes",
    "address_changes",
    "api_keys",
    "held_names",
    "feedback",
    "text_bags",
    "text_requests",
    "rate_limits",
    "token_revocations",
    "owned_skins",
    "purchases",
    "speeds",
    "bans",
    "banned_addresses",
    "admin_acts",
    "reports",
    "blocks",
    "events",
    "event_rounds",
    "event_racers",
    "event_heats",
    "event_results",
];

/// Makes calls that touch every table and run every frequent query.
async fn use_everything(post: &mut AppWithMail) {
    let (ana, code) = post.signup("ana").await;
    let app = &post.app;
    let key = crate::api_keys::key(app, &ana).await;
    for path in [
        "/api/v1/users/ana",
        "/api/v1/users/ana/bests?language=en",
        "/api/v1/leaderboard?order=wpm",
        "/api/v1/days/2026-11-27",
    ] {
        app.get_with(path, &[("authorization", &format!("Bearer {key}"))]).await.json();
    }
    app.get("/api/watch").await.json();
    for _ in 0..2 {
        app.get_with("/api/gettext", &[("authorization", &format!("Bearer {ana}"))]).await.json();
    }
    crate::api_keys::list(app, &ana).await;
    for (path, body) in bad_input::calls(&ana) {
        app.post(path, &body).await;
    }
    for (path, body) in [
        ("/api/login", json!({ "email": "nobody@example.org", "password": PASSWORD })),
        ("/api/leaderboard", json!({ "type": "racesTotal" })),
        ("/api/leaderboard", json!({ "type": "racesTotal", "language": "es" })),
        ("/api/leaderboard", json!({ "type": "racesWon" })),
        ("/api/leaderboard", json!({ "type": "racesWon", "language": "es" })),
        ("/api/leaderboard", json!({ "type": "bestRace" })),
        ("/api/leaderboard", json!({ "type": "bestRace", "language": "es" })),
        ("/api/leaderboard", json!({ "type": "accuracy" })),
        ("/api/leaderboard", json!({ "type": "accuracy", "language": "es" })),
        ("/api/leaderboard", json!({ "type": "age" })),
        ("/api/leaderboard", json!({ "type": "age", "language": "es" })),
        ("/api/leaderboard", json!({ "type": "wpm" })),
        ("/api/isloggedin", json!({ "token": ana })),
        ("/api/account/verifyanother", json!({ "token": ana })),
        ("/api/account/verify", json!({ "username": "ana", "code": code })),
        ("/api/account/forgot", json!({ "email": "ana@example.org" })),
        ("/api/account/restoreemail", json!({ "username": "ana", "code": code })),
        ("/api/changeusername", json!({ "token": ana, "username": "anna" })),
        ("/api/account/changeemail", json!({ "token": ana, "email": "anna@example.org", "password": PASSWORD })),
        ("/api/unlockskin", json!({ "token": ana, "skin": "cat" })),
        ("/api/shop/getShop", json!({ "token": ana })),
        ("/api/singleplayer/stats", json!({ "token": ana })),
        ("/api/history", json!({ "token": ana })),
        ("/api/keys", json!({ "token": ana, "range": "30days" })),
        ("/api/keys", json!({ "token": ana, "range": "all" })),
        ("/api/history/days", json!({ "token": ana })),
        ("/api/history/run", json!({ "token": ana, "id": "p1" })),
        ("/api/history/run", json!({ "token": ana, "id": "r1" })),
        ("/api/history/delete", json!({ "token": ana, "id": "p1" })),
        ("/api/history/delete", json!({ "token": ana, "all": true })),
        ("/api/feedback", json!({ "token": ana, "feedback": "Fast!" })),
        ("/api/account/data", json!({ "token": ana })),
    ] {
        app.post(path, &body).await;
    }
    let text = app.text("SELECT text FROM texts ORDER BY id LIMIT 1");
    let race = seen(&typed(&text, 80.0, 1), app, "anna");
    assert!(send(&app.api.start_result_recorder(), &race).await.is_ok());
    app.post("/api/replay", &json!({ "race": short(race.race) })).await.json();
    app.post("/api/replay/room", &json!({ "token": ana, "code": race.room })).await.json();
    app.post("/api/hidereplay", &json!({ "token": ana, "race": short(race.race), "hidden": true })).await.json();
    for _ in 0..2 {
        app.post("/api/today/start", &json!({ "token": ana, "language": "en" })).await;
        app.engine().refuse_seat = Some(TakeSeatError::Unknown);
    }
    app.post("/api/today", &json!({ "token": ana, "language": "en" })).await.json();
    let receipt =
        app.tokens.receipt(UserId(app.user_id("anna")), race.room, race.race, race.text, Utc::now(), Duration::ZERO);
    let ghosts = json!({ "token": ana, "receipt": receipt, "race": short(race.race), "username": "anna" });
    app.post("/api/ghosts", &ghosts).await.json();
    let again = json!({ "token": ana, "race": short(race.race) });
    app.post("/api/multiplayer", &again).await.json();
    let text = "The hummingbird, they say, remembers every flower that it ever visited.";
    let request = json!({ "token": ana, "text": text, "author": "A. Gardener", "url": "https://example.org/" });
    app.execute("UPDATE users SET role = 'admin' WHERE username = 'anna'");
    for decide in ["approvetextrequest", "rejecttextrequest"] {
        app.post("/api/textrequest", &request).await;
        let waiting = app.post("/api/admin/gettextrequests", &json!({ "token": ana })).await.json();
        let id = &waiting["requests"][0]["id"];
        app.post(&format!("/api/admin/{decide}"), &json!({ "token": ana, "id": id })).await;
    }
    crate::verdicts::hold_and_accept(app, &ana).await;
    crate::events::use_everything(app, &ana).await;
    for (path, mut body) in [
        ("block", json!({ "username": "bob" })),
        ("blocks", json!({})),
        ("unblock", json!({ "username": "bob" })),
        ("report", json!({ "kind": "name", "username": "bob" })),
        ("admin/reports", json!({})),
        ("admin/settlereports", json!({ "id": 1, "explanation": "Seen." })),
        ("admin/users", json!({ "query": "b" })),
        ("admin/users", json!({ "query": "bob@example.org" })),
        ("admin/users", json!({ "query": short(race.race) })),
        ("admin/ban", json!({ "username": "bob", "explanation": "You cheat." })),
        ("admin/unban", json!({ "username": "bob", "explanation": "A mistake." })),
    ] {
        body["token"] = ana.clone().into();
        app.post(&format!("/api/{path}"), &body).await.json();
    }
    post.all().await;
    crate::revocations::list_all(&post.app).await;
    let new = "resplendent quetzals of the cloud";
    let change = json!({ "token": ana, "oldPassword": PASSWORD, "newPassword": new, "confirmPassword": new });
    post.app.post("/api/account/changepassword", &change).await.json();
    let bob = post.app.login("bob").await;
    post.app.post("/api/account/logouteverywhere", &json!({ "token": bob })).await;
    let bob = post.app.login("bob").await;
    post.app.post("/api/deleteaccount", &json!({ "token": bob, "confirmationText": "IRREVERSIBLE" })).await;
}

async fn pay() {
    let (shop, ana, skin, approved) = Shop::with_approved().await;
    shop.success(&ana, &approved, &skin).await.json();
    shop.granted_once();
}

/// Returns the plan of a query, or `None` if it has none.
fn plan(connection: &mut PgConnection, sql: &str) -> Option<String> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
        line: String,
    }
    connection.batch_execute(&format!("DEALLOCATE ALL; PREPARE asked AS {sql}")).ok()?;
    let parameters =
        (1..).take_while(|n| sql.contains(&format!("${n}"))).map(|_| "NULL").collect::<Vec<_>>().join(", ");
    let parameters = if parameters.is_empty() { parameters } else { format!("({parameters})") };
    let lines: Vec<Row> = sql_query(format!("EXPLAIN EXECUTE asked{parameters}")).load(connection).ok()?;
    Some(lines.into_iter().map(|row| row.line).collect::<Vec<_>>().join("\n"))
}

#[actix_web::test]
async fn no_query_scans_a_growing_table_and_no_leaderboard_is_sorted() {
    queries::remember();
    let mut post = AppWithMail::start().await;
    use_everything(&mut post).await;
    pay().await;
    let limited = post.app.start_beside(Settings::default()).await;
    limited.post("/api/login", &json!({ "email": "nobody@example.org", "password": PASSWORD })).await;
    let mut connection = postgres::connection(&post.app.database_url);
    // A plan for any parameters, in which Postgres reads a whole table or sorts only if it must.
    let settings = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_sort = off";
    connection.batch_execute(settings).expect("they are known");
    let mut boards = 0;
    let (mut costly, mut unread) = (vec![], GROWING.to_vec());
    for sql in queries::all() {
        let is_board = sql.contains("AS stats JOIN users");
        // The tests' own statements, which read whole tables, have no parameters.
        if !sql.contains("$1") && !is_board {
            continue;
        }
        let Some(plan) = plan(&mut connection, &sql) else { continue };
        unread.retain(|table| !plan.contains(&format!(" on {table} ")));
        let is_read_whole = |table: &&str| {
            plan.contains(&format!("Seq Scan on {table} ")) || plan.contains(&format!("Seq Scan on {table}\n"))
        };
        if let Some(table) = GROWING.iter().find(|table| is_read_whole(table)) {
            costly.push(format!("{table}: {sql}\n{plan}"));
        }
        if is_board {
            boards += 1;
            // The first of each division of a language are merged, and so few rows are sorted.
            let sorts = usize::from(sql.contains("language_stats"));
            assert!(plan.matches("Sort Key").count() <= sorts && plan.contains("_stats_by_"), "{sql}\n{plan}");
        }
    }
    // Those of tests that run at the same time come on top.
    assert!(boards >= 12, "{boards} of the orders of the leaderboard, of all languages and of one");
    assert!(unread.is_empty(), "no query of {unread:?} was planned");
    assert!(costly.is_empty(), "{}", costly.join("\n\n"));
}
