//! An SMTP client (RFC 5321), built on lettre's connection.
//!
//! lettre's transport does not report at which step a server refused a mail, nor that a mail was accepted if the QUIT
//! after it fails. Both matter here: a server that rejects this site is no reason to give up a mail, and an accepted
//! mail must not be sent again. So this module uses lettre's connection, one step at a time.

use std::net::IpAddr;
use std::time::Duration;

use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, Tls, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use url::Url;

use super::SCHEDULE;
use crate::error::with_causes;

/// The longest time for connecting to one of the server's addresses. Short enough to leave time for the next one.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest time for QUIT, after the last mail.
const QUIT_TIMEOUT: Duration = Duration::from_secs(5);

/// The default of [`Smtp::step_timeout`]. RFC 5321, section 4.5.3.2, has 2 to 5 minutes for a step, for servers that
/// accept mail from anywhere. This server is the operator's own provider, and other mails wait in the meantime.
const STEP_TIMEOUT: Duration = Duration::from_secs(30);

/// The default of [`Smtp::send_timeout`]. The same section has 10 minutes for the answer to the message. A server that
/// takes more than 4 is not healthy, and a longer wait would make a crash of this process more costly.
const SEND_TIMEOUT: Duration = Duration::from_secs(4 * 60);
const _: () =
    assert!(STEP_TIMEOUT.as_secs() < SEND_TIMEOUT.as_secs() && SEND_TIMEOUT.as_secs() < SCHEDULE.lease.as_secs());

/// Ports of mail submission: RFC 8314 (TLS from the start), RFC 6409, RFC 5321.
const SUBMISSIONS_PORT: u16 = 465;
const SUBMISSION_PORT: u16 = 587;
const SMTP_PORT: u16 = 25;

/// The first line of a certificate (RFC 7468, section 5.1).
const PEM: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// A mail server, and how to connect to it.
#[derive(Debug, Clone)]
pub struct Smtp {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    hello: ClientId,
    /// The longest time for each step before the server receives the mail: its greeting, and its answer to each
    /// command. Giving up by then costs nothing.
    pub step_timeout: Duration,
    /// The longest time for a whole attempt. It must be shorter than the lease of a mail.
    pub send_timeout: Duration,
}

