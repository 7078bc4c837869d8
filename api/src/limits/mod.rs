//! Limits on attempts: logins by account and by address, with growing delays; things created or sent, by client; and
//! calls of any kind.
//!
//! Attempts are counted in the database, so that all processes count together: by its clock, and under keyed
//! hashes of accounts and addresses, because addresses are not stored. Calls are counted by each process ([`calls`]). The rules
//! themselves depend on neither ([`rule`]).

mod calls;
mod limit;
pub(crate) mod rule;

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::dev::RequestHead;
use actix_web::http::header::HeaderValue;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use diesel::{Connection as _, PgConnection, QueryResult};
use net::network::Network;
use net::proxies::TrustedProxies;
use shared::UserId;

use self::calls::Calls;
use self::limit::Subject;
pub(crate) use self::limit::{Allowance, Limit, RATE_HEADERS};
use self::rule::Rule;
use crate::database::{self, Database};
use crate::domain::Email;
use crate::error::ApiError;
use crate::keyed_hash::KeyedHash;
use crate::models::user::User;
use crate::models::{known_network, rate_limit};

/// Calls of one account. Enough for a racer who opens every profile of every race, in several windows.
pub(crate) const CALLS_OF_ACCOUNT: Limit = Limit::burst("calls", Subject::Account, 240, Duration::from_millis(250));
/// Calls from one address without a valid token, and its pages and files that are looked up in the database. Enough for a
/// school whose classes open the site together.
pub(crate) const CALLS_FROM_ADDRESS: Limit = Limit::burst("calls", Subject::Address, 1000, Duration::from_millis(20));
/// Files from one address: 300 pupils of a school whose browsers load all 30 of the site at once, and of others who come
/// later.
pub(crate) const FILES_FROM_ADDRESS: Limit = Limit::burst("files", Subject::Address, 10_000, Duration::from_millis(5));
/// Calls of the public API with one key, which also count as calls from their address. Enough for a page that shows a
/// class, and less than one racer's own calls.
pub(crate) const CALLS_OF_API_KEY: Limit = Limit::burst("calls of key", Subject::ApiKey, 60, Duration::from_secs(1));
/// Codes from mails, tried from one address. Enough for the expired links of a class whose mail was slow.
pub(crate) const CODES_FROM_ADDRESS: Limit =
    Limit::failures("codes from address", Subject::Address, 20, Duration::from_mins(1));
/// Wrong codes of events, tried from one address by callers who are in none and are not signed in. Enough for a school that
/// mistypes. Whoever has joined an event is not delayed by others.
pub(crate) const EVENT_CODES: Limit = Limit::failures("event codes", Subject::Address, 50, Duration::from_mins(1));
/// Guests who join events from one address. More than an event has racers, all of whom may be at one school.
pub(crate) const EVENT_GUESTS: Limit = Limit::burst("event guests", Subject::Address, 600, Duration::from_secs(1));
/// Events that one user may open. Enough for a teacher with a lesson an hour, all of which are tried out before.
pub(crate) const EVENTS: Limit = Limit::burst("events", Subject::Account, 20, Duration::from_mins(72));
/// Logins to one account. A user who mistypes is not slowed down, and a guesser gets about one try a minute.
pub(crate) const LOGINS_OF_ACCOUNT: Limit =
    Limit::failures("logins of account", Subject::Account, 5, Duration::from_secs(60));
/// Logins to one account, right ones too, since each costs the work of a password. Enough for a user who logs in on all
/// devices.
pub(crate) const ALL_LOGINS_OF_ACCOUNT: Limit =
    Limit::burst("all logins of account", Subject::Account, 10, Duration::from_secs(10));
/// Confirmations of the password by one user with a token: wrong ones, and all of them.
pub(crate) const CONFIRMATIONS: Limit = Limit::failures("confirmations", Subject::Account, 5, Duration::from_secs(60));
pub(crate) const ALL_CONFIRMATIONS: Limit =
    Limit::burst("all confirmations", Subject::Account, 20, Duration::from_secs(10));
/// Passwords that one reset link may be used to try, for a user whose first ones are too weak. The time is at least that
/// for which a link is valid.
pub(crate) const PASSWORDS_OF_LINK: Limit =
    Limit::burst("passwords of link", Subject::Link, 5, Duration::from_hours(1));
