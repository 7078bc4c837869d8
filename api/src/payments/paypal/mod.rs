//! A client of PayPal's REST API, version 1, whose buyers return with a `paymentId` and a `PayerID`.

mod messages;
mod token;

use std::fmt;
use std::time::Duration;

use actix_web::web::block;
use serde_json::Value;
use ureq::Agent;
use ureq::http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use ureq::http::{Request, Response, StatusCode, request};
use ureq::tls::{RootCerts, TlsConfig};
use url::{Host, Url};

use self::messages::payment_order;
use self::token::Token;
use super::provider::{Approvable, Asked, Order, Payment, PaymentError, Provider, ProviderError};
use crate::domain::ProviderId;
use crate::error::with_causes;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest wait for an answer, unless a caller sets a shorter one. PayPal executes most payments within a few
/// seconds.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum size of an answer, in bytes. PayPal's have a few thousand.
const LONGEST_ANSWER: u64 = 256 * 1024;

/// A PayPal account that receives payments, and the connection to it.
pub struct PayPal {
    http: Agent,
    /// Without a trailing slash.
    base: String,
    client_id: String,
    secret: String,
    /// The longest wait for an answer, measured from the start of the request.
    answer_timeout: Duration,
    token: Token,
}

/// The error for invalid PayPal settings. It does not contain the secret.
#[derive(Debug, thiserror::Error)]
pub enum InvalidPayPal {
    /// The base URL is invalid.
    #[error("expected https://host (http:// only on this machine)")]
    Url,
}

impl PayPal {
    /// Returns the account with these credentials, reached at `base_url`.
    ///
    /// # Errors
    /// [`InvalidPayPal`], including for an address without TLS that is not on this machine, since it would reveal the
    /// secret.
    pub fn new(base_url: &str, client_id: &str, secret: &str) -> Result<Self, InvalidPayPal> {
        let url = Url::parse(base_url).map_err(|_| InvalidPayPal::Url)?;
        let is_local = is_local(&url);
        let has_more = url.query().is_some() || url.fragment().is_some() || !url.username().is_empty();
        if !(url.scheme() == "https" || url.scheme() == "http" && is_local) || has_more {
            return Err(InvalidPayPal::Url);
        }
        Ok(Self::client(base_url, client_id, secret, is_local))
    }

    /// Limits the wait for answers.
    #[must_use]
    pub fn with_answer_timeout(self, answer_timeout: Duration) -> Self {
        Self { answer_timeout, ..self }
    }

    /// Returns the account with these credentials, without checking the address.
    pub(super) fn client(base_url: &str, client_id: &str, secret: &str, is_local: bool) -> Self {
        let of_the_system = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let http = Agent::config_builder()
            .tls_config(of_the_system)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            // The credentials must not follow a redirect to another host.
            .max_redirects(0)
            .http_status_as_error(false)
            .user_agent(concat!("colibri/", env!("CARGO_PKG_VERSION")));
        // A server on this machine is not behind a proxy.
        let http = if is_local { http.proxy(None) } else { http };
        Self {
            http: http.build().into(),
            base: base_url.trim_end_matches('/').to_owned(),
            client_id: client_id.to_owned(),
            secret: secret.to_owned(),
            answer_timeout: ANSWER_TIMEOUT,
            token: Token::default(),
        }
    }

    async fn post(&self, path: &str, request: &str, body: &Value) -> Result<Value, ProviderError> {
        let url = format!("{}{path}", self.base);
        let request = || Request::post(&url).header("PayPal-Request-Id", request);
        self.ask(|| request().header(CONTENT_TYPE, "application/json"), body.to_string()).await
    }

    /// Sends a request with a token. If the token is refused, retries once with a new one.
    async fn ask(&self, request: impl Fn() -> request::Builder, body: String) -> Result<Value, ProviderError> {
        let with_token = |token: &str| request().header(AUTHORIZATION, format!("Bearer {token}"));
        let token = self.token.get(self, None).await?;
        match self.answer(with_token(&token), body.clone()).await {
            Err(ProviderError::Credentials(_)) => {
                let token = self.token.get(self, Some(&token)).await?;
                self.answer(with_token(&token), body).await
            }
            answer => answer,
        }
    }

    async fn payment(&self, id: &ProviderId) -> Result<Payment, ProviderError> {
        let url = format!("{}/v1/payments/payment/{id}", self.base);
        of(id, &self.ask(|| Request::get(&url), String::new()).await?)
    }

