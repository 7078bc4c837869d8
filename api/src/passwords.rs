//! Passwords: their strength, hashing and verification.
//!
//! Hashing takes tens of milliseconds and 19 MiB by design. Each hash runs on its own low-priority thread. Few run at
//! once, and few callers may wait, so that races in the same process stay smooth however many users log in at once.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{Semaphore, oneshot};
use zxcvbn::Score;

use crate::domain::{ErrorCode, Invalid};
use crate::error::ApiError;

/// Argon2id with 19 MiB, two passes, one lane: OWASP Password Storage Cheat Sheet, section "Argon2id".
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// A hash with the parameters above whose password is unknown. It is verified if there is no account, so that both
/// cases take the same time.
const UNKNOWN_ACCOUNT_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhvbWU$bm9ib2R5IGtub3dzIGEgcGFzc3dvcmQgZm9yIHRoaXM";

/// The weakest password that is accepted: "somewhat guessable", 10^8 guesses.
pub(crate) const WEAKEST: Score = Score::Two;

const THREAD: &str = "password";

/// The longest wait for a turn before the caller gets "The server is busy".
const TURN_WAIT: Duration = Duration::from_secs(5);

/// The number of callers that may wait for each turn: about a second's work. Further ones are refused at once.
const WAITING_PER_TURN: usize = 32;

/// The value added to the thread's niceness. A normal thread then gets about ten times its share of a processor.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Hashes and verifies passwords. Clones share the turns.
#[derive(Clone)]
pub(crate) struct Passwords {
    argon2: Argon2<'static>,
    /// One permit for each caller that waits or hashes.
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

impl Passwords {
    /// Returns a hasher that uses half of the processors at most, leaving the rest for races.
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::in_turns((processors / 2).max(1))
    }

    /// Returns a hasher that runs this many hashes at once.
    fn in_turns(turns: usize) -> Self {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("the parameters are in Argon2's bounds");
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            places: Arc::new(Semaphore::new(turns * (1 + WAITING_PER_TURN))),
            turns: Arc::new(Semaphore::new(turns)),
        }
    }

    /// Returns the hash of a new password as a PHC string, unless the password is easily guessed by someone who knows
    /// `known` about its owner.
    ///
    /// # Errors
    /// [`ApiError::Invalid`], which names `field`, for a weak password.
    pub(crate) async fn hash(&self, field: &'static str, password: &str, known: [&str; 2]) -> Result<String, ApiError> {
        let password = shared::text::normalize(password);
        let known = known.map(str::to_owned);
        let argon2 = self.argon2.clone();
        self.in_turn(move || {
            let known = known.each_ref().map(String::as_str);
            if zxcvbn::zxcvbn(&password, &known).score() < WEAKEST {
                return Err(ApiError::invalid(
                    field,
                    Invalid::new(ErrorCode::WeakPassword, "is too easy to guess; try a longer one or several words"),
                ));
            }
            let hash = argon2.hash_password(password.as_bytes()).map_err(|error| ApiError::internal(&error))?;
            Ok(hash.to_string())
        })
        .await?
    }

    /// Returns true if `password` matches `hash`. A missing or malformed hash takes as long as any other.
    pub(crate) async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, ApiError> {
        let password = shared::text::normalize(password);
        let hash = hash.filter(|hash| PasswordHash::new(hash).is_ok()).unwrap_or(UNKNOWN_ACCOUNT_HASH).to_owned();
        let argon2 = self.argon2.clone();
        self.in_turn(move || {
            PasswordHash::new(&hash).is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            tracing::warn!(waiting_per_turn = WAITING_PER_TURN, "too many callers are waiting to hash a password");
            return Err(ApiError::Unavailable);
        };
        let turn = tokio::time::timeout(TURN_WAIT, self.turns.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            tracing::warn!(seconds = TURN_WAIT.as_secs(), "a password was not hashed in time");
            return Err(ApiError::Unavailable);
        };
        let (done, answer) = oneshot::channel();
        let work = move || {
            lower_priority();
            let value = work();
            drop((turn, place));
            // The caller may have stopped waiting.
            _ = done.send(value);
        };
        let thread = std::thread::Builder::new().name(THREAD.to_owned()).spawn(work);
        thread.map_err(|error| ApiError::internal(&error))?;
        answer.await.map_err(|error| ApiError::internal(&error))
    }
}

