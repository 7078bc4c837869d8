//! The Postgres of the site: an external server that the settings name, or a private one.

use std::path::PathBuf;

use anyhow::Context as _;
use api::database::Database;
use private_postgres::{Durability, PrivatePostgres, PrivatePostgresError, Programs, Turn};

use crate::settings::{self, Data, Secret};

/// A Postgres server, available for as long as this value lives.
#[derive(Debug)]
pub(crate) enum Postgres {
    /// The server that the settings name.
    Given(Secret),
    /// A private server, which stops with this process. A short command then releases its turn.
    Private { postgres: PrivatePostgres, _turn: Option<Turn> },
    /// The private server of another process that serves from the same data directory.
    Other { url: String, _turn: Turn },
}

impl Postgres {
    /// Opens the Postgres for `serve`: the one that the settings name, or else a private one.
    pub(crate) fn start(data: &Data) -> anyhow::Result<Self> {
        if let Some(given) = given(data)? {
            return Ok(Self::Given(given));
        }
        let postgres = PrivatePostgres::start(&home(data), &programs(data)?, Durability::Full)?;
        Ok(Self::Private { postgres, _turn: None })
    }

    /// Opens the Postgres for a short command, which may run beside `serve` and waits for other short commands.
    pub(crate) fn join_or_start(data: &Data) -> anyhow::Result<Self> {
        if let Some(given) = given(data)? {
            return Ok(Self::Given(given));
        }
        let turn = Turn::take(&home(data))?;
        loop {
            if let Some(url) = PrivatePostgres::address_of_running(&home(data))? {
                return Ok(Self::Other { url, _turn: turn });
            }
            match PrivatePostgres::start(&home(data), &programs(data)?, Durability::Full) {
                // Another process started to serve in the meantime.
                Err(PrivatePostgresError::InUse { .. }) => {}
                started => return Ok(Self::Private { postgres: started?, _turn: Some(turn) }),
            }
        }
    }

    /// Returns its URI, as libpq reads it.
    fn url(&self) -> String {
        match self {
            Self::Given(url) => url.expose().to_owned(),
            Self::Private { postgres, .. } => postgres.site_url(),
            Self::Other { url, .. } => url.clone(),
        }
    }

    /// Returns a pool of at most `connections` connections to it.
    pub(crate) fn connect(&self, connections: u32) -> anyhow::Result<Database> {
        let connected = Database::connect(&self.url(), connections);
        match self {
            Self::Given(_) => connected.context("DATABASE_URL"),
            Self::Private { .. } | Self::Other { .. } => connected.context("the private Postgres"),
        }
    }

    /// Returns its kind, for the log.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Given(_) => "given",
            Self::Private { .. } => "private",
            Self::Other { .. } => "shared",
        }
    }
}

pub(crate) fn programs(data: &Data) -> anyhow::Result<Programs> {
    let npm_prefix = data.data_dir.join("postgres-programs");
    Ok(Programs::find(data.postgres_bin.as_deref(), &npm_prefix)?)
}

fn home(data: &Data) -> PathBuf {
    data.data_dir.join("postgres")
}

fn given(data: &Data) -> anyhow::Result<Option<Secret>> {
    settings::secret(data.database_url.as_ref(), data.database_url_file.as_deref(), "DATABASE_URL_FILE")
}
