//! Every setting with its flag, variable, default and unit. They are read once, at startup, into real types.

use std::ffi::OsStr;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use api::mail::Mailbox;
use clap::builder::Resettable;
use clap::{Arg, ArgAction, Args, FromArgMatches as _, ValueEnum};
use net::origin::Origin;
use net::proxies::{ForwardedHeader, ProxyNetwork, TrustedProxies};
use net::settings::switch;

use crate::assets;
use crate::operator::Operator;

/// The settings of a site.
#[derive(Debug, Clone)]
pub struct Settings {
    pub(crate) data: Data,
    pub(crate) serve: Serve,
}

impl Settings {
    /// Returns the settings with these environment variables and no others; the process's own environment is ignored.
    ///
    /// # Errors
    /// Fails for a variable that is not a setting, or an invalid value.
    pub fn of_variables(variables: &[(&str, &str)]) -> anyhow::Result<Self> {
        let mut command = Serve::augment_args(Data::augment_args(clap::Command::new("serve")));
        let mut words = vec!["serve".to_owned()];
        for (variable, value) in variables {
            let argument = command.get_arguments().find(|argument| argument.get_env() == Some(OsStr::new(variable)));
            let flag = argument.and_then(Arg::get_long).with_context(|| format!("{variable} is not a setting"))?;
            words.push(format!("--{flag}={value}"));
        }
        command = command.mut_args(|argument| argument.env(Resettable::Reset));
        let matches = command.try_get_matches_from(words)?;
        Ok(Self { data: Data::from_arg_matches(&matches)?, serve: Serve::from_arg_matches(&matches)? })
    }
}

/// The settings of a site's data.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Data")]
pub(crate) struct Data {
    /// Directory for the private Postgres, the token key, and mails when there is no mail server.
    #[arg(long, global = true, env = "COLIBRI_DATA_DIR", default_value = "./data", value_name = "DIR")]
    pub(crate) data_dir: PathBuf,

    /// Postgres server and database, for example postgres://user:password@host/colibri?sslmode=require. Without it,
    /// colibri runs a private Postgres in the data directory.
    #[arg(long, global = true, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub(crate) database_url: Option<Secret>,

    /// File that contains DATABASE_URL.
    #[arg(long, global = true, env = "DATABASE_URL_FILE", value_name = "FILE", conflicts_with = "database_url")]
    pub(crate) database_url_file: Option<PathBuf>,

    /// Directory of the private Postgres's programs (postgres, initdb), if they are neither on PATH nor in
    /// /usr/lib/postgresql.
    #[arg(long, global = true, env = "COLIBRI_POSTGRES_BIN", value_name = "DIR")]
    pub(crate) postgres_bin: Option<PathBuf>,

    /// Ed25519 private key (PKCS8 PEM) that signs tokens [default: generated in the data directory].
    #[arg(long, global = true, env = "COLIBRI_JWT_KEY", value_name = "FILE")]
    pub(crate) jwt_key: Option<PathBuf>,
}

/// The settings of the log.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Log")]
pub(crate) struct Logging {
    /// Log level (error, warn, info, debug, trace), or a filter such as info,engine=debug.
    #[arg(long, global = true, env = "COLIBRI_LOG", default_value = "info", value_name = "FILTER")]
    pub(crate) log: LogFilter,

    /// Format of the log.
    #[arg(long, global = true, env = "COLIBRI_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text, value_name = "FORMAT")]
    pub(crate) log_format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// The parts of the site that a process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Engine, api and web client.
    All,
    /// REST, web client and database.
    Api,
    /// Sockets and rooms.
    Engine,
}

/// The settings of `colibri serve`.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Site")]
pub(crate) struct Serve {
    /// Parts of the site that this process runs; api and engine need NATS_URL.
    #[arg(long, env = "COLIBRI_TARGET", value_enum, default_value_t = Target::All)]
    pub(crate) target: Target,

    /// Address and port to listen on; port 0 selects a free port.
    #[arg(long, env = "COLIBRI_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,

    /// URL at which browsers reach the site, without a path [default: http:// and the listening address].
    #[arg(long, env = "COLIBRI_PUBLIC_URL", value_name = "URL")]
    pub(crate) public_url: Option<Origin>,

    /// Addresses or networks of the reverse proxies in front, separated by commas, for example 127.0.0.1,10.0.0.0/8. Only
    /// these proxies may set the client address.
    #[arg(long, env = "COLIBRI_TRUSTED_PROXIES", value_delimiter = ',', value_name = "CIDR,...")]
    pub(crate) trusted_proxies: Vec<ProxyNetwork>,

