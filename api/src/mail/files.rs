//! Mails as files, for who has no mail server at hand: anything that reads mail opens them.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use chrono::Utc;
use lettre::Message;

/// A directory that mails are written into. They hold codes, so that nobody else may read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files(PathBuf);

impl Files {
    /// Mails go to `dir`, which is made with the first of them.
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self(dir.into())
    }

    /// Where they go.
    pub fn dir(&self) -> &Path {
        &self.0
    }

    /// Writes a message, and answers its path. A file is whole or not there. Blocks.
    pub(super) fn write(&self, id: i64, message: &Message) -> io::Result<PathBuf> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.0)?;
        let name = format!("{}-{id}", Utc::now().format("%Y%m%dT%H%M%S%.3f"));
        let (unfinished, path) = (self.0.join(format!("{name}.part")), self.0.join(format!("{name}.eml")));
        let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
        file.write_all(&message.formatted())?;
        fs::rename(&unfinished, &path)?;
        Ok(path)
    }
}
