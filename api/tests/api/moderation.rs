//! The acts of admins about accounts: bans, new names, results that no longer count, and what is on file.

use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::messages::Revocation;
use shared::{RaceId, UserId};

use crate::bad_input::every_call;
use crate::ghosts::raced_in;
use crate::revocations::list_all;
use crate::support::app::{signup_form, statuses, with};
use crate::support::engine::race;
use crate::support::results::{STATS_THAT_DIFFER, TEXT, is_now, racer, result, result_at, send, short};
use crate::support::{Answer, App, PASSWORD, postgres};

/// The calls for banned users.
const OPEN: [&str; 4] = ["/api/ban", "/api/ban/reply", "/api/account/data", "/api/deleteaccount"];

pub(crate) async fn act(app: &App, admin: &str, path: &str, mut form: Value) -> Answer {
    form["token"] = admin.into();
    if form["explanation"].is_null() {
        form["explanation"] = "You cheat.".into();
    }
    app.post(&format!("/api/admin/{path}"), &form).await
}

pub(crate) async fn ban(app: &App, admin: &str, username: &str) -> Answer {
    act(app, admin, "ban", json!({ "username": username })).await
}

/// Logs in to a banned account, and returns its token.
async fn login_of_banned(app: &App, username: &str) -> String {
    login_of_banned_with(app, username, PASSWORD).await
}

pub(crate) async fn login_of_banned_with(app: &App, username: &str, password: &str) -> String {
    let login = json!({ "email": format!("{username}@example.org"), "password": password });
    let answer = app.post("/api/login", &login).await;
    assert_eq!((answer.status.as_u16(), answer.body.as_str()), (403, "This account is banned."));
    let token = answer.header("colibri-error").strip_prefix("banned; token=");
    token.expect("it is in the header").to_owned()
}

/// Returns the statuses, or the numbers of rows, of all that shows what an account has raced.
async fn shown(app: &App, key: &str) -> Value {
    let bearer = format!("Bearer {key}");
    let by_key = async |path: &str| app.get_with(path, &[("authorization", &bearer)]).await.status.as_u16();
    let rows = async |form: Value| app.post("/api/leaderboard", &form).await.json()["data"].as_array().map(Vec::len);
    let status = async |path: &str| app.post(path, &json!({ "username": "ana" })).await.status.as_u16();
    json!([
        rows(json!({ "type": "wpm" })).await,
        rows(json!({ "type": "racesWon", "language": "en" })).await,
        status("/api/getstats").await,
        status("/api/races").await,
        by_key("/api/v1/users/ana").await,
        by_key("/api/v1/users/ana/bests").await,
    ])
}

async fn on_file(app: &App, admin: &str, query: &str) -> Vec<Value> {
    let found = app.post("/api/admin/users", &json!({ "token": admin, "query": query })).await.json();
    found["users"].as_array().expect("it is a list").clone()
}

fn names(users: &[Value]) -> Vec<&str> {
    users.iter().map(|user| user["username"].as_str().expect("it is text")).collect()
}

#[actix_web::test]
async fn a_banned_account_is_shown_and_let_in_nowhere_until_the_ban_is_lifted() {
    let (app, to) = racer().await;
    let (ruth, ana) = (app.admin("ruth").await, app.login("ana").await);
    let result = result(&app, "ana");
    assert!(is_now(&send(&to, &result).await));
    let replay = async || app.post("/api/replay", &json!({ "race": short(result.race) })).await.status.as_u16();
    let own_key = crate::api_keys::key(&app, &ana).await;
    let key = crate::api_keys::key(&app, &ruth).await;
    let before = json!([1, 1, 200, 200, 200, 200]);
    assert_eq!(shown(&app, &key).await, before);
    assert_eq!((shown(&app, &own_key).await, replay().await), (before.clone(), 200));

    ban(&app, &ruth, "ANA").await.json();
    assert_eq!(shown(&app, &key).await, json!([0, 0, 404, 404, 404, 404]));
    assert_eq!((shown(&app, &own_key).await, replay().await), (json!([0, 0, 404, 404, 401, 401]), 404));
    app.post("/api/history", &json!({ "token": ana })).await.refuses(401, "not-logged-in");
    let revoked = Revocation { user_id: UserId(app.user_id("ana")), lowest_version: 2 };
    assert_eq!(list_all(&app).await, [revoked]);
    login_of_banned(&app, "ana").await;

    act(&app, &ruth, "unban", json!({ "username": "ana", "explanation": "A mistake." })).await.json();
    assert_eq!((shown(&app, &own_key).await, replay().await), (before, 200));
    app.login("ana").await;
    let kinds = "SELECT string_agg(kind || ': ' || (details ->> 'reason'), ', ' ORDER BY id) FROM mails WHERE details ? 'reason'";
    assert_eq!(app.text(kinds), "banned: You cheat., unbanned: A mistake.");
}

