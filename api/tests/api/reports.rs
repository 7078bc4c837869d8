//! Reports and blocks.

use api::Settings;
use serde_json::{Value, json};
use shared::UserId;

use crate::support::results::{is_now, racer, result, send, short};
use crate::support::{Answer, App};

async fn report(app: &App, token: &str, mut form: Value) -> Answer {
    form["token"] = token.into();
    app.post("/api/report", &form).await
}

async fn cases(app: &App, admin: &str) -> Value {
    app.post("/api/admin/reports", &json!({ "token": admin })).await.json()
}

async fn settle(app: &App, admin: &str, id: &Value, retire: bool) -> Answer {
    let settle = json!({ "token": admin, "id": id, "retireText": retire, "explanation": "Seen." });
    app.post("/api/admin/settlereports", &settle).await
}

#[actix_web::test]
async fn a_thing_is_reported_once_by_each_and_is_one_case_for_the_admins() {
    let (app, ana) = App::with_ana().await;
    let (ruth, bob, _) = (app.admin("ruth").await, app.signup("bob").await, app.signup("cleo").await);
    let form = json!({ "kind": "name", "username": "CLEO", "words": "Rude.\nVery." });
    report(&app, &ana, form.clone()).await.json();
    report(&app, &ana, form.clone()).await.refuses(409, "already-reported");
    report(&app, &bob, form.clone()).await.json();
    let listed = cases(&app, &ruth).await;
    assert_eq!(listed["cases"].as_array().map(Vec::len), Some(1));
    let case = &listed["cases"][0];
    let facts = ["kind", "username", "reporter", "words", "reports"].map(|field| &case[field]);
    assert_eq!(json!([facts, listed["open"]]), json!([["name", "cleo", "ana", "Rude.\nVery.", 2], 2]));
    settle(&app, &ruth, &case["id"], false).await.json();
    settle(&app, &ruth, &case["id"], false).await.refuses(404, "unknown-report");
    assert_eq!(cases(&app, &ruth).await, json!({ "cases": [], "open": 0, "replies": [] }));
    report(&app, &bob, form).await.refuses(409, "already-reported");
    app.execute("UPDATE users SET username = 'cleo-again' WHERE username = 'cleo'");
    report(&app, &bob, json!({ "kind": "name", "username": "cleo-again", "words": "Ruder." })).await.json();
    assert_eq!(app.text("SELECT act || ' ' || admin FROM admin_acts"), "settle_reports ruth");
}

