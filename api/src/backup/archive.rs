//! The file of a backup: a tar of JSON, compressed by gzip, and encrypted with a passphrase. So `age --decrypt FILE |
//! tar --extract --gzip` opens it without this program.
//!
//! | member | content |
//! |---|---|
//! | `contents.json` | [`Contents`] |
//! | `token-key.pem` | the key that signs tokens |
//! | `tables/NAME-000001.jsonl`, … | the rows, one a line: an object with each column as the text that Postgres prints, or null |
//! | `rows.json` | the number of rows of each table |
//!
//! A table has as many members as it needs, since a tar has the length of a member before the member, and none is held in
//! memory that is much longer than [`MEMBER`].

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Seek, Write};

use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::age::{Decrypt, Encrypt, LOG_N, Randomness, Unlocked, damaged};

const CONTENTS: &str = "contents.json";
const TOKEN_KEY: &str = "token-key.pem";
const ROWS: &str = "rows.json";

/// The version of this format. Later versions of the program read it, too.
const FORMAT: u32 = 1;

/// The level of compression: the lowest one that fits its codes to the data, which halves bytes in hex. Races run beside it,
/// so it must not cost much of a processor.
const LEVEL: u32 = 2;

/// The bytes after which a member ends with the row that reaches them.
const MEMBER: usize = 1024 * 1024;
/// The longest member that is read: more than a row with the largest image.
const MAX_MEMBER: u64 = 64 * 1024 * 1024;

/// The contents of a backup, as they are known when it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Contents {
    format: u32,
    /// The version of the program that made it.
    pub version: String,
    /// The moment from which it is.
    pub made_at: DateTime<Utc>,
    /// The migrations that the database had, the oldest first.
    pub migrations: Vec<String>,
    /// The tables, each after those to which it refers.
    pub tables: Vec<Table>,
    /// The last value of each sequence that had one.
    pub(super) sequences: BTreeMap<String, i64>,
}

/// A table and the columns that are stored in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its name.
    pub name: String,
    pub(super) columns: Vec<String>,
}

impl Contents {
    pub(super) fn new(
        made_at: DateTime<Utc>,
        migrations: Vec<String>,
        tables: Vec<Table>,
        sequences: BTreeMap<String, i64>,
    ) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, version, made_at, migrations, tables, sequences }
    }

    /// Returns true if this version of the program is that of the backup, or a later one.
    pub(super) fn is_readable(&self) -> bool {
        let number = |version: &str| -> Option<[u64; 3]> {
            let parts: Result<Vec<u64>, _> = version.split('.').map(str::parse).collect();
            parts.ok()?.try_into().ok()
        };
        let ours = number(env!("CARGO_PKG_VERSION"));
        self.format <= FORMAT && number(&self.version).is_some_and(|theirs| Some(theirs) <= ours)
    }
}

/// The rows of each table.
pub(super) type RowCounts = BTreeMap<String, u64>;

/// Writes a backup.
pub(super) struct Writer<W: Write> {
    tar: tar::Builder<GzEncoder<Encrypt<W>>>,
    made_at: DateTime<Utc>,
    rows: RowCounts,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(sink: W, passphrase: &str, contents: &Contents, token_key: &str) -> io::Result<Self> {
        let encrypt = Encrypt::new(sink, passphrase, LOG_N, &Randomness::new())?;
        let tar = tar::Builder::new(GzEncoder::new(encrypt, Compression::new(LEVEL)));
        let mut writer = Self { tar, made_at: contents.made_at, rows: RowCounts::new() };
        writer.append(CONTENTS, &serde_json::to_vec_pretty(contents)?)?;
        writer.append(TOKEN_KEY, token_key.as_bytes())?;
        Ok(writer)
    }

    /// Writes the rows of a table, each a line of JSON.
    pub(super) fn table<E: From<io::Error>>(
        &mut self,
        name: &str,
        rows: impl Iterator<Item = Result<String, E>>,
    ) -> Result<(), E> {
        let (mut member, mut n_members, mut n_rows) = (String::new(), 0, 0);
        let mut rows = rows.peekable();
        while let Some(row) = rows.next() {
            member += &row?;
            member.push('\n');
            n_rows += 1;
            if member.len() >= MEMBER || rows.peek().is_none() {
                n_members += 1;
                self.append(&format!("tables/{name}-{n_members:06}.jsonl"), member.as_bytes())?;
                member.clear();
            }
        }
        self.rows.insert(name.to_owned(), n_rows);
        Ok(())
    }

