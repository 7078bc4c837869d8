//! The private Postgres, with the installed programs.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use diesel::sql_types::Integer;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _};
use private_postgres::{DATABASE, Durability, PrivatePostgres, PrivatePostgresError, Programs};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use tempfile::TempDir;

/// Creates a directory for one test, removed at its end, which the server's user may enter.
fn new_dir(name: &str) -> TempDir {
    let dir = tempfile::Builder::new().prefix(name).permissions(Permissions::from_mode(0o755)).tempdir();
    dir.expect("the temporary directory is writable")
}

fn programs() -> Programs {
    let named = std::env::var_os("COLIBRI_POSTGRES_BIN").map(PathBuf::from);
    Programs::find(named.as_deref(), Path::new("nowhere"), Path::new("nowhere")).expect("a Postgres is installed")
}

fn start(dir: &TempDir) -> Result<PrivatePostgres, PrivatePostgresError> {
    PrivatePostgres::start(dir.path(), &programs(), Durability::None)
}

fn set_mode(dir: &TempDir, mode: u32) {
    std::fs::set_permissions(dir.path(), Permissions::from_mode(mode)).expect("it is ours");
}

fn execute(postgres: &PrivatePostgres, sql: &str) -> usize {
    let mut connection = PgConnection::establish(&postgres.url(DATABASE)).expect("the server answers");
    diesel::sql_query(sql).execute(&mut connection).expect("the statement is right")
}

fn answer(postgres: &PrivatePostgres, sql: &str) -> i32 {
    #[derive(diesel::QueryableByName)]
    struct Answer {
        #[diesel(sql_type = Integer)]
        answer: i32,
    }
    let mut connection = PgConnection::establish(&postgres.url(DATABASE)).expect("the server answers");
    let row: Answer = diesel::sql_query(sql).get_result(&mut connection).expect("the statement is right");
    row.answer
}

#[test]
fn the_values_of_a_refused_row_are_not_logged() {
    let dir = new_dir("log");
    let postgres = start(&dir).expect("it starts");
    execute(&postgres, "CREATE TABLE people (email text UNIQUE CHECK (email <> 'bo@example.org'))");
    let mut connection = PgConnection::establish(&postgres.url(DATABASE)).expect("the server answers");
    let mut insert = |email: &str| {
        diesel::sql_query("INSERT INTO people VALUES ($1)")
            .bind::<diesel::sql_types::Text, _>(email)
            .execute(&mut connection)
    };
    insert("ana@example.org").expect("it is the first");
    insert("ana@example.org").expect_err("it is there already");
    insert("bo@example.org").expect_err("it is not allowed");
    let log = std::fs::read_to_string(dir.path().join("postgres.log")).expect("there is a log");
    assert!(log.contains("people_email_key") && !log.contains("example.org"), "{log}");
}

#[test]
fn the_error_for_a_directory_in_use_names_the_process() {
    let dir = new_dir("in-use");
    let _running = start(&dir).expect("it starts");
    let error = start(&dir).expect_err("one at a time").to_string();
    assert!(error.contains(&std::process::id().to_string()), "{error}");
}

#[test]
fn a_stale_or_incomplete_pid_file_does_no_harm() {
    let dir = new_dir("stale");
    drop(start(&dir).expect("it starts"));
    for stale in [format!("{}\n/nowhere\n1\n5432\n\n\n\nready\n", std::process::id()), String::new()] {
        std::fs::write(dir.path().join("cluster/postmaster.pid"), stale).expect("writable");
        let postgres = start(&dir).expect("it starts");
        assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
    }
}

#[test]
fn an_incomplete_cluster_is_created_again() {
    let dir = new_dir("half-made");
    std::fs::create_dir_all(dir.path().join("cluster.new/base")).expect("writable");
    let postgres = start(&dir).expect("it starts");
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
}

