//! `/api/history` and the calls below it, and the runs that `/api/singleplayer` and the engine save for it.

use std::time::Duration;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use serde_json::{Value, json};
use typing::key_log::TimedKeys;

use crate::support::app::with;
use crate::support::results::{TEXT, base64, is_now, result, result_at, send};
use crate::support::runs::{GAP_MS, ago, history, ids, save, typed, with_ana};

/// Returns the form of a run without keys.
fn reported(token: &str, wpm: f64, date: &str) -> Value {
    json!({ "token": token, "time": 30, "wpm": wpm, "accuracy": 98, "date": date })
}

#[actix_web::test]
async fn the_figures_of_a_run_with_keys_are_the_servers() {
    let (app, token) = with_ana().await;
    let keys = TEXT.replacen("long", "lomg\u{8}\u{8}\u{8}ong", 1);
    save(&app, &with(&typed(&token, TEXT, &keys, &ago(0)), "language", "es")).await;
    let run = history(&app, json!({ "token": token })).await.remove(0);
    let seconds = f64::from(GAP_MS) * (keys.chars().count() - 1) as f64 / 1000.0;
    let wpm = (TEXT.len() as f64 / 5.0 / seconds * 6000.0).round() / 100.0;
    assert_eq!((&run["time"], &run["wpm"]), (&json!(seconds), &json!(wpm)));
    assert!(run["rawWpm"].as_f64() > Some(wpm) && run["consistency"].as_f64() > Some(80.0), "{run}");
    let accuracy = ((TEXT.len() - 1) as f64 / TEXT.len() as f64 * 10000.0).round() / 100.0;
    let expected = json!({
        "kind": "practice", "mode": "text", "language": "en", "author": "1", "excerpt": TEXT, "length": TEXT.len(),
        "accuracy": accuracy, "place": null, "racers": null, "room": null, "unranked": false, "hasKeys": true,
    });
    for (field, value) in expected.as_object().expect("it is an object") {
        assert_eq!(&run[field], value, "{field}");
    }
    let stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    assert_eq!((&stats["wpm"], &stats["accuracy"]), (&json!(wpm), &json!(accuracy)));
}

#[actix_web::test]
async fn a_run_comes_back_with_the_keys_as_they_were_pressed() {
    let (app, token) = with_ana().await;
    let own = "Árboles y pájaros.";
    let form = typed(&token, own, "Árboles x\u{17}y pa\u{301}jaros.", &ago(1));
    save(&app, &with(&with(&form, "mode", "own"), "language", "es")).await;
    save(&app, &reported(&token, 60.0, &ago(2))).await;
    let ids = ids(&app, json!({ "token": token })).await;
    let run = app.post("/api/history/run", &json!({ "token": token, "id": ids[0] })).await.json();
    for field in ["text", "keystrokes", "times"] {
        assert_eq!(run[field], form[field], "{field}");
    }
    assert_eq!((&run["mode"], &run["language"], &run["excerpt"]), (&json!("own"), &json!("es"), &json!(own)));
    let without = app.post("/api/history/run", &json!({ "token": token, "id": ids[1] })).await.json();
    assert_eq!(
        (&without["text"], &without["keystrokes"], &without["times"]),
        (&json!(null), &json!(null), &json!(null))
    );
    assert_eq!((&without["wpm"], &without["length"], &without["hasKeys"]), (&json!(60.0), &json!(150), &json!(false)));
}

