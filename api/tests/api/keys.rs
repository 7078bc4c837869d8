//! `/api/keys`: the sums of the keys of a user's runs, and the keys themselves for as long as they are kept.

use serde_json::{Value, json};
use typing::key_log::TimedKeys;

use crate::support::App;
use crate::support::app::with;
use crate::support::post::AppWithMail;
use crate::support::results::{TEXT, base64, is_now, result, send};
use crate::support::runs::{ago, history, ids, save, typed, with_ana};

async fn keys(app: &App, form: Value) -> Value {
    app.post("/api/keys", &form).await.json()
}

/// Returns the figures of one key: typed, missed, mean and median time.
fn figures(keys: &Value, list: &str, key: &str) -> [Value; 4] {
    let keys = keys[list].as_array().expect("it is a list");
    let found = keys.iter().find(|entry| entry["key"] == key).unwrap_or(&Value::Null);
    ["typed", "missed", "meanMs", "medianMs"].map(|field| found[field].clone())
}

#[actix_web::test]
async fn keys_are_summed_up_by_character_and_pair() {
    let (app, token) = with_ana().await;
    let own = |date: &str, keystrokes| with(&typed(&token, "the tea", keystrokes, date), "mode", "own");
    save(&app, &own(&ago(0), "the txa\u{8}\u{8}ea")).await;
    save(&app, &own(&ago(40), "the tea")).await;
    save(&app, &with(&own(&ago(1), "the tea"), "language", "es")).await;
    let mut race = result(&app, "ana");
    let log = TimedKeys { keystrokes: TEXT.to_owned(), times: (0..TEXT.len() as u32).map(|n| 900 + 100 * n).collect() };
    race.keys = Some(base64(&log.encode(TEXT)));
    assert!(is_now(&send(&app.api.start_result_recorder(), &race).await));

    let month = keys(&app, json!({ "token": token })).await;
    assert_eq!(month["runs"], 3);
    let n_e = TEXT.matches('e').count();
    assert_eq!(figures(&month, "characters", "e")[..2], [json!(n_e + 5), json!(1)]);
    let english = keys(&app, json!({ "token": token, "range": "all", "language": "en" })).await;
    assert_eq!((&english["runs"], figures(&english, "characters", "e")[0].clone()), (&json!(3), json!(n_e + 5)));
    let all = keys(&app, json!({ "token": token, "range": "all" })).await;
    assert_eq!((&all["runs"], figures(&all, "characters", "e")[0].clone()), (&json!(4), json!(n_e + 7)));
    assert_eq!(keys(&app, json!({ "token": token, "range": "1000runs" })).await, all);

    let spanish = keys(&app, json!({ "token": token, "language": "es" })).await;
    let times = figures(&spanish, "pairs", "te");
    assert_eq!(times[..3], [json!(1), json!(0), json!(200.0)]);
    assert!(times[3].as_f64().is_some_and(|median| (170.0..230.0).contains(&median)), "{times:?}");
    assert_eq!(spanish["characters"].as_array().map(Vec::len), Some(5));
    assert_eq!(figures(&spanish, "characters", "t"), [json!(2), json!(0), json!(200.0), times[3].clone()]);
    let empty = keys(&app, json!({ "token": app.signup("eve").await })).await;
    assert_eq!(empty, json!({ "characters": [], "pairs": [], "runs": 0 }));
}

#[actix_web::test]
async fn the_last_thousand_runs_are_whole_days() {
    let (app, token) = with_ana().await;
    for days in [1, 2, 3] {
        save(&app, &typed(&token, TEXT, TEXT, &ago(days))).await;
    }
    app.execute("UPDATE key_days SET runs = 600 WHERE day > '0001-01-01'");
    let last = keys(&app, json!({ "token": token, "range": "1000runs" })).await;
    assert_eq!(last["runs"], 1200);
    assert_eq!(figures(&last, "characters", "A")[0], 2);
}

#[actix_web::test]
async fn deleted_practice_is_taken_out_of_the_sums_of_keys() {
    let (app, token) = with_ana().await;
    for days in [0, 1] {
        save(&app, &typed(&token, TEXT, TEXT, &ago(days))).await;
    }
    let all = json!({ "token": token, "range": "all" });
    let both = keys(&app, all.clone()).await;
    let newest = ids(&app, json!({ "token": token })).await.remove(0);
    app.post("/api/history/delete", &json!({ "token": token, "id": newest })).await.json();
    let left = keys(&app, all.clone()).await;
    let n = |keys: &Value| figures(keys, "characters", "e")[0].as_u64().expect("it is a number");
    assert_eq!((left["runs"].as_i64(), n(&left) * 2), (Some(1), n(&both)));
    assert_eq!(keys(&app, json!({ "token": token })).await, left);
    app.post("/api/history/delete", &json!({ "token": token, "all": true })).await.json();
    assert_eq!(keys(&app, all).await, json!({ "characters": [], "pairs": [], "runs": 0 }));
}

#[actix_web::test]
async fn keys_are_dropped_after_their_time_and_the_run_stays() {
    let (app, token) = with_ana().await;
    let own = with(&typed(&token, "My own.", "My own.", &ago(0)), "mode", "own");
    save(&app, &own).await;
    save(&app, &with(&own, "date", ago(1))).await;
    let to = app.api.start_result_recorder();
    for _ in 0..2 {
        let mut race = result(&app, "ana");
        let log = TimedKeys { keystrokes: TEXT.to_owned(), times: vec![7; TEXT.len()] };
        race.keys = Some(base64(&log.encode(TEXT)));
        assert!(is_now(&send(&to, &race).await));
    }
    for table in ["results", "practice_results"] {
        let first = format!("(SELECT min(id) FROM {table})");
        app.execute(&format!("UPDATE {table} SET created_at = created_at - interval '365 days' WHERE id = {first}"));
    }
    let post = AppWithMail::beside(app).await;
    let app = &post.app;
    app.until("SELECT (SELECT count(*) FROM result_keys) = 1 AND (SELECT count(*) FROM practice_keys) = 1").await;
    let runs = history(app, json!({ "token": token })).await;
    assert_eq!(runs.iter().filter(|run| run["hasKeys"] == true).count(), 2);
    let gone = runs.iter().find(|run| run["kind"] == "practice" && run["hasKeys"] == false).expect("one is gone");
    let run = app.post("/api/history/run", &json!({ "token": token, "id": gone["id"] })).await.json();
    assert_eq!([&run["text"], &run["keystrokes"], &run["times"]], [&json!(null); 3]);
    assert_eq!((&run["excerpt"], &run["length"], &run["mode"]), (&json!(""), &json!(7), &json!("own")));
    assert_eq!(keys(app, json!({ "token": token, "range": "all" })).await["runs"], 4);
}
