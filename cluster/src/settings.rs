//! The settings of the connection.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use async_nats::{ConnectOptions, ServerAddr};
use clap::Args;
use percent_encoding::percent_decode_str;
use url::Url;

/// The settings of the connection to NATS, besides the servers. Their doc comments are the help texts.
#[derive(Debug, Clone, Args)]
// Without a group: clap would name it `Settings`, like the engine's, and accepts each name only once.
#[group(skip)]
pub struct Settings {
    /// File with the credentials for the NATS server: a user's JWT and seed, as written by nsc.
    #[arg(long = "nats-creds-file", env = "NATS_CREDS_FILE", value_name = "FILE")]
    pub credentials: Option<PathBuf>,

    /// File with the CA certificates (PEM) to trust for the NATS server, instead of the system's.
    #[arg(long = "nats-ca", env = "COLIBRI_NATS_CA", value_name = "FILE")]
    pub authorities: Option<PathBuf>,

    /// Prefix of all subjects and queues on the NATS server, so that several sites can share it: letters, digits, - and
    /// _.
    #[arg(long = "nats-prefix", env = "COLIBRI_NATS_PREFIX", default_value = "colibri", value_name = "PREFIX")]
    pub prefix: Prefix,
}

impl Default for Settings {
    fn default() -> Self {
        net::settings::defaults()
    }
}

/// The parts of a site that a process runs, each with a login of its own where the broker has users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Only the api.
    Api,
    /// Only the engine.
    Engine,
    /// Both, connected within the process.
    Both,
}

/// The servers of one NATS cluster. `Debug` and `Display` show only the addresses, without the login.
#[derive(Clone, PartialEq, Eq)]
pub struct Servers {
    addresses: Vec<ServerAddr>,
    login: Option<Login>,
}

/// The part of a URL before its `@`.
#[derive(Clone, PartialEq, Eq)]
enum Login {
    Password { user: String, password: String },
    Token(String),
}

/// The error when the URL of a server cannot be used. The text leaves out the URL, which may contain a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected nats://host:4222 or tls://host:4222, with user:password@ before the host where the server asks for it"
)]
pub struct InvalidServers;

impl Servers {
    /// Adds the login to the options of a connection.
    pub(crate) fn log_in(&self, options: ConnectOptions) -> ConnectOptions {
        match self.login.clone() {
            Some(Login::Password { user, password }) => options.user_and_password(user, password),
            Some(Login::Token(token)) => options.token(token),
            None => options,
        }
    }

    /// Returns the addresses, without a login since async-nats logs them.
    pub(crate) fn addresses(&self) -> &[ServerAddr] {
        &self.addresses
    }
}

impl FromStr for Servers {
    type Err = InvalidServers;

    /// Reads URLs separated by commas. The first login is used for all.
    fn from_str(urls: &str) -> Result<Self, Self::Err> {
        let mut servers = Self { addresses: Vec::new(), login: None };
        for url in urls.split(',') {
            let mut url: Url = url.trim().parse().map_err(|_| InvalidServers)?;
            let is_address = matches!(url.path(), "" | "/") && url.query().is_none() && url.host_str().is_some();
            if !matches!(url.scheme(), "nats" | "tls") || !is_address {
                return Err(InvalidServers);
            }
            let login = login(&url)?;
            servers.login = servers.login.or(login);
            url.set_username("").map_err(|()| InvalidServers)?;
            url.set_password(None).map_err(|()| InvalidServers)?;
            servers.addresses.push(ServerAddr::from_url(url).map_err(|_| InvalidServers)?);
        }
        Ok(servers)
    }
}

fn login(url: &Url) -> Result<Option<Login>, InvalidServers> {
    let decode = |text: &str| {
        let text = percent_decode_str(text).decode_utf8().map_err(|_| InvalidServers)?;
        Ok(text.into_owned())
    };
    Ok(match (decode(url.username())?, url.password()) {
        (user, Some(password)) => Some(Login::Password { user, password: decode(password)? }),
        (user, None) if user.is_empty() => None,
        (token, None) => Some(Login::Token(token)),
    })
}

impl fmt::Display for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addresses: Vec<String> =
            self.addresses.iter().map(|server| format!("{}:{}", server.host(), server.port())).collect();
        f.write_str(&addresses.join(", "))
    }
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Servers({self})")
    }
}

/// The first part of every subject, which lets several sites share one NATS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prefix(String);

/// The error when a text cannot be a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected 1 to {} letters, digits, - and _", Prefix::LONGEST)]
pub struct InvalidPrefix;

impl Prefix {
    /// The length of the longest prefix, in characters.
    const LONGEST: usize = 32;
}

impl FromStr for Prefix {
    type Err = InvalidPrefix;

    fn from_str(prefix: &str) -> Result<Self, Self::Err> {
        let is_prefix = (1..=Self::LONGEST).contains(&prefix.len())
            && prefix.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if is_prefix { Ok(Self(prefix.to_owned())) } else { Err(InvalidPrefix) }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_url_gives_addresses_and_a_login_that_is_never_printed() {
        let servers: Servers = "nats://ana:s3cr%40t@one:4223, tls://two".parse().unwrap();
        let login = Login::Password { user: "ana".to_owned(), password: "s3cr@t".to_owned() };
        assert!(servers.login == Some(login));
        assert_eq!(servers.to_string(), "one:4223, two:4222");
        let printed = format!("{servers:?} {:?}", servers.addresses());
        assert!(!printed.contains("ana") && !printed.contains("s3cr"), "{printed}");
        assert!(!servers.addresses[0].tls_required() && servers.addresses[1].tls_required());
    }

    #[test]
    fn a_user_without_a_password_is_a_token() {
        let servers: Servers = "nats://t0ken@host".parse().unwrap();
        assert!(servers.login == Some(Login::Token("t0ken".to_owned())));
        assert!("nats://host".parse::<Servers>().unwrap().login.is_none());
    }

    #[test]
    fn other_urls_are_refused() {
        for wrong in
            ["", "host", "host:4222", "http://host", "ws://host", "nats://", "nats://host/path", "nats://a,,nats://b"]
        {
            assert!(wrong.parse::<Servers>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_prefix_is_one_part_of_a_subject() {
        for right in ["colibri", "site-2", "Site_3", "x"] {
            assert_eq!(right.parse::<Prefix>().unwrap().to_string(), right);
        }
        for wrong in ["", "two.parts", "a b", "*", ">", "é", &"x".repeat(33)] {
            assert!(wrong.parse::<Prefix>().is_err(), "{wrong}");
        }
    }
}
