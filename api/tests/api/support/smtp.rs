//! A real mail server in its own process: `client/e2e/smtp-server.mjs`, which documents how it treats each address.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mail_parser::{Message, MessageParser};
use serde::Deserialize;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{self, UnboundedReceiver};

/// The longest time for a mail to arrive on a busy machine.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(30);

/// The time without mails after which the tests expect no more.
pub(crate) const QUIET: Duration = Duration::from_millis(600);

/// A running mail server, and the mails that it accepted. When this is dropped, it ends at once, as by a power cut.
pub(crate) struct SmtpServer {
    process: Child,
    _stdin: Option<ChildStdin>,
    pub(crate) port: u16,
    mails: UnboundedReceiver<Taken>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Taken {
    pub(crate) from: String,
    pub(crate) to: Vec<String>,
    /// True if it came through TLS.
    pub(crate) secure: bool,
    pub(crate) raw: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Listening { port: u16 },
    Mail(Taken),
}

impl SmtpServer {
    pub(crate) async fn start(options: &[&str]) -> Self {
        Self::start_on(0, options).await
    }

    pub(crate) async fn start_on(port: u16, options: &[&str]) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client/e2e/smtp-server.mjs");
        let mut process = Command::new("node")
            .arg(script)
            .arg(format!("--port={port}"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a node");
        let stdout = process.stdout.take().expect("it is piped");
        let (listening, mut ports) = mpsc::unbounded_channel();
        let (take, mails) = mpsc::unbounded_channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                // The receiver may have been dropped.
                _ = match serde_json::from_str(&line).expect("it says what we know") {
                    Line::Listening { port } => listening.send(port).is_ok(),
                    Line::Mail(mail) => take.send(mail).is_ok(),
                };
            }
        });
        let port = tokio::time::timeout(ARRIVAL_TIMEOUT, ports.recv()).await.expect("it starts");
        let port = port.expect("the packages of client/ are installed (`make client`), so that the mail server starts");
        Self { _stdin: process.stdin.take(), process, port, mails }
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://localhost:{}", self.port)
    }

    pub(crate) async fn next(&mut self) -> Taken {
        let next = tokio::time::timeout(ARRIVAL_TIMEOUT, self.mails.recv()).await;
        next.expect("a mail arrives").expect("the server runs")
    }

    /// Returns the mails that arrive until none has arrived for [`QUIET`].
    pub(crate) async fn rest(&mut self) -> Vec<Taken> {
        let mut rest = Vec::new();
        while let Ok(Some(mail)) = tokio::time::timeout(QUIET, self.mails.recv()).await {
            rest.push(mail);
        }
        rest
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

impl Taken {
    pub(crate) fn parsed(&self) -> Message<'_> {
        MessageParser::default().parse(self.raw.as_bytes()).expect("it is a mail")
    }

    pub(crate) fn subject(&self) -> String {
        self.parsed().subject().expect("there is a subject").to_owned()
    }

    pub(crate) fn text(&self) -> String {
        self.parsed().body_text(0).expect("there is a part in text").replace("\r\n", "\n")
    }

    pub(crate) fn link(&self) -> String {
        self.text().lines().find(|line| line.starts_with("http")).expect("there is a link").to_owned()
    }

    pub(crate) fn user_and_code(&self) -> (String, String) {
        let link = self.link();
        let (_, query) = link.split_once("?user=").expect("it names a user");
        let (user, code) = query.split_once("&code=").expect("it has a code");
        let code = code.split('#').next().unwrap_or_default();
        (user.to_owned(), code.to_owned())
    }
}

/// Starts a proxy in front of another server, and returns its URL. Its first connections get these `replies`, one for
/// each line, and then nothing, without being closed. Later connections go to the other server.
pub(crate) async fn silent_in_front_of(
    server: &SmtpServer,
    n_connections: usize,
    replies: &'static [&'static str],
) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("there is a free port");
    let (port, behind) = (listener.local_addr().expect("it is bound").port(), server.port);
    tokio::spawn(async move {
        for n in 0.. {
            let (mut client, _) = listener.accept().await.expect("it listens");
            tokio::spawn(async move {
                if n >= n_connections {
                    let mut server = TcpStream::connect(("127.0.0.1", behind)).await.expect("it listens");
                    _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                    return;
                }
                let (heard, mut said) = client.split();
                let mut lines = tokio::io::BufReader::new(heard).lines();
                for reply in replies {
                    said.write_all(reply.as_bytes()).await.expect("the client is there");
                    _ = lines.next_line().await;
                }
                std::future::pending().await
            });
        }
    });
    format!("smtp://localhost:{port}")
}

/// A self-signed certificate for `localhost` and its key, in files.
pub(crate) struct Certificate {
    dir: PathBuf,
    pub(crate) pem: String,
}

impl Certificate {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("certificate-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("it can be made");
        let pem = made.cert.pem();
        std::fs::create_dir_all(&dir).expect("the directory of tests is writable");
        std::fs::write(dir.join("cert.pem"), &pem).expect("it is writable");
        std::fs::write(dir.join("key.pem"), made.signing_key.serialize_pem()).expect("it is writable");
        Self { dir, pem }
    }

    pub(crate) fn options(&self) -> [String; 3] {
        let path = |name| self.dir.join(name).to_str().expect("it is text").to_owned();
        ["--tls".to_owned(), path("cert.pem"), path("key.pem")]
    }
}

impl Drop for Certificate {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.dir);
    }
}
