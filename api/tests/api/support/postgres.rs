//! One private Postgres for all tests, and a copy of a migrated database for each.

use std::cell::RefCell;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use api::Database;
use diesel::sql_types::Text;
use diesel::{Connection as _, PgConnection, QueryableByName, RunQueryDsl as _, sql_query};
use private_postgres::{Durability, PrivatePostgres, Programs};
use rustix::fs::statvfs;

const TEMPLATE: &str = "test_template";

/// The number of connections that a test's database may have.
pub(crate) const CONNECTIONS: u32 = 4;

thread_local! {
    /// The databases of this thread's test.
    static MADE: RefCell<Vec<Made>> = const { RefCell::new(vec![]) };
}

/// A database that goes with its test, since those of all tests would be six gigabytes.
struct Made {
    name: String,
    server: PgConnection,
}

impl Drop for Made {
    fn drop(&mut self) {
        _ = sql_query(format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).execute(&mut self.server);
    }
}

/// Returns the address of a migrated database, which is dropped when the thread ends.
pub(crate) fn new_database() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    let mut server = connection(&server_url());
    // Half the work of the way that version 15 added, which writes each page to the log. Older ones have no other.
    let by_files = "SELECT 'STRATEGY FILE_COPY' WHERE current_setting('server_version_num')::int >= 150000";
    let strategy = texts_of(&mut server, by_files).concat();
    let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    make(server, name, &format!("TEMPLATE {TEMPLATE} {strategy}"))
}

/// Like [`new_database`], without tables.
pub(crate) fn empty_database(name: &str) -> String {
    make(connection(&server_url()), format!("test_{name}"), "")
}

fn make(mut server: PgConnection, name: String, options: &str) -> String {
    sql_query(format!("CREATE DATABASE {name} {options}")).execute(&mut server).expect("there is space");
    let url = self::server().url(&name);
    MADE.with_borrow_mut(|made| made.push(Made { name, server }));
    url
}

/// Returns the address of the server's own database, for statements about other databases.
pub(crate) fn server_url() -> String {
    server().url("postgres")
}

pub(crate) fn connect(url: &str) -> Database {
    Database::connect(url, CONNECTIONS).expect("the database answers")
}

pub(crate) fn connection(url: &str) -> PgConnection {
    PgConnection::establish(url).expect("the database answers")
}

pub(crate) fn execute(url: &str, sql: &str) -> usize {
    try_execute(url, sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

pub(crate) fn try_execute(url: &str, sql: &str) -> diesel::QueryResult<usize> {
    sql_query(sql).execute(&mut connection(url))
}

pub(crate) fn texts(url: &str, sql: &str) -> Vec<String> {
    texts_of(&mut connection(url), sql)
}

/// Like [`texts`], on one connection for many questions.
pub(crate) fn texts_of(conn: &mut PgConnection, sql: &str) -> Vec<String> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        value: String,
    }
    let sql = format!("SELECT value::text FROM ({sql}) AS rows (value)");
    let rows: Vec<Row> = sql_query(&sql).load(conn).unwrap_or_else(|error| panic!("{sql}: {error}"));
    rows.into_iter().map(|row| row.value).collect()
}

/// Returns the only column of the only row, as a number.
pub(crate) fn number(url: &str, sql: &str) -> f64 {
    texts(url, sql).first().expect("there is a row").parse().expect("it is a number")
}

/// All databases of these tests are on it, so it runs until the process ends and the system stops it.
fn server() -> &'static PrivatePostgres {
    static SERVER: OnceLock<PrivatePostgres> = OnceLock::new();
    SERVER.get_or_init(|| {
        let server = start();
        execute(&server.url("postgres"), &format!("CREATE DATABASE {TEMPLATE}"));
        connect(&server.url(TEMPLATE)).migrate().expect("the migrations are right");
        server
    })
}

/// Returns the installed programs, or those in the client's npm packages.
pub(crate) fn programs() -> Programs {
    let named = std::env::var_os("COLIBRI_POSTGRES_BIN").map(PathBuf::from);
    let npm_prefix = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client");
    Programs::find(named.as_deref(), &npm_prefix, Path::new("nowhere")).expect("there is a Postgres")
}

/// Starts on a new cluster, since that of an earlier run has the databases of tests that did not end.
fn start() -> PrivatePostgres {
    let dir = dir();
    let cluster = dir.join("cluster");
    if cluster.exists() {
        let lock = File::open(dir.join("lock")).expect("a used cluster has a lock");
        lock.try_lock().expect("no other run uses the cluster");
        std::fs::remove_dir_all(&cluster).expect("it can be removed");
    }
    PrivatePostgres::start(&dir, &programs(), Durability::None).expect("it starts")
}

/// Returns a directory in memory, if there is plenty, else one of the build: a copy of a database is hundreds of files, which
/// take a tenth of the time there.
fn dir() -> PathBuf {
    const PLENTY: u64 = 4 << 30;
    let (memory, build) = (Path::new("/dev/shm"), Path::new(env!("CARGO_TARGET_TMPDIR")));
    let name = concat!("postgres-of-", env!("CARGO_CRATE_NAME"));
    match statvfs(memory) {
        Ok(room) if room.f_bavail * room.f_frsize >= PLENTY => {
            let mut hasher = DefaultHasher::new();
            build.hash(&mut hasher);
            memory.join(format!("colibri-tests-{:016x}", hasher.finish())).join(name)
        }
        _ => build.join(name),
    }
}
