//! Backups of the database, and their restoration into another one.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use api::TokenIssuer;
use api::backup::{Backup, BackupError, ReadError, RestoreError};
use api::database::MIGRATIONS;
use diesel::connection::SimpleConnection as _;
use diesel_migrations::MigrationHarness as _;
use tempfile::TempDir;

use crate::support::postgres;

const PASSPHRASE: &str = "correct horse";

/// The tables whose rows are not all restored: keys of the public API end.
const ENDED: &str = "api_keys";

fn tables(url: &str) -> Vec<String> {
    postgres::texts(
        url,
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
    )
}

fn rows(url: &str, table: &str) -> Vec<String> {
    postgres::texts(url, &format!("SELECT {table} FROM {table} ORDER BY {table}::text COLLATE \"C\""))
}

fn sequences(url: &str) -> Vec<String> {
    postgres::texts(url, "SELECT (sequencename, last_value) FROM pg_sequences ORDER BY 1")
}

fn triggers(url: &str) -> Vec<String> {
    postgres::texts(url, "SELECT (tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1")
}

fn filled_database() -> String {
    let url = postgres::new_database();
    let filled = postgres::connection(&url).batch_execute(include_str!("../fixtures/filled.sql"));
    filled.expect("each row is valid");
    url
}

/// Makes a backup of the database at `url`, with a new token key, and returns the key.
fn back_up(url: &str, path: &Path) -> String {
    let (key, mut file) = (TokenIssuer::generate(), File::create(path).expect("it can be made"));
    postgres::connect(url).back_up(&key, PASSPHRASE, &mut file).expect("it is made");
    key
}

fn open(path: &Path) -> Result<Backup, ReadError> {
    Backup::open(File::open(path).expect("it exists"), PASSPHRASE)
}

/// A directory with a backup of a new site.
fn backup_of_new_site() -> (TempDir, Backup) {
    let dir = TempDir::new().expect("it can be made");
    let path = dir.path().join("backup");
    back_up(&postgres::new_database(), &path);
    let backup = open(&path).expect("it is whole");
    (dir, backup)
}

#[test]
fn a_restored_database_has_every_row_and_value_but_the_api_keys() {
    let (from, to) = (filled_database(), postgres::empty_database("restored"));
    let dir = TempDir::new().expect("it can be made");
    let path = dir.path().join("backup");
    let key = back_up(&from, &path);
    let mut backup = open(&path).expect("it is whole");
    let mut restored_key = String::new();
    let restored = postgres::connect(&to).restore(&mut backup, |pem| {
        restored_key = pem.to_owned();
        Ok(())
    });
    restored.expect("the database is empty");

    assert_eq!(tables(&to), tables(&from));
    for table in tables(&from) {
        let before = rows(&from, &table);
        assert!(!before.is_empty(), "filled.sql has no row of {table}");
        let counted = backup.rows().find(|(name, _)| *name == table);
        assert_eq!(counted, Some((&*table, before.len() as u64)));
        let expected = if table == ENDED { Vec::new() } else { before };
        assert!(rows(&to, &table) == expected, "the rows of {table} differ");
    }
    assert_eq!(sequences(&to), sequences(&from));
    assert_eq!(triggers(&to), triggers(&from));
    assert!(restored_key.len() > key.len() && restored_key.ends_with(&key), "the old key is only that of hashes");
    assert_eq!(postgres::connect(&to).migrate().expect("it is a database of a site"), 0);
}

#[test]
fn a_backup_from_an_earlier_schema_is_restored_and_brought_up_to_date() {
    let (from, to) = (postgres::new_database(), postgres::empty_database("restored_older"));
    let all = rows(&from, "__diesel_schema_migrations").len();
    // The texts of one migration, one of which is no longer among them.
    postgres::connection(&from).revert_last_migration(MIGRATIONS).expect("it can be taken back");
    postgres::execute(&from, "DELETE FROM texts WHERE id = (SELECT min(id) FROM texts)");
    let n_texts = postgres::number(&from, "SELECT count(*) FROM texts");
    let dir = TempDir::new().expect("it can be made");
    back_up(&from, &dir.path().join("backup"));
    let mut backup = open(&dir.path().join("backup")).expect("it is whole");
    postgres::connect(&to).restore(&mut backup, |_| Ok(())).expect("the database is empty");
    assert_eq!(rows(&to, "__diesel_schema_migrations").len(), all);
    assert!(postgres::number(&to, "SELECT count(*) FROM texts") > n_texts);
    assert_eq!(postgres::number(&to, "SELECT count(*) FROM texts WHERE id = 1"), 0.0, "what was deleted stays so");
}

#[test]
fn a_backup_with_an_unknown_migration_is_refused() {
    let (from, to) = (postgres::new_database(), postgres::empty_database("restored_newer"));
    postgres::execute(&from, "INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000')");
    let dir = TempDir::new().expect("it can be made");
    back_up(&from, &dir.path().join("backup"));
    let mut backup = open(&dir.path().join("backup")).expect("it is whole");
    let refused = postgres::connect(&to).restore(&mut backup, |_| panic!("no key is put in place"));
    assert!(matches!(&refused, Err(RestoreError::UnknownMigration(version)) if version == "29991231000000"));
    assert!(tables(&to).is_empty());
}

