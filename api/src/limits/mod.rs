//! Limits on tries: logins by account and by address, with a growing delay; things made or sent, by the client that
//! asks for them; and every call, whatever it is.
//!
//! Counted in the database, so that all processes count together: by its clock, and by hashes of accounts and
//! addresses, because addresses are not ours to keep. Calls as such are counted by each process ([`calls`]). The rules
//! themselves know neither ([`rule`]).

mod calls;
pub(crate) mod rule;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpRequest;
use chrono::{TimeDelta, Utc};
use diesel::{Connection as _, PgConnection, QueryResult};
use sha2::{Digest as _, Sha256};
use shared::network::Network;
use shared::proxies::TrustedProxies;

use self::calls::Calls;
use self::rule::Rule;
use crate::database::Database;
use crate::error::{ApiError, in_words};
use crate::models::rate_limit;
use crate::models::user::User;

/// The subjects whose tries are counted together.
const ACCOUNT: &str = "account";
const ADDRESS: &str = "network address";

/// Calls of one account: a racer who looks at every profile of every race, in several windows.
pub(crate) const CALLS_OF_ACCOUNT: Limit = Limit::burst("calls", ACCOUNT, 240, TimeDelta::milliseconds(250));
/// Calls without a token that is good: a school whose classes open the site together.
pub(crate) const CALLS_FROM_ADDRESS: Limit = Limit::burst("calls", ADDRESS, 1000, TimeDelta::milliseconds(20));
/// Codes of mails from one address: links that are too old, of a class whose mail was slow.
pub(crate) const CODES_FROM_ADDRESS: Limit = Limit::failures("codes from address", ADDRESS, 20, TimeDelta::minutes(1));
/// For one account: a person who mistypes is not slowed down, and a guesser gets a try a minute. Longer delays would
/// let strangers lock the owner out.
pub(crate) const LOGINS_OF_ACCOUNT: Limit = Limit::failures("logins of account", ACCOUNT, 5, TimeDelta::seconds(60));
/// For one address, behind which may be a whole school.
pub(crate) const LOGINS_FROM_ADDRESS: Limit =
    Limit::failures("logins from address", ADDRESS, 30, TimeDelta::minutes(15));
/// Accounts that one address may make: a class that signs up together.
pub(crate) const SIGNUPS: Limit = Limit::burst("signups", ADDRESS, 60, TimeDelta::seconds(60));
/// Rooms that one user may ask for: somebody who changes their mind again and again. Each is a room of its own, or a
/// seat that is left for them for a while, so that without a limit one user could keep all others apart.
pub(crate) const ROOMS: Limit = Limit::burst("rooms", ACCOUNT, 20, TimeDelta::seconds(3));
/// Mails with a code that one account, or one address of mail, can be sent: one that got lost, one in the wrong folder.
/// More would be a way to fill somebody's mailbox.
pub(crate) const VERIFICATION_MAILS: Limit = Limit::burst("verification mails", ACCOUNT, 5, TimeDelta::minutes(5));
/// The same for mails that reset a password.
pub(crate) const RESET_MAILS: Limit = Limit::burst("reset mails", "email address", 5, TimeDelta::minutes(5));
/// New passwords that one user may set. Each is a mail, and a stranger must not be sent them without end by the user
/// who signed up with their address.
pub(crate) const PASSWORD_CHANGES: Limit = Limit::burst("password changes", ACCOUNT, 5, TimeDelta::minutes(5));
/// Resets that one visitor's address may ask for, for whatever accounts.
pub(crate) const RESETS: Limit = Limit::burst("resets", ADDRESS, 30, TimeDelta::seconds(60));
/// Practices that one user may save: more than anybody types, also those of an afternoon without a connection.
pub(crate) const PRACTICES: Limit = Limit::burst("practices", ACCOUNT, 60, TimeDelta::seconds(2));
/// Feedback of one user: somebody who has a lot to say.
pub(crate) const FEEDBACK: Limit = Limit::burst("feedback", ACCOUNT, 5, TimeDelta::minutes(10));
/// Texts that one user may suggest: an admin reads each.
pub(crate) const TEXT_REQUESTS: Limit = Limit::burst("text requests", ACCOUNT, 10, TimeDelta::minutes(10));
/// Payments that one user may begin: each is a request to the payment provider, and a row.
pub(crate) const PURCHASES: Limit = Limit::burst("purchases", ACCOUNT, 10, TimeDelta::seconds(30));
/// Payments that one user may say to have approved: each may be three requests to the payment provider.
pub(crate) const PAYMENTS: Limit = Limit::burst("payments", ACCOUNT, 20, TimeDelta::seconds(10));

