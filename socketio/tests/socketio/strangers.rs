//! The bytes that clients may leave with the server before the application knows them.

use std::time::Duration;

use futures_util::SinkExt;
use reqwest::StatusCode;
use socketio::{DisconnectReason, Settings};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream,
    tungstenite::{
        Message,
        protocol::frame::{
            Frame,
            coding::{CloseCode, Data, OpCode},
        },
    },
};

use super::{
    clients::{Poller, Received, Ws},
    fixture::{ANSWER_TIMEOUT, Running, start},
};

const CONNECT_ERROR: &str = r#"44/nowhere,{"message":"Invalid namespace"}"#;

/// Returns a CONNECT of this many bytes.
fn connect_of(bytes: usize) -> String {
    format!("40{{\"a\":\"{}\"}}", "x".repeat(bytes - 10))
}

fn post_head(sid: &str, length: usize) -> String {
    format!(
        "POST /socket.io/?EIO=4&transport=polling&sid={sid} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n"
    )
}

/// Opens a TCP connection from `address`.
async fn connect_from(server: &Running, address: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(address.parse().unwrap()).unwrap();
    socket.connect(server.address).await.unwrap()
}

/// Returns the status of the next answer; `None` if TCP ends instead.
async fn status(stream: &mut TcpStream) -> Option<u16> {
    let mut answer = [0; 12];
    let read = timeout(ANSWER_TIMEOUT, stream.read_exact(&mut answer)).await.expect("an answer, or the end");
    read.ok()?;
    Some(String::from_utf8_lossy(&answer[9..]).parse().unwrap())
}

#[actix_web::test]
async fn a_client_that_is_refused_twice_is_disconnected() {
    let server = start(Settings::default());
    let mut client = Ws::open(&server, "").await;
    client.text().await;
    for _ in 0..2 {
        client.send("40/nowhere,").await;
        assert_eq!(client.text().await, CONNECT_ERROR);
    }
    client.assert_closed().await;

    let client = Poller::open(&server).await;
    assert_eq!(client.try_post(["40/nowhere,"; 500].join("\x1e")).await, StatusCode::BAD_REQUEST);
    assert_eq!(client.get().await, (StatusCode::OK, [CONNECT_ERROR; 2].join("\x1e")));
}

#[actix_web::test]
async fn a_client_that_left_and_is_refused_twice_is_disconnected() {
    let mut server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    client.send("41").await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::LeftNamespace);
    for _ in 0..2 {
        client.send("40/nowhere,").await;
        assert_eq!(client.text().await, CONNECT_ERROR);
    }
    client.assert_closed().await;
}

