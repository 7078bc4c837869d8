//! A limit: its rule, and the clients whose attempts it counts.

use std::fmt;
use std::time::Duration;

use actix_web::HttpRequest;
use serde_json::{Value, json};
use shared::UserId;
use token_bucket::TokenBucket;

use super::rule::Rule;
use crate::duration;
use crate::keyed_hash::KeyedHash;

/// The client whose attempts are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Account,
    Address,
    ApiKey,
    EmailAddress,
    Link,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Account => "account",
            Self::Address => "network address",
            Self::ApiKey => "API key",
            Self::EmailAddress => "email address",
            Self::Link => "link",
        })
    }
}

/// The calls that the holder of a key may still make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Allowance {
    /// The number of calls at once.
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    /// The time until all calls are regained.
    pub(crate) full_in: Duration,
}

/// The headers with the numbers of an [`Allowance`], in its order.
pub(crate) const RATE_HEADERS: [&str; 3] = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/// A rule for the attempts of one kind of client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    /// The name that distinguishes the limits of the same account or address.
    pub(super) name: &'static str,
    pub(super) subject: Subject,
    pub(super) rule: Rule,
}

impl Limit {
    /// Returns a limit of `at_once` attempts, and one more per `every`.
    pub(super) const fn burst(name: &'static str, subject: Subject, at_once: u32, every: Duration) -> Self {
        Self { name, subject, rule: Rule::Burst(TokenBucket { size: at_once, every }) }
    }

    /// Returns a limit of `free` failures, after which delays grow up to `longest`.
    pub(super) const fn failures(name: &'static str, subject: Subject, free: i32, longest: Duration) -> Self {
        Self { name, subject, rule: Rule::Failures { free, longest } }
    }

    /// Returns the same limit with attempts of its own.
    pub(super) const fn renamed(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Returns the limit for programs: the number of attempts at once, and the time in which one comes back.
    pub(crate) fn to_json(self) -> Value {
        let per = self.subject.to_string();
        match self.rule {
            Rule::Burst(TokenBucket { size, every }) => {
                json!({ "per": per, "atOnce": size, "everyMs": every.as_millis() as u64 })
            }
            Rule::Failures { free, longest } => {
                json!({ "per": per, "failures": free, "longestDelay": longest.as_secs() })
            }
        }
    }

    /// Returns what a client has left that regains all attempts of a burst in `full_in`.
    pub(super) fn allowance(self, full_in: Duration) -> Option<Allowance> {
        let Rule::Burst(TokenBucket { size, every }) = self.rule else { return None };
        let used = full_in.as_nanos().div_ceil(every.as_nanos());
        let remaining = size.saturating_sub(u32::try_from(used).unwrap_or(u32::MAX));
        Some(Allowance { limit: size, remaining, full_in })
    }

    /// Returns the limits of the call that is requested.
    pub(crate) fn of(request: &HttpRequest) -> Vec<Self> {
        request.app_data::<Vec<Self>>().cloned().unwrap_or_default()
    }

    /// Returns the client whose attempts are counted in a call: the user, if the limit is one of accounts and the call has
    /// a valid token; otherwise the address.
    pub(super) fn client(self, user: Option<UserId>, address: &str) -> String {
        match (self.subject, user) {
            (Subject::Account, Some(user)) => user.to_string(),
            (Subject::Account | Subject::Address | Subject::ApiKey | Subject::EmailAddress | Subject::Link, _) => {
                address.to_owned()
            }
        }
    }

    /// Returns the key under which a client's attempts are counted.
    pub(super) fn key(self, client: &str, hash: &KeyedHash) -> Vec<u8> {
        hash.of(self.name, client)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, subject, rule } = self;
        let words = |time: Duration| duration::in_words(time.as_secs());
        match rule {
            Rule::Burst(TokenBucket { size, every }) if every.as_secs() == 0 => {
                write!(f, "{size} per {subject}, then {} per second", 1000 / every.as_millis())
            }
            // A call may send two kinds of mail.
            Rule::Burst(TokenBucket { size, every }) if *subject == Subject::EmailAddress => {
                write!(f, "{size} {name} per {subject}, then one every {}", words(*every))
            }
            Rule::Burst(TokenBucket { size, every }) => {
                write!(f, "{size} per {subject}, then one every {}", words(*every))
            }
            Rule::Failures { free, longest } => {
                write!(f, "{free} failures per {subject}, then increasing delays of up to {}", words(*longest))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_described_with_its_own_numbers() {
        let said = [
            Limit::burst("tries", Subject::Account, 7, Duration::from_mins(5)),
            Limit::burst("tries", Subject::Account, 9, Duration::from_millis(20)),
            Limit::failures("tries", Subject::Account, 2, Duration::from_secs(90)),
        ];
        let expected = [
            "7 per account, then one every 5 minutes",
            "9 per account, then 50 per second",
            "2 failures per account, then increasing delays of up to 90 seconds",
        ];
        assert_eq!(said.map(|limit| limit.to_string()), expected);
    }
}