#[actix_web::test]
async fn a_race_comes_back_with_its_keys_its_place_and_its_room() {
    let (app, token) = with_ana().await;
    let to = app.api.start_result_recorder();
    let keys = TimedKeys::new(TEXT.to_owned(), (0..TEXT.len() as u32).map(|n| 700 + 100 * n).collect());
    let keys = keys.expect("they belong together");
    let mut message = result(&app, "ana");
    message.keys = Some(base64(&keys.encode(TEXT)));
    assert!(is_now(&send(&to, &message).await));
    let unreadable = [Some("no base64".to_owned()), Some(base64(&[0xff; 9])), Some(String::new()), None];
    for keys in unreadable {
        assert!(is_now(&send(&to, &shared::messages::RecordResult { keys, ..result(&app, "ana") }).await));
    }
    let runs = history(&app, json!({ "token": token })).await;
    assert_eq!(runs.iter().map(|run| &run["hasKeys"]).collect::<Vec<_>>(), [false, false, false, false, true]);
    let run = app.post("/api/history/run", &json!({ "token": token, "id": runs[4]["id"] })).await.json();
    assert_eq!(run["keystrokes"], TEXT);
    assert_eq!(run["times"], json!(keys.times));
    assert_eq!(run["text"], TEXT);
    let expected = json!({
        "kind": "race", "mode": "text", "language": "en", "author": "1", "excerpt": TEXT, "length": TEXT.len(),
        "wpm": 88.54, "rawWpm": 88.54, "accuracy": 98.5, "place": 1, "racers": 2, "room": message.room.as_str(),
        "unranked": false,
    });
    for (field, value) in expected.as_object().expect("it is an object") {
        assert_eq!(&run[field], value, "{field}");
    }
}

#[actix_web::test]
async fn the_raw_speed_of_a_race_is_that_of_the_time_its_results_showed() {
    let (app, token) = with_ana().await;
    let keystrokes = TEXT.replacen("long", "lomg\u{8}\u{8}ng", 1);
    let n_keys = keystrokes.chars().count() as u32;
    let keys = TimedKeys::new(keystrokes, (0..n_keys).map(|n| 100 * n).collect()).expect("they belong together");
    let mut message = result(&app, "ana");
    message.keys = Some(base64(&keys.encode(TEXT)));
    // Shown as 8.34 s.
    message.result.time = Duration::from_millis(8344);
    assert!(is_now(&send(&app.api.start_result_recorder(), &message).await));
    let run = history(&app, json!({ "token": token })).await.remove(0);
    let typed = TEXT.chars().count() as f64 + 2.0;
    assert_eq!(run["rawWpm"], json!((typed / 5.0 / 8.34 * 6000.0).round() / 100.0));
}

#[actix_web::test]
async fn pages_show_every_run_once_newest_first() {
    let (app, token) = with_ana().await;
    let to = app.api.start_result_recorder();
    for _ in 0..5 {
        assert!(is_now(&send(&to, &result(&app, "ana")).await));
    }
    for wpm in 1..=6 {
        save(&app, &with(&reported(&token, f64::from(wpm), &ago(0)), "time", 20 + wpm)).await;
    }
    // Several runs at the same moment, of both kinds.
    app.execute("UPDATE results SET created_at = date_trunc('day', now()) + id % 2 * interval '1 hour'");
    app.execute("UPDATE practice_results SET ran_at = date_trunc('day', now()) + id % 2 * interval '1 hour'");
    let all = ids(&app, json!({ "token": token })).await;
    assert_eq!(all.len(), 11);
    for limit in [1, 2, 3, 10] {
        let (mut listed, mut after) = (vec![], json!(null));
        loop {
            let form = json!({ "token": token, "limit": limit, "after": after });
            let page = app.post("/api/history", &form).await.json();
            let runs = page["runs"].as_array().expect("it is a list");
            assert!((1..=limit).contains(&runs.len()), "{page}");
            listed.extend(runs.iter().map(|run| run["id"].as_str().expect("it is text").to_owned()));
            after = page["next"].clone();
            if after.is_null() {
                break;
            }
        }
        assert_eq!(listed, all, "{limit}");
    }
    assert_eq!(app.post("/api/history", &json!({ "token": token, "limit": 11 })).await.json()["next"], json!(null));
}

