//! Servers under load, each in its own process and on its own core: the site, and a handler that only answers.

use std::path::Path;
use std::process::Command;
use std::thread;

use actix_web::http::header::ContentType;
use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Context as _;

use super::postgres::Postgres;
use crate::spawned::{self, Spawned};

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
    /// Starts the site on a database, with a data directory for that database and without limits on calls.
    pub(crate) fn start(
        &self,
        postgres: &Postgres,
        database: &str,
        core: Option<usize>,
        settings: &[(&str, &str)],
    ) -> anyhow::Result<Spawned> {
        let mut command = spawned::colibri(self.colibri);
        command.env("COLIBRI_DATA_DIR", self.dir.join(format!("data-{database}"))).env("COLIBRI_JWT_KEY", self.jwt_key);
        command
            .env("DATABASE_URL", postgres.url(database)?)
            .env("COLIBRI_RATE_LIMITS", "off")
            .envs(settings.iter().copied());
        Spawned::start(command, core, spawned::in_log)
    }
}

/// Starts a server that answers the leaderboard's bytes from memory.
pub(crate) fn start_bare(bytes: &Path, core: usize) -> anyhow::Result<Spawned> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("bare").arg(bytes);
    Spawned::start(command, Some(core), spawned::in_output)
}

/// Answers with the content of a file from memory until it is killed, and prints its address as a line on standard
/// output.
pub(crate) fn serve_bare(bytes: &Path) -> anyhow::Result<()> {
    let bytes = web::Bytes::from(std::fs::read(bytes).with_context(|| bytes.display().to_string())?);
    actix_web::rt::System::new().block_on(async move {
        let server = HttpServer::new(move || {
            let bytes = bytes.clone();
            // The request must be read, or its connection is closed.
            let answer = move |_: web::Bytes| {
                let answer = HttpResponse::Ok().content_type(ContentType::json()).body(bytes.clone());
                async { answer }
            };
            App::new().route(super::LEADERBOARD, web::post().to(answer))
        });
        let workers = thread::available_parallelism()?.get();
        let server = server.workers(workers).tcp_nodelay(true).bind(("127.0.0.1", 0))?;
        let address = server.addrs().first().copied().context("an address")?;
        crate::print(&format!("listening {address}"))?;
        Ok(server.run().await?)
    })
}