/// The error for an invalid mail server URL. It does not contain the URL, which may include a password.
#[derive(Debug, thiserror::Error)]
pub enum InvalidSmtp {
    /// Not a URL.
    #[error("expected smtp://user:password@host:port, smtps://… or smtp+starttls://…: {0}")]
    Url(#[from] url::ParseError),
    /// Not the URL of a mail server.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The certificates cannot be used.
    #[error("the certificates cannot be used: {0}")]
    Certificates(#[from] Error),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) step: &'static str,
    /// The message of the server or the system.
    pub(super) reason: String,
    /// The reply code of the server, if it replied.
    pub(super) code: Option<u16>,
    /// True if this mail will never be accepted (RFC 5321, section 4.2.1: 5yz). A server that rejects the site, its
    /// password or its sender address does not reject the mail itself.
    pub(super) is_final: bool,
}

impl Smtp {
    /// Returns the server at `url`. Its certificate must be signed by an authority that the system trusts, or by one of
    /// `authorities` (PEM).
    ///
    /// `smtps://` is TLS from the start (port 465), `smtp+starttls://` or `smtp://…?tls=required` STARTTLS (587),
    /// `smtp://…?tls=opportunistic` STARTTLS if the server has it (587), and `smtp://` no TLS (25).
    ///
    /// # Errors
    /// [`InvalidSmtp`].
    pub fn from_url(url: &str, authorities: Option<&[u8]>) -> Result<Self, InvalidSmtp> {
        let url = Url::parse(url)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(InvalidSmtp::Expected("a host"))?;
        // An IPv6 address has brackets only in a URL.
        let host = host.trim_matches(['[', ']']).to_owned();
        let option = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        // lettre accepts a file without certificates as an empty list.
        if authorities.is_some_and(|pem| !pem.windows(PEM.len()).any(|window| window == PEM)) {
            return Err(InvalidSmtp::Expected("certificates in PEM"));
        }
        let parameters = || {
            let mut tls = TlsParameters::builder(host.clone());
            if let Some(authorities) = authorities {
                tls = tls.add_root_certificate(Certificate::from_pem(authorities)?);
            }
            tls.build()
        };
        let (tls, port) = match (url.scheme(), option.as_deref()) {
            ("smtps", None) => (Tls::Wrapper(parameters()?), SUBMISSIONS_PORT),
            ("smtp+starttls", None) | ("smtp", Some("required")) => (Tls::Required(parameters()?), SUBMISSION_PORT),
            ("smtp", Some("opportunistic")) => (Tls::Opportunistic(parameters()?), SUBMISSION_PORT),
            ("smtp", None) => (Tls::None, SMTP_PORT),
            ("smtp", Some(_)) => return Err(InvalidSmtp::Expected("tls=required or tls=opportunistic")),
            _ => return Err(InvalidSmtp::Expected("smtp://, smtps:// or smtp+starttls://")),
        };
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        let port = url.port().unwrap_or(port);
        let (step_timeout, send_timeout) = (STEP_TIMEOUT, SEND_TIMEOUT);
        Ok(Self { credentials: credentials(&url)?, host, port, tls, hello, step_timeout, send_timeout })
    }

    /// Returns true if mails to this server are sent without encryption.
    pub fn is_plain(&self) -> bool {
        matches!(self.tls, Tls::None)
    }

    /// Returns true if the server is on this machine.
    pub fn is_local(&self) -> bool {
        self.host == "localhost" || self.host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
    }

    /// Opens a connection for mails.
    pub(super) async fn connect(&self) -> Result<Connection, Failure> {
        let wrapper = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let connected = AsyncSmtpConnection::connect_tokio1(
            (&*self.host, self.port),
            Some(CONNECT_TIMEOUT),
            &self.hello,
            wrapper,
            None,
        );
        let mut connection = within(self.step_timeout, "connect", Failure::ours, connected).await?;
        let starttls = match &self.tls {
            Tls::Required(parameters) => Some(parameters),
            Tls::Opportunistic(parameters) if connection.can_starttls() => Some(parameters),
            _ => None,
        };
        if let Some(parameters) = starttls {
            let upgraded = connection.starttls(parameters.clone(), &self.hello);
            within(self.step_timeout, "STARTTLS", Failure::ours, upgraded).await?;
        }
        if let Some(credentials) = &self.credentials {
            let authenticated = connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials);
            within(self.step_timeout, "AUTH", Failure::ours, authenticated).await?;
        }
        Ok(Connection { connection, step_timeout: self.step_timeout })
    }
}

fn credentials(url: &Url) -> Result<Option<Credentials>, InvalidSmtp> {
    let decoded = |part: &str| {
        let decoded = percent_encoding::percent_decode_str(part).decode_utf8();
        decoded.map(|part| part.into_owned()).map_err(|_| InvalidSmtp::Expected("a user and a password in UTF-8"))
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, Some(password)) => Ok(Some(Credentials::new(decoded(user)?, decoded(password)?))),
        (_, None) => Err(InvalidSmtp::Expected("a password beside the user")),
    }
}

/// A connection for mails. After a failure it must be dropped: the server's next answer may belong to an earlier
/// command.
pub(super) struct Connection {
    connection: AsyncSmtpConnection,
    step_timeout: Duration,
}