/// The same for logins to one account with any of its addresses.
const LOGINS_WITH_ANY_ADDRESS: Limit = LOGINS_OF_ACCOUNT.renamed("logins with any address");
/// The same for logins from a network from which the account was logged in to before, so that strangers elsewhere do not
/// lock the owner out. Failures are counted for each network by itself, and all logins for all of them together.
const LOGINS_FROM_KNOWN_NETWORK: Limit = LOGINS_OF_ACCOUNT.renamed("logins from known network");
const ALL_LOGINS_FROM_KNOWN_NETWORKS: Limit = ALL_LOGINS_OF_ACCOUNT.renamed("all logins from known networks");
/// Logins from one address, which may be shared by a whole school.
pub(crate) const LOGINS_FROM_ADDRESS: Limit =
    Limit::failures("logins from address", Subject::Address, 30, Duration::from_mins(15));
/// Signups from one address. Enough for a class that signs up together.
pub(crate) const SIGNUPS: Limit = Limit::burst("signups", Subject::Address, 60, Duration::from_secs(60));
/// Rooms that one user may request. Enough for a user who keeps changing their mind. A request may open a room, which
/// takes memory for a while.
pub(crate) const ROOMS: Limit = Limit::burst("rooms", Subject::Account, 20, Duration::from_secs(3));
/// Verification mails to one address, whoever asks. Enough for one that got lost and one in the spam folder. More would
/// let users flood a stranger's mailbox.
pub(crate) const VERIFICATION_MAILS: Limit =
    Limit::burst("verification mails", Subject::EmailAddress, 5, Duration::from_mins(5));
/// The same for mails about a changed password or address.
pub(crate) const NOTICES: Limit = Limit::burst("notices", Subject::EmailAddress, 5, Duration::from_mins(5));
/// Changes of one account's address. Each says whether an address is taken.
pub(crate) const EMAIL_CHANGES: Limit = Limit::burst("email changes", Subject::Account, 5, Duration::from_mins(5));
/// The same for password reset mails to one address.
pub(crate) const RESET_MAILS: Limit = Limit::burst("reset mails", Subject::EmailAddress, 5, Duration::from_mins(5));
/// Password changes of one user. Each sends a mail, and a user who signed up with a stranger's address must not be able
/// to flood it.
pub(crate) const PASSWORD_CHANGES: Limit =
    Limit::burst("password changes", Subject::Account, 5, Duration::from_mins(5));
/// Password resets that one visitor may request, for any accounts.
pub(crate) const RESETS: Limit = Limit::burst("resets", Subject::Address, 30, Duration::from_secs(60));
/// Practices that one user may save. More than anyone types, even if an afternoon offline is saved at once.
pub(crate) const PRACTICES: Limit = Limit::burst("practices", Subject::Account, 60, Duration::from_secs(2));
/// Finishes that one user may save after their races. More than anyone can race in two days without a network.
pub(crate) const LATE_FINISHES: Limit = Limit::burst("late finishes", Subject::Account, 20, Duration::from_secs(60));
/// Races for which one user may ask for ghosts. More than anyone races; each call reads up to two thousand rows.
pub(crate) const GHOSTS: Limit = Limit::burst("ghosts", Subject::Account, 20, Duration::from_secs(3));
/// Archives of one user's data. Each reads all rows of the user. Enough for one that was lost or interrupted.
pub(crate) const ARCHIVES: Limit = Limit::burst("archives", Subject::Account, 3, Duration::from_hours(8));
/// Looks at one user's history. Enough for a user who pages through years of it; each call reads up to a thousand rows.
pub(crate) const HISTORY: Limit = Limit::burst("history", Subject::Account, 120, Duration::from_millis(500));
/// Sums of one user's history by day. Enough for a user who tries every filter; each call reads up to fifty thousand rows
/// of each mode and language.
pub(crate) const DAYS: Limit = Limit::burst("days", Subject::Account, 60, Duration::from_secs(2));
/// Deletions of one user's practice. Enough for a user who deletes an afternoon run by run.
pub(crate) const DELETIONS: Limit = Limit::burst("deletions", Subject::Account, 60, Duration::from_secs(1));
/// API keys that one user may make. Enough for a user who tries things out; each is a row.
pub(crate) const API_KEYS: Limit = Limit::burst("API keys", Subject::Account, 10, Duration::from_mins(1));
/// Feedback of one user. Enough for a user with a lot to say.
pub(crate) const FEEDBACK: Limit = Limit::burst("feedback", Subject::Account, 5, Duration::from_mins(10));
/// Texts that one user may suggest, since an admin reads each.
pub(crate) const TEXT_REQUESTS: Limit = Limit::burst("text requests", Subject::Account, 10, Duration::from_mins(10));
/// Reports of one user, since an admin reads each.
pub(crate) const REPORTS: Limit = Limit::burst("reports", Subject::Account, 5, Duration::from_hours(4));
/// Blocks of one user. Enough for one who tidies up the whole list.
pub(crate) const BLOCKS: Limit = Limit::burst("blocks", Subject::Account, 120, Duration::from_secs(10));
/// Looks at held results that one user may ask for, since an admin takes each.
pub(crate) const LOOKS: Limit = Limit::burst("looks", Subject::Account, 10, Duration::from_mins(10));
/// Purchases that one user may start. Each is a request to the payment provider, and a row.
pub(crate) const PURCHASES: Limit = Limit::burst("purchases", Subject::Account, 10, Duration::from_secs(30));
/// Payments that one user may claim to have approved. Each can cause three requests to the payment provider.
pub(crate) const PAYMENTS: Limit = Limit::burst("payments", Subject::Account, 20, Duration::from_secs(10));

