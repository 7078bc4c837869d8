//! The room's clock, and races with logs of keys.

use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::{Value, json};
use shared::finding::{Finding, Rule};
use shared::messages::{RecordResult, Standing};
use shared::racer::{FinishReport, LogPiece, ProgressReport, Win};
use shared::wire::ClientEvent;
use shared::{Percent, UserId};
use socketio::Ack;
use tokio::time::{Instant, sleep, timeout};
use typing::key_log::TimedKeys;

use super::{Scene, report};
use crate::testing::{INSTANT, MemoryStore, Reply, Tab, number_of, text};

/// Returns the log of a run through the text with a key every 100 ms, two bytes each.
fn log() -> Vec<u8> {
    let text = text().text;
    let times = (1..).map(|key| 100 * key).take(text.len()).collect();
    TimedKeys { keystrokes: text.clone(), times }.encode(&text)
}

fn typed_with(log: LogPiece) -> ClientEvent {
    ClientEvent::Typing(ProgressReport { completed: Percent::NONE, log: Some(log) })
}

fn finish_with(log: LogPiece) -> ClientEvent {
    ClientEvent::Finish(FinishReport { log: Some(log), ..FinishReport::default() })
}

impl Scene {
    /// Waits for the first result, and returns it.
    async fn until_saved(&self) -> RecordResult {
        loop {
            if let Some(saved) = self.saved.all().pop() {
                return saved;
            }
            sleep(INSTANT).await;
        }
    }

    /// Asks for the time, and returns it.
    pub(super) async fn time(&self, user: i64, tab: &Tab, seen: Option<u64>) -> u64 {
        let (ack, answer) = Ack::detached();
        self.send_as(user, tab, ClientEvent::Clock(seen), None, Some(ack)).await;
        let answer = timeout(INSTANT, answer.answer()).await.expect("it is answered at once").expect("an answer");
        answer["ms"].as_u64().unwrap_or_else(|| panic!("no time: {answer}"))
    }
}

#[actix::test]
async fn the_time_is_told_at_once_even_while_no_snapshot_can_be_written() {
    let store: Arc<MemoryStore> = Arc::default();
    let scene = Scene::stored(&store);
    let opened = Instant::now();
    let mut ana = scene.enter(1).await;
    sleep(Duration::from_secs(5)).await;
    store.hold();
    scene.send(1, &ana, ClientEvent::Join).await;
    assert_eq!(u128::from(scene.time(1, &ana, None).await), opened.elapsed().as_millis());
    store.release();
    let starting = ana.skip_to("starting").await;
    let start_at = starting["at"].as_u64().expect("a time");
    ana.skip_to("start").await;
    let now = scene.time(1, &ana, None).await;
    assert!((start_at..start_at + 10).contains(&now), "{now} is not near {start_at}");
}

#[actix::test]
async fn the_clock_goes_on_in_the_next_process() {
    let store: Arc<MemoryStore> = Arc::default();
    let scene = Scene::stored(&store);
    let (ana, _bo) = scene.two_racing().await;
    let before = scene.time(1, &ana, None).await;
    let scene = scene.restart(&store, Duration::from_secs(7)).await;
    let ana = scene.return_to(1).await;
    let after = scene.time(1, &ana, None).await;
    assert!((before + 6_990..before + 7_010).contains(&after), "{before}, {after}");
}

#[actix::test]
async fn a_finish_with_a_log_shows_its_credit_and_is_saved_with_its_evidence() {
    let scene = Scene::open([]);
    let (ana, mut bo) = scene.two_racing().await;
    let told = scene.time(1, &ana, None).await;
    sleep(Duration::from_millis(60)).await;
    scene.time(1, &ana, Some(told)).await;
    let log = log();
    scene.send(1, &ana, typed_with(LogPiece { from: 0, keys: log[..400].to_vec() })).await;
    let (ack, answer) = Ack::detached();
    let report = finish_with(LogPiece { from: 400, keys: log[400..].to_vec() });
    scene.send_as(1, &ana, report, None, Some(ack)).await;
    let answer = answer.answer().await.expect("an answer");
    let credited = answer["credited"].as_u64().expect("a credit");
    assert!((40..=50).contains(&credited) && answer.get("unverified").is_none(), "{answer}");
    let finish = bo.skip_to("finish").await;
    assert_eq!((&finish["credited"], &finish["time"]), (&answer["credited"], &answer["time"]));
    let saved = scene.saved.all().remove(0);
    let evidence = saved.evidence.expect("it has a log");
    assert!(evidence.round_trip_ms.is_some_and(|ms| (60..65).contains(&ms)), "{evidence:?}");
    assert_eq!(u64::from(evidence.credited_ms), credited);
}

