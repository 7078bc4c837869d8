//! Encryption with a passphrase in the format of [age](https://age-encryption.org/v1), so that `age --decrypt` opens it.
//!
//! Of the recipients of that format, only scrypt's is here. The crate `age` brings the others as well, with sixty crates
//! that a site does not need.

use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::{hkdf, hmac};

const INTRO: &str = "age-encryption.org/v1";
const STANZA: &str = "-> scrypt ";
const MAC: &str = "---";

/// The bytes of a chunk in clear, and of its tag.
const CHUNK: usize = 64 * 1024;
const TAG: usize = 16;

/// The base-2 logarithm of scrypt's cost, with 128 MiB of memory for half a second: OWASP's recommendation.
pub(super) const LOG_N: u8 = 17;
/// The highest one of files that are read, with 1 GiB: a file may ask for anything.
const MAX_LOG_N: u8 = 20;
/// The longest header with one recipient, in bytes.
const MAX_HEADER: u64 = 512;

/// The reason a file cannot be decrypted.
#[derive(Debug, thiserror::Error)]
pub(super) enum UnlockError {
    /// The file has another format.
    #[error("not encrypted by age with a passphrase")]
    Format,
    /// The passphrase is wrong.
    #[error("wrong passphrase")]
    Passphrase,
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The random values of an encrypted file. Each file has its own.
pub(super) struct Randomness {
    pub(super) file_key: [u8; 16],
    pub(super) salt: [u8; 16],
    pub(super) nonce: [u8; 16],
}

impl Randomness {
    /// # Panics
    /// Panics if the system cannot provide random numbers.
    pub(super) fn new() -> Self {
        let random = || {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).expect("the system has random numbers");
            bytes
        };
        Self { file_key: random(), salt: random(), nonce: random() }
    }
}

/// Encrypts what is written to it. Call [`Encrypt::finish`] at the end: without the last chunk, a file counts as cut.
pub(super) struct Encrypt<W: Write> {
    sink: W,
    chunks: Chunks,
    clear: Vec<u8>,
}

impl<W: Write> Encrypt<W> {
    pub(super) fn new(mut sink: W, passphrase: &str, log_n: u8, random: &Randomness) -> io::Result<Self> {
        let mut body = random.file_key.to_vec();
        let wrapping = wrapping_key(passphrase, &random.salt, log_n);
        wrapping
            .seal_in_place_append_tag(Nonce::assume_unique_for_key([0; 12]), Aad::empty(), &mut body)
            .expect("it is short");
        let salt = BASE64_STANDARD_NO_PAD.encode(random.salt);
        let body = BASE64_STANDARD_NO_PAD.encode(body);
        let signed = format!("{INTRO}\n{STANZA}{salt} {log_n}\n{body}\n{MAC}");
        let mac = hmac::sign(&header_key(&random.file_key), signed.as_bytes());
        writeln!(sink, "{signed} {}", BASE64_STANDARD_NO_PAD.encode(mac))?;
        sink.write_all(&random.nonce)?;
        Ok(Self { sink, chunks: Chunks::new(&random.file_key, &random.nonce), clear: Vec::with_capacity(CHUNK + TAG) })
    }

    /// Writes the last chunk, and returns the sink.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.seal(true)?;
        Ok(self.sink)
    }

    fn seal(&mut self, is_last: bool) -> io::Result<()> {
        let Chunks { key, .. } = &self.chunks;
        let sealed = key.seal_in_place_append_tag(self.chunks.nonce(is_last), Aad::empty(), &mut self.clear);
        sealed.expect("it is short");
        self.chunks.n += 1;
        let written = self.sink.write_all(&self.clear);
        // After an error as well: what writes to this writes an end of its own when it is dropped.
        self.clear.clear();
        written
    }
}

