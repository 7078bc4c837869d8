//! How often one may try: logins by account and by address, with a growing delay, signups by address, rooms by user,
//! and mails with codes by whom they are for.
//!
//! Kept in this process. The rules know no clock: the time is handed in.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use shared::UserId;

use crate::error::ApiError;

/// For one account: a person who mistypes is not slowed down, and who guesses gets a try a minute. Longer delays would
/// let strangers lock the owner out.
const ACCOUNT_RULE: Rule = Rule { free: 5, longest: Duration::from_secs(60) };
/// For one address, behind which may be a whole school.
const ADDRESS_RULE: Rule = Rule { free: 30, longest: Duration::from_secs(15 * 60) };
/// The first delay; each further failure doubles it.
const FIRST_DELAY: Duration = Duration::from_secs(1);
/// Failures are forgotten this long after the last one.
const MEMORY: Duration = Duration::from_secs(60 * 60);
/// Accounts, and addresses, remembered at most.
const REMEMBERED: usize = 50_000;

/// Accounts that one address may make at once: a class that signs up together.
const SIGNUP_BURST: NonZeroU32 = NonZeroU32::new(60).expect("60 is not 0");
/// After that, one in this time.
const SIGNUP_PERIOD: Duration = Duration::from_secs(60);

/// Rooms that one user may ask for at once: somebody who changes their mind again and again. Each is a room of its own, or
/// a seat that is left for them for a while, so that without a limit one user could keep all others apart.
const ROOM_BURST: NonZeroU32 = NonZeroU32::new(20).expect("20 is not 0");
/// After that, one in this time.
const ROOM_PERIOD: Duration = Duration::from_secs(3);

/// Mails with a code that one account, or one address of mail, can be sent at once: one that got lost, one in the wrong
/// folder. More would be a way to fill somebody's mailbox.
const MAIL_BURST: NonZeroU32 = NonZeroU32::new(5).expect("5 is not 0");
/// After that, one in this time.
const MAIL_PERIOD: Duration = Duration::from_secs(5 * 60);
/// Resets that one visitor's address may ask for at once, for whatever accounts.
const RESET_BURST: NonZeroU32 = NonZeroU32::new(30).expect("30 is not 0");
/// After that, one in this time.
const RESET_PERIOD: Duration = Duration::from_secs(60);

/// Counts tries and refuses those that come too soon.
pub(crate) struct Limits {
    by_account: Throttle<String>,
    by_address: Throttle<IpAddr>,
    signups: DefaultKeyedRateLimiter<IpAddr>,
    rooms: DefaultKeyedRateLimiter<UserId>,
    verification_mails: DefaultKeyedRateLimiter<UserId>,
    reset_mails: DefaultKeyedRateLimiter<String>,
    resets: DefaultKeyedRateLimiter<IpAddr>,
    are_on: bool,
}

impl Limits {
    /// Nothing counted yet; nothing is ever refused unless they `are_on`.
    pub(crate) fn new(are_on: bool) -> Self {
        let quota = |period, burst| Quota::with_period(period).expect("the period is not 0").allow_burst(burst);
        Self {
            by_account: Throttle::new(ACCOUNT_RULE),
            by_address: Throttle::new(ADDRESS_RULE),
            signups: RateLimiter::keyed(quota(SIGNUP_PERIOD, SIGNUP_BURST)),
            rooms: RateLimiter::keyed(quota(ROOM_PERIOD, ROOM_BURST)),
            verification_mails: RateLimiter::keyed(quota(MAIL_PERIOD, MAIL_BURST)),
            reset_mails: RateLimiter::keyed(quota(MAIL_PERIOD, MAIL_BURST)),
            resets: RateLimiter::keyed(quota(RESET_PERIOD, RESET_BURST)),
            are_on,
        }
    }

