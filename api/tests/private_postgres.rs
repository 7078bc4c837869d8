//! The private Postgres, on the programs of this machine.

use std::path::{Path, PathBuf};

use api::database::private::{DATABASE, Durability, PrivatePostgres, PrivatePostgresError, Programs};
use diesel::sql_types::Integer;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _};

/// A directory of this test alone, gone when it ends.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("colibri-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("the temporary directory is writable");
        Self(dir)
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start(dir: &Dir) -> Result<PrivatePostgres, PrivatePostgresError> {
    let named = std::env::var_os("COLIBRI_POSTGRES_BIN").map(PathBuf::from);
    let programs = Programs::find(named.as_deref(), Path::new("nowhere"))?;
    PrivatePostgres::start(&dir.0, &programs, Durability::None)
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
fn what_was_written_is_there_after_a_stop_and_a_start() {
    let dir = Dir::new("restart");
    let postgres = start(&dir).expect("it starts");
    execute(&postgres, "CREATE TABLE kept (answer int)");
    execute(&postgres, "INSERT INTO kept VALUES (42)");
    postgres.stop();
    let postgres = start(&dir).expect("it starts again");
    assert_eq!(answer(&postgres, "SELECT answer FROM kept"), 42);
}

#[test]
fn the_values_of_a_refused_row_do_not_get_into_the_log() {
    let dir = Dir::new("log");
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
    let log = std::fs::read_to_string(dir.0.join("postgres.log")).expect("there is a log");
    assert!(log.contains("people_email_key") && !log.contains("example.org"), "{log}");
}

#[test]
fn a_directory_in_use_is_refused_and_names_the_process() {
    let dir = Dir::new("in-use");
    let _running = start(&dir).expect("it starts");
    let error = start(&dir).expect_err("one at a time").to_string();
    assert!(error.contains(&std::process::id().to_string()), "{error}");
}

#[test]
fn a_pid_file_left_by_a_crash_is_survived_even_when_the_number_is_somebody_elses_now() {
    let dir = Dir::new("stale");
    start(&dir).expect("it starts").stop();
    let stale = dir.0.join("cluster/postmaster.pid");
    std::fs::write(&stale, format!("{}\n/nowhere\n1\n5432\n\n\n\nready\n", std::process::id())).expect("writable");
    let postgres = start(&dir).expect("it starts all the same");
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
}

#[test]
fn a_half_made_cluster_is_made_anew() {
    let dir = Dir::new("half-made");
    std::fs::create_dir_all(dir.0.join("cluster.new/base")).expect("writable");
    let postgres = start(&dir).expect("it starts");
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
}

#[test]
fn files_of_another_version_are_refused_with_what_to_do() {
    let dir = Dir::new("version");
    start(&dir).expect("it starts").stop();
    std::fs::write(dir.0.join("cluster/PG_VERSION"), "9\n").expect("writable");
    let error = start(&dir).expect_err("another version").to_string();
    assert!(error.contains("made by Postgres 9") && error.contains("COLIBRI_POSTGRES_BIN"), "{error}");
}

#[test]
fn a_running_server_is_found_by_its_directory_and_a_stopped_one_is_not() {
    let dir = Dir::new("a neighbour's & co");
    let found = || PrivatePostgres::address_of_running(&dir.0).expect("the directory is ours");
    let postgres = start(&dir).expect("it starts");
    assert_eq!(found(), Some(postgres.url(DATABASE)));
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
    postgres.stop();
    assert_eq!(found(), None);
}

#[test]
fn a_deep_directory_is_no_trouble_for_the_socket() {
    let dir = Dir::new(&"deep-".repeat(20));
    let postgres = start(&dir).expect("it starts");
    assert_eq!(answer(&postgres, "SELECT 1 AS answer"), 1);
}