#[actix_web::test]
async fn runs_are_filtered_by_kind_mode_language_and_day() {
    let (app, token) = with_ana().await;
    assert!(is_now(&send(&app.api.start_result_recorder(), &result(&app, "ana")).await));
    for (mode, language, days) in [("text", "en", 1), ("text", "es", 2), ("words15s", "en", 3), ("own", "es", 4)] {
        let form = with(&with(&reported(&token, 50.0, &ago(days)), "mode", mode), "language", language);
        save(&app, &form).await;
    }
    let day = |days| (Utc::now() - Days::new(days)).date_naive().to_string();
    for (filter, expected) in [
        (
            json!({}),
            vec!["race text en", "practice text en", "practice text es", "practice words15s en", "practice own es"],
        ),
        (json!({ "kind": "race" }), vec!["race text en"]),
        (json!({ "kind": "practice", "language": "en" }), vec!["practice text en", "practice words15s en"]),
        (json!({ "mode": "text" }), vec!["race text en", "practice text en", "practice text es"]),
        (json!({ "mode": "own" }), vec!["practice own es"]),
        (json!({ "mode": "own", "kind": "race" }), vec![]),
        (json!({ "mode": "weak" }), vec![]),
        (json!({ "language": "es" }), vec!["practice text es", "practice own es"]),
        (json!({ "from": day(2), "to": day(1) }), vec!["practice text en", "practice text es"]),
        (json!({ "from": day(3), "to": day(3) }), vec!["practice words15s en"]),
        (json!({ "to": day(4) }), vec!["practice own es"]),
        (json!({ "from": day(1), "to": day(2) }), vec![]),
        (json!({ "from": "0001-01-01", "to": "9999-12-31", "kind": "race" }), vec!["race text en"]),
    ] {
        let form = with(&filter, "token", token.as_str());
        let runs = history(&app, form.clone()).await;
        let word = |run: &Value, field: &str| run[field].as_str().expect("it is text").to_owned();
        let found: Vec<_> =
            runs.iter().map(|run| ["kind", "mode", "language"].map(|field| word(run, field)).join(" ")).collect();
        assert_eq!(found, expected, "{filter}");
        let points = app.post("/api/history/plot", &form).await.json()["points"].as_array().map(Vec::len);
        assert_eq!(points, Some(expected.len()), "{filter}");
    }
}

#[actix_web::test]
async fn an_unknown_filter_is_refused() {
    let (app, token) = with_ana().await;
    for (field, value, code) in [
        ("kind", json!("duel"), "wrong-type; field=kind"),
        ("mode", json!("words20"), "wrong-type; field=mode"),
        ("language", json!("xx"), "wrong-type; field=language"),
        ("from", json!("2026-13-01"), "not-date; field=from"),
        ("to", json!("2026-1-1"), "not-date; field=to"),
        ("to", json!("2026-11-26T00:00:00Z"), "not-date; field=to"),
        ("limit", json!(101), "out-of-range; field=limit; least=1; most=100"),
        ("limit", json!(0), "out-of-range; field=limit; least=1; most=100"),
        ("after", json!("1"), "wrong-type; field=after"),
        ("after", json!("99999999999999999r1"), "wrong-type; field=after"),
    ] {
        app.post("/api/history", &json!({ "token": token, field: value })).await.refuses(422, code);
    }
}

