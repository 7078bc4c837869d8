//! The access token for the account's credentials (OAuth 2.0, RFC 6749, section 4.4), cached until it expires.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use tokio::sync::Mutex;
use ureq::http::Request;
use ureq::http::header::{AUTHORIZATION, CONTENT_TYPE};

use super::PayPal;
use crate::payments::provider::ProviderError;

/// The time before its expiry at which a token is replaced, so that none expires in flight.
const RENEW_BEFORE: Duration = Duration::from_secs(60);

/// The longest time for which a token is cached. PayPal's are valid for nine hours.
const TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// The token, once it has been requested.
#[derive(Default)]
pub(super) struct Token(Mutex<Option<KeptToken>>);

struct KeptToken {
    token: String,
    good_until: Instant,
}

impl Token {
    /// Returns a valid token other than the `refused` one. If several callers need a new token, one requests it.
    pub(super) async fn get(&self, paypal: &PayPal, refused: Option<&str>) -> Result<String, ProviderError> {
        let mut kept = self.0.lock().await;
        match kept.as_ref() {
            Some(kept) if kept.good_until > Instant::now() && refused != Some(kept.token.as_str()) => {
                return Ok(kept.token.clone());
            }
            _ => *kept = None,
        }
        let asked_at = Instant::now();
        let credentials = BASE64_STANDARD.encode(format!("{}:{}", paypal.client_id, paypal.secret));
        let request = Request::post(format!("{}/v1/oauth2/token", paypal.base))
            .header(AUTHORIZATION, format!("Basic {credentials}"))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let given = paypal.answer(request, "grant_type=client_credentials".to_owned()).await?;
        let (Some(token), Some(seconds)) = (given["access_token"].as_str(), given["expires_in"].as_u64()) else {
            return Err(ProviderError::Faulty("no token".to_owned()));
        };
        let good_for = Duration::from_secs(seconds).saturating_sub(RENEW_BEFORE).min(TTL);
        *kept = Some(KeptToken { token: token.to_owned(), good_until: asked_at + good_for });
        Ok(token.to_owned())
    }
}
