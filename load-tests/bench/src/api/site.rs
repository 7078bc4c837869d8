//! Servers under load, each a process of its own on its core: the site, and a handler that only answers.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use actix_web::http::header::ContentType;
use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use rustix::process::Pid;

use crate::process;

/// A server that runs. It is killed when the value is dropped.
pub(crate) struct Site {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// The program of the site, and its files.
pub(crate) struct Program<'a> {
    /// The binary `colibri`.
    pub(crate) colibri: &'a Path,
    /// The directory that it may write to.
    pub(crate) dir: &'a Path,
    /// The private key of the tokens.
    pub(crate) jwt_key: &'a Path,
}

impl Program<'_> {
    /// Starts the site on a database: production defaults, but without the limits per address, since all clients share
    /// one.
    pub(crate) fn start(
        &self,
        database_url: &str,
        core: Option<usize>,
        settings: &[(&str, &str)],
    ) -> anyhow::Result<Site> {
        let mut command = Command::new(self.colibri);
        command.arg("serve").env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("COLIBRI_DATA_DIR", self.dir).env("COLIBRI_JWT_KEY", self.jwt_key);
        command.env("DATABASE_URL", database_url).env("COLIBRI_LISTEN", "127.0.0.1:0");
        command.env("COLIBRI_RATE_LIMITS", "off").env("COLIBRI_CONNECTIONS_PER_ADDRESS", "0");
        command.env("COLIBRI_LOG", "warn,colibri=info").env("COLIBRI_LOG_FORMAT", "json");
        command.envs(settings.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = spawn(&mut command, core)?;
        let log = child.stderr.take().context("its log is a pipe")?;
        Site::that_says(child, log, |line| {
            let (_, rest) = line.split_once(r#""listening":""#)?;
            Some(rest.split('"').next()?.to_owned())
        })
    }
}

/// Starts a server that answers the leaderboard's bytes from memory.
pub(crate) fn start_bare(bytes: &Path, core: usize) -> anyhow::Result<Site> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("bare").arg(bytes).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = spawn(&mut command, Some(core))?;
    let out = child.stdout.take().context("its output is a pipe")?;
    Site::that_says(child, out, |line| Some(line.strip_prefix("listening ")?.to_owned()))
}

/// Answers the content of a file from memory until it is killed, and prints its address in a line on standard output.
pub(crate) fn serve_bare(bytes: &Path) -> anyhow::Result<()> {
    let bytes = web::Bytes::from(std::fs::read(bytes).with_context(|| bytes.display().to_string())?);
    actix_web::rt::System::new().block_on(async move {
        let server = HttpServer::new(move || {
            let bytes = bytes.clone();
            // The request is read, since its connection is closed otherwise.
            let answer = move |_: web::Bytes| {
                let answer = HttpResponse::Ok().content_type(ContentType::json()).body(bytes.clone());
                async { answer }
            };
            App::new().route(super::LEADERBOARD, web::post().to(answer))
        });
        let workers = thread::available_parallelism()?.get();
        let server = server.workers(workers).tcp_nodelay(true).bind(("127.0.0.1", 0))?;
        let address = server.addrs().first().copied().context("it listens")?;
        crate::say(&format!("listening {address}"))?;
        Ok(server.run().await?)
    })
}

fn spawn(command: &mut Command, core: Option<usize>) -> anyhow::Result<Child> {
    let spawn = || command.spawn().with_context(|| format!("{:?} does not start", command.get_program()));
    match core {
        Some(core) => process::on_core(core, spawn),
        None => process::on_all_cores(spawn),
    }
}

impl Site {
    /// Waits for the line with the child's address, and keeps reading its output.
    fn that_says(
        child: Child,
        said: impl Read + Send + 'static,
        address: impl Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Self> {
        // Killed from here on when anything fails.
        let mut site = Self { child, address: ([0, 0, 0, 0], 0).into() };
        let mut said = BufReader::new(said);
        let mut line = String::new();
        let mut last = String::new();
        while said.read_line(&mut line)? > 0 {
            if let Some(address) = address(line.trim()) {
                site.address = address.parse()?;
                thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
                return Ok(site);
            }
            last = std::mem::take(&mut line);
        }
        anyhow::bail!("it ended instead of listening: {}", last.trim())
    }

    /// Returns its process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended by itself, and there is nothing else to do about one that cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