#[actix_web::test]
async fn nobody_sees_or_deletes_the_runs_of_another() {
    let (app, ana) = with_ana().await;
    let eve = app.signup("eve").await;
    assert!(is_now(&send(&app.api.start_result_recorder(), &result(&app, "ana")).await));
    save(&app, &typed(&ana, TEXT, TEXT, &ago(0))).await;
    let ids = ids(&app, json!({ "token": ana })).await;
    assert_eq!(ids.len(), 2);
    let strange = ["p0", "r0", "p9223372036854775807", "x1", "p-1", "", "p1 OR 1=1"].map(str::to_owned);
    for id in ids.iter().chain(&strange) {
        for call in ["run", "delete"] {
            let form = json!({ "token": eve, "id": id });
            app.post(&format!("/api/history/{call}"), &form).await.refuses(404, "unknown-run");
        }
    }
    let all = json!({ "token": eve, "all": true });
    assert_eq!(app.post("/api/history/delete", &all).await.json(), json!({ "deleted": 0 }));
    let eves = json!({ "token": eve });
    assert_eq!(app.post("/api/history", &eves).await.json(), json!({ "runs": [], "next": null }));
    assert_eq!(app.post("/api/history/plot", &eves).await.json(), json!({ "points": [], "byDay": false }));
    assert_eq!(app.post("/api/history/bests", &eves).await.json(), json!({ "bests": [] }));
    let days = app.post("/api/history/days", &eves).await.json();
    assert_eq!((&days["days"], &days["streak"], &days["longest"]), (&json!([]), &json!(0), &json!(0)));
    assert_eq!(days["since"], days["today"]);
    assert_eq!(history(&app, json!({ "token": ana })).await.len(), 2);
}

#[actix_web::test]
async fn keys_that_are_no_run_are_refused_and_nothing_is_saved() {
    let (app, token) = with_ana().await;
    let good = typed(&token, "one two", "one two", &ago(0));
    let times = "wrong-times";
    let keys = "wrong-keys";
    let without = |field| {
        let mut form = good.clone();
        form.as_object_mut().expect("it is an object").remove(field);
        form
    };
    let long = "x".repeat(20_001);
    for (form, code) in [
        (with(&good, "keystrokes", "one twx"), keys),
        (with(&with(&good, "keystrokes", "one tw"), "times", vec![0, 1, 2, 3, 4, 5]), keys),
        (with(&good, "text", "One two"), keys),
        (with(&with(&good, "mode", "words15s"), "text", "x".repeat(108)), "wrong-keys"),
        (with(&with(&good, "keystrokes", ""), "times", json!([])), keys),
        (with(&good, "times", json!([])), times),
        (with(&good, "times", vec![0, 200, 400, 600, 800, 1000]), times),
        (with(&good, "times", vec![0, 200, 400, 300, 800, 1000, 1200]), times),
        (with(&good, "times", vec![5, 200, 400, 600, 800, 1000, 1200]), times),
        (with(&good, "times", vec![0, 200, 400, 600, 800, 1000, 86_400_001]), times),
        (with(&good, "times", vec![0, 1, 2, 3, 4, 5, 6]), "too-fast"),
        (with(&good, "times", json!([0, -1, 2, 3, 4, 5, 6])), "wrong-type; field=times"),
        (with(&good, "times", json!([0, 1.5, 2, 3, 4, 5, 6])), "wrong-type; field=times"),
        (without("text"), "missing; field=text"),
        (without("times"), "missing; field=times"),
        (without("keystrokes"), "missing; field=keystrokes"),
        (with(&good, "text", long.as_str()), "length; field=text; least=1; most=20000"),
        (with(&good, "text", "one\u{1b}two"), "control-characters; field=text"),
    ] {
        app.post("/api/singleplayer", &form).await.refuses(422, code);
    }
    // A held key: a thousand of them within a second.
    let held = format!("one two{}", "x\u{8}".repeat(500));
    let form = with(&with(&good, "keystrokes", format!("o{held}")), "text", "oone two");
    let times: Vec<u32> = (0..held.chars().count() as u32 + 1).map(|n| if n == 0 { 0 } else { 999 }).collect();
    app.post("/api/singleplayer", &with(&form, "times", times)).await.refuses(422, "too-many-keys");
    let rows = "SELECT (SELECT count(*) FROM practice_results) + (SELECT count(*) FROM practice_keys)
        + (SELECT count(*) FROM practice_stats)";
    assert_eq!(app.number(rows), 0.0);
}

