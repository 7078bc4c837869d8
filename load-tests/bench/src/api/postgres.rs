//! A private Postgres with a database for each size of site, removed when the value is dropped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use api::Database;
use private_postgres::{Durability, PrivatePostgres, Programs};

use crate::process;

/// A Postgres with the default settings of a new data directory, and durable commits.
pub(crate) struct Postgres {
    /// Stopped before its directory is removed.
    server: Option<PrivatePostgres>,
    programs: Programs,
    dir: PathBuf,
}

impl Postgres {
    /// Starts one on this core, in a new directory below `parent`.
    pub(crate) fn start(parent: &Path, core: usize) -> anyhow::Result<Self> {
        let programs = Programs::find(None, Path::new("."))?;
        for program in ["psql", "pgbench"] {
            let path = programs.bin().join(program);
            ensure!(
                path.is_file(),
                "there is no {}; install it, for example with Debian's package postgresql",
                path.display()
            );
        }
        let dir = parent.join(format!("colibri-bench-{}", std::process::id()));
        fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
        let mut postgres = Self { server: None, programs, dir };
        postgres.server = Some(process::on_core(core, || {
            Ok(PrivatePostgres::start(&postgres.dir.join("postgres"), &postgres.programs, Durability::Full)?)
        })?);
        Ok(postgres)
    }

    /// Returns a directory for other files.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the address of a database.
    pub(crate) fn url(&self, database: &str) -> anyhow::Result<String> {
        Ok(self.server.as_ref().context("it runs")?.url(database))
    }

    /// Creates a database with Colibri's schema.
    pub(crate) fn create(&self, database: &str) -> anyhow::Result<()> {
        self.run("postgres", &format!("CREATE DATABASE {database}"))?;
        Database::connect(&self.url(database)?, 1)?.migrate()?;
        Ok(())
    }

    /// Fills a database with this many users and results.
    pub(crate) fn populate(&self, database: &str, users: u64, results: u64) -> anyhow::Result<()> {
        let script = self.dir.join("people.sql");
        fs::write(&script, include_str!("people.sql"))?;
        self.run_script(database, &script, &[("users", users), ("results", results)])
    }

    /// Runs a file of statements with these variables.
    pub(crate) fn run_script(&self, database: &str, script: &Path, variables: &[(&str, u64)]) -> anyhow::Result<()> {
        let mut psql = self.program("psql");
        psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file"]).arg(script);
        psql.args(variables.iter().map(|(name, value)| format!("--set={name}={value}")));
        output(psql.arg(self.url(database)?))?;
        Ok(())
    }

    /// Runs statements, and returns their output without decoration.
    pub(crate) fn run(&self, database: &str, sql: &str) -> anyhow::Result<String> {
        let mut psql = self.program("psql");
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", "--command"]);
        output(psql.arg(sql).arg(self.url(database)?))
    }

    /// Runs a program of Postgres, and returns its output.
    pub(crate) fn output(&self, program: &str, args: &[&str], database: &str) -> anyhow::Result<String> {
        output(self.program(program).args(args).arg(self.url(database)?))
    }

    fn program(&self, name: &str) -> Command {
        Command::new(self.programs.bin().join(name))
    }
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{:?} failed: {}", command.get_program(), errors.trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.server = None;
        if let Err(error) = fs::remove_dir_all(&self.dir) {
            eprintln!("bench: cannot remove {}: {error}", self.dir.display());
        }
    }
}