    async fn answer(&self, request: request::Builder, body: String) -> Result<Value, ProviderError> {
        let (http, timeout) = (self.http.clone(), self.answer_timeout);
        let call = move || {
            let request = http.configure_request(request.body(body)?).timeout_global(Some(timeout)).build();
            let (head, body) = http.run(request)?.into_parts();
            let body = body.into_with_config().limit(LONGEST_ANSWER).read_to_vec()?;
            Ok(Response::from_parts(head, body))
        };
        let answered = block(call).await.map_err(|error| ProviderError::NoAnswer(error.to_string()))?;
        answered.map_err(no_answer).and_then(|response| read(&response))
    }

    /// Returns true if a buyer may be sent to `link`. Plain http is allowed only if PayPal itself is reached by it, as
    /// in a simulation.
    fn is_page(&self, link: &str) -> bool {
        let may_be_http = self.base.starts_with("http://");
        Url::parse(link).is_ok_and(|url| url.scheme() == "https" || may_be_http && url.scheme() == "http")
    }
}

impl Provider for PayPal {
    fn create<'a>(&'a self, order: &'a Order) -> Asked<'a, Approvable> {
        Box::pin(async move {
            let made = self.post("/v1/payments/payment", &order.request, &payment_order(order)).await?;
            let made = messages::approvable(&made).filter(|made| self.is_page(&made.link));
            made.ok_or_else(|| ProviderError::Faulty("not a payment with a link for the buyer".to_owned()))
        })
    }

    fn execute<'a>(&'a self, payment: &'a ProviderId, payer: &'a ProviderId, request: &'a str) -> Asked<'a, Payment> {
        Box::pin(async move {
            let path = format!("/v1/payments/payment/{payment}/execute");
            let payer = serde_json::json!({ "payer_id": payer });
            match self.post(&path, request, &payer).await {
                Ok(executed) => of(payment, &executed),
                // Then there is something to see.
                Err(ProviderError::Refused(PaymentError::Done)) => self.payment(payment).await,
                Err(error) => Err(error),
            }
        })
    }

    fn look_up<'a>(&'a self, payment: &'a ProviderId) -> Asked<'a, Payment> {
        Box::pin(self.payment(payment))
    }
}

impl fmt::Debug for PayPal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PayPal").field("base", &self.base).finish_non_exhaustive()
    }
}

/// Returns the payment in the answer, if it is the requested one.
fn of(id: &ProviderId, answer: &Value) -> Result<Payment, ProviderError> {
    let faulty = |what: &str| ProviderError::Faulty(what.to_owned());
    let payment = messages::payment(answer).ok_or_else(|| faulty("not a payment"))?;
    if payment.id == *id { Ok(payment) } else { Err(faulty("another payment")) }
}

fn no_answer(error: ureq::Error) -> ProviderError {
    match error {
        ureq::Error::BodyExceedsLimit(_) => ProviderError::Faulty("the answer is too long".to_owned()),
        error => ProviderError::NoAnswer(with_causes(&error)),
    }
}

fn read(response: &Response<Vec<u8>>) -> Result<Value, ProviderError> {
    let (status, body) = (response.status(), response.body());
    if status.is_success() {
        return serde_json::from_slice(body).map_err(|error| ProviderError::Faulty(error.to_string()));
    }
    let said: Value = serde_json::from_slice(body).unwrap_or_default();
    // PayPal's support asks for the `debug_id`.
    let (what, debug_id) = (messages::name(&said), said["debug_id"].as_str());
    tracing::warn!(status = status.as_u16(), what, debug_id, "PayPal refused a request");
    Err(match status {
        StatusCode::UNAUTHORIZED => ProviderError::Credentials(what.to_owned()),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            ProviderError::Busy { wait: retry_after(response) }
        }
        // An error without a reason is not PayPal's.
        _ if status.is_client_error() && said["name"].is_string() => ProviderError::Refused(messages::reason(&said)),
        _ => ProviderError::Faulty(format!("{status}: {what}")),
    })
}

/// Returns the wait before the next request, if it is given in seconds, as PayPal does.
fn retry_after(response: &Response<Vec<u8>>) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_sent_by_https_only() {
        for url in ["https://api-m.paypal.com", "https://proxy.example/paypal/", "http://127.0.0.1:8080/simulator"] {
            assert!(PayPal::new(url, "id", "secret").is_ok(), "{url}");
        }
        for url in ["", "api-m.paypal.com", "http://api-m.paypal.com", "ftp://x", "https://a:b@x", "https://x?y=z"] {
            assert!(matches!(PayPal::new(url, "id", "secret"), Err(InvalidPayPal::Url)), "{url}");
        }
    }

    #[test]
    fn a_secret_is_not_printed() {
        let paypal = PayPal::new("https://api-m.paypal.com", "id", "s3cret").expect("it is an account");
        assert!(!format!("{paypal:?}").contains("s3cret"));
    }
}