#[actix_web::test]
async fn the_longest_text_is_saved_with_its_keys() {
    let (app, token) = with_ana().await;
    let text = "Words ".repeat(3333) + "to";
    assert_eq!(text.len(), 20_000);
    save(&app, &with(&typed(&token, &text, &text, &ago(0)), "mode", "own")).await;
    let id = ids(&app, json!({ "token": token })).await.remove(0);
    let run = app.post("/api/history/run", &json!({ "token": token, "id": id })).await.json();
    assert_eq!((&run["text"], &run["keystrokes"], &run["length"]), (&json!(text), &json!(text), &json!(20_000)));
    let per_key = app.number("SELECT octet_length(keys) FROM practice_keys") / 20_000.0;
    assert!(per_key < 2.01, "{per_key}");
}

#[actix_web::test]
async fn a_run_is_never_dated_before_its_account_or_in_the_future() {
    let (app, token) = with_ana().await;
    for (date, days) in [("2999-01-01T00:00:00Z", 0), ("1999-01-01T00:00:00Z", 100), (ago(30).as_str(), 30)] {
        save(&app, &reported(&token, 50.0, date)).await;
        let found = app.number(
            "SELECT extract(epoch FROM now() - ran_at)::float8 / 86400 FROM practice_results ORDER BY id DESC LIMIT 1",
        );
        assert!((found - f64::from(days)).abs() < 0.1, "{date}: {found}");
    }
}

#[actix_web::test]
async fn a_clock_that_is_two_days_off_dates_no_run_wrong() {
    let (app, token) = with_ana().await;
    for (wpm, days) in [(50.0, -2), (51.0, 0), (52.0, 2)] {
        let clock = Utc::now() + TimeDelta::days(days);
        let typed = clock - TimeDelta::minutes(1);
        let form = with(&reported(&token, wpm, &typed.to_rfc3339()), "sentAt", clock.to_rfc3339());
        save(&app, &form).await;
    }
    let ages = "SELECT max(abs(extract(epoch FROM now() - ran_at) - 60))::float8 FROM practice_results";
    assert!(app.number(ages) < 30.0);
    // Typed without a network, and sent three days later by a clock that is a year ahead.
    let clock = Utc::now() + TimeDelta::days(365);
    let form = reported(&token, 53.0, &(clock - TimeDelta::days(3)).to_rfc3339());
    save(&app, &with(&form, "sentAt", clock.to_rfc3339())).await;
    let calendar = app.post("/api/history/days", &json!({ "token": token })).await.json();
    let days: Vec<_> = calendar["days"].as_array().expect("it is a list").iter().map(|day| &day["runs"]).collect();
    assert_eq!((days, &calendar["streak"]), (vec![&json!(1), &json!(3)], &json!(1)));
    assert_eq!(calendar["days"][1]["day"], calendar["today"]);
}

#[actix_web::test]
async fn only_texts_count_in_the_practice_statistics() {
    let (app, token) = with_ana().await;
    for (mode, wpm) in [("text", 50.0), ("words15s", 90.0), ("weak", 20.0)] {
        save(&app, &with(&reported(&token, wpm, &ago(0)), "mode", mode)).await;
    }
    let stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["wpm"], &stats["bestRace"]), (&json!(1), &json!(50.0), &json!(50.0)));
}

