//! Ten thousand rooms leave nothing behind.

use std::process::Command;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusBuilder;
use shared::Percent;
use shared::racer::FinishReport;
use shared::wire::ClientEvent;
use tokio::time::sleep;

use super::{Scene, Size};
use crate::metrics::{RACERS_CONNECTED, ROOMS_OPEN};
use crate::testing::LEAVE;

const AT_ONCE: i64 = 500;

/// The number of further rounds, each of which opens and closes as many.
const TIMES: i64 = 20;

/// The maximum growth of the process over all rounds, in KiB: less than half a KiB per room.
const GROWTH_AT_MOST: i64 = 4 * 1024;

/// Set in a process that runs this test alone.
const ALONE: &str = "COLIBRI_LEAK_TEST_ALONE";

/// Returns the resident memory of this process, in KiB.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Opens rooms for two racers each, who race; one finishes, one leaves. Then all leave, and the rooms are forgotten.
async fn open_and_close(scene: &Scene, time: i64) {
    let mut racers = Vec::new();
    for room in 0..AT_ONCE {
        let code = scene.private().await;
        let user = 2 * (time * AT_ONCE + room);
        racers.push((code, user, scene.enter(code, user).await));
        racers.push((code, user + 1, scene.enter(code, user + 1).await));
    }
    sleep(Duration::from_secs(60)).await;
    for (code, user, tab) in &mut racers {
        if *user % 2 == 0 {
            scene.send(*code, *user, tab, ClientEvent::Typing(Percent::ALL.into())).await;
            scene
                .send(
                    *code,
                    *user,
                    tab,
                    ClientEvent::Finish(FinishReport { accuracy: 99.0, ..FinishReport::default() }),
                )
                .await;
            tab.skip_to("finish").await;
        }
        scene.send(*code, *user, tab, LEAVE).await;
    }
    drop(racers);
    // Sleeps until the rooms are closed and forgotten.
    sleep(Duration::from_secs(12 * 60)).await;
}

#[test]
fn ten_thousand_rooms_leave_no_rooms_racers_or_memory_behind() {
    // In a separate process, where no other test takes memory.
    let name = "lobby::tests::leaks::rooms_leave_nothing_behind_in_a_process_of_their_own";
    let mut alone = Command::new(std::env::current_exe().expect("it runs"));
    let output = alone.args([name, "--exact", "--nocapture"]).env(ALONE, "").output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("KiB"), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[actix::test]
#[expect(clippy::print_stdout, reason = "the figures are for people")]
async fn rooms_leave_nothing_behind_in_a_process_of_their_own() {
    if std::env::var_os(ALONE).is_none() {
        return;
    }
    let recorder = PrometheusBuilder::new().build_recorder();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let scene = Scene::open();
    open_and_close(&scene, 0).await;
    scene.saved.take();
    let size = async || scene.lobby.send(Size).await.expect("the lobby lives");
    let (size_before, resident_before) = (size().await, resident());
    for time in 1..=TIMES {
        open_and_close(&scene, time).await;
        // The stand-ins around the engine keep records of their own.
        assert_eq!(scene.saved.take().len(), AT_ONCE as usize);
        scene.asked.take();
        recorder.handle().run_upkeep();
    }
    let (size_after, growth) = (size().await, resident() - resident_before);
    let numbers = recorder.handle().render();
    println!(
        "{} rooms: {size_before} entries in the lobby before and {size_after} after; {resident_before} KiB and {growth} more",
        AT_ONCE * TIMES
    );
    assert_eq!(size_after, size_before);
    assert!(growth <= GROWTH_AT_MOST, "{growth} KiB");
    let left: Vec<_> = numbers.lines().filter(|line| is_left(line)).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Returns true if a line of the metrics counts a room or a racer.
fn is_left(line: &str) -> bool {
    (line.starts_with(ROOMS_OPEN) || line.starts_with(RACERS_CONNECTED)) && !line.ends_with(" 0")
}