    /// Returns the number of rows that were written.
    pub(super) fn n_rows(&self) -> u64 {
        self.rows.values().sum()
    }

    /// Writes the end, and returns the sink.
    pub(super) fn finish(mut self) -> io::Result<W> {
        let rows = serde_json::to_vec_pretty(&self.rows)?;
        self.append(ROWS, &rows)?;
        self.tar.into_inner()?.finish()?.finish()
    }

    fn append(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let mut header = tar::Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(self.made_at.timestamp().try_into().unwrap_or(0));
        self.tar.append_data(&mut header, name, content)
    }
}

/// A part of a backup, in the order of the file.
pub(super) enum Part {
    /// The beginning.
    Begin { contents: Contents, token_key: String },
    /// Some rows of a table, each a line of JSON.
    Rows { table: String, lines: String },
}

/// Reads the whole file, and calls `each` with its parts. Returns the number of rows of each table. A file that was changed
/// or cut is an error of the kind [`io::ErrorKind::InvalidData`], which may come after any of the parts.
pub(super) fn read<E: From<io::Error>>(
    file: impl BufRead + Seek,
    key: &Unlocked,
    mut each: impl FnMut(Part) -> Result<(), E>,
) -> Result<RowCounts, E> {
    let mut archive = tar::Archive::new(GzDecoder::new(key.decrypt(file)?));
    let mut members = archive.entries().map_err(cut_is_damage)?.map(|member| member.and_then(Member::read));
    let mut next = || members.next().ok_or_else(damaged)?.map_err(cut_is_damage);
    let contents: Contents = serde_json::from_str(&next()?.named(CONTENTS)?).map_err(io::Error::from)?;
    let mut found: RowCounts = contents.tables.iter().map(|table| (table.name.clone(), 0)).collect();
    each(Part::Begin { contents, token_key: next()?.named(TOKEN_KEY)? })?;
    loop {
        let member = next()?;
        let Some(table) = member.table().map(str::to_owned) else {
            let rows: RowCounts = serde_json::from_str(&member.named(ROWS)?).map_err(io::Error::from)?;
            if rows != found {
                return Err(damaged().into());
            }
            break;
        };
        let lines = member.content;
        *found.get_mut(&table).ok_or_else(damaged)? += lines.bytes().filter(|byte| *byte == b'\n').count() as u64;
        each(Part::Rows { table, lines })?;
    }
    drop(members);
    // The end of the tar is not that of the file, whose last chunk says that nothing is missing.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(cut_is_damage)?;
    Ok(found)
}

struct Member {
    name: String,
    content: String,
}

impl Member {
    fn read<R: Read>(mut entry: tar::Entry<'_, GzDecoder<Decrypt<R>>>) -> io::Result<Self>
    where
        Decrypt<R>: Read,
    {
        let name = String::from_utf8(entry.path_bytes().into_owned()).map_err(|_| damaged())?;
        if entry.size() > MAX_MEMBER {
            return Err(damaged());
        }
        let mut content = String::new();
        entry.read_to_string(&mut content)?;
        Ok(Self { name, content })
    }

    fn named(self, name: &str) -> io::Result<String> {
        if self.name == name { Ok(self.content) } else { Err(damaged()) }
    }

    /// Returns the table whose rows it has.
    fn table(&self) -> Option<&str> {
        let (name, number) = self.name.strip_prefix("tables/")?.strip_suffix(".jsonl")?.rsplit_once('-')?;
        number.parse::<u32>().is_ok().then_some(name)
    }
}

/// Returns the error of a file that was cut for the errors with which the formats inside say so.
fn cut_is_damage(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => damaged(),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn contents(version: &str) -> Contents {
        let new = Contents::new(DateTime::UNIX_EPOCH, Vec::new(), Vec::new(), BTreeMap::new());
        Contents { version: version.to_owned(), ..new }
    }

    #[test]
    fn a_backup_of_a_later_version_is_not_readable() {
        let [major, minor, patch] =
            [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")]
                .map(|part| part.parse::<u64>().unwrap());
        assert!(contents(&format!("{major}.{minor}.{patch}")).is_readable());
        for later in [[major, minor, patch + 1], [major, minor + 10, 0], [major + 1, 0, 0]] {
            assert!(!contents(&later.map(|part| part.to_string()).join(".")).is_readable(), "{later:?}");
        }
        assert!(!contents("next").is_readable());
    }
}
