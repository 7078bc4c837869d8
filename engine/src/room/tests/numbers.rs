//! The metrics of a room.

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use race::EMPTY_ROOM_TTL;
use shared::wire::ClientEvent;
use tokio::time::sleep;

use super::{Scene, typed};
use crate::metrics::{BROADCASTS, EVENTS_REFUSED, FAN_OUT, RACERS_CONNECTED, ROOM_PANICS, ROOMS_OPEN};
use crate::testing::{LEAVE, Panic};

fn recorder() -> PrometheusRecorder {
    PrometheusBuilder::new().build_recorder()
}

/// Returns the value of the line that begins with `name`; 0 when there is none.
fn value(numbers: &PrometheusHandle, name: &str) -> f64 {
    let rendered = numbers.render();
    let line = rendered.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0.0, |line| line.parse().expect("a number"))
}

fn rooms(numbers: &PrometheusHandle) -> [f64; 4] {
    ["waiting", "starting", "running", "finished"]
        .map(|phase| value(numbers, &format!("{ROOMS_OPEN}{{phase=\"{phase}\"}}")))
}

#[actix::test]
async fn rooms_are_counted_by_phase_and_racers_while_they_are_connected() {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let numbers = recorder.handle();
    let mut scene = Scene::open([]);
    let mut ana = scene.enter(1).await;
    let bo = scene.enter(2).await;
    assert_eq!((rooms(&numbers), value(&numbers, RACERS_CONNECTED)), ([1.0, 0.0, 0.0, 0.0], 2.0));
    ana.skip_to("starting").await;
    assert_eq!(rooms(&numbers), [0.0, 1.0, 0.0, 0.0]);
    scene.send(2, &bo, LEAVE).await;
    assert_eq!(value(&numbers, RACERS_CONNECTED), 1.0);
    ana.skip_to("start").await;
    assert_eq!(rooms(&numbers), [0.0, 0.0, 1.0, 0.0]);
    ana.skip_to("state").await;
    assert_eq!(rooms(&numbers), [0.0, 0.0, 0.0, 1.0]);
    scene.send(1, &ana, LEAVE).await;
    sleep(EMPTY_ROOM_TTL).await;
    scene.wait_until_closed().await;
    assert_eq!((rooms(&numbers), value(&numbers, RACERS_CONNECTED)), ([0.0; 4], 0.0));
}

#[actix::test]
async fn a_room_that_panics_is_counted_once_and_its_racers_no_longer() {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let mut scene = Scene::open([]);
    let _ana = scene.enter(1).await;
    scene.room.do_send(Panic);
    scene.wait_until_closed().await;
    let numbers = recorder.handle();
    assert_eq!(value(&numbers, ROOM_PANICS), 1.0);
    assert_eq!((rooms(&numbers), value(&numbers, RACERS_CONNECTED)), ([0.0; 4], 0.0));
}

#[actix::test]
async fn the_fan_out_is_timed_for_events_of_clients_only() {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let numbers = recorder.handle();
    let timed = || value(&numbers, &format!("{FAN_OUT}_count"));
    let scene = Scene::open([]);
    let (mut ana, bo) = scene.two_racing().await;
    let (before, broadcasts) = (timed(), value(&numbers, BROADCASTS));
    scene.send(2, &bo, typed(40)).await;
    assert_eq!((timed() - before, value(&numbers, BROADCASTS) - broadcasts), (1.0, 1.0));
    scene.send(2, &bo, typed(40)).await;
    assert_eq!(timed() - before, 1.0, "nothing was sent");
    ana.skip_to("state").await;
    assert_eq!((timed() - before, value(&numbers, BROADCASTS) - broadcasts), (1.0, 2.0), "the end of the race");
}

#[actix::test]
async fn refused_events_are_counted_by_event_and_reason() {
    let recorder = recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let numbers = recorder.handle();
    let scene = Scene::open([]);
    let ana = scene.enter(1).await;
    scene.send(1, &ana, typed(10)).await;
    scene.send(1, &ana, typed(10)).await;
    scene.send_as(1, &ana, ClientEvent::Join, Some("racer-2"), None).await;
    scene.send(9, &ana, ClientEvent::Join).await;
    let expected = [("typing", "race-not-started", 2.0), ("join", "foreign-name", 1.0), ("join", "no-seat", 1.0)];
    for (event, reason, times) in expected {
        let name = format!("{EVENTS_REFUSED}{{event=\"{event}\",reason=\"{reason}\"}}");
        assert_eq!(value(&numbers, &name), times, "{name}");
    }
}
