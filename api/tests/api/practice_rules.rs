//! The rules that practice is typed under, and the runs that count less than others: `/api/singleplayer` and the history.

use serde_json::{Value, json};

use crate::support::App;
use crate::support::app::with;
use crate::support::runs::{ago, history, ids, save, typed, with_ana};

/// Returns the form of a run of ten words in which these keys were pressed, under rules of a version.
fn words(token: &str, text: &str, keystrokes: &str, rules: i64) -> Value {
    with(&with(&typed(token, text, keystrokes, &ago(0)), "mode", "words10"), "rules", rules)
}

/// Returns the modes and speeds of the bests.
async fn bests(app: &App, token: &str) -> Vec<(Value, Value)> {
    let bests = app.post("/api/history/bests", &json!({ "token": token })).await.json()["bests"].clone();
    let bests = bests.as_array().expect("it is a list").iter();
    bests.map(|best| (best["mode"].clone(), best["wpm"].clone())).collect()
}

#[actix_web::test]
async fn a_run_is_read_by_the_rules_that_it_was_typed_under() {
    let (app, token) = with_ana().await;
    // A letter is missing: by words, a mistake in one of them; by characters, everything behind it is wrong.
    save(&app, &words(&token, "one two", "on two", 2)).await;
    let id = ids(&app, json!({ "token": token })).await.remove(0);
    let run = app.post("/api/history/run", &json!({ "token": token, "id": id })).await.json();
    assert_eq!((&run["rules"], &run["accuracy"], &run["keystrokes"]), (&json!(2), &json!(85.71), &json!("on two")));
    let keys = app.post("/api/keys", &json!({ "token": token, "range": "all" })).await.json();
    let missed = |key: &str| {
        let characters = keys["characters"].as_array().expect("it is a list");
        characters.iter().find(|one| one["key"] == key).map(|one| one["missed"].clone())
    };
    assert_eq!((missed("e"), missed("t")), (Some(json!(1)), Some(json!(0))));
    app.post("/api/singleplayer", &words(&token, "one two", "on two", 1)).await.refuses(422, "wrong-keys");
}

#[actix_web::test]
async fn a_result_without_a_version_is_read_by_the_rules_of_texts() {
    let (app, token) = with_ana().await;
    let mut form = words(&token, "one two", "onx\u{8}e two", 1);
    form.as_object_mut().expect("it is an object").remove("rules");
    save(&app, &form).await;
    let run = history(&app, json!({ "token": token })).await.remove(0);
    assert_eq!((&run["rules"], &run["mark"], &run["accuracy"]), (&json!(1), &json!(null), &json!(85.71)));
}

#[actix_web::test]
async fn only_words_are_forgiven_and_unknown_rules_are_refused() {
    let (app, token) = with_ana().await;
    for mode in ["text", "weak", "own"] {
        let form = with(&words(&token, "one two", "on two", 2), "mode", mode);
        app.post("/api/singleplayer", &form).await.refuses(422, "wrong-keys");
    }
    for rules in [0, 3] {
        let form = words(&token, "one two", "one two", rules);
        app.post("/api/singleplayer", &form).await.refuses(422, "out-of-range; field=rules; least=1; most=2");
    }
    app.post("/api/singleplayer", &with(&words(&token, "one two", "one two", 2), "mark", "slow"))
        .await
        .refuses(422, "wrong-type; field=mark");
}

#[actix_web::test]
async fn the_words_that_spaces_have_passed_belong_to_a_timed_run() {
    let (app, token) = with_ana().await;
    let text = "three ".repeat(40);
    let keys = "t ".repeat(39);
    save(&app, &with(&words(&token, text.trim_end(), &keys, 2), "mode", "words15s")).await;
    let refused = with(&words(&token, &"three ".repeat(200), "t t ", 2), "mode", "words15s");
    app.post("/api/singleplayer", &refused).await.refuses(422, "wrong-keys");
}

#[actix_web::test]
async fn a_run_with_a_pause_is_kept_but_in_no_plot_and_no_best() {
    let (app, token) = with_ana().await;
    let even = words(&token, "one two", "one two", 2);
    let paused = |ms: u32| with(&even, "times", vec![0, 200, 400, 600, 800, 1000, 1000 + ms]);
    save(&app, &with(&paused(10_000), "date", ago(2))).await;
    save(&app, &with(&paused(10_001), "date", ago(1))).await;
    let without_keys = json!({ "token": token, "time": 30, "wpm": 99, "accuracy": 98, "date": ago(0) });
    save(&app, &with(&with(&without_keys, "mode", "own"), "mark", "paused")).await;
    let runs = history(&app, json!({ "token": token })).await;
    let marks: Vec<_> = runs.iter().map(|run| run["mark"].clone()).collect();
    assert_eq!(marks, [json!("paused"), json!("paused"), json!(null)]);
    assert_eq!(bests(&app, &token).await, [(json!("words10"), runs[2]["wpm"].clone())]);
    let plot = app.post("/api/history/plot", &json!({ "token": token })).await.json();
    assert_eq!(plot["points"].as_array().map(Vec::len), Some(1));
    let days = app.post("/api/history/days", &json!({ "token": token })).await.json();
    assert_eq!(days["streak"], json!(3));
}

