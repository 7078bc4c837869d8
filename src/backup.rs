//! `colibri backup`, `verify` and `restore`: the files, passphrases and keys around [`api::backup`].

use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use api::backup::{Backup, BackupError, RestoreError};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use crate::database::Postgres;
use crate::keys::{self, Replacement};
use crate::settings::{self, Data, Passphrase, Secret};
use crate::unfinished::{self, dir_of};

/// The size of the connection pool. A backup and a restore use a connection of their own.
const CONNECTIONS: u32 = 1;

/// Backs up the site's data into a new file, while the site runs or not.
pub(crate) fn make(data: &Data, file: &Path, passphrase: &Passphrase) -> anyhow::Result<()> {
    // Before anything else, so that a wrong directory is not taken for that of a new site.
    let token_key = keys::text_of_site(data)?;
    if file.symlink_metadata().is_ok() {
        bail!("{} exists already; give the backup another name", file.display());
    }
    // A path without a separator at its end, since that names a directory.
    let file = &*file.components().collect::<PathBuf>();
    let passphrase = new_passphrase(passphrase)?;
    let named = || file.display().to_string();
    let backup = unfinished::beside(file).with_context(named)?;
    let postgres = Postgres::join_or_start(data)?;
    let database = postgres.connect(CONNECTIONS)?;
    let written = database.back_up(&token_key, passphrase.expose(), backup.as_file());
    let n_rows = match written {
        Ok((n_rows, _)) => n_rows,
        Err(BackupError::Write(error)) => return Err(error).with_context(named),
        Err(error) => return Err(error.into()),
    };
    backup.as_file().sync_all().with_context(named)?;
    backup.persist_noclobber(file).with_context(named)?;
    // A directory that this account may only write to cannot be opened.
    if let Ok(dir) = File::open(dir_of(file)) {
        dir.sync_all().with_context(named)?;
    }
    tracing::info!(rows = n_rows, file = %file.display(), "backed up");
    Ok(())
}

/// Reads a backup to its end, and prints what it has.
pub(crate) fn verify(file: &Path, passphrase: &Passphrase) -> anyhow::Result<()> {
    let backup = open(file, passphrase)?;
    let contents = backup.contents();
    let mut out = io::stdout().lock();
    writeln!(out, "made at {} by Colibri {}", contents.made_at.format("%F %T UTC"), contents.version)?;
    writeln!(out, "last migration {}", contents.migrations.last().map_or("none", String::as_str))?;
    for (table, n_rows) in backup.rows() {
        writeln!(out, "{n_rows:>12} {table}")?;
    }
    Ok(())
}

/// Restores a backup into an empty database of a site that does not run, and puts a new token key in place.
pub(crate) fn restore(data: &Data, file: &Path, passphrase: &Passphrase) -> anyhow::Result<()> {
    let mut backup = open(file, passphrase)?;
    let postgres = Postgres::start_alone(data)?;
    let database = postgres.connect(CONNECTIONS)?;
    let mut key = Replacement::begin(data)?;
    let restored = database.restore(&mut backup, |pem| key.put(pem));
    if matches!(restored, Ok(()) | Err(RestoreError::Pending(_))) {
        key.keep();
    }
    restored?;
    tracing::info!("restored; all logins and API keys have ended");
    Ok(())
}

fn open(file: &Path, passphrase: &Passphrase) -> anyhow::Result<Backup> {
    let named = || file.display().to_string();
    let opened = File::open(file).with_context(named)?;
    let passphrase = given(passphrase)?.map_or_else(|| typed("Passphrase of the backup: "), Ok)?;
    Backup::open(opened, passphrase.expose()).with_context(named)
}

/// Returns the passphrase of a new backup. One that is typed is typed twice: nobody can read a backup with a typing error in
/// its passphrase.
fn new_passphrase(passphrase: &Passphrase) -> anyhow::Result<Secret> {
    if let Some(given) = given(passphrase)? {
        return Ok(given);
    }
    let first = typed("Passphrase for the backup: ")?;
    if typed("The same passphrase again: ")?.expose() != first.expose() {
        bail!("the passphrases differ");
    }
    Ok(first)
}

fn given(Passphrase { passphrase, passphrase_file }: &Passphrase) -> anyhow::Result<Option<Secret>> {
    settings::secret(passphrase.as_ref(), passphrase_file.as_deref(), "COLIBRI_BACKUP_PASSPHRASE_FILE")
}

/// Asks for a secret on the terminal, which does not show it.
fn typed(prompt: &str) -> anyhow::Result<Secret> {
    let terminal = io::stdin();
    if !terminal.is_terminal() {
        bail!("COLIBRI_BACKUP_PASSPHRASE: there is no passphrase, and no terminal on which to type one");
    }
    let before = tcgetattr(&terminal)?;
    let mut silent = before.clone();
    silent.local_modes.remove(LocalModes::ECHO);
    let mut line = String::new();
    tcsetattr(&terminal, OptionalActions::Flush, &silent)?;
    let read = write!(io::stderr(), "{prompt}").and_then(|()| terminal.read_line(&mut line));
    tcsetattr(&terminal, OptionalActions::Flush, &before)?;
    // The terminal has not shown that of the typed line.
    _ = writeln!(io::stderr());
    read?;
    line.parse().map_err(|error| anyhow::anyhow!("the passphrase: {error}"))
}
