//! The settings of the page that an account keeps: `/api/settings` and `/api/changesettings`.

use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use crate::support::app::statuses;
use crate::support::{Answer, App};

async fn change(app: &App, token: &str, settings: &Value) -> Answer {
    app.post("/api/changesettings", &json!({ "token": token, "settings": settings })).await
}

async fn settings(app: &App, token: &str) -> Value {
    let answer = app.post("/api/settings", &json!({ "token": token })).await.json();
    answer["settings"].clone()
}

#[actix_web::test]
async fn settings_are_kept_until_they_are_changed_or_reset() {
    let (app, ana) = App::with_ana().await;
    let bob = app.signup("bob").await;
    assert_eq!(settings(&app, &ana).await, json!({}));
    let all = json!({ "theme": "dark", "textSize": 125, "glide": false });
    assert_eq!(change(&app, &ana, &all).await.json(), json!({ "status": "ok" }));
    assert_eq!(settings(&app, &ana).await, all);

    change(&app, &ana, &json!({ "textSize": 130 })).await.json();
    assert_eq!(settings(&app, &ana).await, json!({ "theme": "dark", "textSize": 130, "glide": false }));
    change(&app, &ana, &json!({ "theme": null, "glide": null, "caret": null })).await.json();
    change(&app, &ana, &json!({})).await.json();
    assert_eq!(settings(&app, &ana).await, json!({ "textSize": 130 }));
    assert_eq!(settings(&app, &bob).await, json!({}), "they are the user's own");
}

/// The table that the client writes, from which this test takes every setting, so that a new one needs no line here.
#[actix_web::test]
async fn every_setting_of_the_client_takes_its_values_and_no_others() {
    let (app, token) = App::with_ana().await;
    let table: Value =
        serde_json::from_str(include_str!("../../../shared/fixtures/settings.json")).expect("it is JSON");
    for (name, setting) in table.as_object().expect("it has names") {
        let range = &setting["range"];
        let (valid, invalid) = if let Some(values) = setting["oneOf"].as_array() {
            (values.clone(), vec![json!("mauve"), json!(""), json!(0), json!([values[0]])])
        } else if setting["flag"].is_boolean() {
            (vec![json!(true), json!(false)], vec![json!("true"), json!(1)])
        } else {
            let (min, max, step) = (number(&range["min"]), number(&range["max"]), number(&range["step"]));
            let invalid =
                vec![json!(min - step), json!(max + step), json!(min + 1), json!(1e300), json!(max.to_string())];
            (vec![json!(min), json!(max), range["default"].clone()], invalid)
        };
        for value in valid {
            change(&app, &token, &json!({ name: value })).await.json();
            assert_eq!(settings(&app, &token).await[name], value);
        }
        let before = settings(&app, &token).await;
        for value in invalid {
            let refused = change(&app, &token, &json!({ name: value })).await;
            refused.refuses(422, &format!("invalid-setting; field={name}"));
        }
        assert_eq!(settings(&app, &token).await, before);
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("it is a whole number")
}

#[actix_web::test]
async fn an_unknown_name_or_value_changes_nothing_and_is_named() {
    let (app, token) = App::with_ana().await;
    change(&app, &token, &json!({ "theme": "light" })).await.json();
    let refused = change(&app, &token, &json!({ "theme": "dark", "volume": 71, "glide": "on", "fnord": 5 })).await;
    refused.refuses(
        422,
        "invalid-setting; field=glide, invalid-setting; field=volume, unknown-setting; field=settings; name=fnord",
    );
    for (name, shown) in
        [("", "_"), ("a\r\nb; c=\0\u{e9}", "abc"), ("__proto__", "proto"), (&"x".repeat(50_000), &"x".repeat(40))]
    {
        let refused = change(&app, &token, &json!({ "theme": "dark", name: null })).await;
        refused.refuses(422, &format!("unknown-setting; field=settings; name={shown}"));
    }
    let many: Value = (0..3000).map(|n| (format!("setting{n}"), json!(n))).collect::<serde_json::Map<_, _>>().into();
    change(&app, &token, &many).await.refuses(422, "unknown-setting; field=settings; name=setting0");
    assert_eq!(settings(&app, &token).await, json!({ "theme": "light" }));
}

#[actix_web::test]
async fn simultaneous_changes_of_different_settings_are_all_kept() {
    let (app, token) = App::with_ana().await;
    let changes = [("theme", json!("dark")), ("volume", json!(10)), ("glide", json!(false)), ("caret", json!("block"))];
    for _ in 0..5 {
        change(&app, &token, &json!({ "theme": null, "volume": null, "glide": null, "caret": null })).await.json();
        let all = changes.iter().map(async |(name, value)| change(&app, &token, &json!({ *name: value })).await);
        assert_eq!(statuses(&join_all(all).await), [200; 4]);
        let expected: serde_json::Map<_, _> =
            changes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        assert_eq!(settings(&app, &token).await, Value::Object(expected));
    }
    let (one, other) = (json!({ "theme": "dark" }), json!({ "theme": "light" }));
    let answers = join(change(&app, &token, &one), change(&app, &token, &other)).await;
    assert_eq!(statuses(&[answers.0, answers.1]), [200; 2]);
    change(&app, &token, &json!({ "theme": "system" })).await.json();
    assert_eq!(settings(&app, &token).await["theme"], "system", "the last change counts");
}

/// As after an update to a version without the setting, or back to one before it.
#[actix_web::test]
async fn a_stored_setting_that_this_version_does_not_know_is_kept() {
    let (app, token) = App::with_ana().await;
    app.execute(r#"UPDATE users SET settings = '{"wings": "wide", "theme": "mauve"}'"#);
    change(&app, &token, &json!({ "volume": 10 })).await.json();
    assert_eq!(settings(&app, &token).await, json!({ "wings": "wide", "theme": "mauve", "volume": 10 }));
}

#[actix_web::test]
async fn settings_need_a_good_token_and_end_with_the_account() {
    let (app, token) = App::with_ana().await;
    let both = async |token: &str| {
        let read = app.post("/api/settings", &json!({ "token": token })).await;
        [read, change(&app, token, &json!({ "theme": "dark" })).await]
    };
    assert_eq!(statuses(&both(&token).await), [200; 2]);
    for path in ["/api/settings", "/api/changesettings"] {
        app.post(path, &json!({ "settings": { "fnord": 5 } })).await.refuses(401, "not-logged-in");
    }
    app.post("/api/account/logouteverywhere", &json!({ "token": token })).await.json();
    assert_eq!(statuses(&both(&token).await), [401; 2]);

    let token = app.login("ana").await;
    assert_eq!(settings(&app, &token).await, json!({ "theme": "dark" }), "they survive the session");
    let delete = json!({ "token": token, "confirmationText": "IRREVERSIBLE" });
    app.post("/api/deleteaccount", &delete).await.json();
    assert_eq!(statuses(&both(&token).await), [401; 2]);
    app.execute("DELETE FROM held_names");
    assert_eq!(settings(&app, &app.signup("ana").await).await, json!({}), "the next owner of the name has none");
}