/// Counts attempts, and refuses those that come too soon.
pub(crate) struct Limits {
    calls: Calls,
    database: Database,
    proxies: TrustedProxies,
    hash: KeyedHash,
    are_enabled: bool,
}

impl Limits {
    /// Returns the limits that all processes on `database` share. Nothing is refused unless they `are_enabled`.
    pub(crate) fn new(database: Database, proxies: TrustedProxies, hash: KeyedHash, are_enabled: bool) -> Self {
        Self { calls: Calls::default(), database, proxies, hash, are_enabled }
    }

    /// Counts a call without a valid token of the client at this address (from [`Limits::address_of`]).
    pub(crate) fn count_call(&self, address: &str) -> Result<(), ApiError> {
        self.count_in_memory(CALLS_FROM_ADDRESS, address)
    }

    /// Counts a call with a token of this user. A revoked token has another version, so it uses up none of the calls of the
    /// account's owner.
    pub(crate) fn count_call_of_token(&self, user: UserId, version: i32) -> Result<(), ApiError> {
        self.count_in_memory(CALLS_OF_ACCOUNT, &format!("{user} {version}"))
    }

    /// Counts a file for the client at this address.
    pub(crate) fn count_file(&self, address: &str) -> Result<(), ApiError> {
        self.count_in_memory(FILES_FROM_ADDRESS, address)
    }

    fn count_in_memory(&self, limit: Limit, client: &str) -> Result<(), ApiError> {
        if !self.are_enabled {
            return Ok(());
        }
        self.calls.take(limit, client, Utc::now()).map_err(too_many)
    }

    /// Counts a call of the public API with the key that has this hash.
    pub(crate) fn count_call_of_key(&self, key: &[u8]) -> Result<(), ApiError> {
        if !self.are_enabled {
            return Ok(());
        }
        self.calls.take(CALLS_OF_API_KEY, &BASE64_STANDARD.encode(key), Utc::now()).map_err(too_many)
    }

    /// Gives a call of the public API back to the key that has this hash.
    pub(crate) fn give_back_call_of_key(&self, key: &[u8]) {
        self.calls.give_back(CALLS_OF_API_KEY, &BASE64_STANDARD.encode(key));
    }

    /// Returns what the key with this hash has left, unless limits are off.
    pub(crate) fn allowance_of_key(&self, key: &[u8]) -> Option<Allowance> {
        let full_in = self.calls.full_in(CALLS_OF_API_KEY, &BASE64_STANDARD.encode(key), Utc::now());
        self.are_enabled.then(|| CALLS_OF_API_KEY.allowance(full_in)).flatten()
    }