#[test]
fn the_error_for_files_of_another_version_says_what_to_do() {
    let dir = new_dir("version");
    drop(start(&dir).expect("it starts"));
    std::fs::write(dir.path().join("cluster/PG_VERSION"), "9\n").expect("writable");
    let error = start(&dir).expect_err("another version").to_string();
    assert!(error.contains("made by Postgres 9") && error.contains("COLIBRI_POSTGRES_BIN"), "{error}");
}

#[test]
fn a_running_server_is_found_by_its_directory() {
    let dir = new_dir("a neighbor's & co");
    let found = || PrivatePostgres::address_of_running(dir.path()).expect("the directory is ours");
    let postgres = start(&dir).expect("it starts");
    assert_eq!(found(), Some(postgres.site_url()));
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
    drop(postgres);
    assert_eq!(found(), None);
}

#[test]
fn a_deep_directory_works_and_leaves_no_socket_behind() {
    let dir = new_dir(&"deep-".repeat(20));
    let postgres = start(&dir).expect("it starts");
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
    let socket = socket_of(&postgres);
    assert!(socket.exists() && !socket.starts_with(dir.path()), "{}", socket.display());
    if geteuid().is_root() {
        // Others may put something into the directory for temporary files.
        assert!(!socket.starts_with(std::env::temp_dir()), "{}", socket.display());
    }
    drop(postgres);
    assert!(!socket.exists());
}

#[test]
fn a_link_in_place_of_the_sockets_directory_is_refused() {
    let (dir, target) = (new_dir(&"deep-".repeat(20)), new_dir("target"));
    let socket = socket_of(&start(&dir).expect("it starts"));
    let seen = || target.path().metadata().map(|found| (found.uid(), found.mode())).expect("it is there");
    let before = seen();
    symlink(target.path(), &socket).expect("the directory is writable");
    let refused = start(&dir).map(drop);
    std::fs::remove_file(&socket).expect("it is a link");
    assert_eq!(seen(), before);
    let error = refused.expect_err("it is a link").to_string();
    assert!(error.contains(&socket.display().to_string()), "{error}");
    start(&dir).expect("it starts without the link");
}

#[test]
fn the_directory_of_another_account_is_refused() {
    if !geteuid().is_root() {
        // Only root can give it away.
        return;
    }
    let dir = new_dir("foreign");
    let socket = dir.path().join("socket");
    std::fs::create_dir(&socket).expect("the directory is writable");
    chown(&socket, Some(12345), Some(12345)).expect("root may");
    let error = start(&dir).map(drop).expect_err("it is another account's").to_string();
    assert!(error.contains("belongs to another user"), "{error}");
    assert_eq!(socket.metadata().expect("it is there").uid(), 12345);
}

#[test]
fn the_sites_role_owns_its_tables_and_is_no_superuser() {
    let dir = new_dir("role");
    let postgres = start(&dir).expect("it starts");
    let mut site = PgConnection::establish(&postgres.site_url()).expect("the server answers");
    let mut may = |sql: &str| diesel::sql_query(sql).execute(&mut site).map(|_| ()).map_err(|error| error.to_string());
    for allowed in ["CREATE TABLE before (answer int)", "ALTER TABLE before ADD COLUMN another int"] {
        assert_eq!(may(allowed), Ok(()), "{allowed}");
    }
    for forbidden in [
        "COPY before (answer) FROM PROGRAM 'echo 1'",
        "COPY before TO '/tmp/colibri-test'",
        "SELECT pg_read_file('postmaster.pid')",
        "CREATE ROLE other SUPERUSER",
        "SET ROLE colibri",
        "CREATE DATABASE other",
    ] {
        assert!(may(forbidden).is_err(), "{forbidden}");
    }
}