#[actix_web::test]
async fn bests_are_kept_by_kind_mode_and_length() {
    let (app, token) = with_ana().await;
    let to = app.api.start_result_recorder();
    for wpm in [60.0, 80.0, 70.0] {
        assert!(is_now(&send(&to, &result_at(wpm, &app, "ana")).await));
    }
    let mut unranked = result_at(300.0, &app, "ana");
    (unranked.result.won, unranked.result.unranked) = (false, true);
    assert!(is_now(&send(&to, &unranked).await));
    // At 60 wpm, 30 s are 150 characters.
    for (wpm, seconds, mode) in
        [(60.0, 20, "text"), (61.0, 30, "text"), (50.0, 90, "text"), (40.0, 90, "text"), (99.0, 15, "words15s")]
    {
        save(&app, &with(&with(&reported(&token, wpm, &ago(0)), "time", seconds), "mode", mode)).await;
    }
    save(&app, &with(&reported(&token, 33.0, &ago(0)), "language", "es")).await;
    let bests = async |form: Value| {
        let bests = app.post("/api/history/bests", &form).await.json()["bests"].clone();
        let bests = bests.as_array().expect("it is a list").iter();
        let fields = ["kind", "mode", "length", "language", "wpm"];
        bests.map(|best| fields.map(|field| best[field].to_string().replace('"', "")).join(" ")).collect::<Vec<_>>()
    };
    let expected = [
        "race text short en 80.0",
        "practice text short en 60.0",
        "practice text short es 33.0",
        "practice text medium en 61.0",
        "practice text long en 50.0",
        "practice words15s null en 99.0",
    ];
    assert_eq!(bests(json!({ "token": token })).await, expected);
    assert_eq!(bests(json!({ "token": token, "language": "es" })).await, expected[2..3]);
    let id = app.post("/api/history/bests", &json!({ "token": token })).await.json()["bests"][5]["id"].clone();
    let best = app.post("/api/history/run", &json!({ "token": token, "id": id })).await.json();
    assert_eq!(best["mode"], "words15s");
}

#[actix_web::test]
async fn a_plot_of_more_than_a_thousand_runs_has_a_point_per_day() {
    let (app, token) = with_ana().await;
    let add = |n: u32, days: u64| {
        let rows = format!(
            "INSERT INTO practice_results (user_id, time_ms, wpm, accuracy, typed_at, ran_at)
                SELECT id, 30000 + n, 40 + n % 3, 98, at, at FROM users, generate_series(1, {n}) n,
                    LATERAL (SELECT date_trunc('day', now()) - interval '{days} days' + n * interval '1 second' AS at) a"
        );
        app.execute(&rows);
    };
    add(600, 1);
    add(399, 2);
    save(&app, &reported(&token, 60.0, &ago(0))).await;
    let plot = async |zone: &str| app.post("/api/history/plot", &json!({ "token": token, "zone": zone })).await.json();
    let plotted = plot("UTC").await;
    let points = &plotted["points"];
    assert_eq!((points.as_array().map(Vec::len), &plotted["byDay"]), (Some(1000), &json!(false)));
    assert!(points[0]["date"].as_str() < points[999]["date"].as_str(), "the oldest is first");
    assert_eq!((&points[999]["wpm"], &points[999]["runs"]), (&json!(60.0), &json!(1)));
    save(&app, &reported(&token, 70.0, &ago(0))).await;
    let plotted = plot("UTC").await;
    let points = &plotted["points"];
    assert_eq!((points.as_array().map(Vec::len), &plotted["byDay"]), (Some(3), &json!(true)));
    let yesterday = (Utc::now() - Days::new(1)).date_naive();
    let midnight = format!("{yesterday}T00:00:00Z");
    assert_eq!(points[1], json!({ "date": midnight, "wpm": 41.0, "accuracy": 98.0, "runs": 600 }));
    // There, the first runs of a day of UTC are at a quarter to six.
    let midnight = format!("{}T18:15:00Z", yesterday - Days::new(1));
    let kathmandu = plot("Asia/Kathmandu").await;
    assert_eq!(kathmandu["points"][1], json!({ "date": midnight, "wpm": 41.0, "accuracy": 98.0, "runs": 600 }));
    assert_eq!((&points[2]["wpm"], &points[2]["runs"]), (&json!(65.0), &json!(2)));
}

