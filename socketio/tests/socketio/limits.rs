//! The limits on clients, and the disconnection of those that exceed them.

use std::{net::SocketAddr, time::Duration};

use actix_web::{App, rt, web};
use futures_util::SinkExt;
use reqwest::StatusCode;
use socketio::{DisconnectReason, Encoded, Http, Settings, websocket::WebSockets};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Bytes, Message, protocol::frame::coding::CloseCode},
};

use super::{
    clients::{Poller, Ws},
    fixture::{ANSWER_TIMEOUT, HEAD_TIMEOUT, Running, UNREAD_TIMEOUT, start, until},
};

/// Packets that the protocols or the limits do not allow, as Engine.IO text.
fn malformed() -> Vec<(&'static str, String)> {
    vec![
        ("no Engine.IO type", "abc".to_owned()),
        ("an empty packet", String::new()),
        ("a ping, which only the server sends", "2".to_owned()),
        ("an upgrade on the transport itself", "5".to_owned()),
        ("broken base64", "b!".to_owned()),
        ("an attachment that no packet announced", "bAQID".to_owned()),
        ("no Socket.IO type", "4abc".to_owned()),
        ("an empty message", "4".to_owned()),
        ("an event that is no list", "42{}".to_owned()),
        ("an event without a name", "42[]".to_owned()),
        ("an event whose name is a number", "42[1]".to_owned()),
        ("an acknowledgement number of letters", r#"42abc["echo"]"#.to_owned()),
        ("broken JSON", r#"42["echo",}"#.to_owned()),
        ("CONNECT_ERROR, which only the server sends", r#"44{"message":"no"}"#.to_owned()),
        ("an auth that is no object", "40/custom,[1]".to_owned()),
        ("a namespace entered twice", "40".to_owned()),
        ("too many attachments", r#"4511-["echo"]"#.to_owned()),
        ("a count of attachments past any number", format!("45{}-[\"echo\"]", "9".repeat(40))),
        ("nested too deep", format!("42[\"echo\",{}{}]", "[".repeat(32), "]".repeat(32))),
        ("too many arguments", format!("42[\"echo\"{}]", ",1".repeat(17))),
    ]
}

#[actix_web::test]
async fn idle_handshakes_do_not_keep_out_clients_that_enter() {
    let server = start(Settings { max_connections: 3, ..Settings::default() });
    let mut inside = Ws::enter(&server).await;
    let mut idle = Vec::new();
    for _ in 0..8 {
        idle.push(Ws::open(&server, "").await);
    }
    let mut late = Ws::enter(&server).await;
    assert_eq!(server.server.connections(), 3);
    for client in [&mut inside, &mut late] {
        client.send(r#"42["echo",1]"#).await;
        assert_eq!(client.text().await, r#"42["echo",1]"#);
    }
    assert!(idle[0].text().await.starts_with("0{"));
    assert!(idle[0].close_frame().await.is_some(), "the oldest is closed");
}

#[actix_web::test]
async fn a_full_server_or_address_closes_those_who_give_way_before_newcomers() {
    let full = [
        Settings { max_connections: 4, reserved_connections: 0, ..Settings::default() },
        Settings { max_connections_per_address: 4, reserved_connections: 0, ..Settings::default() },
    ];
    for settings in full {
        let mut server = start(settings);
        let mut kept = vec![Ws::enter(&server).await, Ws::open(&server, "").await];
        let mut passing = [Ws::pass(&server).await, Ws::pass(&server).await];
        for passing in &mut passing {
            kept.push(Ws::enter(&server).await);
            assert_eq!(server.next_disconnect().await, DisconnectReason::GaveWay, "the oldest of them first");
            passing.assert_closed().await;
        }
        assert!(kept[1].text().await.starts_with("0{"));
        kept[1].send("40").await;
        assert!(kept[1].text().await.starts_with("40{"));
        assert_eq!(server.server.connections(), 4);
    }
}

#[actix_web::test]
async fn those_who_give_way_leave_a_part_of_the_connections_to_others() {
    let crowded = [
        Settings { max_connections: 10, reserved_connections: 50, ..Settings::default() },
        Settings { max_connections_per_address: 10, reserved_connections: 50, ..Settings::default() },
    ];
    for settings in crowded {
        let server = start(settings);
        let mut passing = Vec::new();
        for _ in 0..5 {
            passing.push(Ws::pass(&server).await);
        }
        let mut late = Ws::open(&server, "").await;
        late.text().await;
        late.send("40/passing,").await;
        assert_eq!(late.text().await, r#"44/passing,{"message":"crowded"}"#);
        late.send("40").await;
        assert!(late.text().await.starts_with("40{"));
    }
}

#[actix_web::test]
async fn a_client_that_no_longer_gives_way_keeps_its_connection() {
    let server = start(Settings { max_connections: 2, reserved_connections: 0, ..Settings::default() });
    let (mut passing, mut newcomer) = (Ws::pass(&server).await, Ws::open(&server, "").await);
    passing.send("40").await;
    assert!(passing.text().await.starts_with("40{"));
    let _late = Ws::enter(&server).await;
    assert!(newcomer.text().await.starts_with("0{"));
    newcomer.assert_closed().await;
    passing.send(r#"42["echo",1]"#).await;
    assert_eq!((passing.text().await, passing.text().await).1, r#"42["echo",1]"#);
}

#[actix_web::test]
async fn a_malformed_packet_on_a_websocket_closes_that_connection_only() {
    let mut server = start(Settings::default());
    let mut other = Ws::enter(&server).await;
    for (what, packet) in malformed() {
        let mut client = Ws::enter(&server).await;
        client.send(&packet).await;
        assert_eq!(client.close_frame().await.map(|frame| frame.code), Some(CloseCode::Protocol), "{what}");
        assert_eq!(server.next_disconnect().await, DisconnectReason::Malformed, "{what}");
    }
    other.send(r#"42["echo","still here"]"#).await;
    assert_eq!(other.text().await, r#"42["echo","still here"]"#);
}

#[actix_web::test]
async fn a_malformed_packet_on_polling_is_refused_and_ends_the_session() {
    let mut server = start(Settings::default());
    for (what, packet) in malformed() {
        let client = Poller::enter(&server).await;
        assert_eq!(client.try_post(packet).await, StatusCode::BAD_REQUEST, "{what}");
        assert_eq!(server.next_disconnect().await, DisconnectReason::Malformed, "{what}");
        assert_eq!(client.get().await.0, StatusCode::BAD_REQUEST, "{what}");
    }
}

#[actix_web::test]
async fn the_largest_event_that_the_limits_allow_is_served() {
    let server = start(Settings::default());
    let mut client = Ws::enter(&server).await;
    let deep = format!("42[\"echo\",{}{}]", "[".repeat(31), "]".repeat(31));
    let wide = format!("42[\"echo\"{}]", ",1".repeat(16));
    let brackets = format!("42[\"echo\",\"\\\"{}\"]", "[".repeat(40));
    for event in [deep, wide, brackets] {
        client.send(&event).await;
        assert_eq!(client.text().await, event);
    }
}

#[actix_web::test]
async fn a_payload_over_the_limit_is_refused_on_both_transports() {
    let mut server = start(Settings { max_payload: 1000, ..Settings::default() });
    let fits = format!("42[\"echo\",\"{}\"]", "x".repeat(1000 - 13));
    let too_large = format!("42[\"echo\",\"{}\"]", "x".repeat(1001 - 13));
    assert_eq!((fits.len(), too_large.len()), (1000, 1001));

    let polling = Poller::enter(&server).await;
    assert_eq!(polling.try_post(fits.clone()).await, StatusCode::OK);
    assert_eq!(polling.try_post(too_large.clone()).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(server.next_disconnect().await, DisconnectReason::TooLarge);

    let mut websocket = Ws::enter(&server).await;
    websocket.send(&fits).await;
    assert_eq!(websocket.text().await, fits);
    websocket.send(&too_large).await;
    assert_eq!(websocket.close_frame().await.map(|frame| frame.code), Some(CloseCode::Size));
    assert_eq!(server.next_disconnect().await, DisconnectReason::TooLarge);
}

#[actix_web::test]
async fn the_body_of_a_request_has_a_time_limit() {
    let mut server = start(Settings { body_timeout: Duration::from_millis(50), ..Settings::default() });
    let client = Poller::enter(&server).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /socket.io/?EIO=4&transport=polling&sid={} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n4",
        client.sid
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    tokio::time::timeout(ANSWER_TIMEOUT, stream.read_exact(&mut answer)).await.expect("an answer").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    assert_eq!(server.next_disconnect().await, DisconnectReason::TransportLost);
}

#[actix_web::test]
async fn the_head_of_a_request_has_a_time_limit() {
    let mut server = start(Settings::default());
    for head in ["", "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n"] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let end = tokio::time::timeout(ANSWER_TIMEOUT, stream.read_to_end(&mut answer)).await;
        assert!(end.is_ok(), "TCP does not end after {head:?}");
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
        let ended = tokio::time::timeout(HEAD_TIMEOUT * 2, server.ended.recv()).await;
        assert_eq!(ended.expect("the connection ends"), Some(()), "{head:?}");
    }
}

#[actix_web::test]
async fn a_client_that_sends_too_much_still_gets_the_answer() {
    let server = start(Settings { max_payload: 1000, ..Settings::default() });
    for _ in 0..10 {
        let client = Poller::enter(&server).await;
        // More than fits in all buffers, so that some of it is never read.
        assert_eq!(client.try_post("4".repeat(4_000_000)).await, StatusCode::PAYLOAD_TOO_LARGE);
    }
}

#[actix_web::test]
async fn a_flood_while_the_session_waits_closes_the_connection() {
    let mut server = start(Settings { max_held_packets: 3, ..Settings::default() });
    let mut client = Ws::enter(&server).await;
    client.send(r#"42["wait"]"#).await;
    for _ in 0..4 {
        client.send(r#"42["echo"]"#).await;
    }
    client.assert_closed().await;
    assert_eq!(server.next_disconnect().await, DisconnectReason::Flooding);
    server.assert_no_more_disconnects().await;
}

/// Connects a client that enters and then reads nothing, with buffers as small as the system allows.
async fn enter_and_stop_reading(server: &Running) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    let url = format!("{}?EIO=4&transport=websocket", server.websocket());
    let (mut stream, _) = client_async(url, stream).await.unwrap();
    stream.send("40".into()).await.unwrap();
    stream
}

#[actix_web::test]
async fn a_slow_reader_is_closed_while_others_receive_everything() {
    let mut server =
        start(Settings { max_queued_bytes: 256 * 1024, max_queued_packets: usize::MAX, ..Settings::default() });
    let mut slow = enter_and_stop_reading(&server).await;
    let mut quick = Ws::enter(&server).await;
    until("both are connected", || server.server.application().sockets().len() == 2).await;
    let event = Encoded::event("news", &"x".repeat(8 * 1024));
    let news = format!("42[\"news\",\"{}\"]", "x".repeat(8 * 1024));
    let sockets = server.server.application().sockets();
    // More than fits in the system's buffers.
    let mut sent = 0;
    let gone = loop {
        for socket in &sockets {
            socket.send(&event);
        }
        sent += 1;
        assert_eq!(quick.text().await, news, "piece {sent}");
        match server.disconnects.try_recv() {
            Ok(gone) => break gone,
            Err(_) => assert!(sent < 10_000, "80 MB were queued for a client that does not read"),
        }
    };
    assert_eq!(gone.1, DisconnectReason::SlowConsumer);
    // The server's writer waits for the client to read. Once the connection has ended, sending to it fails.
    let until_refused = async {
        while slow.send(Message::Pong(Bytes::new())).await.is_ok() {
            tokio::time::sleep(UNREAD_TIMEOUT / 10).await;
        }
    };
    tokio::time::timeout(ANSWER_TIMEOUT, until_refused).await.expect("its TCP connection ends too");
    quick.send(r#"42["echo","still here"]"#).await;
    assert_eq!(quick.text().await, r#"42["echo","still here"]"#);
}

#[actix_web::test]
async fn beyond_a_number_of_open_connections_each_is_closed_after_its_answer() {
    let http = Http { workers: 1, max_kept_open: 2, ..Http::default() };
    let listener = http.listen(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let app = || App::new().route("/", web::get().to(async || "here"));
    rt::spawn(http.serve(listener, app, WebSockets::new()).expect("it listens"));
    let mut open = vec![];
    for is_kept in [true, true, false] {
        let mut connection = TcpStream::connect(address).await.expect("it listens");
        connection.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.expect("it reads");
        let (mut answer, mut buffer) = (String::new(), [0; 1024]);
        while !answer.ends_with("here") {
            let n = connection.read(&mut buffer).await.expect("it answers");
            answer.push_str(str::from_utf8(&buffer[..n]).expect("it is text"));
        }
        assert_eq!(!answer.contains("connection: close"), is_kept, "{answer}");
        open.push(connection);
    }
}