#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    /// Keeps apart the different tries of the same account or address.
    name: &'static str,
    /// The kind of client whose tries are counted together, for people.
    subject: &'static str,
    rule: Rule,
}

impl Limit {
    /// A limit of so many at once, and one more each time `every` has passed.
    const fn burst(name: &'static str, subject: &'static str, at_once: i32, every: TimeDelta) -> Self {
        Self { name, subject, rule: Rule::Burst { at_once, every } }
    }

    /// A limit of so many `free` failures, after which the delays grow up to `longest`.
    const fn failures(name: &'static str, subject: &'static str, free: i32, longest: TimeDelta) -> Self {
        Self { name, subject, rule: Rule::Failures { free, longest } }
    }

    /// Returns the key under which the tries of a client are counted.
    fn key(self, client: &str) -> Vec<u8> {
        Sha256::new().chain_update(self.name).chain_update([0]).chain_update(client).finalize().to_vec()
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, rule, .. } = self;
        let words = |time: TimeDelta| in_words(time.num_seconds().unsigned_abs());
        match rule {
            Rule::Burst { at_once, every } if *every < TimeDelta::seconds(1) => {
                write!(f, "{at_once} of one {subject}, then {} a second", 1000 / every.num_milliseconds())
            }
            Rule::Burst { at_once, every } => write!(f, "{at_once} of one {subject}, then one in {}", words(*every)),
            Rule::Failures { free, longest } => {
                write!(f, "{free} failures of one {subject}, then after delays that grow up to {}", words(*longest))
            }
        }
    }
}

/// Counts tries and refuses those that come too soon.
pub(crate) struct Limits {
    calls: Calls,
    database: Database,
    proxies: TrustedProxies,
    are_enabled: bool,
}

impl Limits {
    /// The limits that all processes on `database` share; nothing is ever refused unless they `are_enabled`.
    pub(crate) fn new(database: Database, proxies: TrustedProxies, are_enabled: bool) -> Self {
        Self { calls: Calls::default(), database, proxies, are_enabled }
    }

    /// Counts a call of this user, or of a client at this address (from [`Limits::address_of`]) without a good token.
    pub(crate) fn count_call(&self, user: Option<&User>, address: &str) -> Result<(), ApiError> {
        if !self.are_enabled {
            return Ok(());
        }
        let taken = match user {
            Some(user) => self.calls.take(CALLS_OF_ACCOUNT, &user.id.to_string(), Utc::now()),
            None => self.calls.take(CALLS_FROM_ADDRESS, address, Utc::now()),
        };
        taken.map_err(too_many)
    }

    /// Takes a try to redeem a code, counted as wrong until [`Limits::code_was_good`].
    pub(crate) async fn try_code(&self, request: &HttpRequest) -> Result<(), ApiError> {
        self.take([(CODES_FROM_ADDRESS, self.address_of(request))]).await
    }

    /// The code was good: the try is taken back.
    pub(crate) async fn code_was_good(&self, request: &HttpRequest) {
        let address = CODES_FROM_ADDRESS.key(&self.address_of(request));
        self.settle(move |conn| rate_limit::take_back(&address, conn)).await;
    }

