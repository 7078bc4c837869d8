//! Writes mails to files, for sites without a mail server. Any mail program opens them.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use chrono::Utc;
use lettre::Message;

use crate::models::mail::MailId;

/// The number of mails that are kept: enough to find a recent one, while limiting how many codes lie around.
const KEPT: usize = 200;

/// The extension of a mail's file. While the file is being written, it has another one.
const WRITTEN: &str = "eml";

/// A directory for mails. They contain codes, so only their owner may read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files(PathBuf);

impl Files {
    /// Returns a writer for `dir`, which is created with the first mail.
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self(dir.into())
    }

    /// Returns the directory of the mails.
    pub fn dir(&self) -> &Path {
        &self.0
    }

    /// Writes a message, deletes all but the newest 200, and returns the path. A file appears only when it is complete.
    /// Blocks.
    pub(super) fn write(&self, MailId(id): MailId, message: &Message) -> io::Result<PathBuf> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.0)?;
        let name = format!("{}-{id}", Utc::now().format("%Y%m%dT%H%M%S%.3f"));
        let (unfinished, path) = (self.0.join(format!("{name}.part")), self.0.join(format!("{name}.{WRITTEN}")));
        let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
        file.write_all(&message.formatted())?;
        fs::rename(&unfinished, &path)?;
        self.remove_old()?;
        Ok(path)
    }

    fn remove_old(&self) -> io::Result<()> {
        let paths = fs::read_dir(&self.0)?.filter_map(|entry| Some(entry.ok()?.path()));
        let mut written: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == WRITTEN)).collect();
        // Sorted by name, which begins with the time.
        written.sort_unstable();
        for path in written.iter().rev().skip(KEPT) {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    tracing::warn!(file = %path.display(), %error, "an old mail was not removed");
                }
                // Another process may have deleted it first.
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Message {
        let mailbox = || "ana@example.org".parse().expect("it is an address");
        Message::builder().from(mailbox()).to(mailbox()).body(String::from("Hello.")).expect("it is a message")
    }

    #[test]
    fn the_newest_mails_are_kept_and_other_files_are_left_alone() {
        let temporary = tempfile::tempdir().expect("the temporary directory is writable");
        let dir = temporary.path();
        let files = Files::new(dir);
        let (first, message) = (files.write(MailId(0), &message()).expect("it is writable"), message());
        fs::write(dir.join("notes.txt"), "mine").expect("it is writable");
        let others: Vec<PathBuf> =
            (1..=KEPT).map(|n| format!("20000101T000000.{n:03}-{n}.eml")).map(|n| dir.join(n)).collect();
        for other in &others {
            fs::write(other, "an old mail").expect("it is writable");
        }
        let last = files.write(MailId(1), &message).expect("it is writable");
        let is_left = |path: &PathBuf| path.exists();
        assert_eq!(others.iter().filter(|path| is_left(path)).count(), KEPT - 2);
        assert!(!is_left(&others[0]) && !is_left(&others[1]), "the oldest go first");
        assert!([first, last, dir.join("notes.txt")].iter().all(is_left));
    }
}