#[actix_web::test]
async fn a_banned_racer_leaves_the_board_of_the_day_and_those_behind_move_up() {
    let app = App::start().await;
    app.set_texts(&[TEXT]);
    let ruth = app.admin("ruth").await;
    let mut tokens = Vec::new();
    for (name, wpm) in [("ana", 80.0), ("bob", 70.0)] {
        let token = app.signup(name).await;
        app.post("/api/today/start", &json!({ "token": token, "language": "en" })).await.json();
        raced_in(&app, race(), name, TEXT, wpm).await;
        tokens.push(token);
    }
    let board = async || {
        let today = app.post("/api/today", &json!({ "token": tokens[1], "language": "en" })).await.json();
        let board = today["board"].as_array().expect("it is a list").iter();
        let names: Vec<_> = board.map(|entry| &entry["username"]).collect();
        json!([names, today["racers"], today["own"]["rank"]])
    };
    assert_eq!(board().await, json!([["ana", "bob"], 2, 2]));
    ban(&app, &ruth, "ana").await.json();
    assert_eq!(board().await, json!([["bob"], 1, 1]));
    act(&app, &ruth, "unban", json!({ "username": "ana" })).await.json();
    assert_eq!(board().await, json!([["ana", "bob"], 2, 2]));
}

#[actix_web::test]
async fn the_token_of_a_banned_user_is_good_for_the_calls_of_their_screen_alone() {
    let (app, _) = App::with_ana().await;
    let ruth = app.admin("ruth").await;
    ban(&app, &ruth, "ana").await.json();
    let token = login_of_banned(&app, "ana").await;
    for (call, body) in every_call(&app, &token).await {
        if call.required.iter().any(|field| field == "token") && !OPEN.contains(&call.path.as_str()) {
            app.post(&call.path, &body).await.refuses(401, "not-logged-in");
        }
    }
    let session = app.post("/api/isloggedin", &json!({ "token": token })).await.json();
    assert_eq!(session["loggedin"], false);
    let ban = app.post("/api/ban", &json!({ "token": token })).await.json();
    assert_eq!(json!([ban["reason"], ban["until"], ban["reply"]]), json!(["You cheat.", null, null]));
    let data = app.post("/api/account/data", &json!({ "token": token })).await;
    assert_eq!(data.status, 200);
    app.post("/api/deleteaccount", &json!({ "token": token, "confirmationText": "IRREVERSIBLE" })).await.json();
    app.post("/api/ban", &json!({ "token": token })).await.refuses(401, "not-logged-in");
}

#[actix_web::test]
async fn a_banned_user_replies_once_and_the_admins_read_it() {
    let (app, _) = App::with_ana().await;
    let ruth = app.admin("ruth").await;
    ban(&app, &ruth, "ana").await.json();
    let reply = json!({ "token": login_of_banned(&app, "ana").await, "reply": "It was my brother." });
    app.post("/api/ban/reply", &reply).await.json();
    app.post("/api/ban/reply", &reply).await.refuses(409, "already-replied");
    let listed = app.post("/api/admin/reports", &json!({ "token": ruth })).await.json();
    assert_eq!(listed["replies"][0]["username"], "ana");
    assert_eq!(listed["replies"][0]["ban"]["reply"], "It was my brother.");
    assert_eq!(on_file(&app, &ruth, "ana").await[0]["ban"]["reply"], "It was my brother.");
    act(&app, &ruth, "unban", json!({ "username": "ana" })).await.json();
    app.post("/api/ban/reply", &reply).await.refuses(409, "not-banned");
}