#[test]
fn files_from_before_the_first_release_are_refused_and_left_as_they_are() {
    let dir = new_dir("unreleased");
    let postgres = start(&dir).expect("it starts");
    let mut superuser = PgConnection::establish(&postgres.url("postgres")).expect("the server answers");
    for before in ["ALTER DATABASE colibri OWNER TO colibri", "DROP ROLE site"] {
        diesel::sql_query(before).execute(&mut superuser).expect("nothing depends on it");
    }
    drop((superuser, postgres));
    for _ in 0..2 {
        let error = start(&dir).expect_err("it is refused").to_string();
        assert!(error.contains("was made by a version before 1.0.0"), "{error}");
    }
}

#[test]
fn a_server_that_dies_is_restarted_with_committed_data() {
    let dir = new_dir("dies");
    let postgres = start(&dir).expect("it starts");
    execute(&postgres, "CREATE TABLE kept (answer int)");
    execute(&postgres, "INSERT INTO kept VALUES (42)");
    execute(&postgres, "CHECKPOINT");
    let pid_file = std::fs::read_to_string(dir.path().join("cluster/postmaster.pid")).expect("the server runs");
    let pid = pid_file.lines().next().and_then(|pid| Pid::from_raw(pid.parse().ok()?)).expect("its first line");

    kill_process(pid, Signal::KILL).expect("it is ours");
    let until = Instant::now() + Duration::from_secs(60);
    // Only a connection shows that it is back.
    while PgConnection::establish(&postgres.url(DATABASE)).is_err() {
        assert!(Instant::now() < until, "it does not restart");
        std::thread::yield_now();
    }
    assert_eq!(answer(&postgres, "SELECT answer FROM kept"), 42);
}

#[test]
fn programs_can_be_named_by_a_relative_path() {
    let dir = new_dir("relative");
    let here = std::env::current_dir().expect("there is one");
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let relative = up.join(programs().bin().strip_prefix("/").expect("it is absolute"));
    let programs =
        Programs::find(Some(&relative), Path::new("nowhere"), Path::new("nowhere")).expect("the same programs");
    let postgres = PrivatePostgres::start(dir.path(), &programs, Durability::None).expect("it starts");
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
}

/// Only root runs the server as another account. Otherwise the modes make no difference, which is tested as well.
#[test]
fn a_directory_closed_to_the_servers_user_is_not_replaced() {
    let dir = new_dir("closed");
    let postgres = start(&dir).expect("it starts");
    execute(&postgres, "CREATE TABLE kept (answer int)");
    execute(&postgres, "INSERT INTO kept VALUES (42)");
    drop(postgres);

    set_mode(&dir, 0o700);
    match start(&dir) {
        Ok(postgres) => assert_eq!(answer(&postgres, "SELECT answer FROM kept"), 42),
        Err(error) => assert!(error.to_string().contains("chmod"), "{error}"),
    }
    set_mode(&dir, 0o755);
    assert_eq!(answer(&start(&dir).expect("it starts again"), "SELECT answer FROM kept"), 42);
}

/// Only root runs the server as another account, as above.
#[test]
fn a_directory_opened_to_the_servers_user_is_not_replaced() {
    let dir = new_dir("opened");
    set_mode(&dir, 0o700);
    let postgres = start(&dir).expect("it starts");
    execute(&postgres, "CREATE TABLE kept (answer int)");
    execute(&postgres, "INSERT INTO kept VALUES (42)");
    let home = home_of(&postgres);
    drop(postgres);

    set_mode(&dir, 0o755);
    let postgres = start(&dir).expect("it starts again");
    assert_eq!(answer(&postgres, "SELECT answer FROM kept"), 42);
    assert_eq!(home_of(&postgres), home);
    drop(postgres);
    std::fs::remove_dir_all(&home).expect("it is ours");
}

fn home_of(postgres: &PrivatePostgres) -> PathBuf {
    socket_of(postgres).parent().expect("it is inside the files' directory").to_owned()
}

fn socket_of(postgres: &PrivatePostgres) -> PathBuf {
    let url = postgres.url(DATABASE);
    PathBuf::from(url.split(['=', '&']).nth(1).expect("the host is the socket's directory"))
}
