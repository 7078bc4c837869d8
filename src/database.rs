//! Which Postgres we use: the one we were given, or one of our own.

use std::path::PathBuf;

use anyhow::Context as _;
use api::database::Database;
use api::database::private::{self, Durability, PrivatePostgres, PrivatePostgresError, Programs};

use crate::settings::{Data, Secret};

/// A Postgres to connect to, for as long as this lives.
#[derive(Debug)]
pub(crate) enum Postgres {
    /// Somebody else's.
    Given(Secret),
    /// Ours, and stopped with us.
    Private(PrivatePostgres),
    /// That of another `colibri` on the same data directory, which may be asked while that one runs.
    Neighbours(String),
}

impl Postgres {
    /// For the process that serves: the Postgres we were given, else one of our own.
    pub(crate) fn start(data: &Data) -> anyhow::Result<Self> {
        if let Some(given) = given(data)? {
            return Ok(Self::Given(given));
        }
        Ok(Self::Private(PrivatePostgres::start(&home(data), &programs(data)?, Durability::Full)?))
    }

    /// For a command that may run beside the process that serves, or beside another command.
    pub(crate) fn join_or_start(data: &Data) -> anyhow::Result<Self> {
        if let Some(given) = given(data)? {
            return Ok(Self::Given(given));
        }
        loop {
            if let Some(url) = PrivatePostgres::address_of_running(&home(data))? {
                return Ok(Self::Neighbours(url));
            }
            match PrivatePostgres::start(&home(data), &programs(data)?, Durability::Full) {
                // Another command was faster.
                Err(PrivatePostgresError::InUse { .. }) => {}
                started => return Ok(Self::Private(started?)),
            }
        }
    }

    /// Its address, as libpq reads it.
    fn url(&self) -> String {
        match self {
            Self::Given(url) => url.expose().to_owned(),
            Self::Private(postgres) => postgres.url(private::DATABASE),
            Self::Neighbours(url) => url.clone(),
        }
    }

    /// A pool of at most `connections` connections to it.
    pub(crate) fn connect(&self, connections: u32) -> anyhow::Result<Database> {
        let connected = Database::connect(&self.url(), connections);
        match self {
            Self::Given(_) => connected.context("DATABASE_URL"),
            Self::Private(_) | Self::Neighbours(_) => connected.context("the private Postgres"),
        }
    }

    /// What to call it in the log, without anything secret.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Given(_) => "given",
            Self::Private(_) => "private",
            Self::Neighbours(_) => "neighbour's",
        }
    }
}

/// The programs of the private Postgres.
pub(crate) fn programs(data: &Data) -> anyhow::Result<Programs> {
    let npm_prefix = data.data_dir.join("postgres-programs");
    Ok(Programs::find(data.postgres_bin.as_deref(), &npm_prefix)?)
}

fn home(data: &Data) -> PathBuf {
    data.data_dir.join("postgres")
}

fn given(data: &Data) -> anyhow::Result<Option<Secret>> {
    let Some(file) = &data.database_url_file else { return Ok(data.database_url.clone()) };
    let content = std::fs::read_to_string(file).with_context(|| format!("DATABASE_URL_FILE: {}", file.display()))?;
    let secret = content.parse().map_err(|error| anyhow::anyhow!("DATABASE_URL_FILE: {}: {error}", file.display()))?;
    Ok(Some(secret))
}
