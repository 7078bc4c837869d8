//! Clients that exceed a limit: packets too fast, too many connections, attachments that never arrive.

use std::time::Duration;

use futures_util::SinkExt;
use reqwest::StatusCode;
use socketio::{DisconnectReason, Settings};
use tokio::{io::AsyncWriteExt, net::TcpSocket, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, client_async,
    tungstenite::{Message, protocol::frame::coding::CloseCode},
};

use super::{
    clients::{Poller, Ws},
    fixture::{ANSWER_TIMEOUT, Running, start, until},
};

/// Limits that a test exceeds with a few packets, at a rate so low that no packet is allowed again while it runs.
fn few_packets() -> Settings {
    Settings { packets_per_second: 1, packet_burst: 20, ..Settings::default() }
}

#[actix_web::test]
async fn packets_that_arrive_too_fast_close_only_their_own_websocket() {
    let mut server = start(few_packets());
    let mut other = Ws::enter(&server).await;
    let ping = Message::Ping("are you there".into());
    let text = |text: &str| Message::text(text.to_owned());
    for packet in [text(r#"42["echo",1]"#), text("3"), text("6"), text("42[\"nobody hears this\"]"), ping] {
        let mut client = Ws::enter(&server).await;
        for _ in 0..20 {
            // The last packets may find the connection closed.
            let _ = client.stream.send(packet.clone()).await;
        }
        assert_eq!(client.close_frame().await.map(|frame| frame.code), Some(CloseCode::Policy), "{packet}");
        assert_eq!(server.next_disconnect().await, DisconnectReason::Flooding, "{packet}");
    }
    other.send(r#"42["echo","still here"]"#).await;
    assert_eq!(other.text().await, r#"42["echo","still here"]"#);
}

#[actix_web::test]
async fn a_flood_after_the_end_of_the_connection_is_not_read() {
    let mut server = start(few_packets());
    let mut client = Ws::enter(&server).await;
    let flood = vec![0; 64 * 1024 * 1024];
    // A valid frame or not: the connection is over after the first bytes of it.
    let MaybeTlsStream::Plain(stream) = client.stream.get_mut() else { panic!("there is no TLS here") };
    let written = timeout(ANSWER_TIMEOUT, stream.write_all(&flood)).await.expect("a close");
    assert!(written.is_err(), "all of it was taken");
    assert_eq!(server.next_disconnect().await, DisconnectReason::Malformed);
}

#[actix_web::test]
async fn the_packets_of_a_post_are_counted_before_they_are_read() {
    let mut server = start(few_packets());
    let other = Poller::enter(&server).await;
    for packet in ["3", r#"42["echo"]"#, "no packet at all"] {
        let client = Poller::enter(&server).await;
        client.post("3\x1e3\x1e3").await;
        let flood = vec![packet; 20].join("\x1e");
        assert_eq!(client.try_post(flood).await, StatusCode::TOO_MANY_REQUESTS, "{packet}");
        assert_eq!(server.next_disconnect().await, DisconnectReason::Flooding, "{packet}");
        assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
    }
    other.post(r#"42["echo","still here"]"#).await;
    assert_eq!(other.poll().await, r#"42["echo","still here"]"#);
}

async fn open_from(server: &Running, address: &str) -> Result<impl Sized + use<>, StatusCode> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(address.parse().unwrap()).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    let url = format!("{}?EIO=4&transport=websocket", server.websocket());
    match client_async(url, stream).await {
        Ok((stream, _)) => Ok(stream),
        Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
            Err(response.status().as_u16().try_into().unwrap())
        }
        Err(error) => panic!("{error}"),
    }
}

#[actix_web::test]
async fn connections_are_limited_per_address() {
    let last_poll_timeout = Duration::from_millis(10);
    let server = start(Settings { max_connections_per_address: 2, last_poll_timeout, ..Settings::default() });
    let polling = Poller::enter(&server).await;
    let mut websocket = Ws::enter(&server).await;
    assert_eq!(open_from(&server, "127.0.0.1:0").await.err(), Some(StatusCode::TOO_MANY_REQUESTS));
    let answer = reqwest::get(format!("{}?EIO=4&transport=polling", server.http())).await.unwrap();
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    let reason = "Too many connections from this address (max_connections_per_address)";
    assert_eq!(answer.text().await.unwrap(), format!(r#"{{"code":3,"message":"{reason}"}}"#));
    let _other = open_from(&server, "127.0.0.2:0").await.ok().unwrap();

    polling.post("1").await;
    websocket.send("1").await;
    websocket.assert_closed().await;
    until("two connections have ended", || server.server.connections() == 1).await;
    for _ in 0..2 {
        Ws::enter(&server).await;
    }
}

#[actix_web::test]
async fn a_connection_that_has_left_its_address_still_counts_for_the_server() {
    let settings = Settings { max_connections: 4, max_connections_per_address: 2, ..Settings::default() };
    let server = start(settings);
    let mut left = [Ws::enter(&server).await, Ws::enter(&server).await];
    for client in &mut left {
        // The second time changes nothing.
        for packet in [r#"42["leave-address"]"#, r#"42["leave-address"]"#, r#"42["echo"]"#] {
            client.send(packet).await;
        }
        assert_eq!(client.text().await, r#"42["echo"]"#);
    }
    let _others = [Ws::enter(&server).await, Ws::enter(&server).await];
    let refused = async |from| open_from(&server, from).await.err();
    assert_eq!(refused("127.0.0.2:0").await, Some(StatusCode::SERVICE_UNAVAILABLE), "the server is full");
    for mut client in left {
        client.send("1").await;
        client.assert_closed().await;
    }
    until("two connections have ended", || server.server.connections() == 2).await;
    assert_eq!(refused("127.0.0.1:0").await, Some(StatusCode::TOO_MANY_REQUESTS), "the others still count");
}

#[actix_web::test]
async fn without_a_limit_one_address_may_have_any_number_of_connections() {
    let server = start(Settings { max_connections_per_address: 0, ..Settings::default() });
    let mut clients = Vec::new();
    for _ in 0..30 {
        clients.push(Poller::open(&server).await);
    }
    assert_eq!(server.server.connections(), clients.len());
}

#[actix_web::test]
async fn an_event_without_its_attachments_closes_the_connection() {
    let attachment_timeout = Duration::from_millis(100);
    let mut server = start(Settings { attachment_timeout, ..Settings::default() });
    let mut client = Ws::enter(&server).await;
    client.send(r#"452-["echo",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]"#).await;
    client.send_binary(&[1]).await;
    assert_eq!(client.close_frame().await.map(|frame| frame.code), Some(CloseCode::Protocol));
    assert_eq!(server.next_disconnect().await, DisconnectReason::Malformed);
}

#[actix_web::test]
async fn the_deadline_of_attachments_ends_with_the_last_one() {
    let server = start(Settings { attachment_timeout: Duration::from_millis(50), ..Settings::default() });
    let mut client = Ws::enter(&server).await;
    client.send(r#"451-["echo",{"_placeholder":true,"num":0}]"#).await;
    client.send_binary(&[1]).await;
    client.text().await;
    client.next().await;
    let silence = tokio::time::timeout(Duration::from_millis(150), client.next()).await;
    assert!(silence.is_err(), "{silence:?}");
}

#[actix_web::test]
async fn the_number_of_namespaces_is_limited() {
    let server = start(Settings { max_namespaces: 1, ..Settings::default() });
    let mut client = Ws::enter(&server).await;
    client.send("40/custom,").await;
    assert_eq!(client.text().await, r#"44/custom,{"message":"Too many namespaces"}"#);
    client.send(r#"42["echo","still here"]"#).await;
    assert_eq!(client.text().await, r#"42["echo","still here"]"#);
}