#[actix_web::test]
async fn a_new_account_with_the_address_of_a_banned_one_is_refused_until_the_ban_ends() {
    let (app, _) = App::with_ana().await;
    let (ruth, bob) = (app.admin("ruth").await, app.signup("bob").await);
    act(&app, &ruth, "ban", json!({ "username": "ana", "days": 3 })).await.json();
    let token = login_of_banned(&app, "ana").await;
    app.post("/api/deleteaccount", &json!({ "token": token, "confirmationText": "IRREVERSIBLE" })).await.json();
    let again = with(&signup_form("anita"), "email", "Ana@Example.org");
    app.post("/api/signup", &again).await.refuses(403, "banned-address");
    let change = json!({ "token": bob, "email": "ana@example.org", "password": PASSWORD });
    app.post("/api/account/changeemail", &change).await.refuses(403, "banned-address");
    assert_eq!(app.number("SELECT count(*) FROM users"), 2.0);
    let named = "SELECT count(*) FROM banned_addresses WHERE position('ana' in encode(address_hash, 'escape')) > 0";
    assert_eq!(app.number(named), 0.0);
    app.execute("UPDATE banned_addresses SET banned_until = now()");
    app.post("/api/signup", &again).await.json();
}

#[actix_web::test]
async fn a_ban_ends_by_itself_and_the_account_can_be_banned_again() {
    let (app, to) = racer().await;
    let ruth = app.admin("ruth").await;
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    act(&app, &ruth, "ban", json!({ "username": "ana", "days": 3 })).await.json();
    let days = "SELECT extract(epoch FROM banned_until - banned_at) / 86400 FROM bans";
    assert!((app.number(&days.replace("/ 86400", "/ 86400.0::float8")) - 3.0).abs() < 0.01);
    app.execute("UPDATE bans SET banned_at = now() - interval '3 days', banned_until = now()");
    app.login("ana").await;
    let stats = app.post("/api/getstats", &json!({ "username": "ana" })).await.json();
    assert_eq!(stats["racesTotal"], 1);
    act(&app, &ruth, "unban", json!({ "username": "ana" })).await.refuses(409, "not-banned");
    ban(&app, &ruth, "ana").await.json();
    login_of_banned(&app, "ana").await;
}

#[actix_web::test]
async fn an_admin_acts_neither_on_admins_nor_on_themselves() {
    let (app, to) = racer().await;
    let (ruth, _) = (app.admin("ruth").await, app.admin("rob").await);
    assert!(is_now(&send(&to, &result(&app, "rob")).await));
    for name in ["ruth", "rob"] {
        ban(&app, &ruth, name).await.refuses(409, "admin-account");
        let rename = json!({ "username": name, "newUsername": "another" });
        act(&app, &ruth, "rename", rename).await.refuses(409, "admin-account");
        let clear = json!({ "username": name, "race": "AAAAAAAAAAAAAAAAAAAAAA" });
        act(&app, &ruth, "clearresult", clear).await.refuses(409, "admin-account");
    }
    assert_eq!(app.number("SELECT (SELECT count(*) FROM bans) + (SELECT count(*) FROM admin_acts)"), 0.0);
}

#[actix_web::test]
async fn of_two_admins_who_ban_at_once_one_is_told_of_the_other() {
    let (app, _) = App::with_ana().await;
    let admins = [app.admin("ruth").await, app.admin("rob").await, app.admin("ros").await];
    let both = join_all(admins.iter().map(|admin| ban(&app, admin, "ana"))).await;
    assert_eq!(statuses(&both), [200, 409, 409]);
    let notes = admins.iter().map(|admin| act(&app, admin, "note", json!({ "username": "ana", "note": "Friendly." })));
    assert_eq!(statuses(&join_all(notes).await), [200, 200, 200]);
    assert_eq!(app.number("SELECT count(*) FROM admin_acts"), 4.0);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'banned'"), 1.0);
}

#[actix_web::test]
async fn only_admins_find_accounts_and_act() {
    let (app, ana) = App::with_ana().await;
    for (call, body) in every_call(&app, &ana).await {
        if call.path.starts_with("/api/admin") {
            app.post(&call.path, &body).await.refuses(403, "not-admin");
        }
    }
}