    /// Takes a try to log in, counted as failed until [`Limits::login_succeeded`], so that tries at the same moment
    /// cannot slip through together.
    ///
    /// # Errors
    /// [`ApiError::TooMany`] when it comes too soon; such a try is not counted.
    pub(crate) fn try_login(&self, email: &str, address: IpAddr) -> Result<(), ApiError> {
        if !self.are_on {
            return Ok(());
        }
        let now = Instant::now();
        let too_many = |wait| ApiError::TooMany { wait };
        self.by_address.take(address, now).map_err(too_many)?;
        self.by_account.take(email.to_ascii_lowercase(), now).map_err(|wait| {
            self.by_address.take_back(&address);
            too_many(wait)
        })
    }

    /// The login was right: the account's failures are forgotten. Those of the address are not, or who has an account
    /// could try the others without end; only this try is taken back.
    pub(crate) fn login_succeeded(&self, email: &str, address: IpAddr) {
        self.by_account.forget(&email.to_ascii_lowercase());
        self.by_address.take_back(&address);
    }

    /// Whether the login was right could not be found out, so nothing was guessed: the try is taken back.
    pub(crate) fn login_undecided(&self, email: &str, address: IpAddr) {
        self.by_account.take_back(&email.to_ascii_lowercase());
        self.by_address.take_back(&address);
    }

    /// Takes a try to sign up.
    ///
    /// # Errors
    /// [`ApiError::TooMany`].
    pub(crate) fn try_signup(&self, address: IpAddr) -> Result<(), ApiError> {
        if self.are_on { take(&self.signups, &address) } else { Ok(()) }
    }

    /// Takes a user's wish for a room.
    ///
    /// # Errors
    /// [`ApiError::TooMany`].
    pub(crate) fn try_open_room(&self, user: UserId) -> Result<(), ApiError> {
        if self.are_on { take(&self.rooms, &user) } else { Ok(()) }
    }

    /// Takes a user's wish for a mail that verifies their address.
    ///
    /// # Errors
    /// [`ApiError::TooMany`].
    pub(crate) fn try_verification_mail(&self, user: UserId) -> Result<(), ApiError> {
        if self.are_on { take(&self.verification_mails, &user) } else { Ok(()) }
    }

    /// Takes a visitor's wish for a mail that resets the password of who has this email address, whether or not anybody
    /// has.
    ///
    /// # Errors
    /// [`ApiError::TooMany`].
    pub(crate) fn try_reset_mail(&self, email: &str, address: IpAddr) -> Result<(), ApiError> {
        if !self.are_on {
            return Ok(());
        }
        take(&self.resets, &address)?;
        take(&self.reset_mails, &email.to_ascii_lowercase())
    }
}

/// Takes one from what `key` may do, or says how long to wait.
fn take<K: Eq + Hash + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), ApiError> {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    limiter
        .check_key(key)
        .map_err(|until| ApiError::TooMany { wait: until.wait_time_from(DefaultClock::default().now()) })
}

/// Who asks, as far as limits go: the peer's address, or for IPv6 its network, since every home has 2^64 addresses.
pub(crate) fn address_of(request: &HttpRequest) -> IpAddr {
    match request.peer_addr().map(|peer| peer.ip().to_canonical()) {
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        Some(address) => address,
        // A Unix socket: whoever may open it is one client.
        None => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    }
}

/// When failures begin to cost time, and how much.
#[derive(Debug, Clone, Copy)]
struct Rule {
    /// Failures without a delay.
    free: u32,
    /// The delay grows to this and no further.
    longest: Duration,
}

impl Rule {
    /// The delay after so many failures.
    fn delay(self, failures: u32) -> Duration {
        match failures.checked_sub(self.free) {
            None => Duration::ZERO,
            Some(beyond) => FIRST_DELAY.saturating_mul(2_u32.saturating_pow(beyond)).min(self.longest),
        }
    }
}

/// Delays that grow with each failure, per key.
struct Throttle<K> {
    rule: Rule,
    failures: Mutex<HashMap<K, Failures>>,
}

#[derive(Debug, Clone, Copy)]
struct Failures {
    count: u32,
    last: Instant,
}

impl<K: Eq + Hash + Clone> Throttle<K> {
    fn new(rule: Rule) -> Self {
        Self { rule, failures: Mutex::new(HashMap::new()) }
    }

