//! The token key, and its public half.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use api::TokenIssuer;
use net::token::TokenReader;

use crate::settings::{Data, Processes};

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

fn path(data: &Data) -> PathBuf {
    data.jwt_key.clone().unwrap_or_else(|| data.data_dir.join(FILE))
}

fn load_from(path: &Path) -> anyhow::Result<TokenIssuer> {
    let pem = fs::read_to_string(path).with_context(|| format!("COLIBRI_JWT_KEY: {}", path.display()))?;
    TokenIssuer::from_pem(&pem).with_context(|| format!("COLIBRI_JWT_KEY: {}", path.display()))
}

/// Loads the public key in the file that the settings name, which is all that an engine needs.
pub(crate) fn load_public(processes: &Processes) -> anyhow::Result<TokenReader> {
    let path = processes.jwt_public_key.as_ref().context(
        "COLIBRI_JWT_PUBLIC_KEY: --target engine needs the public key of the api; `colibri keys public` prints it where the api runs",
    )?;
    let named = || format!("COLIBRI_JWT_PUBLIC_KEY: {}", path.display());
    TokenReader::from_pem(&fs::read(path).with_context(named)?).with_context(named)
}

/// Writes the key to a temporary file and links it to `path`, so that the file is either complete or missing, and
/// concurrent starts agree on one key.
fn make_when_missing(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let dir = path.parent().context("a key needs a directory")?;
    private_postgres::make_dir(dir)?;
    let unfinished = dir.join(format!("{FILE}.{}", std::process::id()));
    let mut file: File = File::options().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(TokenIssuer::generate().as_bytes())?;
    file.sync_all()?;
    let linked = fs::hard_link(&unfinished, path);
    fs::remove_file(&unfinished)?;
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(()),
    }
}
