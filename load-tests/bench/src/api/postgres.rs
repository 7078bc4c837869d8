//! A private Postgres with the database of a site, removed when the value is dropped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use api::Database;
use private_postgres::{DATABASE, Durability, PrivatePostgres, Programs};

use crate::process;

/// A Postgres with the default settings of a new data directory, and durable commits.
pub(crate) struct Postgres {
    /// Stopped before its directory is removed.
    server: Option<PrivatePostgres>,
    psql: PathBuf,
    dir: PathBuf,
}

impl Postgres {
    /// Starts one on this core, in a new directory below `parent`, and creates Colibri's schema in it.
    pub(crate) fn start(parent: &Path, core: usize) -> anyhow::Result<Self> {
        let programs = Programs::find(None, Path::new("."), Path::new("."))?;
        let psql = programs.bin().join("psql");
        ensure!(psql.is_file(), "there is no {}; install Debian's package postgresql, for example", psql.display());
        let dir = parent.join(format!("colibri-bench-{}", std::process::id()));
        fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
        let mut postgres = Self { server: None, psql, dir };
        postgres.server = Some(process::on_core(core, || {
            Ok(PrivatePostgres::start(&postgres.dir.join("postgres"), &programs, Durability::Full)?)
        })?);
        Database::connect(&postgres.url()?, 1)?.migrate()?;
        Ok(postgres)
    }

    /// Returns a directory for other files.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the address of the database.
    pub(crate) fn url(&self) -> anyhow::Result<String> {
        Ok(self.server.as_ref().context("it runs")?.url(DATABASE))
    }

    /// Fills the database with this many users and results.
    pub(crate) fn populate(&self, users: u64, results: u64) -> anyhow::Result<()> {
        let script = self.dir.join("people.sql");
        fs::write(&script, include_str!("people.sql"))?;
        let variables = [format!("--set=users={users}"), format!("--set=results={results}")];
        self.psql(["--file".as_ref(), script.as_os_str()].into_iter().chain(variables.iter().map(AsRef::as_ref)))?;
        Ok(())
    }

    /// Runs a query, and returns its output without decoration.
    pub(crate) fn query(&self, sql: &str) -> anyhow::Result<String> {
        self.psql(["--tuples-only", "--no-align", "--command", sql])
    }

    fn psql(&self, args: impl IntoIterator<Item: AsRef<std::ffi::OsStr>>) -> anyhow::Result<String> {
        let mut psql = Command::new(&self.psql);
        psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]).args(args).arg(self.url()?);
        let output = psql.stdin(Stdio::null()).output().with_context(|| format!("{psql:?}"))?;
        ensure!(output.status.success(), "psql failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.server = None;
        if let Err(error) = fs::remove_dir_all(&self.dir) {
            eprintln!("bench: cannot remove {}: {error}", self.dir.display());
        }
    }
}