/// Lowers this thread's priority. On Linux niceness applies to a thread; elsewhere it applies to the whole process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::debug!(%error, "hashing continues with the niceness of the process");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::task::{Context, Waker};

    use super::*;

    #[actix_web::test]
    async fn a_password_matches_in_any_unicode_normalization() {
        let passwords = Passwords::new();
        let hash =
            passwords.hash("password", "colibrí esmeralda", ["ana", "ana@example.org"]).await.expect("it is strong");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(passwords.verify("colibri\u{301} esmeralda", Some(&hash)).await, Ok(true));
        assert_eq!(passwords.verify("colibri esmeralda", Some(&hash)).await, Ok(false));
    }

    #[actix_web::test]
    async fn no_password_matches_an_account_without_one() {
        let passwords = Passwords::new();
        for hash in [None, Some("!"), Some(UNKNOWN_ACCOUNT_HASH)] {
            assert_eq!(passwords.verify("!", hash).await, Ok(false), "{hash:?}");
        }
    }

    #[test]
    fn the_hash_for_unknown_accounts_costs_as_much_as_any_other() {
        let hash = PasswordHash::new(UNKNOWN_ACCOUNT_HASH).expect("it is a PHC string");
        let params = Params::try_from(&hash).expect("it has parameters");
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (MEMORY_KIB, PASSES, LANES));
        assert_eq!(hash.hash.map(|output| output.len()), Some(Params::DEFAULT_OUTPUT_LEN));
    }

    #[actix_web::test]
    async fn an_easily_guessed_password_is_refused() {
        let passwords = Passwords::new();
        for weak in ["password", "12345678", "qwertyuiop", "maria1990", "aaaaaaaaaaaa"] {
            let refused = passwords.hash("password", weak, ["maria1990", "maria@example.org"]).await;
            assert!(matches!(refused, Err(ApiError::Invalid(_))), "{weak}: {refused:?}");
        }
    }

    #[actix_web::test]
    async fn hashing_is_bounded_and_overflow_is_refused_at_once() {
        const TURNS: usize = 2;
        let passwords = Passwords::in_turns(TURNS);
        let (running, most) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let (began, mut begun) = tokio::sync::mpsc::unbounded_channel();
        let hash = || {
            let (running, most, held, began) = (running.clone(), most.clone(), held.clone(), began.clone());
            passwords.in_turn(move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                began.send(()).expect("the test listens");
                held.lock().expect("nobody panicked").recv().expect("somebody lets go");
                running.fetch_sub(1, Ordering::SeqCst);
                std::thread::current().name().map(str::to_owned)
            })
        };
        let line = TURNS * (1 + WAITING_PER_TURN);
        // Started one after another, so that their order is known.
        let mut hashes: Vec<_> = (0..line).map(|_| Box::pin(hash())).collect();
        for hash in &mut hashes {
            assert!(hash.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        for _ in 0..TURNS {
            begun.recv().await.expect("a hash begins");
        }
        for _ in 0..10 {
            assert_eq!(hash().await, Err(ApiError::Unavailable));
        }
        for _ in 0..line {
            release.send(()).expect("somebody waits");
        }
        let threads = futures_util::future::join_all(hashes).await;
        // Not on a thread that serves requests or queries the database.
        assert!(threads.iter().all(|name| *name == Ok(Some(THREAD.to_owned()))), "{threads:?}");
        assert_eq!(most.load(Ordering::SeqCst), TURNS as u64);
        release.send(()).expect("somebody waits");
        assert!(hash().await.is_ok(), "there is a place again");
    }
}