#[actix::test]
async fn a_question_asked_late_gains_nothing_beyond_what_pings_have_shown() {
    let scene = Scene::open([]);
    let (ana, _bo) = scene.two_racing().await;
    ana.socket.measured(Duration::from_millis(10));
    let told = scene.time(1, &ana, None).await;
    sleep(Duration::from_secs(1)).await;
    scene.time(1, &ana, Some(told)).await;
    scene.send(1, &ana, typed_with(LogPiece { from: 0, keys: log()[..400].to_vec() })).await;
    scene.send(1, &ana, finish_with(LogPiece { from: 400, keys: log()[400..].to_vec() })).await;
    let evidence = scene.until_saved().await.evidence.expect("it has a log");
    assert_eq!((evidence.round_trip_ms, evidence.credited_ms), (Some(10), 25));
}

#[actix::test]
async fn a_first_place_is_recorded_again_once_an_opponent_has_typed_half() {
    let scene = Scene::open([Reply::Win(Win::Pending), Reply::Win(Win::Won)]);
    let (mut ana, bo) = scene.two_racing().await;
    scene.send(2, &bo, typed_with(LogPiece { from: 0, keys: log()[..200].to_vec() })).await;
    let (ack, answer) = Ack::detached();
    scene.finish(1, &ana, Some(ack)).await;
    assert_eq!(answer.answer().await.expect("an answer")["win"], "pending");
    scene.send(2, &bo, typed_with(LogPiece { from: 200, keys: log()[200..298].to_vec() })).await;
    scene.send(2, &bo, typed_with(LogPiece { from: 298, keys: log()[298..300].to_vec() })).await;
    assert_eq!(ana.skip_to("win").await, json!({ "win": "won", "skins": ["thorntail"] }));
    scene.send(2, &bo, typed_with(LogPiece { from: 300, keys: log()[300..400].to_vec() })).await;
    let opponents: Vec<_> = scene.saved.all().into_iter().map(|saved| saved.opponents).collect();
    assert_eq!(opponents, [vec![], vec![UserId(2)]]);
}

