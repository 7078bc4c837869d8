//! Passwords: their strength, hashing and verification.
//!
//! Hashing takes tens of milliseconds and 19 MiB by design. Each hash runs on its own low-priority thread. Few run at
//! once, so that races in the same process stay smooth however many users log in at once; the others wait for their
//! [turn](crate::turns).

use std::time::Duration;

use ::metrics::counter;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::oneshot;
use zxcvbn::Score;

use crate::domain::{ErrorCode, Invalid};
use crate::error::ApiError;
use crate::metrics;
use crate::turns::{Crowded, Turn, Turns};

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

/// The longest wait for a turn before the caller gets "The server is busy": more than a school that logs in at once needs.
const TURN_TIMEOUT: Duration = Duration::from_secs(30);

/// The number of callers of one address that may wait. Enough for a school that logs in when the bell rings.
const WAITING_PER_ADDRESS: usize = 256;
/// The number of callers of all addresses that may wait.
const WAITING_IN_ALL: usize = 1024;

/// The characters of a new password by which its strength is judged, since the time that this takes grows with more than
/// the square of their number.
const JUDGED_LENGTH: usize = 32;

/// Words that come to mind on a site like this one.
const OF_TYPING: [&str; 8] = ["typing", "race", "racing", "racer", "typingrace", "typeracer", "typist", "keyboard"];

/// The characters of the shortest part of an address that is looked for in a password.
const SHORTEST_PART: usize = 3;

/// The characters of the longest date or number that adds nothing to known words.
const LONGEST_DATE: usize = 10;

/// The value added to the thread's niceness. A normal thread then gets about ten times its share of a processor.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Hashes and verifies passwords, in turns.
pub(crate) struct Passwords {
    argon2: Argon2<'static>,
    turns: Turns,
}

/// A caller's turn to hash or verify one password.
pub(crate) struct PasswordTurn {
    argon2: Argon2<'static>,
    turn: Turn,
}

impl Passwords {
    /// Returns a hasher that uses half of the processors at most, leaving the rest for races.
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).expect("the parameters are in Argon2's bounds");
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            turns: Turns::new((processors / 2).max(1), WAITING_PER_ADDRESS, WAITING_IN_ALL),
        }
    }

    /// Waits for a turn of the client at this address.
    ///
    /// # Errors
    /// [`ApiError::Unavailable`] if too many callers are waiting, or the wait is too long.
    pub(crate) async fn turn(&self, address: &str) -> Result<PasswordTurn, ApiError> {
        match tokio::time::timeout(TURN_TIMEOUT, self.turns.take(address)).await {
            Ok(Ok(turn)) => return Ok(PasswordTurn { argon2: self.argon2.clone(), turn }),
            Ok(Err(Crowded)) => tracing::warn!("too many callers are waiting to hash a password"),
            Err(_) => tracing::warn!(seconds = TURN_TIMEOUT.as_secs(), "a password was not hashed in time"),
        }
        counter!(metrics::PASSWORDS_REFUSED).increment(1);
        Err(ApiError::Unavailable)
    }
}