impl Connection {
    /// Sends a message. Once this returns `Ok`, the server is responsible for it. The answer to the whole message is
    /// awaited until the caller gives up, since the server may have accepted it, and would then receive it twice.
    pub(super) async fn send(&mut self, message: &Message) -> Result<(), Failure> {
        let Self { connection, step_timeout } = self;
        let envelope = message.envelope();
        let from = connection.command(Mail::new(envelope.from().cloned(), vec![]));
        within(*step_timeout, "MAIL", Failure::ours, from).await?;
        for recipient in envelope.to() {
            let to = connection.command(Rcpt::new(recipient.clone(), vec![]));
            within(*step_timeout, "RCPT", Failure::the_mails, to).await?;
        }
        within(*step_timeout, "DATA", Failure::the_mails, connection.command(Data)).await?;
        let taken = connection.message(&message.formatted()).await;
        taken.map_err(|error| Failure::the_mails("message", &error))?;
        Ok(())
    }

    /// Closes the connection. All mails are sent, so errors do not matter.
    pub(super) async fn quit(mut self) {
        _ = tokio::time::timeout(QUIT_TIMEOUT, self.connection.quit()).await;
    }
}

/// Returns the server's answer to a step, if it arrives within `limit`. `blamed` converts an error answer into a
/// failure.
async fn within<T>(
    limit: Duration,
    step: &'static str,
    blamed: fn(&'static str, &Error) -> Failure,
    said: impl Future<Output = Result<T, Error>>,
) -> Result<T, Failure> {
    match tokio::time::timeout(limit, said).await {
        Ok(said) => said.map_err(|error| blamed(step, &error)),
        Err(_) => Err(Failure::silence(step)),
    }
}

impl Failure {
    /// Returns a failure on this side of the connection.
    pub(super) fn here(step: &'static str, reason: &str) -> Self {
        Self { step, reason: reason.to_owned(), code: None, is_final: false }
    }

    pub(super) fn silence(step: &'static str) -> Self {
        Self::here(step, "no answer in time")
    }

    fn ours(step: &'static str, error: &Error) -> Self {
        Self { step, reason: with_causes(error), code: error.status().map(Into::into), is_final: false }
    }

    fn the_mails(step: &'static str, error: &Error) -> Self {
        Self { is_final: error.is_permanent(), ..Self::ours(step, error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_url_scheme_has_its_encryption_and_port() {
        let cases = [
            ("smtp://mail.example", "None", 25),
            ("smtp://mail.example:2525/", "None", 2525),
            ("smtp://mail.example/races.example", "None", 25),
            ("smtp://mail.example?tls=required", "Required", 587),
            ("smtp+starttls://mail.example", "Required", 587),
            ("smtp://mail.example?tls=opportunistic", "Opportunistic", 587),
            ("smtps://ana:s%40cret@mail.example", "Wrapper", 465),
            ("smtps://[::1]:4650", "Wrapper", 4650),
        ];
        for (url, tls, port) in cases {
            let smtp = Smtp::from_url(url, None).expect(url);
            assert_eq!((format!("{:?}", smtp.tls).as_str(), smtp.port), (tls, port), "{url}");
        }
    }

    #[test]
    fn the_error_for_an_invalid_url_does_not_contain_the_password() {
        let urls = [
            "",
            "mail.example",
            "https://ana:s3cret@mail.example",
            "smtp://",
            "smtp://ana@mail.example",
            "smtp://ana:s3cret@mail.example?tls=maybe",
            "smtp://ana:s3cret@mail.example:99999",
            "smtp://ana:s3cret%ff@mail.example",
        ];
        for url in urls {
            let error = Smtp::from_url(url, None).expect_err(url).to_string();
            assert!(!error.contains("s3cret") && !error.contains('\n'), "{url}: {error}");
        }
        assert!(Smtp::from_url("smtps://mail.example", Some(b"no certificate")).is_err());
    }

    #[test]
    fn a_password_is_not_printed() {
        let smtp = Smtp::from_url("smtps://ana:s3cret@mail.example", None).expect("it is one");
        assert!(!format!("{smtp:?}").contains("s3cret"), "{smtp:?}");
    }
}
