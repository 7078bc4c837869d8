//! The Postgres of the site: an external server that the settings name, or a private one.

use std::fs;
use std::net::Ipv6Addr;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use api::database::{ConnectError, Database};
use private_postgres::{Durability, PrivatePostgres, PrivatePostgresError, Programs, Turn};
use rustix::process::geteuid;

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

    /// Opens the Postgres for a restore, which needs a stopped site.
    pub(crate) fn start_alone(data: &Data) -> anyhow::Result<Self> {
        check_owner(data)?;
        Self::start(data).map_err(|error| match error.downcast_ref() {
            Some(PrivatePostgresError::InUse { dir, pid }) => {
                anyhow!(
                    "a restore needs a stopped site: {} is in use by another colibri (process {pid})",
                    dir.display()
                )
            }
            _ => error,
        })
    }

    /// Opens the Postgres for a short command, which may run beside `serve` and waits for other short commands.
    pub(crate) fn join_or_start(data: &Data) -> anyhow::Result<Self> {
        if let Some(given) = given(data)? {
            return Ok(Self::Given(given));
        }
        check_owner(data)?;
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
            Self::Given(url) => match connected {
                // Then libpq's message may quote a part of the password as a host, a port or a setting.
                Err(ConnectError::Connect(_)) if !is_unambiguous(url.expose()) => bail!(
                    "DATABASE_URL: cannot connect; expected postgres://user:password@host:port/database, with special \
                     characters percent-encoded (@ as %40)"
                ),
                connected => connected.context("DATABASE_URL"),
            },
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

/// Removes libpq's variables (PGPORT, PGHOSTADDR, PGSERVICE and others) from the environment, unless the settings name a
/// server: they are not for the private one. Call it before there is another thread.
#[allow(unsafe_code)]
pub(crate) fn forget_libpq_variables(data: &Data) {
    if data.database_url.is_some() || data.database_url_file.is_some() {
        return;
    }
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"PG")) {
        // SAFETY: no other thread reads the environment, since there is none yet.
        unsafe { std::env::remove_var(name) };
    }
}

/// Returns true if a URI has its parts where any reader finds them: nothing between `:` and `@` can be taken for a host, a
/// port or a setting, and no setting is a password.
fn is_unambiguous(uri: &str) -> bool {
    let rest = ["postgres://", "postgresql://"].iter().find_map(|scheme| uri.strip_prefix(scheme));
    let Some((place, settings)) = rest.map(|rest| rest.split_once('?').unwrap_or((rest, ""))) else { return false };
    let (authority, database) = place.split_once('/').unwrap_or((place, ""));
    let (login, hosts) = authority.split_once('@').unwrap_or(("", authority));
    let has_only = |part: &str, others: &str| {
        let is_known = |c: char| c.is_ascii_alphanumeric() || "-._~%".contains(c) || others.contains(c);
        let mut encoded = part.split('%').skip(1);
        part.chars().all(is_known)
            && encoded
                .all(|rest| rest.get(..2).is_some_and(|digits| u8::from_str_radix(digits, 16).is_ok_and(|n| n > 0)))
    };
    let is_port = |port: &str| port.chars().all(|c| c.is_ascii_digit());
    let is_host = |host: &str| match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').is_some_and(|(address, port)| {
            let has_port = port.strip_prefix(':').is_some_and(is_port);
            address.parse::<Ipv6Addr>().is_ok() && (port.is_empty() || has_port)
        }),
        None => {
            let (name, port) = host.split_once(':').unwrap_or((host, ""));
            has_only(name, "") && is_port(port)
        }
    };
    has_only(login, ":!$&'()*+,;=")
        && hosts.split(',').all(is_host)
        && has_only(database, "")
        && has_only(settings, "&=/")
        && !settings.to_ascii_lowercase().contains("pass")
}

pub(crate) fn programs(data: &Data) -> anyhow::Result<Programs> {
    let npm_prefix = data.data_dir.join("postgres-programs");
    Ok(Programs::find(data.postgres_bin.as_deref(), &npm_prefix, &home(data))?)
}

/// Refuses root in the data directory of another account, which could not use what root leaves there.
fn check_owner(data: &Data) -> anyhow::Result<()> {
    let owner = fs::metadata(&data.data_dir).map_or(0, |dir| dir.uid());
    if geteuid().is_root() && owner != 0 {
        bail!(
            "{} belongs to another account; run this as that account: setpriv --reuid {owner} --clear-groups colibri …",
            data.data_dir.display()
        );
    }
    Ok(())
}

fn home(data: &Data) -> PathBuf {
    data.data_dir.join("postgres")
}

fn given(data: &Data) -> anyhow::Result<Option<Secret>> {
    settings::secret(data.database_url.as_ref(), data.database_url_file.as_deref(), "DATABASE_URL_FILE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_is_ambiguous_if_a_part_of_its_password_may_be_taken_for_another() {
        let unambiguous = [
            "postgres://u:secret@h/d",
            "postgresql://u:sec%2Fret@h:5432/d?sslmode=require&sslrootcert=%2Fca.pem",
            "postgres://u:secret@[::1]:5432,h2:5433/d",
            "postgres:///d?host=/run/postgresql",
            "postgres://h",
        ];
        for uri in unambiguous {
            assert!(is_unambiguous(uri), "{uri}");
        }
        let ambiguous = [
            "\"postgres://u:secret@h/d\"",
            " postgres://u:secret@h/d",
            "mysql://u:secret@h/d",
            "postgres:/u:secret@h/d",
            "u:secret@h/d",
            "host=h user=u password=secret",
            "postgres://u:sec@ret@h/d",
            "postgres://u:sec/ret@h/d",
            "postgres://u:123/ret@h/d",
            "postgres://u:sec?ret@h/d",
            "postgres://u:sec#ret@h/d",
            "postgres://u:sec ret@h/d",
            "postgres://u:sec%ret@h/d",
            "postgres://u:sec%00ret@h/d",
            "postgres://u:secret/d",
            "postgres://u:secret:5432/d",
            "postgres://u@h:secret/d",
            "postgres://u:secret@[::1/d",
            "postgres://u:secret@[::1",
            "postgres://u:secret@[]/d",
            "postgres://u:secret@::1]/d",
            "postgres://u:secret@[::1]5432/d",
            "postgres://u:secret@[h]/d",
            "postgres://h/d?user=u&password=secret",
            "postgres://u:secret@h/d?sslpassword=secret",
            "postgres://u:secrét@h/d",
            "",
        ];
        for uri in ambiguous {
            assert!(!is_unambiguous(uri), "{uri}");
        }
    }
}