    /// Header in which the proxies set the client address; the other one is ignored.
    #[arg(long, env = "COLIBRI_FORWARDED_HEADER", value_enum, default_value_t = ForwardedHeader::XForwardedFor, value_name = "HEADER")]
    pub(crate) forwarded_header: ForwardedHeader,

    /// Practice without a network, for which browsers keep the site by a service worker; off removes it at their next
    /// visit.
    #[arg(long, env = "COLIBRI_OFFLINE", default_value = "on", action = ArgAction::Set, value_parser = switch())]
    pub(crate) offline: bool,

    /// Maximum number of connections to the database.
    #[arg(long, env = "COLIBRI_DATABASE_CONNECTIONS", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000), value_name = "N")]
    pub(crate) database_connections: u32,

    #[command(flatten)]
    pub(crate) processes: Processes,

    #[command(flatten)]
    pub(crate) mail: Mail,

    #[command(flatten)]
    pub(crate) payments: Payments,

    #[command(flatten)]
    pub(crate) operator: Operator,

    #[command(flatten)]
    pub(crate) engine: engine::Settings,

    #[command(flatten)]
    pub(crate) api: api::Settings,
}

impl Serve {
    pub(crate) fn engine(&self) -> engine::Settings {
        let (trusted_proxies, allowed_origins) = (self.trusted_proxies(), self.allowed_origins());
        engine::Settings { trusted_proxies, allowed_origins, ..self.engine.clone() }
    }

    pub(crate) fn api(&self) -> api::Settings {
        let (trusted_proxies, allowed_origins) = (self.trusted_proxies(), self.allowed_origins());
        let (product, skin_images) = (self.operator.product.clone(), assets::skin_images());
        api::Settings { product, trusted_proxies, allowed_origins, skin_images, ..self.api.clone() }
    }

    /// Returns the proxies that may set the client address, and the header in which they set it.
    pub(crate) fn trusted_proxies(&self) -> TrustedProxies {
        TrustedProxies { networks: self.trusted_proxies.clone(), header: self.forwarded_header }
    }

    /// Returns the origin of the site's pages, if the operator set it. Otherwise it is the host of the request.
    fn allowed_origins(&self) -> Vec<Origin> {
        self.public_url.iter().cloned().collect()
    }
}

/// The settings of a site that runs as several processes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct Processes {
    /// NATS server (2.11 or newer, with JetStream) that connects the processes: nats:// or, with TLS, tls://, for example
    /// tls://user:password@host:4222; list the servers of a cluster separated by commas. Required for COLIBRI_TARGET=api
    /// and COLIBRI_TARGET=engine. With COLIBRI_TARGET=all it is optional, and lets further processes join.
    #[arg(long, env = "NATS_URL", hide_env_values = true, value_name = "URL")]
    pub(crate) nats_url: Option<Secret>,

    /// File that contains NATS_URL.
    #[arg(long, env = "NATS_URL_FILE", value_name = "FILE", conflicts_with = "nats_url")]
    pub(crate) nats_url_file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) nats: cluster::Settings,

    /// File with the public half (PEM) of the key that signs tokens, printed by `colibri keys public`. Required for
    /// COLIBRI_TARGET=engine.
    #[arg(long, env = "COLIBRI_JWT_PUBLIC_KEY", value_name = "FILE")]
    pub(crate) jwt_public_key: Option<PathBuf>,
}

/// The settings of mail delivery.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Mail")]
pub(crate) struct Mail {
    /// Mail server: smtps:// (TLS, port 465), smtp+starttls:// (587), or smtp:// (no TLS, 25), for example
    /// smtps://user:password@host:port; percent-encode special characters, such as @ as %40. Without it, mails are written
    /// to files in the data directory, and their links to the log.
    #[arg(long, env = "SMTP_URL", hide_env_values = true, value_name = "URL")]
    pub(crate) smtp_url: Option<Secret>,

    /// File that contains SMTP_URL.
    #[arg(long, env = "SMTP_URL_FILE", value_name = "FILE", conflicts_with = "smtp_url")]
    pub(crate) smtp_url_file: Option<PathBuf>,

    /// File with further CA certificates (PEM) to trust for the mail server, besides the system's.
    #[arg(long, env = "COLIBRI_SMTP_CA", value_name = "FILE")]
    pub(crate) smtp_ca: Option<PathBuf>,