    /// Returns an error if the client at this address has no call without a token left. Nothing is counted.
    pub(crate) fn check_call(&self, address: &str) -> Result<(), ApiError> {
        if !self.are_enabled {
            return Ok(());
        }
        self.calls.check(CALLS_FROM_ADDRESS, address, Utc::now()).map_err(too_many)
    }

    /// Counts a call without a token against its own limits.
    pub(crate) async fn count_against(&self, limits: &[Limit], address: &str) -> Result<(), ApiError> {
        self.take(tries(limits, None, address)).await
    }

    /// Counts a call against its own limits, on an existing connection, unless the server only reads.
    pub(crate) fn count_on(
        &self,
        limits: &[Limit],
        user: Option<UserId>,
        address: &str,
        conn: &mut PgConnection,
    ) -> Result<(), ApiError> {
        if !self.are_enabled || limits.is_empty() {
            return Ok(());
        }
        let counted = count(&tries(limits, user, address), &self.hash, conn);
        // What only reads is answered without having been counted, and what writes fails in any case.
        if matches!(counted, Err(ApiError::Unavailable)) && database::is_read_only(conn).unwrap_or(false) {
            return Ok(());
        }
        counted
    }

    /// Takes back that a call was counted against its own limits. `address` is that of the caller or, for a limit on links,
    /// the code.
    pub(crate) async fn give_back(&self, limits: &[Limit], user: Option<UserId>, address: &str) {
        let bursts = limits.iter().filter_map(|limit| match limit.rule {
            Rule::Burst(bucket) => Some((limit.key(&limit.client(user, address), &self.hash), bucket.every)),
            Rule::Failures { .. } => None,
        });
        let bursts: Vec<_> = bursts.collect();
        if !bursts.is_empty() {
            self.refund(move |conn| {
                bursts.iter().try_for_each(|(key, every)| rate_limit::give_back(key, *every, conn))
            })
            .await;
        }
    }

    /// Counts a mail to `recipient`. Call it in the transaction that writes the mail, so that a call that fails counts
    /// none: otherwise strangers could use up the mails of any address.
    pub(crate) fn count_mail(&self, limit: Limit, recipient: &Email, conn: &mut PgConnection) -> Result<(), ApiError> {
        self.count_on(&[limit], None, &recipient.to_ascii_lowercase(), conn)
    }

    /// Makes an attempt to redeem a code. It counts as failed from the start, and is refunded unless the code was
    /// wrong.
    ///
    /// # Errors
    /// [`ApiError::TooMany`] if the attempt comes too soon, in which case it is not counted. The error of `redeem`.
    pub(crate) async fn try_code<T>(
        &self,
        request: &HttpRequest,
        redeem: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let address = self.address_of(request);
        let key = CODES_FROM_ADDRESS.key(&address, &self.hash);
        self.take(vec![(CODES_FROM_ADDRESS, address)]).await?;
        let redeemed = redeem.await;
        if !matches!(redeemed, Err(ApiError::DeadLink)) {
            self.refund(move |conn| rate_limit::refund(&key, conn)).await;
        }
        redeemed
    }

    /// Looks for an event by a code that a stranger at this address may have guessed. Only failures are counted, and only
    /// they have to wait: one who guesses must not keep out the others of a school.
    ///
    /// # Errors
    /// [`ApiError::TooMany`] if there is no such event, and the attempt came too soon. The error of `find`.
    pub(crate) fn try_event_code<T>(
        &self,
        address: &str,
        find: impl FnOnce(&mut PgConnection) -> QueryResult<Option<T>>,
        conn: &mut PgConnection,
    ) -> Result<Option<T>, ApiError> {
        let found = find(conn)?;
        if found.is_none() && self.are_enabled {
            let (tries, now) = rate_limit::find(&EVENT_CODES.key(address, &self.hash), conn)?;
            EVENT_CODES.rule.take(tries, now).map_err(too_many)?;
            self.count_on(&[EVENT_CODES], None, address, conn)?;
        }
        Ok(found)
    }