#[actix_web::test]
async fn a_reported_replay_is_that_of_its_racer_and_a_text_can_be_retired() {
    let (app, to) = racer().await;
    let (ruth, bob) = (app.admin("ruth").await, app.signup("bob").await);
    let message = result(&app, "ana");
    assert!(is_now(&send(&to, &message).await));
    let race = short(message.race);
    report(&app, &bob, json!({ "kind": "replay", "username": "ana", "race": race })).await.json();
    let not_there = json!({ "kind": "replay", "username": "ruth", "race": race });
    report(&app, &bob, not_there).await.refuses(404, "unknown-race");
    report(&app, &bob, json!({ "kind": "text", "race": race })).await.json();
    let listed = cases(&app, &ruth).await;
    assert_eq!(json!([listed["cases"][0]["race"], listed["cases"][1]["username"]]), json!([race, null]));
    settle(&app, &ruth, &listed["cases"][1]["id"], true).await.json();
    assert_eq!(app.number("SELECT count(*) FROM texts WHERE retired"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM admin_acts WHERE act = 'retire_text'"), 1.0);
}

#[actix_web::test]
async fn nobody_reports_or_blocks_themselves_or_what_does_not_exist() {
    let (app, ana) = App::with_ana().await;
    for (form, status, code) in [
        (json!({ "kind": "name", "username": "ana" }), 409, "own-report"),
        (json!({ "kind": "name", "username": "nobody" }), 404, "unknown-user"),
        (json!({ "kind": "name" }), 404, "unknown-user"),
        (json!({ "kind": "name", "username": "'; DROP TABLE reports; --" }), 404, "unknown-user"),
        (json!({ "kind": "text", "race": "AAAAAAAAAAAAAAAAAAAAAA" }), 404, "unknown-race"),
        (json!({ "kind": "text" }), 404, "unknown-race"),
    ] {
        report(&app, &ana, form).await.refuses(status, code);
    }
    for (username, status, code) in [("ANA", 409, "own-block"), ("nobody", 404, "unknown-user")] {
        let block = json!({ "token": ana, "username": username });
        app.post("/api/block", &block).await.refuses(status, code);
    }
    assert_eq!(app.number("SELECT (SELECT count(*) FROM reports) + (SELECT count(*) FROM blocks)"), 0.0);
}

#[actix_web::test]
async fn reports_of_a_deleted_account_go_and_those_by_one_stay_without_a_name() {
    let (app, ana) = App::with_ana().await;
    let (ruth, bob, _) = (app.admin("ruth").await, app.signup("bob").await, app.signup("cleo").await);
    report(&app, &bob, json!({ "kind": "name", "username": "cleo" })).await.json();
    report(&app, &bob, json!({ "kind": "name", "username": "ana" })).await.json();
    for token in [&ana, &bob] {
        let deletion = json!({ "token": token, "confirmationText": "IRREVERSIBLE" });
        app.post("/api/deleteaccount", &deletion).await.json();
    }
    let listed = cases(&app, &ruth).await;
    let cases = listed["cases"].as_array().expect("it is a list");
    assert_eq!(
        cases.iter().map(|case| json!([case["username"], case["reporter"]])).collect::<Vec<_>>(),
        [json!(["cleo", null])]
    );
}

#[actix_web::test]
async fn of_ten_thousand_reports_admins_see_fifty_things_at_once_and_settle_each() {
    let app = App::start().await;
    let ruth = app.admin("ruth").await;
    app.execute(
        "INSERT INTO users (username, email, password_hash)
        SELECT 'u' || n, 'u' || n || '@example.org', '!' FROM generate_series(1000, 10999) n",
    );
    // Every second one reports the same user, and the others one each.
    app.execute(
        "INSERT INTO reports (reporter_id, kind, user_id, username, words)
        SELECT reporter.id, 'name', reported.id, reported.username, 'Rude.' FROM users reporter
        JOIN users reported ON reported.username = CASE reporter.id % 2 WHEN 0 THEN 'ruth' ELSE reporter.username END
        WHERE reporter.username <> 'ruth'",
    );
    let (mut seen, mut after) = (0, json!(null));
    loop {
        let page = app.post("/api/admin/reports", &json!({ "token": ruth, "after": after })).await.json();
        let listed = page["cases"].as_array().expect("it is a list");
        assert!(listed.len() <= 50, "{}", listed.len());
        let Some(last) = listed.last() else { break };
        seen += listed.len();
        after = last["id"].clone();
    }
    assert_eq!(json!([seen, cases(&app, &ruth).await["open"]]), json!([5001, 10_000]));
    let many = app.number("SELECT min(id) FROM reports WHERE username = 'ruth'");
    settle(&app, &ruth, &json!(many as i64), false).await.json();
    assert_eq!(cases(&app, &ruth).await["open"], 5000);
}

#[actix_web::test]
async fn a_user_reports_a_few_things_a_day() {
    let app = App::start_with(Settings::default()).await;
    let ana = app.signup("ana").await;
    app.execute("INSERT INTO users (username, email, password_hash) SELECT 'u' || n, 'u' || n || '@example.org', '!' FROM generate_series(100, 120) n");
    let mut accepted = 0;
    for n in 100..120 {
        let answer = report(&app, &ana, json!({ "kind": "name", "username": format!("u{n}") })).await;
        accepted += u32::from(answer.status == 200);
    }
    assert_eq!((accepted, app.number("SELECT count(*) FROM reports")), (5, 5.0));
}

#[actix_web::test]
async fn blocked_users_are_listed_until_they_are_unblocked_and_are_at_most_a_hundred() {
    let (app, ana) = App::with_ana().await;
    app.signup("bob").await;
    let by_ana = |username: &str| json!({ "token": ana, "username": username });
    let names = async || {
        let listed = app.post("/api/blocks", &json!({ "token": ana })).await.json();
        listed["blocks"]
            .as_array()
            .map(|blocks| blocks.iter().map(|block| block["username"].clone()).collect::<Value>())
    };
    for _ in 0..2 {
        app.post("/api/block", &by_ana("BOB")).await.json();
    }
    assert_eq!(names().await, Some(json!(["bob"])));
    app.execute("INSERT INTO users (username, email, password_hash) SELECT 'u' || n, 'u' || n || '@example.org', '!' FROM generate_series(1000, 1099) n");
    app.execute("INSERT INTO blocks SELECT ana.id, users.id FROM users, users ana WHERE ana.username = 'ana' AND users.username BETWEEN 'u1000' AND 'u1098'");
    app.post("/api/block", &by_ana("u1099")).await.refuses(409, "too-many-blocks");
    app.post("/api/unblock", &by_ana("bob")).await.json();
    app.post("/api/block", &by_ana("u1099")).await.json();
    assert_eq!(app.number("SELECT count(*) FROM blocks"), 100.0);
}

#[actix_web::test]
async fn a_request_for_a_public_room_names_both_sides_of_blocks() {
    let (app, ana) = App::with_ana().await;
    let (bob, _) = (app.signup("bob").await, app.signup("cleo").await);
    app.post("/api/block", &json!({ "token": bob, "username": "ana" })).await.json();
    app.post("/api/block", &json!({ "token": bob, "username": "cleo" })).await.json();
    let id = |name: &str| UserId(app.number(&format!("SELECT id FROM users WHERE username = '{name}'")) as i64);
    let asked = async |token: &str| {
        app.post("/api/multiplayer", &json!({ "token": token })).await.json();
        let mut blocked = app.engine().rooms_asked.pop().expect("the engine got the request").blocked;
        blocked.sort_unstable();
        blocked
    };
    assert_eq!(asked(&bob).await, [id("ana"), id("cleo")]);
    assert_eq!(asked(&ana).await, [id("bob")]);
}