impl PasswordTurn {
    /// Returns the hash of a new password as a PHC string, unless the password is easily guessed by someone who knows
    /// `known` about its owner.
    ///
    /// # Errors
    /// [`ApiError::Invalid`], which names `field`, for a weak password.
    pub(crate) async fn hash(
        self,
        field: &'static str,
        password: &str,
        known: Vec<String>,
    ) -> Result<String, ApiError> {
        let password = typing::characters::normalize(password);
        let Self { argon2, turn } = self;
        run(turn, move || {
            if strength(&password, &known) < WEAKEST {
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
    pub(crate) async fn verify(self, password: &str, hash: Option<&str>) -> Result<bool, ApiError> {
        let password = typing::characters::normalize(password);
        let hash = hash.filter(|hash| PasswordHash::new(hash).is_ok()).unwrap_or(UNKNOWN_ACCOUNT_HASH).to_owned();
        let Self { argon2, turn } = self;
        run(turn, move || {
            PasswordHash::new(&hash).is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await
    }
}

/// Runs `work` on a thread of its own, which ends the turn when it is done.
async fn run<T: Send + 'static>(turn: Turn, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let (done, answer) = oneshot::channel();
    let work = move || {
        lower_priority();
        let value = work();
        drop(turn);
        // The caller may have stopped waiting.
        _ = done.send(value);
    };
    let thread = std::thread::Builder::new().name(THREAD.to_owned()).spawn(work);
    thread.map_err(|error| ApiError::internal(&error))?;
    answer.await.map_err(|error| ApiError::internal(&error))
}

/// Returns how hard a password is to guess for someone who knows these words about its owner.
fn strength(password: &str, known: &[String]) -> Score {
    if is_of_known_words(password, known) {
        return Score::Zero;
    }
    let known: Vec<String> = known.iter().map(String::as_str).chain(OF_TYPING).map(judged).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    zxcvbn::zxcvbn(&judged(without_year(password)), &known).score()
}

/// Returns true if a password is known words and at most a date or a number with its punctuation, in any order. zxcvbn takes
/// several words for a longer secret than one, also if all of them are those of the owner.
fn is_of_known_words(password: &str, known: &[String]) -> bool {
    let mut words: Vec<String> = known.iter().map(|word| word.to_lowercase()).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let password = password.to_lowercase();
    let rest = words.iter().fold(password.clone(), |rest, word| rest.replace(word, ""));
    let n_letters = rest.chars().filter(|character| character.is_alphabetic()).count();
    rest != password && n_letters < SHORTEST_PART && rest.chars().count() <= LONGEST_DATE
}

/// Returns an address or a name, and its parts: `ana.lopez@mail.example.org` as well as `ana.lopez`, `analopez` and
/// `example`.
pub(crate) fn with_parts(text: &str) -> impl Iterator<Item = String> {
    let sides_and_labels = text.split('@').chain(text.split(['@', '.']));
    let local = text.split('@').next().unwrap_or_default();
    let words = text.split(|character: char| !character.is_alphanumeric());
    let without_digits = text.split(|character: char| !character.is_alphabetic());
    std::iter::once(text)
        .chain(sides_and_labels)
        .chain(words)
        .chain(without_digits)
        .map(str::to_owned)
        .chain(std::iter::once(local.replace(|character: char| !character.is_alphanumeric(), "")))
        .filter(|part| part.chars().count() >= SHORTEST_PART)
}

/// Returns a password without a year at its start or end, and without the punctuation beside it. Many people add those
/// to a word, and so they add nothing, though zxcvbn counts each of them.
fn without_year(password: &str) -> &str {
    let is_year = |digits: &str| {
        digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit()) && ["19", "20"].contains(&&digits[..2])
    };
    let bare = password.trim_matches(|character: char| character.is_ascii_punctuation());
    let at_end = bare.len().checked_sub(4).and_then(|at| bare.split_at_checked(at));
    let rest = match (bare.split_at_checked(4), at_end) {
        (_, Some((rest, year))) if is_year(year) => rest,
        (Some((year, rest)), _) if is_year(year) => rest,
        _ => return password,
    };
    rest.trim_matches(|character: char| character.is_ascii_punctuation())
}

/// Returns the start of a text, in which one character stands for all that are read as the same letters. zxcvbn tries
/// every combination of their readings: for chosen passwords of 100 characters, that takes 30 times as long as a hash.
fn judged(text: &str) -> String {
    let fold = |character| match character {
        '{' | '[' | '<' => '(',
        '@' => '4',
        '$' => '5',
        '|' => '1',
        other => other,
    };
    text.chars().take(JUDGED_LENGTH).map(fold).collect()
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
    use super::*;

    fn known() -> Vec<String> {
        let texts = ["maria1990", "zuqerilk@mail.zuqeril-firma.example", "Colibri", "race.trvbnmqa.example"];
        texts.into_iter().flat_map(with_parts).collect()
    }

    async fn turn() -> PasswordTurn {
        Passwords::new().turn("192.0.2.1").await.expect("nobody else waits")
    }

    #[actix_web::test]
    async fn a_password_matches_in_any_unicode_normalization() {
        let hash = turn().await.hash("password", "colibrí esmeralda", known()).await.expect("it is strong");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(turn().await.verify("colibri\u{301} esmeralda", Some(&hash)).await, Ok(true));
        assert_eq!(turn().await.verify("colibri esmeralda", Some(&hash)).await, Ok(false));
    }

    #[actix_web::test]
    async fn no_password_matches_an_account_without_one() {
        for hash in [None, Some("!"), Some(UNKNOWN_ACCOUNT_HASH)] {
            assert_eq!(turn().await.verify("!", hash).await, Ok(false), "{hash:?}");
        }
    }

    #[test]
    fn the_hash_for_unknown_accounts_costs_as_much_as_any_other() {
        let hash = PasswordHash::new(UNKNOWN_ACCOUNT_HASH).expect("it is a PHC string");
        let params = Params::try_from(&hash).expect("it has parameters");
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (MEMORY_KIB, PASSES, LANES));
        assert_eq!(hash.hash.map(|output| output.len()), Some(Params::DEFAULT_OUTPUT_LEN));
    }

    #[test]
    fn an_easily_guessed_password_is_weak() {
        let common = [
            "password",
            "p@$$w0rd",
            "12345678",
            "qwertyuiop",
            "aaaaaaaaaaaa",
            "Summer2026!",
            "2025winter",
            "typingrace",
        ];
        let of_owner =
            ["maria1990", "zuqerilk", "zuqerilk@mail.zuqeril-firma.example", "zuqeril-firma", "Zuqerilk_1987"];
        let of_site = ["colibri1", "Colibri2026!", "trvbnmqa", "race.trvbnmqa.example"];
        for weak in common.into_iter().chain(of_owner).chain(of_site) {
            assert!(strength(weak, &known()) < WEAKEST, "{weak}");
        }
    }

    #[test]
    fn a_password_of_the_own_address_and_a_year_is_weak() {
        let cases: [(&str, &[&str]); 5] = [
            (
                "marisol@example.org",
                &[
                    "marisol2026",
                    "marisol.2026",
                    "Marisol_2026!",
                    "2026marisol",
                    "marisol26",
                    "marisol-87",
                    "_marisol_1987_",
                ],
            ),
            (
                "zuqerilk.trvbnm@example.org",
                &[
                    "zuqerilk.trvbnm2026",
                    "zuqerilktrvbnm2026",
                    "ZuqerilkTrvbnm26!",
                    "trvbnm.zuqerilk2026",
                    "Zuqerilk-Trvbnm-1987",
                    "example_zuqerilk_26",
                    "trvbnm2026",
                    "Trvbnm_2026!",
                    "2026zuqerilk",
                ],
            ),
            ("zuqerilk87@example.org", &["zuqerilk2026", "zuqerilk_1987", "Zuqerilk.88"]),
            ("zu.qe.ri.lk@example.org", &["zuqerilk2026"]),
            ("josé.zuqerilk+race@example.org", &["josé.zuqerilk2026", "JOSÉ2026!!", "zuqerilk26"]),
        ];
        for (address, passwords) in cases {
            let known: Vec<String> = with_parts(address).collect();
            for password in passwords {
                assert!(strength(password, &known) < WEAKEST, "{address} {password}: {:?}", strength(password, &known));
            }
        }
    }

    #[test]
    fn a_password_that_is_hard_to_guess_may_contain_known_words() {
        for strong in [
            "emerald wings at dawn",
            "colibri magenta throat",
            "gorget green 2026",
            "xK7!vq2Lm9",
            "ñandú brillante 1987",
        ] {
            assert!(strength(strong, &known()) >= WEAKEST, "{strong}");
        }
    }

    #[actix_web::test]
    async fn a_hash_runs_on_a_thread_of_its_own() {
        let name = run(turn().await.turn, || std::thread::current().name().map(str::to_owned)).await;
        assert_eq!(name, Ok(Some(THREAD.to_owned())));
    }

    /// Returns the processor time of this thread, in nanoseconds.
    #[cfg(target_os = "linux")]
    fn processor_time() -> u64 {
        let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
        stat.split(' ').next().and_then(|time| time.parse().ok()).expect("the first number is the time")
    }

    #[cfg(target_os = "linux")]
    #[actix_web::test]
    async fn no_password_is_more_expensive_to_judge_than_to_hash() {
        /// The least of several tries.
        fn cost(work: impl Fn()) -> u64 {
            let costs = (0..4).map(|_| {
                let before = processor_time();
                work();
                processor_time() - before
            });
            costs.min().expect("there are some")
        }
        let argon2 = Passwords::new().argon2;
        let hash = cost(|| drop(argon2.hash_password(b"magenta throat at noon")));
        // Symbols that stand for several letters: zxcvbn tries all of their meanings.
        let symbols = |length: usize| "48({[<6913!|57$0+%2@".chars().cycle().take(length).collect::<String>();
        let address = format!("{}@{}.example", symbols(60), "a".repeat(60));
        let known: Vec<String> = with_parts(&address).collect();
        for password in [symbols(32), symbols(128), address] {
            let judged = cost(|| _ = strength(&password, &known));
            assert!(judged < 2 * hash, "{password}: {judged} ns, a hash {hash} ns");
        }
    }
}