#[actix_web::test]
async fn the_calendar_shows_the_days_typed_and_the_streak() {
    let (app, token) = with_ana().await;
    assert!(is_now(&send(&app.api.start_result_recorder(), &result(&app, "ana")).await));
    for days in [0, 1, 2, 4] {
        save(&app, &reported(&token, 50.0, &ago(days))).await;
    }
    let calendar = app.post("/api/history/days", &json!({ "token": token })).await.json();
    let days: Vec<_> = calendar["days"].as_array().expect("it is a list").iter().map(|day| &day["runs"]).collect();
    assert_eq!((days, &calendar["streak"]), (vec![&json!(1), &json!(1), &json!(1), &json!(2)], &json!(3)));
    assert_eq!(calendar["days"][0]["seconds"], 30.0);
    assert_eq!(calendar["days"][3]["day"], Utc::now().date_naive().to_string());
}

#[actix_web::test]
async fn streak_calendar_filters_and_today_are_the_visitors() {
    const COSTA_RICA: &str = "America/Costa_Rica";
    let (app, token) = with_ana().await;
    // By turns at seven and at five in the evening, up to yesterday in Costa Rica, six hours behind UTC.
    let today: NaiveDate = (Utc::now() - TimeDelta::hours(6)).date_naive();
    let evening = |days: u64, hour| (today - Days::new(days)).and_hms_opt(hour, 0, 0).expect("it is a time").and_utc();
    for days in 1..=5 {
        let typed: DateTime<Utc> = evening(days, if days % 2 == 1 { 19 } else { 17 }) + TimeDelta::hours(6);
        save(&app, &reported(&token, 50.0 + days as f64, &typed.to_rfc3339())).await;
    }
    let ask = async |call: &str, form: Value| app.post(call, &with(&form, "token", token.as_str())).await.json();
    let days = ask("/api/history/days", json!({ "zone": COSTA_RICA })).await;
    let typed: Vec<_> = (1..=5).rev().map(|days| (today - Days::new(days)).to_string()).collect();
    let listed: Vec<_> = days["days"].as_array().expect("it is a list").iter().map(|day| day["day"].clone()).collect();
    assert_eq!(listed, typed);
    assert_eq!((&days["streak"], &days["longest"], &days["today"]), (&json!(5), &json!(5), &json!(today.to_string())));
    for filter in [json!({ "from": typed[0], "to": typed[0] }), json!({ "from": typed[4] })] {
        let form = with(&filter, "zone", COSTA_RICA);
        assert_eq!(ask("/api/history", form.clone()).await["runs"].as_array().map(Vec::len), Some(1), "{filter}");
        assert_eq!(ask("/api/history/plot", form).await["points"].as_array().map(Vec::len), Some(1), "{filter}");
    }
    // In UTC, half of the evenings are on the next day.
    for form in [json!({}), json!({ "zone": "UTC" }), json!({ "zone": "America/Nowhere" })] {
        let days = ask("/api/history/days", form).await;
        assert_eq!((days["days"].as_array().map(Vec::len), &days["longest"]), (Some(3), &json!(1)));
    }
    app.post("/api/history/days", &json!({ "token": token, "zone": 6 })).await.refuses(422, "wrong-type; field=zone");
}

/// A query that counts the practice statistics that differ from their runs.
const SUMS_THAT_DIFFER: &str = "SELECT count(*) FROM practice_stats FULL JOIN (
        SELECT user_id, count(*) AS n, sum(wpm) AS wpm, sum(accuracy) AS accuracy, max(wpm) AS best, sum(time_ms) AS ms
            FROM practice_results WHERE mode = 'text' GROUP BY 1
    ) AS added USING (user_id)
    WHERE (races_total, best_wpm, time_ms) IS DISTINCT FROM (n, best, ms)
        OR abs(wpm_sum - wpm) > 1e-6 OR abs(accuracy_sum - accuracy) > 1e-6";