#[actix_web::test]
async fn an_average_is_of_the_last_hundred_runs_of_its_mode_that_did_not_pause() {
    let (app, token) = with_ana().await;
    app.execute(
        "INSERT INTO practice_results (user_id, mode, language, time_ms, wpm, accuracy, typed_at, ran_at, mark)
        SELECT id, mode, runs.language, n, wpm, 98, now() - n * interval '1 minute', now() - n * interval '1 minute', mark
        FROM users, (VALUES
            ('words10', 'en', 50, NULL, 1, 99), ('words10', 'en', 60, 'repeated', 100, 100),
            ('words10', 'en', 200, NULL, 101, 110), ('words10', 'en', 300, 'paused', 111, 120),
            ('words10', 'es', 20, NULL, 121, 122), ('weak', 'en', 30, NULL, 131, 131), ('text', 'en', 70, NULL, 141, 141)
        ) AS runs (mode, language, wpm, mark, first, last), generate_series(first, last) AS n",
    );
    let bests = app.post("/api/history/bests", &json!({ "token": token })).await.json()["bests"].clone();
    let bests = bests.as_array().expect("it is a list").iter();
    assert_eq!(
        bests.map(|best| ["mode", "language", "wpm", "average"].map(|field| best[field].clone())).collect::<Vec<_>>(),
        [
            [json!("text"), json!("en"), json!(70.0), json!(null)],
            [json!("words10"), json!("en"), json!(200.0), json!(50.1)],
            [json!("words10"), json!("es"), json!(20.0), json!(20.0)],
            [json!("weak"), json!("en"), json!(30.0), json!(30.0)],
        ]
    );
}

#[actix_web::test]
async fn a_plot_by_day_has_no_pauses_and_no_day_of_pauses_alone() {
    let (app, token) = with_ana().await;
    app.execute(
        "INSERT INTO practice_results (user_id, time_ms, wpm, accuracy, typed_at, ran_at, mark)
        SELECT id, n, CASE WHEN n % 2 = 0 THEN 60 ELSE 10 END, 98, now() - n * interval '1 second',
            date_trunc('day', now()) - CASE WHEN n > 1000 THEN interval '2 days' ELSE interval '1 day' END,
            CASE WHEN n % 2 = 1 OR n > 1000 THEN 'paused' END
        FROM users, generate_series(1, 2010) AS n",
    );
    app.execute(
        "INSERT INTO practice_results (user_id, time_ms, wpm, accuracy, typed_at, ran_at)
        SELECT id, n, 60, 98, now() - n * interval '1 minute', date_trunc('day', now()) - interval '1 day'
        FROM users, generate_series(3000, 3600) AS n",
    );
    let plot = app.post("/api/history/plot", &json!({ "token": token })).await.json();
    assert_eq!(plot["byDay"], json!(true));
    let points = plot["points"].as_array().expect("it is a list");
    assert_eq!(
        points.iter().map(|point| (&point["wpm"], &point["runs"])).collect::<Vec<_>>(),
        [(&json!(60.0), &json!(1101))]
    );
}

#[actix_web::test]
async fn the_same_words_again_are_no_best_and_texts_may_come_again() {
    let (app, token) = with_ana().await;
    let even = words(&token, "one two", "one two", 2);
    save(&app, &even).await;
    let faster: Vec<u32> = (0..7).map(|n| n * 100).collect();
    let again = with(&with(&even, "times", faster), "mark", "repeated");
    for (mode, days) in [("words10", 1), ("weak", 2), ("text", 3)] {
        save(&app, &with(&with(&again, "mode", mode), "date", ago(days))).await;
    }
    let runs = history(&app, json!({ "token": token })).await;
    let marks: Vec<_> = runs.iter().map(|run| run["mark"].clone()).collect();
    assert_eq!(marks, [json!(null), json!("repeated"), json!("repeated"), json!(null)]);
    assert_eq!(
        bests(&app, &token).await,
        [(json!("text"), runs[3]["wpm"].clone()), (json!("words10"), runs[0]["wpm"].clone())]
    );
    let plot = app.post("/api/history/plot", &json!({ "token": token })).await.json();
    assert_eq!(plot["points"].as_array().map(Vec::len), Some(4));
}

#[actix_web::test]
async fn the_fastest_text_may_have_had_a_pause_also_after_a_deletion() {
    let (app, token) = with_ana().await;
    let reported =
        |wpm: f64, days: u64| json!({ "token": token, "time": 30, "wpm": wpm, "accuracy": 98, "date": ago(days) });
    save(&app, &reported(50.0, 2)).await;
    save(&app, &with(&reported(70.0, 1), "mark", "paused")).await;
    save(&app, &reported(60.0, 0)).await;
    let fastest =
        async || app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json()["bestRace"].clone();
    assert_eq!(fastest().await, json!(70.0));
    let id = ids(&app, json!({ "token": token })).await.remove(0);
    app.post("/api/history/delete", &json!({ "token": token, "id": id })).await.json();
    assert_eq!(fastest().await, json!(70.0));
}