impl<W: Write> Write for Encrypt<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Not as soon as it is full: the last chunk may be full, too.
        if self.clear.len() == CHUNK {
            self.seal(false)?;
        }
        let n = bytes.len().min(CHUNK - self.clear.len());
        self.clear.extend_from_slice(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// The key of an encrypted file whose passphrase is known.
pub(super) struct Unlocked {
    file_key: [u8; 16],
    /// The number of bytes before the nonce.
    header: u64,
}

impl Unlocked {
    /// Reads the header of `file`, from its beginning.
    pub(super) fn new(file: &mut (impl BufRead + Seek), passphrase: &str) -> Result<Self, UnlockError> {
        file.rewind()?;
        let mut header = file.take(MAX_HEADER);
        let mut line = || {
            let mut line = Vec::new();
            header.read_until(b'\n', &mut line)?;
            let line = line.strip_suffix(b"\n").ok_or(UnlockError::Format)?;
            String::from_utf8(line.to_vec()).map_err(|_| UnlockError::Format)
        };
        let (intro, stanza, body, mac) = (line()?, line()?, line()?, line()?);
        let read = MAX_HEADER - header.limit();
        let arguments = stanza.strip_prefix(STANZA).filter(|_| intro == INTRO).ok_or(UnlockError::Format)?;
        let (salt, log_n) = arguments.split_once(' ').ok_or(UnlockError::Format)?;
        let log_n = log_n.parse().ok().filter(|log_n| (1..=MAX_LOG_N).contains(log_n)).ok_or(UnlockError::Format)?;
        let given_mac = mac.strip_prefix(MAC).and_then(|mac| mac.strip_prefix(' ')).ok_or(UnlockError::Format)?;
        let decoded = |text: &str| BASE64_STANDARD_NO_PAD.decode(text).map_err(|_| UnlockError::Format);
        let wrapping = wrapping_key(passphrase, &decoded(salt)?, log_n);
        let mut wrapped = decoded(&body)?;
        let file_key = wrapping.open_in_place(Nonce::assume_unique_for_key([0; 12]), Aad::empty(), &mut wrapped);
        let file_key = file_key.map_err(|_| UnlockError::Passphrase)?;
        let file_key = <[u8; 16]>::try_from(&*file_key).map_err(|_| UnlockError::Format)?;
        let signed = format!("{intro}\n{stanza}\n{body}\n{MAC}");
        hmac::verify(&header_key(&file_key), signed.as_bytes(), &decoded(given_mac)?)
            .map_err(|_| UnlockError::Format)?;
        Ok(Self { file_key, header: read })
    }

    /// Returns the decrypted content of `file`, which is the file of this key.
    pub(super) fn decrypt<R: BufRead + Seek>(&self, mut file: R) -> io::Result<Decrypt<R>> {
        file.seek(SeekFrom::Start(self.header))?;
        let mut nonce = [0; 16];
        file.read_exact(&mut nonce)?;
        let clear = Vec::with_capacity(CHUNK + TAG);
        Ok(Decrypt { file, chunks: Chunks::new(&self.file_key, &nonce), clear, n_taken: 0, is_last: false })
    }
}

/// Reads an encrypted file. A file that was changed or cut is an error of the kind [`io::ErrorKind::InvalidData`].
pub(super) struct Decrypt<R> {
    file: R,
    chunks: Chunks,
    clear: Vec<u8>,
    n_taken: usize,
    is_last: bool,
}

impl<R: BufRead> Decrypt<R> {
    fn open_next(&mut self) -> io::Result<()> {
        self.clear.clear();
        self.n_taken = 0;
        (&mut self.file).take((CHUNK + TAG) as u64).read_to_end(&mut self.clear)?;
        self.is_last = self.file.fill_buf()?.is_empty();
        let Chunks { key, n, .. } = &self.chunks;
        let opened = key.open_in_place(self.chunks.nonce(self.is_last), Aad::empty(), &mut self.clear);
        let n_clear = opened.map_err(|_| damaged())?.len();
        // Only an empty file has an empty chunk.
        if n_clear == 0 && *n > 0 {
            return Err(damaged());
        }
        self.clear.truncate(n_clear);
        self.chunks.n += 1;
        Ok(())
    }
}

impl<R: BufRead> Read for Decrypt<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.n_taken == self.clear.len() && !self.is_last {
            self.open_next()?;
        }
        let n = (&self.clear[self.n_taken..]).read(into)?;
        self.n_taken += n;
        Ok(n)
    }
}

/// The key of all chunks, and the number of those before the next.
struct Chunks {
    key: LessSafeKey,
    n: u64,
}

impl Chunks {
    fn new(file_key: &[u8; 16], nonce: &[u8; 16]) -> Self {
        Self { key: cipher(&derived(file_key, nonce, b"payload")), n: 0 }
    }

    /// Returns the nonce of the next chunk: a counter of 11 bytes, and whether it is the last one.
    fn nonce(&self, is_last: bool) -> Nonce {
        let mut nonce = [0; 12];
        nonce[3..11].copy_from_slice(&self.n.to_be_bytes());
        nonce[11] = is_last.into();
        Nonce::assume_unique_for_key(nonce)
    }
}

/// The error for a file that was changed or cut.
pub(super) fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

fn wrapping_key(passphrase: &str, salt: &[u8], log_n: u8) -> LessSafeKey {
    let mut key = [0; 32];
    let salt = [b"age-encryption.org/v1/scrypt", salt].concat();
    let cost = scrypt::Params::new(log_n, 8, 1).expect("its cost is within the limits");
    scrypt::scrypt(passphrase.as_bytes(), &salt, &cost, &mut key).expect("its output is short");
    cipher(&key)
}