    /// Sender of the mails; the mail server must accept it.
    #[arg(long, env = "COLIBRI_MAIL_FROM", default_value = "Colibri <colibri@localhost>", value_parser = mailbox, value_name = "ADDRESS")]
    pub(crate) mail_from: Mailbox,

    /// Address for replies to mails [default: COLIBRI_MAIL_FROM].
    #[arg(long, env = "COLIBRI_MAIL_REPLY_TO", value_parser = mailbox, value_name = "ADDRESS")]
    pub(crate) mail_reply_to: Option<Mailbox>,
}

/// The settings of payments for skins.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Payments")]
pub(crate) struct Payments {
    /// Payment for skins [default: paypal if PAYPAL_CLIENT_ID is set, else off].
    #[arg(id = "payments", long = "payments", env = "COLIBRI_PAYMENTS", value_enum, value_name = "MODE")]
    pub(crate) mode: Option<PaymentMode>,

    /// URL of PayPal's REST API; the sandbox is at https://api-m.sandbox.paypal.com.
    #[arg(long, env = "PAYPAL_BASE_URL", default_value = "https://api-m.paypal.com", value_name = "URL")]
    pub(crate) paypal_base_url: String,

    /// Client ID of the PayPal REST app that receives the payments.
    #[arg(long, env = "PAYPAL_CLIENT_ID", value_parser = not_empty, value_name = "ID")]
    pub(crate) paypal_client_id: Option<String>,

    /// Secret of the PayPal REST app.
    #[arg(long, env = "PAYPAL_SECRET", hide_env_values = true, value_name = "SECRET")]
    pub(crate) paypal_secret: Option<Secret>,

    /// File that contains PAYPAL_SECRET.
    #[arg(long, env = "PAYPAL_SECRET_FILE", value_name = "FILE", conflicts_with = "paypal_secret")]
    pub(crate) paypal_secret_file: Option<PathBuf>,
}

/// The ways to pay for skins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaymentMode {
    /// Nothing is sold.
    Off,
    /// PayPal takes the payment.
    Paypal,
    /// Payments are simulated: no money moves, and skins are free.
    Simulator,
}

fn not_empty(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("expected a value, but it is empty".to_owned()),
        text => Ok(text.to_owned()),
    }
}

fn mailbox(text: &str) -> Result<Mailbox, String> {
    text.parse().map_err(|_| "expected name@host or Name <name@host>".to_owned())
}

/// The passphrase of a backup. Without it, it is typed.
#[derive(Debug, Clone, Args)]
pub(crate) struct Passphrase {
    /// Passphrase of the backup [default: typed].
    #[arg(long, env = "COLIBRI_BACKUP_PASSPHRASE", hide_env_values = true, value_name = "PASSPHRASE")]
    pub(crate) passphrase: Option<Secret>,

    /// File that contains COLIBRI_BACKUP_PASSPHRASE.
    #[arg(long, env = "COLIBRI_BACKUP_PASSPHRASE_FILE", value_name = "FILE", conflicts_with = "passphrase")]
    pub(crate) passphrase_file: Option<PathBuf>,
}

/// A value that is never printed.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    /// Returns the value.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

/// Returns the given secret, or the content of the file that `variable` names.
pub(crate) fn secret(
    given: Option<&Secret>,
    file: Option<&Path>,
    variable: &'static str,
) -> anyhow::Result<Option<Secret>> {
    let Some(file) = file else { return Ok(given.cloned()) };
    let content = std::fs::read_to_string(file).with_context(|| format!("{variable}: {}", file.display()))?;
    let secret = content.parse().map_err(|error| anyhow::anyhow!("{variable}: {}: {error}", file.display()))?;
    Ok(Some(secret))
}

impl FromStr for Secret {
    type Err = String;