    /// Makes an attempt to log in to the account with this address, and returns its user. `verify` returns whether the
    /// password is right; it gets `None` if there is no account. The attempt counts as failed from the start, so that
    /// simultaneous attempts cannot exceed the limit.
    ///
    /// After a successful login, the failures of the account are forgotten. Those of the address are not, as otherwise
    /// the owner of one account could attack others without limit; only this attempt is refunded. The same happens
    /// after an error, which reveals nothing. The limits on all logins count it all the same: they bound the passwords that
    /// are hashed.
    ///
    /// # Errors
    /// [`ApiError::TooMany`] if the attempt comes too soon, in which case it is not counted. The error of `verify`.
    pub(crate) async fn try_login(
        &self,
        email: &str,
        address: &str,
        verify: impl AsyncFnOnce(Option<&User>) -> Result<bool, ApiError>,
    ) -> Result<Option<User>, ApiError> {
        let (hash, are_enabled) = (self.hash.clone(), self.are_enabled);
        let (email, from) = (email.to_ascii_lowercase(), address.to_owned());
        let admit = move |conn: &mut PgConnection| -> Result<_, ApiError> {
            let user = User::find_by_email(&email, conn)?;
            if !are_enabled {
                return Ok((user, vec![], false));
            }
            // Also looked up without an account, so that the time taken does not reveal whether there is one.
            let id = user.as_ref().map_or(UserId(0), |user| user.id);
            let by_address = (LOGINS_FROM_ADDRESS, from.clone());
            if known_network::is_known(id, &network(id, &from, &hash), conn)? {
                let tries = vec![
                    by_address,
                    (LOGINS_FROM_KNOWN_NETWORK, format!("{id} {from}")),
                    (ALL_LOGINS_FROM_KNOWN_NETWORKS, id.to_string()),
                ];
                count(&tries, &hash, conn)?;
                return Ok((user, tries, false));
            }
            // By what was typed, so that a refusal tells nothing about an account.
            let tries = vec![by_address, (LOGINS_OF_ACCOUNT, email.clone()), (ALL_LOGINS_OF_ACCOUNT, email.clone())];
            count(&tries, &hash, conn)?;
            // An account with an unverified new address can be logged in to with two. Beyond the limit on both together, any
            // password is wrong.
            let both = vec![(LOGINS_WITH_ANY_ADDRESS, user.as_ref().map_or(email, |_| id.to_string()))];
            let is_throttled = match count(&both, &hash, conn) {
                Err(ApiError::TooMany { .. }) => true,
                counted => counted.map(|()| false)?,
            };
            Ok((user, [tries, if is_throttled { vec![] } else { both }].concat(), is_throttled))
        };
        let (user, tries, is_throttled) = self.database.run(admit).await?;
        let is_right = verify(user.as_ref()).await;
        let outcome = is_right.map(|is_right| user.filter(|_| is_right && !is_throttled));
        let id = outcome.as_ref().ok().and_then(Option::as_ref).map(|user| user.id);
        self.record_guess(tries, id, address, outcome).await
    }

    /// Like [`Limits::try_login`], for a user with a valid token who confirms the password. Only holders of a token are
    /// counted, so nobody else can keep the owner from it.
    pub(crate) async fn try_confirmation(
        &self,
        user: UserId,
        address: &str,
        verify: impl Future<Output = Result<bool, ApiError>>,
    ) -> Result<Option<UserId>, ApiError> {
        let tries = vec![(CONFIRMATIONS, user.to_string()), (ALL_CONFIRMATIONS, user.to_string())];
        self.take(tries.clone()).await?;
        let outcome = verify.await.map(|is_right| is_right.then_some(user));
        self.record_guess(tries, Some(user), address, outcome).await
    }

