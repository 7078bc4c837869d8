//! The metrics that operators see.

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use socketio::{DisconnectReason, Settings};

use super::{
    clients::{Poller, Ws},
    fixture::{Running, start},
};

const TRAFFIC: [&str; 4] = ["packets_in_total", "bytes_in_total", "packets_out_total", "bytes_out_total"];

/// Starts a server that counts into a recorder of its own.
fn start_counting(settings: Settings) -> (Running, PrometheusHandle) {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    (metrics::with_local_recorder(&recorder, || start(settings)), handle)
}

fn value(numbers: &PrometheusHandle, name: &str) -> f64 {
    let rendered = numbers.render();
    let line = rendered.lines().find_map(|line| line.strip_prefix("socketio_")?.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {rendered}")).parse().unwrap()
}

#[actix_web::test]
async fn open_sockets_are_counted_by_transport_through_upgrade_and_end() {
    let (mut server, numbers) = start_counting(Settings::default());
    let open = |transport: &str| value(&numbers, &format!("sockets_open{{transport=\"{transport}\"}}"));
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
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByClient);
    assert_eq!((open("polling"), open("websocket")), (0.0, 1.0));
}

#[actix_web::test]
async fn packets_and_bytes_are_counted_in_both_directions() {
    let (server, numbers) = start_counting(Settings::default());
    let mut client = Ws::enter(&server).await;
    let before = TRAFFIC.map(|name| value(&numbers, name));
    let event = r#"42["echo","twelve bytes"]"#;
    client.send(event).await;
    client.text().await;
    let after = TRAFFIC.map(|name| value(&numbers, name));
    // An incoming message is counted without its Engine.IO type, an outgoing one with two bytes of framing.
    let length = event.len() as f64;
    let grown: Vec<_> = after.iter().zip(before).map(|(after, before)| after - before).collect();
    assert_eq!(grown, [1.0, length - 1.0, 1.0, length + 2.0]);
}

#[actix_web::test]
async fn slow_consumers_are_counted() {
    let settings = Settings { max_queued_packets: 4, ..Settings::default() };
    let (mut server, numbers) = start_counting(settings);
    let client = Poller::enter(&server).await;
    let socket = server.server.application().sockets()[0].clone();
    for n in 0..10 {
        socket.emit("n", &n);
    }
    assert_eq!(server.next_disconnect().await, DisconnectReason::SlowConsumer);
    assert_eq!(value(&numbers, "sockets_closed_total{reason=\"slow consumer\"}"), 1.0);
    assert!(client.get().await.0.is_client_error(), "the session is over");
}

#[actix_web::test]
async fn refused_handshakes_are_counted_by_reason_on_both_transports() {
    let settings = Settings { max_connections: 1, ..Settings::default() };
    let (server, numbers) = start_counting(settings);
    let _client = Poller::enter(&server).await;
    let refused = |reason: &str| value(&numbers, &format!("handshakes_refused_total{{reason=\"{reason}\"}}"));
    for (query, reason) in [
        ("EIO=4&transport=polling", "Too many connections"),
        ("EIO=3&transport=polling", "Unsupported protocol version"),
        ("EIO=4&transport=pigeon", "Transport unknown"),
    ] {
        reqwest::get(format!("{}?{query}", server.http())).await.unwrap();
        assert_eq!(refused(reason), 1.0, "{reason}");
        let websocket = format!("{}?{}", server.websocket(), query.replace("polling", "websocket"));
        assert!(tokio_tungstenite::connect_async(websocket).await.is_err());
        assert_eq!(refused(reason), 2.0, "{reason}");
    }
    let unknown_session = format!("{}?EIO=4&transport=polling&sid=0", server.http());
    assert!(reqwest::get(unknown_session).await.unwrap().status().is_client_error());
    let all = numbers.render();
    let all = all
        .lines()
        .filter(|line| line.starts_with("socketio_handshakes_refused_total") && line.ends_with(" 0"))
        .count();
    assert_eq!(all, 5, "a request for a session is not a handshake");
}

#[actix_web::test]
async fn closed_connections_are_counted_by_reason() {
    let (mut server, numbers) = start_counting(Settings::default());
    for (packet, reason) in [("1", "closed by client"), ("abc", "malformed packet")] {
        let mut websocket = Ws::enter(&server).await;
        websocket.send(packet).await;
        server.next_disconnect().await;
        let polling = Poller::enter(&server).await;
        polling.try_post(packet).await;
        server.next_disconnect().await;
        assert_eq!(value(&numbers, &format!("sockets_closed_total{{reason=\"{reason}\"}}")), 2.0);
    }
}