fn header_key(file_key: &[u8; 16]) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, &derived(file_key, &[], b"header"))
}

fn derived(file_key: &[u8; 16], salt: &[u8], info: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    let extracted = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(file_key);
    let expanded = extracted.expand(&[info], hkdf::HKDF_SHA256).and_then(|expanded| expanded.fill(&mut key));
    expanded.expect("its output is short");
    key
}

fn cipher(key: &[u8; 32]) -> LessSafeKey {
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, key).expect("it has the length of a key"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::Cursor;

    use super::*;

    /// By `age --passphrase` 1.1.1, with the passphrase `hummingbird`.
    const BY_AGE: &[u8] = include_bytes!("by-age.age");
    const CLEAR: &str = "Typed with age.\n";

    /// A low cost, since tests have no secrets.
    const TEST_LOG_N: u8 = 4;

    fn encrypted(clear: &[u8]) -> Vec<u8> {
        let mut encrypt = Encrypt::new(Vec::new(), "hummingbird", TEST_LOG_N, &Randomness::new()).unwrap();
        encrypt.write_all(clear).unwrap();
        encrypt.finish().unwrap()
    }

    fn decrypted(file: &[u8]) -> Result<Vec<u8>, UnlockError> {
        let mut file = Cursor::new(file);
        let unlocked = Unlocked::new(&mut file, "hummingbird")?;
        let mut clear = Vec::new();
        unlocked.decrypt(file)?.read_to_end(&mut clear)?;
        Ok(clear)
    }

    #[test]
    fn a_file_is_the_same_as_that_of_the_age_program() {
        assert_eq!(decrypted(BY_AGE).unwrap(), CLEAR.as_bytes());

        let Unlocked { file_key, header } = Unlocked::new(&mut Cursor::new(BY_AGE), "hummingbird").unwrap();
        let text = str::from_utf8(&BY_AGE[..header as usize]).unwrap();
        let mut words = text.split_whitespace().skip(3);
        let salt = BASE64_STANDARD_NO_PAD.decode(words.next().unwrap()).unwrap().try_into().unwrap();
        let log_n = words.next().unwrap().parse().unwrap();
        let nonce = BY_AGE[header as usize..][..16].try_into().unwrap();
        let random = Randomness { file_key, salt, nonce };
        let mut encrypt = Encrypt::new(Vec::new(), "hummingbird", log_n, &random).unwrap();
        encrypt.write_all(CLEAR.as_bytes()).unwrap();
        assert_eq!(encrypt.finish().unwrap(), BY_AGE);
    }

    #[test]
    fn a_file_of_any_length_is_decrypted() {
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK] {
            let clear: Vec<u8> = (0..length).map(|n| n as u8).collect();
            assert!(decrypted(&encrypted(&clear)).unwrap() == clear, "{length}");
        }
    }

    #[test]
    fn a_file_that_is_cut_or_changed_anywhere_is_refused() {
        let file = encrypted(&vec![7; 2 * CHUNK + 100]);
        let header = file.len() - (2 * CHUNK + 100 + 3 * TAG);
        let chunks = [header, header + CHUNK + TAG, header + 2 * (CHUNK + TAG)];
        for length in (0..header).chain(chunks).chain([file.len() - 1]) {
            assert!(decrypted(&file[..length]).is_err(), "cut at {length}");
        }
        for at in (0..header).chain(chunks).chain([file.len() - 1]) {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert!(decrypted(&changed).is_err(), "changed at {at}");
        }
        assert!(decrypted(&[&*file, b"more"].concat()).is_err());
    }

    #[test]
    fn a_wrong_passphrase_and_another_format_are_told_apart() {
        let mut file = Cursor::new(encrypted(b"secret"));
        assert!(matches!(Unlocked::new(&mut file, "Hummingbird"), Err(UnlockError::Passphrase)));
        for other in ["", "PGDMP", "age-encryption.org/v1\n-> X25519 key\nbody\n--- mac\n"] {
            assert!(
                matches!(Unlocked::new(&mut Cursor::new(other), "hummingbird"), Err(UnlockError::Format)),
                "{other}"
            );
        }
    }

    #[test]
    fn a_file_that_asks_for_more_memory_than_ours_ever_do_is_refused() {
        let file = String::from_utf8_lossy(BY_AGE).replace(" 18\n", " 40\n");
        assert!(matches!(Unlocked::new(&mut Cursor::new(file), "hummingbird"), Err(UnlockError::Format)));
    }
}
