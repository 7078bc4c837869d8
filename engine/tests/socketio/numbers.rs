//! What operators see.

use engine::{
    metrics::{BYTES_IN, BYTES_OUT, HANDSHAKES_REFUSED, PACKETS_IN, PACKETS_OUT, SLOW_CONSUMERS_CLOSED, SOCKETS_OPEN},
    socketio::{DisconnectReason, Settings},
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use super::{
    clients::{Poller, Ws},
    fixture::{Running, start},
};

/// A server that counts into a recorder of its own.
fn start_counting(settings: Settings) -> (Running, PrometheusHandle) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    (metrics::with_local_recorder(&recorder, || start(settings)), handle)
}

fn value(numbers: &PrometheusHandle, name: &str) -> f64 {
    let rendered = numbers.render();
    let line = rendered.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {rendered}")).parse().unwrap()
}

#[actix_web::test]
async fn open_sockets_are_counted_by_transport_through_upgrade_and_end() {
    let (mut server, numbers) = start_counting(Settings::default());
    let open = |transport: &str| value(&numbers, &format!("{SOCKETS_OPEN}{{transport=\"{transport}\"}}"));
    let mut direct = Ws::enter(&server).await;
    let polling = Poller::enter(&server).await;
    assert_eq!((open("polling"), open("websocket")), (1.0, 1.0));
    let mut upgraded = Ws::open(&server, &format!("&sid={}", polling.sid)).await;
    upgraded.send("2probe").await;
    assert_eq!(upgraded.text().await, "3probe");
    upgraded.send("5").await;
    upgraded.send(r#"42["echo"]"#).await;
    upgraded.text().await;
    assert_eq!((open("polling"), open("websocket")), (0.0, 2.0));
    direct.send("1").await;
    assert_eq!(server.next_gone().await, DisconnectReason::ClosedByClient);
    assert_eq!((open("polling"), open("websocket")), (0.0, 1.0));
}

#[actix_web::test]
async fn packets_and_bytes_are_counted_in_both_directions() {
    let (server, numbers) = start_counting(Settings::default());
    let mut client = Ws::enter(&server).await;
    let before = [PACKETS_IN, BYTES_IN, PACKETS_OUT, BYTES_OUT].map(|name| value(&numbers, name));
    let event = r#"42["echo","twelve bytes"]"#;
    client.send(event).await;
    client.text().await;
    let after = [PACKETS_IN, BYTES_IN, PACKETS_OUT, BYTES_OUT].map(|name| value(&numbers, name));
    // The Engine.IO type is not part of a message that comes in; two bytes of framing are part of one that goes out.
    let length = event.len() as f64;
    let grown: Vec<_> = after.iter().zip(before).map(|(after, before)| after - before).collect();
    assert_eq!(grown, [1.0, length - 1.0, 1.0, length + 2.0]);
}

#[actix_web::test]
async fn slow_consumers_and_refused_handshakes_are_counted() {
    let settings = Settings { max_queued_packets: 4, max_connections: 1, ..Settings::default() };
    let (mut server, numbers) = start_counting(settings);
    let _client = Poller::enter(&server).await;
    let url = format!("{}?EIO=4&transport=polling", server.http());
    assert!(reqwest::get(url).await.unwrap().status().is_server_error());
    let socket = server.server.application().sockets()[0].clone();
    for n in 0..10 {
        socket.emit("n", &n);
    }
    assert_eq!(server.next_gone().await, DisconnectReason::SlowConsumer);
    assert_eq!((value(&numbers, SLOW_CONSUMERS_CLOSED), value(&numbers, HANDSHAKES_REFUSED)), (1.0, 1.0));
}