#[test]
fn a_table_that_is_not_the_sites_does_not_keep_a_backup_from_being_restored() {
    let (from, to) = (postgres::new_database(), postgres::empty_database("restored_own"));
    postgres::execute(&from, "CREATE TABLE of_others AS SELECT 1 AS n");
    let dir = TempDir::new().expect("it can be made");
    back_up(&from, &dir.path().join("backup"));
    let mut backup = open(&dir.path().join("backup")).expect("it is whole");
    postgres::connect(&to).restore(&mut backup, |_| Ok(())).expect("the database is empty");
    assert_eq!(rows(&to, "texts"), rows(&from, "texts"));
    assert!(!tables(&to).contains(&"of_others".to_owned()));
}

#[test]
fn a_backup_is_of_one_moment_whatever_is_written_meanwhile() {
    /// Writes to the database as soon as something is written to it.
    struct Meddler<'a>(&'a str, File);
    impl Write for Meddler<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            postgres::execute(self.0, "INSERT INTO feedback (user_id, words) SELECT min(id), 'later' FROM users");
            postgres::execute(self.0, "DELETE FROM owned_skins");
            self.1.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            self.1.flush()
        }
    }
    let from = filled_database();
    let counts = ["feedback", "owned_skins"].map(|table| (table, rows(&from, table).len() as u64));
    let dir = TempDir::new().expect("it can be made");
    let path = dir.path().join("backup");
    let mut sink = Meddler(&from, File::create(&path).expect("it can be made"));
    postgres::connect(&from).back_up(&TokenIssuer::generate(), PASSPHRASE, &mut sink).expect("it is made");
    let backup = open(&path).expect("it is whole");
    for count in counts {
        assert!(backup.rows().any(|found| found == count), "{count:?}");
    }
}

#[test]
fn a_database_with_accounts_or_other_tables_is_refused_and_left_as_it_is() {
    let (_dir, mut backup) = backup_of_new_site();
    let other = postgres::empty_database("of_others");
    postgres::execute(&other, "CREATE TABLE of_others AS SELECT 1 AS n");
    let beside = postgres::new_database();
    postgres::execute(&beside, "CREATE TABLE of_others AS SELECT 1 AS n");
    let deleted = filled_database();
    postgres::execute(&deleted, "DELETE FROM users");
    let later = postgres::new_database();
    postgres::execute(&later, "INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000')");
    for url in [filled_database(), deleted, other, beside, later] {
        let all = || tables(&url).iter().map(|table| rows(&url, table)).collect::<Vec<_>>();
        let before = all();
        let refused = postgres::connect(&url).restore(&mut backup, |_| panic!("no key is put in place"));
        assert!(matches!(refused, Err(RestoreError::NotEmpty)), "{refused:?}");
        assert!(all() == before);
    }
}

#[test]
fn a_database_of_a_site_that_nobody_has_used_is_as_good_as_empty() {
    let (_dir, mut backup) = backup_of_new_site();
    let url = postgres::new_database();
    postgres::execute(&url, "INSERT INTO daily_races SELECT '2026-12-01', 'en', min(id) FROM texts");
    postgres::connect(&url).restore(&mut backup, |_| Ok(())).expect("it has no accounts");
    assert!(rows(&url, "daily_races").is_empty());
}

#[test]
fn a_database_that_others_use_is_refused() {
    let (_dir, mut backup) = backup_of_new_site();
    let url = postgres::empty_database("in_use");
    let _site = postgres::connection(&url);
    let refused = postgres::connect(&url).restore(&mut backup, |_| panic!("no key is put in place"));
    assert!(matches!(refused, Err(RestoreError::InUse(1))), "{refused:?}");
    assert!(tables(&url).is_empty());
}

#[test]
fn a_database_is_left_empty_if_the_token_key_cannot_be_put_in_place() {
    let (_dir, mut backup) = backup_of_new_site();
    let url = postgres::empty_database("without_key");
    let failed = postgres::connect(&url).restore(&mut backup, |_| Err(io::ErrorKind::StorageFull.into()));
    assert!(matches!(failed, Err(RestoreError::TokenKey(_))), "{failed:?}");
    assert!(tables(&url).is_empty());
}

#[test]
fn an_empty_database_is_not_backed_up() {
    let url = postgres::empty_database("to_back_up");
    let refused = postgres::connect(&url).back_up(&TokenIssuer::generate(), PASSPHRASE, io::sink());
    assert!(matches!(refused, Err(BackupError::Empty)));
}

#[test]
fn a_backup_to_a_full_disk_fails_with_the_error_of_the_system() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let database = postgres::connect(&postgres::new_database());
    for size in [0, 1000, 70_000] {
        let failed = database.back_up(&TokenIssuer::generate(), PASSPHRASE, Full(size));
        let is_full = matches!(&failed, Err(BackupError::Write(error)) if error.kind() == io::ErrorKind::StorageFull);
        assert!(is_full, "after {size} bytes");
    }
}