    /// Records the outcome of an attempt with a password: if it was right, remembers the network of its user; unless it was
    /// wrong, refunds the failures that it counted from the start.
    async fn record_guess<T>(
        &self,
        tries: Vec<(Limit, String)>,
        user: Option<UserId>,
        address: &str,
        outcome: Result<Option<T>, ApiError>,
    ) -> Result<Option<T>, ApiError> {
        if !matches!(outcome, Ok(None)) {
            let right = user.filter(|_| outcome.is_ok());
            let (hash, address) = (self.hash.clone(), address.to_owned());
            let refund = move |conn: &mut PgConnection| {
                if let Some(user) = right {
                    known_network::remember(user, &network(user, &address, &hash), conn)?;
                }
                let failures = tries.iter().filter(|(limit, _)| matches!(limit.rule, Rule::Failures { .. }));
                failures.map(|(limit, client)| (limit.subject, limit.key(client, &hash))).try_for_each(
                    |(subject, key)| {
                        let is_forgotten = right.is_some() && subject == Subject::Account;
                        if is_forgotten { rate_limit::forget(&key, conn) } else { rate_limit::refund(&key, conn) }
                    },
                )
            };
            self.refund(refund).await;
        }
        outcome
    }

    /// Remembers that this user owns the account, and is at this address.
    pub(crate) fn remember_network(&self, user: UserId, address: &str, conn: &mut PgConnection) -> QueryResult<()> {
        if !self.are_enabled {
            return Ok(());
        }
        known_network::remember(user, &network(user, address, &self.hash), conn)
    }

    /// Counts an attempt against all of these limits, or against none if one of them refuses it, and makes `changes` in the
    /// same transaction. The attempt counts even if they fail, unless the database is at fault.
    pub(crate) async fn transact<T, F>(&self, tries: Vec<(Limit, String)>, changes: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&mut PgConnection) -> Result<T, ApiError> + Send + 'static,
    {
        let counted = if self.are_enabled { tries } else { vec![] };
        let hash = self.hash.clone();
        let changed = self.database.transact(move |conn| {
            count(&counted, &hash, conn)?;
            match conn.transaction(changes) {
                Err(ApiError::Unavailable) => Err(ApiError::Unavailable),
                changed => Ok(changed),
            }
        });
        changed.await?
    }

    /// Counts an attempt against all of these limits, or against none if one of them refuses it.
    pub(crate) async fn take(&self, tries: Vec<(Limit, String)>) -> Result<(), ApiError> {
        if !self.are_enabled || tries.is_empty() {
            return Ok(());
        }
        let hash = self.hash.clone();
        self.database.run(move |conn| count(&tries, &hash, conn)).await
    }

    /// Refunds attempts that did not fail.
    async fn refund(&self, refund: impl FnOnce(&mut PgConnection) -> QueryResult<()> + Send + 'static) {
        if !self.are_enabled {
            return;
        }
        // The attempt then counts as failed, which costs its owner a moment at most.
        if let Err(error) = self.database.with_conn(refund).await {
            tracing::warn!(%error, "an attempt could not be refunded");
        }
    }

    /// Returns the client as limits identify it: by its address or, for IPv6, its network.
    pub(crate) fn address_of(&self, request: &HttpRequest) -> String {
        address_of(request.head(), &self.proxies)
    }
}

/// Returns the client as limits identify it, behind these proxies: by its address or, for IPv6, its network.
pub fn address_of(request: &RequestHead, proxies: &TrustedProxies) -> String {
    // A Unix socket: all clients that may open it count as one.
    let peer = request.peer_addr.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    let written = request.headers.get_all(proxies.header.name()).map(HeaderValue::as_bytes);
    Network::from(proxies.client(peer, written)).to_string()
}

/// Returns the hash under which a network of this user is remembered.
fn network(user: UserId, address: &str, hash: &KeyedHash) -> Vec<u8> {
    hash.of("known network", &format!("{user} {address}"))
}

/// Returns the limits of a call, each with the client that it counts.
fn tries(limits: &[Limit], user: Option<UserId>, address: &str) -> Vec<(Limit, String)> {
    limits.iter().map(|limit| (*limit, limit.client(user, address))).collect()
}

fn count(tries: &[(Limit, String)], hash: &KeyedHash, conn: &mut PgConnection) -> Result<(), ApiError> {
    conn.transaction(|conn| {
        tries.iter().try_for_each(|(limit, client)| {
            let key = limit.key(client, hash);
            let (before, now) = rate_limit::lock(&key, conn)?;
            let after = limit.rule.take(before, now).map_err(too_many)?;
            Ok(rate_limit::write(&key, after, limit.rule.forgotten_at(after), conn)?)
        })
    })
}

fn too_many(wait: Duration) -> ApiError {
    ApiError::TooMany { wait }
}
