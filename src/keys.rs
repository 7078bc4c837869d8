//! The token key, and its public half.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use api::TokenIssuer;
use net::token::TokenReader;
use tempfile::NamedTempFile;

use crate::settings::{Data, Processes};
use crate::unfinished::{self, dir_of};

/// Its name in the data directory.
const FILE: &str = "jwt-key.pem";

/// Loads the key in the file that the settings name, or the one in the data directory, which is created at the first
/// start.
pub(crate) fn load(data: &Data) -> anyhow::Result<TokenIssuer> {
    let path = path(data);
    if data.jwt_key.is_none() {
        make_when_missing(&path).with_context(|| path.display().to_string())?;
    }
    load_from(&path)
}

/// Loads the site's key for load tests. If a database is configured, fails rather than creates a key, since the site
/// would reject its tokens.
pub(crate) fn load_of_site(data: &Data) -> anyhow::Result<TokenIssuer> {
    let path = path(data);
    let has_database = data.database_url.is_some() || data.database_url_file.is_some();
    if has_database && !path.exists() {
        anyhow::bail!(
            "COLIBRI_JWT_KEY: users of the site at DATABASE_URL need the key with which that site signs, and there is none at {}",
            path.display()
        );
    }
    load(data)
}

/// Returns the text of the key of a site that has one.
pub(crate) fn text_of_site(data: &Data) -> anyhow::Result<String> {
    let path = path(data);
    let pem = fs::read_to_string(&path).with_context(|| {
        format!("COLIBRI_DATA_DIR, COLIBRI_JWT_KEY: there is no token key of a site at {}", path.display())
    })?;
    read(&pem, &path)?;
    Ok(pem)
}

fn path(data: &Data) -> PathBuf {
    data.jwt_key.clone().unwrap_or_else(|| data.data_dir.join(FILE))
}

fn load_from(path: &Path) -> anyhow::Result<TokenIssuer> {
    let pem = fs::read_to_string(path).with_context(|| format!("COLIBRI_JWT_KEY: {}", path.display()))?;
    read(&pem, path)
}

fn read(pem: &str, path: &Path) -> anyhow::Result<TokenIssuer> {
    TokenIssuer::from_pem(pem).with_context(|| format!("COLIBRI_JWT_KEY: {}", path.display()))
}

/// Loads the public key in the file that the settings name, which is all that an engine needs.
pub(crate) fn load_public(processes: &Processes) -> anyhow::Result<TokenReader> {
    let path = processes.jwt_public_key.as_ref().context(
        "COLIBRI_JWT_PUBLIC_KEY: --target engine needs the public key of the api; `colibri keys public` prints it where the api runs",
    )?;
    let named = || format!("COLIBRI_JWT_PUBLIC_KEY: {}", path.display());
    TokenReader::from_pem(&fs::read_to_string(path).with_context(named)?).with_context(named)
}

/// Creates the key complete or not at all, and so that concurrent starts agree on one.
fn make_when_missing(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        return Ok(());
    }
    private_postgres::make_dir(dir_of(path))?;
    let mut new = unfinished::beside(path)?;
    new.write_all(TokenIssuer::generate().as_bytes())?;
    new.as_file().sync_all()?;
    match new.persist_noclobber(path) {
        Err(error) if error.error.kind() != ErrorKind::AlreadyExists => Err(error.error.into()),
        _ => Ok(()),
    }
}

/// A new key in the place of the one that the site has, if any, which stays beside it. Dropping it undoes it.
pub(crate) struct Replacement {
    path: PathBuf,
    /// Another name of the key before.
    before: PathBuf,
    /// The new key, until it is put in place.
    new: Option<NamedTempFile>,
    undo: Option<Undo>,
}

#[derive(Debug, Clone, Copy)]
enum Undo {
    Remove,
    PutBack,
}

impl Replacement {
    /// Makes an empty file, so that a directory that cannot be written to is found out early.
    pub(crate) fn begin(data: &Data) -> anyhow::Result<Self> {
        let path = path(data);
        let named = || path.display().to_string();
        private_postgres::make_dir(dir_of(&path)).with_context(named)?;
        let new = Some(unfinished::beside(&path).with_context(named)?);
        let mut before = path.clone().into_os_string();
        before.push(".before-restore");
        Ok(Self { path, before: before.into(), new, undo: None })
    }

    /// Puts the new key in place. Call it once.
    pub(crate) fn put(&mut self, pem: &str) -> io::Result<()> {
        let Some(mut new) = self.new.take() else { return Ok(()) };
        new.write_all(pem.as_bytes())?;
        new.as_file().sync_all()?;
        let replaces = self.path.exists();
        if replaces {
            if self.before.exists() {
                fs::remove_file(&self.before)?;
            }
            fs::hard_link(&self.path, &self.before)?;
        }
        new.persist(&self.path).map_err(|error| error.error)?;
        self.undo = Some(if replaces { Undo::PutBack } else { Undo::Remove });
        Ok(())
    }

    /// Keeps the new key.
    pub(crate) fn keep(mut self) {
        self.undo = None;
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // Nobody is left to tell if it fails, and a key without data does no harm.
        _ = match self.undo {
            Some(Undo::Remove) => fs::remove_file(&self.path),
            Some(Undo::PutBack) => fs::rename(&self.before, &self.path),
            None => Ok(()),
        };
    }
}