#[actix_web::test]
async fn idle_handshakes_do_not_keep_out_others_from_their_address() {
    let server = start(Settings { max_unconfirmed_per_address: 3, ..Settings::default() });
    let mut inside = Ws::enter(&server).await;
    let mut idle = Vec::new();
    for _ in 0..8 {
        idle.push(Ws::open(&server, "").await);
    }
    assert_eq!(server.server.connections(), 4);
    let mut late = Ws::enter(&server).await;
    for client in [&mut inside, &mut late] {
        client.send(r#"42["echo",1]"#).await;
        assert_eq!(client.text().await, r#"42["echo",1]"#);
    }
    assert!(idle[0].text().await.starts_with("0{"));
    assert!(idle[0].close_frame().await.is_some(), "the oldest is closed");
}

#[actix_web::test]
async fn a_namespace_with_a_long_name_closes_the_connection() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    let longest = format!("/{}", "n".repeat(63));
    client.send(&format!("40{longest},")).await;
    assert_eq!(client.text().await, format!(r#"44{longest},{{"message":"Invalid namespace"}}"#));
    client.send(&format!("40{longest}n,")).await;
    assert_eq!(client.close_frame().await.map(|frame| frame.code), Some(CloseCode::Protocol));
}

#[actix_web::test]
async fn a_client_may_send_large_messages_once_it_has_entered() {
    let server = start(Settings::default());
    let entering = connect_of(8 * 1024);
    let large = format!("42[\"echo\",\"{}\"]", "x".repeat(60_000));

    let mut websocket = Ws::open(&server, "").await;
    websocket.text().await;
    websocket.send(&entering).await;
    assert!(websocket.text().await.starts_with("40{"));
    websocket.text().await;
    websocket.send(&large).await;
    assert_eq!(websocket.text().await, large);

    let polling = Poller::open(&server).await;
    assert_eq!(polling.try_post(entering).await, StatusCode::OK);
    polling.poll().await;
    assert_eq!(polling.try_post(large.clone()).await, StatusCode::OK);
    assert_eq!(polling.poll().await, large);

    let mut upgraded = Ws::open(&server, &format!("&sid={}", polling.sid)).await;
    upgraded.send("2probe").await;
    assert_eq!(upgraded.text().await, "3probe");
    upgraded.send("5").await;
    upgraded.send(&large).await;
    assert_eq!(upgraded.text().await, large);
}

#[actix_web::test]
async fn a_large_message_before_entering_closes_the_connection() {
    let server = start(Settings::default());
    let too_large = connect_of(8 * 1024 + 1);
    let mut websocket = Ws::open(&server, "").await;
    websocket.text().await;
    websocket.send(&too_large).await;
    assert_eq!(websocket.close_frame().await.map(|frame| frame.code), Some(CloseCode::Size));

    let polling = Poller::open(&server).await;
    assert_eq!(polling.try_post(too_large).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(polling.get().await.0, StatusCode::BAD_REQUEST);
}

#[actix_web::test]
async fn a_large_message_is_refused_before_it_arrives() {
    let server = start(Settings::default());
    let text = |length| Frame::message(vec![b'x'; length], OpCode::Data(Data::Text), false);
    let more = |length| Frame::message(vec![b'x'; length], OpCode::Data(Data::Continue), false);
    let cases: [(&str, Vec<Frame>, &[u8]); 4] = [
        ("a frame", vec![], b"\x81\xfe\x20\x01"),
        ("a frame of more than 64 KiB", vec![], b"\x81\xff\0\0\0\0\0\x01\0\0"),
        ("a ping", vec![], b"\x89\xfe\x00\x7e"),
        ("parts", vec![text(4096), more(4096)], b"\x00\x81"),
    ];
    for (what, frames, start_of_frame) in cases {
        for query in [String::new(), format!("&sid={}", Poller::open(&server).await.sid)] {
            let mut client = Ws::open(&server, &query).await;
            if query.is_empty() {
                client.text().await;
            }
            for frame in &frames {
                client.stream.send(Message::Frame(frame.clone())).await.unwrap();
            }
            let MaybeTlsStream::Plain(stream) = client.stream.get_mut() else { panic!("there is no TLS here") };
            stream.write_all(start_of_frame).await.unwrap();
            assert_eq!(client.next().await, Received::Closed, "{what}");
        }
    }
}

#[actix_web::test]
async fn only_a_connect_is_read_before_entering() {
    let server = start(Settings::default());
    for packet in [r#"451-["echo",{"_placeholder":true,"num":0}]"#, r#"42["echo"]"#, "41", r#"431["answer"]"#] {
        let mut client = Ws::open(&server, "").await;
        client.text().await;
        client.send(packet).await;
        assert_eq!(client.close_frame().await.map(|frame| frame.code), Some(CloseCode::Protocol), "{packet}");
    }
}

#[actix_web::test]
async fn a_second_payload_beside_a_slow_one_ends_the_session() {
    let mut server = start(Settings::default());
    let client = Poller::enter(&server).await;
    let mut slow = TcpStream::connect(server.address).await.unwrap();
    slow.write_all(post_head(&client.sid, 100).as_bytes()).await.unwrap();
    // Only the second of two can be refused, whichever arrives first.
    let refused = async { while client.try_post("3").await == StatusCode::OK {} };
    tokio::time::timeout(ANSWER_TIMEOUT, refused).await.expect("one is refused");
    assert_eq!(server.next_disconnect().await, DisconnectReason::OverlappingRequests);
    assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST);
}

#[actix_web::test]
async fn payloads_beyond_the_budget_are_refused_at_once() {
    let settings = Settings {
        max_arriving_bytes: 3000,
        max_arriving_bytes_per_address: 2000,
        body_timeout: Duration::from_millis(500),
        ..Settings::default()
    };
    let mut server = start(settings);
    let (here, there, elsewhere) = ("127.0.0.1:0", "127.0.0.2:0", "127.0.0.3:0");
    for (addresses, expected) in [(vec![here; 2], vec![408, 503]), (vec![here, there, elsewhere], vec![408, 408, 503])]
    {
        let mut clients = Vec::new();
        for _ in &addresses {
            clients.push(Poller::enter(&server).await);
        }
        let mut slow = Vec::new();
        for (address, client) in addresses.iter().zip(&clients) {
            let mut stream = connect_from(&server, address).await;
            let part = format!("{}4{}", post_head(&client.sid, 3000), "x".repeat(1400));
            stream.write_all(part.as_bytes()).await.unwrap();
            slow.push(stream);
        }
        let mut statuses = Vec::new();
        for stream in &mut slow {
            statuses.extend(status(stream).await);
        }
        statuses.sort_unstable();
        assert_eq!(statuses, expected, "{addresses:?}");
        let mut reasons = Vec::new();
        for _ in &addresses {
            reasons.push(server.next_disconnect().await);
        }
        assert_eq!(reasons.iter().filter(|reason| **reason == DisconnectReason::ServerBusy).count(), 1);
    }
    let client = Poller::enter(&server).await;
    assert_eq!(client.try_post(format!("42[\"echo\",\"{}\"]", "x".repeat(1900))).await, StatusCode::OK);
}

#[actix_web::test]
async fn a_head_that_is_too_large_is_refused() {
    let server = start(Settings::default());
    let request = |bytes: usize| {
        let (start, end) = ("GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\nX-Fat: ", "\r\n\r\n");
        format!("{start}{}{end}", "h".repeat(bytes - start.len() - end.len()))
    };
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request(16 * 1024).as_bytes()).await.unwrap();
    assert_eq!(status(&mut stream).await, Some(200));
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(&request(16 * 1024 + 1).as_bytes()[..16 * 1024 + 1]).await.unwrap();
    assert_eq!(status(&mut stream).await, Some(400));
}

#[actix_web::test]
async fn requests_of_any_size_follow_each_other_on_one_connection() {
    let server = start(Settings::default());
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    for _ in 0..5 {
        let client = Poller::enter(&server).await;
        let event = format!("42[\"echo\",\"{}\"]", "x".repeat(60_000));
        stream.write_all(format!("{}{event}", post_head(&client.sid, event.len())).as_bytes()).await.unwrap();
        assert_eq!(status(&mut stream).await, Some(200));
        let mut rest = Vec::new();
        while !rest.ends_with(b"\r\n\r\nok") {
            rest.push(stream.read_u8().await.unwrap());
        }
        assert_eq!(client.poll().await, event);
    }
}