#[actix_web::test]
async fn a_user_with_another_name_keeps_their_results_and_cannot_take_the_old_name_back() {
    let (app, to) = racer().await;
    let (ruth, ana) = (app.admin("ruth").await, app.login("ana").await);
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    let taken = json!({ "username": "ana", "newUsername": "RUTH" });
    act(&app, &ruth, "rename", taken).await.refuses(409, "taken; field=username");
    act(&app, &ruth, "rename", json!({ "username": "ana", "newUsername": "racer_17" })).await.json();
    let stats = app.post("/api/getstats", &json!({ "username": "racer_17" })).await.json();
    assert_eq!(stats["racesTotal"], 1);
    let back = json!({ "token": ana, "username": "ana" });
    app.post("/api/changeusername", &back).await.refuses(409, "taken; field=username");
    app.post("/api/signup", &with(&signup_form("ana"), "email", "other@example.org"))
        .await
        .refuses(409, "taken; field=username");
    let on_file = on_file(&app, &ruth, "racer_17").await;
    let act = &on_file[0]["acts"][0];
    assert_eq!(json!([act["admin"], act["act"], act["detail"]]), json!(["ruth", "rename", "ana → racer_17"]));
}

#[actix_web::test]
async fn a_cleared_result_leaves_the_sums_and_bests_and_those_of_others_stay() {
    let (app, to) = racer().await;
    app.signup("bob").await;
    let ruth = app.admin("ruth").await;
    let (slow, fast) = (result_at(60.0, &app, "ana"), result_at(120.0, &app, "ana"));
    for message in [&slow, &fast, &result(&app, "bob")] {
        assert!(is_now(&send(&to, message).await));
    }
    let clear = |race: RaceId| json!({ "username": "ana", "race": short(race) });
    act(&app, &ruth, "clearresult", clear(fast.race)).await.json();
    act(&app, &ruth, "clearresult", clear(fast.race)).await.refuses(404, "not-counted");
    act(&app, &ruth, "clearresult", clear(race())).await.refuses(404, "not-counted");
    let best = async |name| app.post("/api/getstats", &json!({ "username": name })).await.json()["bestRace"].clone();
    assert_eq!((best("ana").await, best("bob").await), (json!(60.0), json!(88.54)));
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    act(&app, &ruth, "clearresult", clear(slow.race)).await.json();
    assert_eq!(app.number("SELECT count(*) FROM user_stats"), 1.0);
    assert_eq!(app.number(STATS_THAT_DIFFER), 0.0);
    assert!(is_now(&send(&to, &result(&app, "ana")).await));
    assert_eq!((best("ana").await, app.number(STATS_THAT_DIFFER)), (json!(88.54), 0.0));
}

#[actix_web::test]
async fn acts_are_never_changed() {
    let (app, _) = App::with_ana().await;
    let ruth = app.admin("ruth").await;
    act(&app, &ruth, "note", json!({ "username": "ana", "note": "Friendly." })).await.json();
    let change = postgres::try_execute(&app.database_url, "UPDATE admin_acts SET reason = 'Another.'");
    assert!(change.is_err_and(|error| error.to_string().contains("never changed")));
}

#[actix_web::test]
async fn accounts_are_found_by_the_start_of_a_name_an_address_a_former_name_and_a_race() {
    let (app, to) = racer().await;
    let (ruth, ana) = (app.admin("ruth").await, app.login("ana").await);
    app.signup("anabel").await;
    let message = result(&app, "ana");
    assert!(is_now(&send(&to, &message).await));
    app.post("/api/changeusername", &json!({ "token": ana, "username": "marisol" })).await.json();
    let race = short(message.race);
    for (query, found) in [
        ("AN", vec!["anabel"]),
        ("mari", vec!["marisol"]),
        ("ANA@example.org", vec!["marisol"]),
        (race.as_str(), vec!["marisol"]),
        ("nobody", vec![]),
        ("' OR '1'='1", vec![]),
        ("<b>", vec![]),
        ("%", vec![]),
    ] {
        assert_eq!(names(&on_file(&app, &ruth, query).await), found, "{query}");
    }
    app.execute("DELETE FROM users WHERE username = 'anabel'");
    let former = on_file(&app, &ruth, "ana").await;
    assert_eq!(json!([former[0]["username"], former[0]["races"], former[0]["ban"]]), json!(["marisol", 1, null]));
}