    /// Counts a failure of `key`, or says how long to wait first.
    fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut all = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED && !all.contains_key(&key) {
            make_room(&mut all, now);
        }
        let failures = all.entry(key).or_insert(Failures { count: 0, last: now });
        let since = now.saturating_duration_since(failures.last);
        if since > MEMORY {
            failures.count = 0;
        }
        match self.rule.delay(failures.count).checked_sub(since) {
            Some(wait) if wait > Duration::ZERO => Err(wait),
            _ => {
                *failures = Failures { count: failures.count.saturating_add(1), last: now };
                Ok(())
            }
        }
    }

    fn take_back(&self, key: &K) {
        let mut all = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(failures) = all.get_mut(key) {
            failures.count = failures.count.saturating_sub(1);
        }
    }

    fn forget(&self, key: &K) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }
}

/// Forgets what is old anyway, or else whoever has been quiet the longest.
fn make_room<K: Eq + Hash + Clone>(all: &mut HashMap<K, Failures>, now: Instant) {
    all.retain(|_, failures| now.saturating_duration_since(failures.last) <= MEMORY);
    if all.len() < REMEMBERED {
        return;
    }
    let quietest = all.iter().min_by_key(|(_, failures)| failures.last).map(|(key, _)| key.clone());
    if let Some(key) = quietest {
        all.remove(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule { free: 3, longest: Duration::from_secs(10) };

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn the_delay_begins_after_the_free_tries_and_doubles_up_to_the_longest() {
        let delays: Vec<u64> = (0..9).map(|failures| RULE.delay(failures).as_secs()).collect();
        assert_eq!(delays, [0, 0, 0, 1, 2, 4, 8, 10, 10]);
        assert_eq!(RULE.delay(u32::MAX), seconds(10));
    }

    #[test]
    fn a_try_that_comes_too_soon_is_told_how_long_to_wait() {
        let throttle = Throttle::new(RULE);
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(throttle.take("ana", start), Ok(()));
        }
        assert_eq!(throttle.take("ana", start), Err(seconds(1)));
        assert_eq!(throttle.take("bo", start), Ok(()), "others are not concerned");
        assert_eq!(throttle.take("ana", start + seconds(1)), Ok(()));
        assert_eq!(throttle.take("ana", start + seconds(2)), Err(seconds(1)));
        assert_eq!(throttle.take("ana", start + seconds(3)), Ok(()));
    }

    const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn tries_that_an_account_refuses_do_not_count_against_the_address() {
        let limits = Limits::new(true);
        for _ in 0..100 {
            let _ = limits.try_login("ana@example.org", HOME);
        }
        assert_eq!(limits.try_login("bo@example.org", HOME), Ok(()));
    }

    #[test]
    fn a_login_that_could_not_be_decided_costs_nothing() {
        let limits = Limits::new(true);
        for _ in 0..100 {
            assert_eq!(limits.try_login("ana@example.org", HOME), Ok(()));
            limits.login_undecided("ANA@example.org", HOME);
        }
    }

    #[test]
    fn success_and_an_hour_of_quiet_make_forget() {
        let throttle = Throttle::new(RULE);
        let start = Instant::now();
        for name in ["ana", "bo"] {
            for _ in 0..3 {
                assert_eq!(throttle.take(name, start), Ok(()));
            }
        }
        throttle.forget(&"ana");
        assert_eq!(throttle.take("ana", start), Ok(()));
        let later = start + MEMORY + seconds(1);
        for _ in 0..3 {
            assert_eq!(throttle.take("bo", later), Ok(()));
        }
        assert!(throttle.take("bo", later).is_err());
    }

    #[test]
    fn memory_is_bounded_and_the_quietest_is_forgotten_first() {
        let throttle = Throttle::new(RULE);
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(throttle.take(0, start + seconds(1)), Ok(()));
        }
        for key in 1..REMEMBERED {
            assert_eq!(throttle.take(key, start), Ok(()));
        }
        assert_eq!(throttle.take(REMEMBERED, start + seconds(1)), Ok(()));
        assert_eq!(throttle.failures.lock().expect("nobody panicked").len(), REMEMBERED);
        assert!(throttle.take(0, start + seconds(1)).is_err(), "who failed last is remembered");
    }
}