#[actix_web::test]
async fn sums_and_bests_follow_what_is_deleted() {
    let (app, token) = with_ana().await;
    let bob = app.signup("bob").await;
    save(&app, &reported(&bob, 44.4, &ago(0))).await;
    assert!(is_now(&send(&app.api.start_result_recorder(), &result(&app, "ana")).await));
    for (wpm, days, mode) in
        [(69.1, 1, "text"), (70.2, 1, "text"), (50.3, 2, "text"), (90.0, 1, "words10"), (0.0, 3, "text")]
    {
        save(&app, &with(&reported(&token, wpm, &ago(days)), "mode", mode)).await;
    }
    save(&app, &typed(&token, TEXT, TEXT, &ago(1))).await;
    assert_eq!(app.number(SUMS_THAT_DIFFER), 0.0);
    let delete = async |form: Value| app.post("/api/history/delete", &with(&form, "token", token.as_str())).await;
    let runs = history(&app, json!({ "token": token })).await;
    let id_of = |wpm: f64| runs.iter().find(|run| run["wpm"] == wpm).expect("there is such a run")["id"].clone();
    let race = runs.iter().find(|run| run["kind"] == "race").expect("there is a race")["id"].clone();
    delete(json!({ "id": race })).await.refuses(403, "race-kept");
    for wpm in [70.2, 90.0, 50.3] {
        assert_eq!(delete(json!({ "id": id_of(wpm) })).await.json(), json!({ "deleted": 1 }));
        delete(json!({ "id": id_of(wpm) })).await.refuses(404, "unknown-run");
        assert_eq!(app.number(SUMS_THAT_DIFFER), 0.0, "{wpm}");
    }
    let stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    assert_eq!((&stats["racesTotal"], &stats["bestRace"]), (&json!(3), &json!(69.1)));
    delete(json!({})).await.refuses(422, "missing; field=id");
    delete(json!({ "all": false })).await.refuses(422, "missing; field=id");
    assert_eq!(delete(json!({ "all": true })).await.json(), json!({ "deleted": 3 }));
    assert_eq!(app.number(SUMS_THAT_DIFFER), 0.0);
    assert_eq!(app.number("SELECT count(*) FROM practice_keys"), 0.0);
    assert_eq!(ids(&app, json!({ "token": token })).await, [race.as_str().expect("it is text")]);
    let stats = app.post("/api/singleplayer/stats", &json!({ "token": token })).await.json();
    assert_eq!(stats["racesTotal"], 0);
    assert_eq!(history(&app, json!({ "token": bob })).await.len(), 1);
}

#[actix_web::test]
async fn everything_of_a_deleted_account_is_deleted() {
    let (app, token) = with_ana().await;
    let mut message = result(&app, "ana");
    let keys = TimedKeys { keystrokes: TEXT.to_owned(), times: vec![0; TEXT.len()] };
    message.keys = Some(base64(&keys.encode(TEXT)));
    assert!(is_now(&send(&app.api.start_result_recorder(), &message).await));
    save(&app, &typed(&token, TEXT, TEXT, &ago(0))).await;
    let rows = "SELECT count(*) FROM (SELECT result_id FROM result_keys UNION ALL SELECT practice_id FROM practice_keys UNION ALL SELECT id FROM results) AS kept";
    assert_eq!(app.number(rows), 3.0);
    app.post("/api/deleteaccount", &json!({ "token": token, "confirmationText": "IRREVERSIBLE" })).await.json();
    assert_eq!(app.number(rows), 0.0);
}

#[actix_web::test]
async fn runs_that_are_saved_at_once_are_all_counted() {
    let (app, token) = with_ana().await;
    let forms: Vec<_> = (0..8).map(|n| typed(&token, TEXT, TEXT, &format!("2026-11-01T00:00:0{n}Z"))).collect();
    let saved = futures_util::future::join_all(forms.iter().map(|form| app.post("/api/singleplayer", form))).await;
    assert!(saved.iter().all(|answer| answer.status == 200), "{saved:?}");
    let keys = app.post("/api/keys", &json!({ "token": token, "range": "all" })).await.json();
    assert_eq!(keys["runs"], 8);
    assert_eq!(app.number(SUMS_THAT_DIFFER), 0.0);
}