    fn from_str(value: &str) -> Result<Self, Self::Err> {
        match value.trim() {
            "" => Err("expected a value, but it is empty".to_owned()),
            value => Ok(Self(value.to_owned())),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// Returns the URL at which browsers reach a site that listens at this address, unless its operator names another.
pub(crate) fn default_url(listening: SocketAddr) -> Origin {
    let host = if listening.ip().is_loopback() || listening.ip().is_unspecified() {
        "localhost".to_owned()
    } else if listening.is_ipv6() {
        format!("[{}]", listening.ip())
    } else {
        listening.ip().to_string()
    };
    format!("http://{host}:{}", listening.port()).parse().expect("an address is a host and a port")
}

/// A valid log filter.
#[derive(Debug, Clone)]
pub(crate) struct LogFilter(String);

impl LogFilter {
    /// Returns the filter in the syntax of `tracing`.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for LogFilter {
    type Err = String;

    fn from_str(filter: &str) -> Result<Self, Self::Err> {
        if filter.trim().is_empty() {
            return Err("expected a level or a filter, but it is empty".to_owned());
        }
        match tracing_subscriber::EnvFilter::try_new(filter) {
            Ok(_) => Ok(Self(filter.to_owned())),
            Err(error) => Err(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;
    use shared::testing::assert_generated;

    use super::*;

    const HEAD: &str = "\
# Every setting of `colibri serve`, as an environment variable with its default. Uncomment the ones that you change.
# `colibri serve --help` lists the same settings as flags; a flag takes precedence over its variable.
";

    /// Returns a command with every setting of `colibri serve`.
    fn command() -> clap::Command {
        Serve::augment_args(Logging::augment_args(Data::augment_args(clap::Command::new("serve"))))
    }

    /// Valid settings of released versions. No line is ever changed or removed; a version that adds a setting adds a file.
    const RELEASED: [&str; 1] = [include_str!("fixtures/releases/settings-1.0.0.env")];

    #[test]
    fn every_setting_of_a_released_version_is_still_valid() {
        let mut command = Passphrase::augment_args(command());
        command.build();
        let released: Vec<_> =
            RELEASED.iter().flat_map(|file| file.lines()).filter_map(|line| line.split_once('=')).collect();
        for setting in command.get_arguments().filter_map(|setting| setting.get_env()?.to_str()) {
            assert!(released.iter().any(|(variable, _)| *variable == setting), "{setting} is in no file");
        }
        for (variable, value) in released {
            let setting = command.get_arguments().find(|setting| setting.get_env() == Some(OsStr::new(variable)));
            let flag = setting.and_then(Arg::get_long).unwrap_or_else(|| panic!("{variable} is no setting any more"));
            let parsed = command.clone().try_get_matches_from(["serve", &format!("--{flag}={value}")]);
            // Some are valid only together with others.
            if let Err(error) = parsed
                && !matches!(error.kind(), ErrorKind::MissingRequiredArgument | ErrorKind::ArgumentConflict)
            {
                panic!("{variable}={value}: {error}");
            }
        }
    }

    #[test]
    fn the_sample_of_settings_is_generated() {
        let mut command = command();
        command.build();
        let headings: Vec<_> = command.get_arguments().filter_map(Arg::get_help_heading).collect();
        let mut settings: Vec<_> = command.get_arguments().filter(|setting| setting.get_env().is_some()).collect();
        // As in the help, which shows what is under one heading together.
        settings.sort_by_key(|setting| headings.iter().position(|heading| setting.get_help_heading() == Some(heading)));
        let (mut sample, mut under) = (HEAD.to_owned(), "");
        for setting in settings {
            let variable = setting.get_env().and_then(OsStr::to_str).expect("it is text");
            let heading = setting.get_help_heading().unwrap_or_default();
            if heading != under {
                sample += &format!("\n# --- {}\n", heading.to_lowercase());
                under = heading;
            }
            sample += "\n";
            let help = setting.get_long_help().or(setting.get_help()).expect("every setting is described").to_string();
            help.lines().for_each(|line| sample += &comment(line));
            let values = setting.get_possible_values();
            for value in &values {
                let about = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
                sample += &comment(&format!("- {}{about}", value.get_name()));
            }
            let default = setting.get_default_values().join(OsStr::new(","));
            let default = default.to_str().expect("defaults are text");
            let is_quoted = default.contains(' ');
            sample +=
                &if is_quoted { format!("#{variable}={default:?}\n") } else { format!("#{variable}={default}\n") };
        }
        assert_generated(".env.sample", &sample);
    }

    /// Returns a paragraph as a comment of at most 92 columns.
    fn comment(text: &str) -> String {
        let (mut comment, mut column) = ("#".to_owned(), 1);
        for word in text.split(' ') {
            let width = word.chars().count() + 1;
            if column + width > 92 {
                comment += "\n#";
                column = 1;
            }
            comment += " ";
            comment += word;
            column += width;
        }
        comment + "\n"
    }
}