#[actix::test]
async fn a_first_place_is_recorded_again_once_another_result_counts() {
    let scene = Scene::open([Reply::Win(Win::Pending), Reply::After(Duration::ZERO), Reply::Win(Win::Won)]);
    let (mut ana, bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    scene.finish(2, &bo, None).await;
    assert_eq!(ana.skip_to("win").await["win"], "won");
    let users: Vec<_> = scene.saved.all().iter().map(|saved| number_of(saved.result.racer)).collect();
    assert_eq!(users, [1, 2, 1]);
}

#[actix::test]
async fn a_finish_with_late_keys_says_what_the_api_has_found() {
    let late = Finding { rule: Rule::LateKeys, measured: 1.0, bound: 0.0 };
    let standing = Standing { unranked: true, unverified: true, findings: vec![late], ..Standing::default() };
    let scene = Scene::open([Reply::Judged(standing)]);
    let (ana, mut bo) = scene.two_racing().await;
    let (ack, answer) = Ack::detached();
    let report = finish_with(LogPiece { from: 0, keys: log() });
    scene.send_as(1, &ana, report, None, Some(ack)).await;
    let answer = answer.answer().await.expect("an answer");
    let findings = json!([{ "rule": "late-keys", "measured": 1.0, "bound": 0.0 }]);
    assert_eq!(json!([answer["unranked"], answer["unverified"], answer["findings"]]), json!([true, true, findings]));
    let announced = bo.skip_to("finish").await;
    assert_eq!(json!([announced["unranked"], announced["unverified"]]), json!([true, true]));
    let mut bo = scene.return_to(2).await;
    let lane = &bo.skip_to("state").await["participants"][0]["finish"];
    assert_eq!(json!([lane["unranked"], lane["unverified"]]), json!([true, true]), "as the others see it");
}

#[actix::test]
async fn a_held_result_keeps_its_place_in_the_room_and_tells_its_racer_what_comes_next() {
    let even = Finding { rule: Rule::EvenRhythm, measured: 0.05, bound: 0.15 };
    let standing =
        Standing { unranked: true, held: true, findings: vec![even], look_seconds: Some(7200), ..Standing::default() };
    let scene = Scene::open([Reply::Judged(standing)]);
    let (ana, mut bo) = scene.two_racing().await;
    let (ack, answer) = Ack::detached();
    scene.send_as(1, &ana, finish_with(LogPiece { from: 0, keys: log() }), None, Some(ack)).await;
    let answer = answer.answer().await.expect("an answer");
    assert_eq!(
        json!([answer["held"], answer["look"], answer["findings"][0]["rule"]]),
        json!([true, 7200, "even-rhythm"])
    );
    assert_eq!(bo.skip_to("finish").await.get("unranked"), None);
}

#[actix::test]
async fn a_finish_without_a_log_is_not_verified() {
    let scene = Scene::open([]);
    let (ana, mut bo) = scene.two_racing().await;
    scene.finish(1, &ana, None).await;
    assert_eq!(bo.skip_to("finish").await["unverified"], true);
    assert_eq!(scene.saved.all()[0].evidence, None);
}

#[actix::test]
async fn all_finishes_are_answered_also_those_that_wait_for_others() {
    let scene = Scene::open([]);
    let (ana, bo) = scene.two_racing().await;
    let log = log();
    scene.send(2, &bo, typed_with(LogPiece { from: 0, keys: log[..100].to_vec() })).await;
    let finish = || finish_with(LogPiece { from: 0, keys: log.clone() });
    let (first, first_answer) = Ack::detached();
    let (again, again_answer) = Ack::detached();
    let before = Instant::now();
    scene.send_as(1, &ana, finish(), None, Some(first)).await;
    scene.send_as(1, &ana, ClientEvent::Finish(report()), None, Some(again)).await;
    let answer = first_answer.answer().await;
    // The allowance, since no way was measured.
    assert!((19..25).contains(&before.elapsed().as_millis()), "{:?}", before.elapsed());
    assert_eq!(
        again_answer.answer().await.map(|again| again["time"].clone()),
        answer.map(|first| first["time"].clone())
    );
    assert_eq!(scene.saved.all().len(), 1);
}

#[actix::test]
async fn a_restart_makes_a_racer_send_all_keys_again() {
    let store: Arc<MemoryStore> = Arc::default();
    let scene = Scene::stored(&store);
    let (ana, _bo) = scene.two_racing().await;
    let log = log();
    scene.send(1, &ana, typed_with(LogPiece { from: 0, keys: log[..400].to_vec() })).await;
    let scene = scene.restart(&store, Duration::from_secs(1)).await;
    let mut ana = scene.return_to(1).await;
    ana.skip_to("start").await;
    scene.send(1, &ana, typed_with(LogPiece { from: 400, keys: log[400..500].to_vec() })).await;
    assert_eq!(ana.refusal().await, json!(["typing", "missing-keys"]));
    scene.send(1, &ana, finish_with(LogPiece { from: 0, keys: log })).await;
    assert_eq!(ana.receive("finish").await.get("unverified"), None);
    assert_eq!(scene.saved.all()[0].evidence.expect("it has a log").late_keys, 0);
}

#[actix::test]
async fn the_spread_of_the_start_is_saved_with_each_result_and_counted_once() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let scene = Scene::open([]);
    let (mut ana, bo) = scene.two_racing().await;
    for (user, tab, opened) in [(1, &ana, -2), (2, &bo, 14)] {
        scene.send(user, tab, ClientEvent::Start(Some(opened))).await;
    }
    scene.finish(1, &ana, None).await;
    scene.finish(2, &bo, None).await;
    ana.skip_to("finish").await;
    ana.skip_to("finish").await;
    let spreads: Vec<_> = scene.saved.all().iter().map(|saved| saved.start_spread_ms).collect();
    assert_eq!(spreads, [Some(16), Some(16)]);
    let rendered = recorder.handle().render();
    let line =
        |name: &str| rendered.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned());
    assert_eq!(line("colibri_start_spread_seconds_sum").as_deref(), Some("0.016"), "{rendered}");
    assert_eq!(line("colibri_start_spread_seconds_count").as_deref(), Some("1"));
}

#[actix::test]
async fn an_event_for_the_clock_before_joining_is_refused() {
    let scene = Scene::open([]);
    scene.take_seat(1).await.expect("a seat");
    let mut tab = Tab::open();
    let (ack, answer) = Ack::detached();
    scene.send_as(1, &tab, ClientEvent::Clock(None), None, Some(ack)).await;
    assert_eq!(answer.answer().await.expect("an answer")["code"], Value::from("not-joined"));
    assert_eq!(tab.receive("fault").await["event"], "clock");
}