    /// Makes a try to log in: `login` returns nothing if it was wrong. It is counted as failed from its beginning, so
    /// that tries at the same moment cannot slip through together.
    ///
    /// After a right one, the account's failures are forgotten. Those of the address are not, or the owner of an account
    /// could try the others without end; only this try is taken back. So it is after an error, which tells nobody
    /// anything.
    ///
    /// # Errors
    /// [`ApiError::TooMany`] when it comes too soon; such a try is not counted. The error of `login`.
    pub(crate) async fn try_login<T>(
        &self,
        email: &str,
        request: &HttpRequest,
        login: impl Future<Output = Result<Option<T>, ApiError>>,
    ) -> Result<Option<T>, ApiError> {
        let (address, account) = (self.address_of(request), email.to_ascii_lowercase());
        let keys = (LOGINS_FROM_ADDRESS.key(&address), LOGINS_OF_ACCOUNT.key(&account));
        self.take([(LOGINS_FROM_ADDRESS, address), (LOGINS_OF_ACCOUNT, account)]).await?;
        let login = login.await;
        if !matches!(login, Ok(None)) {
            let is_right = login.is_ok();
            let settle = move |conn: &mut PgConnection| {
                rate_limit::take_back(&keys.0, conn)?;
                if is_right { rate_limit::forget(&keys.1, conn) } else { rate_limit::take_back(&keys.1, conn) }
            };
            self.settle(settle).await;
        }
        login
    }

    /// Counts a try of this user against a limit of accounts.
    pub(crate) async fn try_as(&self, user: &User, limit: Limit) -> Result<(), ApiError> {
        self.take([(limit, user.id.to_string())]).await
    }

    /// Like [`Limits::try_as`], on a connection of the caller.
    pub(crate) fn try_on(&self, user: &User, limit: Limit, conn: &mut PgConnection) -> Result<(), ApiError> {
        if self.are_enabled { count(&[(limit, user.id.to_string())], conn) } else { Ok(()) }
    }

    /// Takes a visitor's wish for a mail that resets the password of the user with this email address, whether or not
    /// anybody has.
    pub(crate) async fn try_reset_mail(&self, email: &str, request: &HttpRequest) -> Result<(), ApiError> {
        self.take([(RESETS, self.address_of(request)), (RESET_MAILS, email.to_ascii_lowercase())]).await
    }

    /// Counts a try against all of these limits, or against none when one of them refuses it.
    pub(crate) async fn take<const N: usize>(&self, tries: [(Limit, String); N]) -> Result<(), ApiError> {
        if !self.are_enabled {
            return Ok(());
        }
        self.database.run(move |conn| count(&tries, conn)).await
    }

    /// Takes tries back that turned out not to have failed.
    async fn settle(&self, take_back: impl FnOnce(&mut PgConnection) -> QueryResult<()> + Send + 'static) {
        if !self.are_enabled {
            return;
        }
        // Then it counts as one that failed, which costs its owner a moment at most.
        if let Err(error) = self.database.with_conn(take_back).await {
            tracing::warn!(%error, "a try was not taken back");
        }
    }

    /// The client, as far as limits go: its address, or for IPv6 its network.
    pub(crate) fn address_of(&self, request: &HttpRequest) -> String {
        // A Unix socket: all that may open it are one client.
        let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
        let written = request.headers().get_all(self.proxies.header.name());
        // What is no text is no address either.
        let written: Vec<&str> = written.map(|value| value.to_str().unwrap_or_default()).collect();
        Network::from(self.proxies.client(peer, written.into_iter())).to_string()
    }
}

fn count(tries: &[(Limit, String)], conn: &mut PgConnection) -> Result<(), ApiError> {
    conn.transaction(|conn| {
        tries.iter().try_for_each(|(limit, client)| {
            let key = limit.key(client);
            let (before, now) = rate_limit::lock(&key, conn)?;
            let after = limit.rule.take(before, now).map_err(too_many)?;
            Ok(rate_limit::write(&key, after, limit.rule.forgotten_at(after), conn)?)
        })
    })
}

fn too_many(wait: TimeDelta) -> ApiError {
    ApiError::TooMany { wait: wait.to_std().unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_says_its_own_numbers() {
        let burst = Rule::Burst { at_once: 7, every: TimeDelta::minutes(5) };
        let quick = Rule::Burst { at_once: 9, every: TimeDelta::milliseconds(20) };
        let failures = Rule::Failures { free: 2, longest: TimeDelta::seconds(90) };
        let said = [burst, quick, failures].map(|rule| Limit { name: "tries", subject: "account", rule }.to_string());
        let expected = [
            "7 of one account, then one in 5 minutes",
            "9 of one account, then 50 a second",
            "2 failures of one account, then after delays that grow up to 90 seconds",
        ];
        assert_eq!(said, expected);
    }
}
