//! The frames of a WebSocket (RFC 6455), sent byte by byte.

use std::net::SocketAddr;

use socketio::{DisconnectReason, Settings};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::fixture::{ANSWER_TIMEOUT, Running, start};

const FIN: u8 = 0x80;
const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// A client that sends arbitrary bytes.
struct Raw(TcpStream);

/// A frame from the server: its first byte, and its payload.
type Frame = (u8, Vec<u8>);

impl Raw {
    async fn open(address: SocketAddr, headers: &str) -> (Self, String) {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        (Self(stream), String::from_utf8(head).unwrap())
    }

    async fn enter(server: &Running) -> Self {
        let (mut client, _) = Self::open(server.address, "").await;
        client.frame().await;
        client.send(FIN | TEXT, b"40").await;
        let (answer, welcome) = (client.frame().await, client.frame().await);
        assert!(answer.1.starts_with(b"40{"), "{answer:?}");
        assert_eq!(welcome.1, br#"42["welcome",{}]"#);
        client
    }

    async fn send(&mut self, first: u8, payload: &[u8]) {
        self.0.write_all(&masked(first, payload)).await.unwrap();
    }

    async fn frame(&mut self) -> Frame {
        let frame = timeout(ANSWER_TIMEOUT, async {
            let first = self.0.read_u8().await?;
            let length = match self.0.read_u8().await? {
                126 => usize::from(self.0.read_u16().await?),
                length => usize::from(length),
            };
            let mut payload = vec![0; length];
            self.0.read_exact(&mut payload).await?;
            std::io::Result::Ok((first, payload))
        });
        frame.await.expect("a frame").unwrap()
    }

    /// Returns the code of the close frame, which must come next.
    async fn close_code(&mut self) -> u16 {
        let (first, payload) = self.frame().await;
        assert_eq!(first, FIN | CLOSE, "{payload:?}");
        u16::from_be_bytes([payload[0], payload[1]])
    }
}

fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match payload.len() {
        length @ 0..126 => frame.push(FIN | length as u8),
        length => {
            frame.push(FIN | 126);
            frame.extend((length as u16).to_be_bytes());
        }
    }
    let mask = [1, 2, 3, 4];
    frame.extend(mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

#[actix_web::test]
async fn a_fragmented_text_with_control_frames_between_is_one_message() {
    let server = start(Settings::default());
    let mut client = Raw::enter(&server).await;
    let event = r#"42["echo","é€😀"]"#.as_bytes();
    client.send(TEXT, &[]).await;
    for byte in event {
        client.send(CONTINUATION, &[*byte]).await;
        client.send(FIN | PING, b"between").await;
        assert_eq!(client.frame().await, (FIN | PONG, b"between".to_vec()));
        client.send(FIN | PONG, b"nobody asked").await;
    }
    client.send(FIN | CONTINUATION, &[]).await;
    assert_eq!(client.frame().await, (FIN | TEXT, event.to_vec()));
}

#[actix_web::test]
async fn a_frame_that_arrives_in_pieces_is_one_frame() {
    let server = start(Settings::default());
    let mut client = Raw::enter(&server).await;
    client.0.set_nodelay(true).unwrap();
    let event = br#"42["echo",1]"#;
    for byte in masked(FIN | TEXT, event) {
        client.0.write_u8(byte).await.unwrap();
        tokio::task::yield_now().await;
    }
    assert_eq!(client.frame().await, (FIN | TEXT, event.to_vec()));
}

#[actix_web::test]
async fn forbidden_frames_close_the_connection_with_the_right_code() {
    let mut server = start(Settings::default());
    let unmasked = vec![FIN | TEXT, 2, b'4', b'2'];
    let long_ping = [masked(FIN | PING, &[0; 126])].concat();
    let endless = vec![FIN | BINARY, FIN | 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];
    let cases: Vec<(&str, Vec<u8>, u16)> = vec![
        ("a reserved bit", masked(FIN | 0x40 | TEXT, b"42"), 1002),
        ("an unknown opcode", masked(FIN | 3, b"42"), 1002),
        ("an unknown control opcode", masked(FIN | 11, b""), 1002),
        ("a frame without a mask", unmasked, 1002),
        ("a ping in fragments", masked(PING, b"a"), 1002),
        ("a ping that is too long", long_ping, 1002),
        ("a continuation of nothing", masked(FIN | CONTINUATION, b"42"), 1002),
        ("a message within another", [masked(TEXT, b"42"), masked(FIN | TEXT, b"42")].concat(), 1002),
        ("a close frame of one byte", masked(FIN | CLOSE, &[3]), 1002),
        ("a reserved close code", masked(FIN | CLOSE, &1005_u16.to_be_bytes()), 1002),
        ("a text that is not UTF-8", masked(FIN | TEXT, b"4\xff"), 1007),
        ("a fragment that is not UTF-8", masked(TEXT, b"4\xed\xa0\x80"), 1007),
        ("a character torn at the end", [masked(TEXT, b"4"), masked(FIN, b"\xe2\x82")].concat(), 1007),
        ("a length past any number", endless, 1009),
    ];
    for (what, bytes, code) in cases {
        let mut client = Raw::enter(&server).await;
        client.0.write_all(&bytes).await.unwrap();
        assert_eq!(client.close_code().await, code, "{what}");
        let expected = match code {
            1007 => DisconnectReason::NotUtf8,
            1009 => DisconnectReason::TooLarge,
            _ => DisconnectReason::Malformed,
        };
        assert_eq!(server.next_disconnect().await, expected, "{what}");
    }
    server.assert_no_more_disconnects().await;
}

#[actix_web::test]
async fn messages_before_a_broken_frame_are_handled() {
    let server = start(Settings::default());
    let mut client = Raw::enter(&server).await;
    let event = br#"42["echo",1]"#;
    client.0.write_all(&[masked(FIN | TEXT, event), masked(FIN | 3, b"")].concat()).await.unwrap();
    assert_eq!(client.frame().await, (FIN | TEXT, event.to_vec()));
    assert_eq!(client.close_code().await, 1002);
}

#[actix_web::test]
async fn a_frame_larger_than_allowed_is_refused_by_its_header() {
    let mut server = start(Settings { max_payload: 1000, ..Settings::default() });
    let header = |length: u32| [&[FIN | TEXT, FIN | 127, 0, 0, 0, 0][..], &length.to_be_bytes(), &[0; 4]].concat();
    let mut client = Raw::enter(&server).await;
    client.0.write_all(&header(1001)).await.unwrap();
    assert_eq!(client.close_code().await, 1009);
    assert_eq!(server.next_disconnect().await, DisconnectReason::TooLarge);
    let mut client = Raw::enter(&server).await;
    client.send(TEXT, &[b'4'; 600]).await;
    client.0.write_all(&masked(CONTINUATION, &[b'4'; 401])[..8]).await.unwrap();
    assert_eq!(client.close_code().await, 1009);
    assert_eq!(server.next_disconnect().await, DisconnectReason::TooLarge);
}

#[actix_web::test]
async fn the_closing_handshake_is_answered_and_the_connection_ends() {
    let mut server = start(Settings::default());
    let mut client = Raw::enter(&server).await;
    client.send(FIN | CLOSE, &[&1000_u16.to_be_bytes()[..], "goodbye é".as_bytes()].concat()).await;
    assert_eq!(client.close_code().await, 1000);
    assert_eq!(server.next_disconnect().await, DisconnectReason::ClosedByClient);
    let rest = timeout(ANSWER_TIMEOUT, client.0.read_to_end(&mut Vec::new())).await.expect("TCP ends");
    assert_eq!(rest.unwrap(), 0);
}

#[actix_web::test]
async fn extensions_are_declined() {
    let server = start(Settings::default());
    let offers = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits, x-webkit-deflate-frame\r\n";
    let (_client, head) = Raw::open(server.address, offers).await;
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    assert!(!head.to_ascii_lowercase().contains("extensions"), "{head}");
}
