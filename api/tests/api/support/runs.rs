//! Practice runs as the page sends them, and the history as it lists them.

use chrono::{Days, Utc};
use serde_json::{Value, json};

use super::App;
use super::results::TEXT;

/// The time between two keys of a run, in milliseconds.
pub(crate) const GAP_MS: u32 = 200;

/// Returns the form of a run in which these keys were pressed at an even speed.
pub(crate) fn typed(token: &str, text: &str, keystrokes: &str, date: &str) -> Value {
    let times: Vec<u32> = (0..).step_by(GAP_MS as usize).take(keystrokes.chars().count()).collect();
    json!({
        "token": token, "time": 1, "wpm": 1, "accuracy": 1, "date": date, "text": text, "keystrokes": keystrokes,
        "times": times,
    })
}

/// Returns the date and time of this many days ago.
pub(crate) fn ago(days: u64) -> String {
    (Utc::now() - Days::new(days)).to_rfc3339()
}

pub(crate) async fn save(app: &App, form: &Value) {
    assert_eq!(app.post("/api/singleplayer", form).await.json(), json!({ "status": "ok" }));
}

pub(crate) async fn history(app: &App, form: Value) -> Vec<Value> {
    app.post("/api/history", &form).await.json()["runs"].as_array().expect("it is a list").clone()
}

pub(crate) async fn ids(app: &App, form: Value) -> Vec<String> {
    let id = |run: &Value| run["id"].as_str().expect("it is text").to_owned();
    history(app, form).await.iter().map(id).collect()
}

/// An app with the user Ana, who signed up a hundred days ago, and one text.
pub(crate) async fn with_ana() -> (App, String) {
    let (app, token) = App::with_ana().await;
    app.set_texts(&[TEXT]);
    app.execute("UPDATE users SET created_at = created_at - interval '100 days'");
    (app, token)
}
