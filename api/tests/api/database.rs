//! The migrations, and the constraints of the tables.

use std::collections::BTreeSet;
use std::io;

use api::Database;
use api::backup::BackupError;
use api::database::{MIGRATIONS, MigrateError};
use diesel::Connection as _;
use diesel::connection::SimpleConnection as _;
use diesel::result::Error::DatabaseError;
use diesel_migrations::MigrationHarness as _;
use serde_json::json;
use shared::testing::assert_generated;

use crate::support::app::{signup_form, with};
use crate::support::pgbouncer::PgBouncer;
use crate::support::{App, PASSWORD, postgres};

const TABLES: &str = "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations' ORDER BY 1";
const INDEXES: &str = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1";
const CONSTRAINTS: &str = "SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1";
const DEFAULTS: &str = "SELECT table_name || '.' || column_name || ' ' || column_default
    FROM information_schema.columns WHERE table_schema = 'public' AND column_default IS NOT NULL ORDER BY 1";
const TRIGGERS: &str =
    "SELECT pg_get_triggerdef(oid) || pg_get_functiondef(tgfoid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1";
const CHECKS: &str = "SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'c'";

/// Without some columns that only SQL reads and writes: Diesel takes twice as long to compile for tables of more than 16.
const TABLES_FOR_DIESEL: &str = r"SELECT format(E'diesel::table! {\n    %s (%s) {\n%s\n    }\n}\n\n', table_name,
        (SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) FROM information_schema.key_column_usage key
            WHERE key.table_name = c.table_name AND constraint_name = c.table_name || '_pkey'),
        string_agg(format(CASE is_nullable WHEN 'YES' THEN '        %s -> Nullable<%s>,' ELSE '        %s -> %s,' END,
            column_name, CASE udt_name WHEN 'int4' THEN 'Integer' WHEN 'int8' THEN 'BigInt' WHEN 'float8' THEN 'Double'
            WHEN '_float8' THEN 'Array<Double>'
            WHEN '_int8' THEN 'Array<BigInt>'
            WHEN '_timestamptz' THEN 'Array<Timestamptz>'
            ELSE initcap(udt_name) END), E'\n' ORDER BY ordinal_position))
    FROM information_schema.columns c WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations'
        AND table_name || '.' || column_name NOT IN
            ('practice_results.created_at', 'purchases.invoice', 'results.is_hidden', 'results.size')
    GROUP BY table_name ORDER BY table_name";

/// Returns the schema of the database: its tables, indexes, constraints, defaults and triggers.
pub(crate) fn shape(url: &str) -> [Vec<String>; 5] {
    [TABLES, INDEXES, CONSTRAINTS, DEFAULTS, TRIGGERS].map(|sql| postgres::texts(url, sql))
}

#[test]
fn migrations_can_be_reverted_and_run_again() {
    let url = postgres::empty_database("migrations");
    let database = postgres::connect(&url);
    let n_migrations = database.migrate().expect("they run");
    let n_texts = || postgres::number(&url, "SELECT count(*) FROM texts");
    let before = (shape(&url), n_texts());
    let mut connection = postgres::connection(&url);
    let taken_back = connection.revert_all_migrations(MIGRATIONS).expect("they can be taken back").len();
    assert_eq!(taken_back, n_migrations);
    assert_eq!(postgres::texts(&url, TABLES), Vec::<String>::new());
    assert_eq!(database.migrate().expect("they run again"), n_migrations);
    assert_eq!((shape(&url), n_texts()), before);
    assert_eq!(database.migrate().expect("nothing is left to do"), 0);
}

#[test]
fn diesels_schema_is_generated() {
    let tables = postgres::texts(&postgres::new_database(), TABLES_FOR_DIESEL).concat();
    let now = format!("//! The tables, written by `make generate` from `migrations/`.\n\n{}\n", tables.trim_end());
    assert_generated("api/src/database/schema/tables.rs", &now);
}

#[test]
fn two_processes_can_migrate_at_once() {
    let url = postgres::empty_database("migrated_twice");
    let migrate = || postgres::connect(&url).migrate().expect("they run");
    let run = std::thread::scope(|scope| {
        let threads = [scope.spawn(migrate), scope.spawn(migrate)];
        threads.map(|thread| thread.join().expect("it did not panic"))
    });
    assert_eq!(run.iter().filter(|n| **n == 0).count(), 1, "{run:?}");
}

#[test]
fn a_database_from_before_the_first_release_is_refused_and_left_as_it_is() {
    let url = postgres::empty_database("unreleased");
    let tables = "CREATE TABLE __diesel_schema_migrations (
            version varchar(50) PRIMARY KEY, run_on timestamp NOT NULL DEFAULT now());
        INSERT INTO __diesel_schema_migrations (version) VALUES ('20261120000100'), ('20261128000840');
        CREATE TABLE users (id bigint)";
    postgres::connection(&url).batch_execute(tables).expect("they are valid");
    let content = "SELECT table_name || query_to_xml(format('SELECT * FROM %I', table_name), true, true, '')
        FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1";
    let before = postgres::texts(&url, content);
    let error = postgres::connect(&url).migrate().expect_err("it is refused");
    assert!(matches!(error, MigrateError::Unreleased), "{error}");
    let error = postgres::connect(&url).back_up("a key", "a passphrase", io::sink()).expect_err("it is refused");
    assert!(matches!(error, BackupError::Schema(MigrateError::Unreleased)), "{error}");
    assert_eq!(postgres::texts(&url, content), before);
}

#[test]
fn a_database_of_a_later_version_is_taken_as_it_is() {
    let url = postgres::new_database();
    postgres::execute(&url, "INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000')");
    assert_eq!(postgres::connect(&url).migrate().expect("it has what is needed"), 0);
}

#[test]
fn calls_are_answered_while_a_migration_waits_for_a_dump() {
    let url = postgres::new_database();
    // The last migration inserts texts. Here it takes the lock of one that changes `results`.
    let change = "CREATE FUNCTION change_results() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN LOCK TABLE results IN ACCESS EXCLUSIVE MODE; RETURN NULL; END $$;
        CREATE TRIGGER change_results BEFORE INSERT ON texts FOR EACH STATEMENT EXECUTE FUNCTION change_results()";
    postgres::connection(&url).revert_last_migration(MIGRATIONS).expect("it can be taken back");
    postgres::connection(&url).batch_execute(change).expect("it is valid");
    let (database, mut dump, mut call) =
        (postgres::connect(&url), postgres::connection(&url), postgres::connection(&url));
    // The lock that pg_dump holds on each table until its end.
    dump.batch_execute("BEGIN; LOCK TABLE results IN ACCESS SHARE MODE").expect("it is free");
    let waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'results'::regclass AND NOT granted
        AND mode = 'AccessExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let migrated = std::thread::scope(|scope| {
        let migrating = scope.spawn(|| database.migrate());
        for _ in 0..2 {
            while postgres::number(&url, waiting) == 0.0 {
                assert!(!migrating.is_finished(), "it waits");
                std::thread::yield_now();
            }
            // As long as a call waits for a lock.
            call.batch_execute("SET lock_timeout = '2s'; SELECT FROM results").expect("it is answered");
            assert_eq!(postgres::number(&url, waiting), 0.0, "the call was answered since the migration gave up");
        }
        drop(dump);
        migrating.join().expect("it did not panic")
    });
    assert_eq!(migrated.expect("it gets its locks"), 1);
}

#[test]
fn a_migration_has_timeouts_of_its_own() {
    let url = postgres::empty_database("with_timeouts");
    for setting in ["statement_timeout = '3s'", "lock_timeout = '1h'", "timezone = 'America/Costa_Rica'"] {
        postgres::execute(&postgres::server_url(), &format!("ALTER DATABASE test_with_timeouts SET {setting}"));
    }
    // Recorded by Postgres itself, at the end of each statement that changes the schema.
    let record = "CREATE TABLE noted (name text PRIMARY KEY, setting text);
        CREATE FUNCTION note() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO noted SELECT name, current_setting(name) FROM pg_settings ON CONFLICT DO NOTHING; END $$;
        CREATE EVENT TRIGGER note ON ddl_command_end EXECUTE FUNCTION note()";
    postgres::connection(&url).batch_execute(record).expect("it is valid");
    postgres::connect(&url).migrate().expect("they run");
    for (name, value) in [("statement_timeout", "0"), ("lock_timeout", "800ms"), ("TimeZone", "UTC")] {
        assert_eq!(
            postgres::texts(&url, &format!("SELECT setting FROM noted WHERE name = '{name}'")),
            [value],
            "{name}"
        );
    }
}

#[test]
fn a_process_waits_while_another_migrates() {
    let url = postgres::empty_database("waited_for");
    postgres::execute(&postgres::server_url(), "ALTER DATABASE test_waited_for SET lock_timeout = '1ms'");
    // The lock of migrations, held by another process.
    let mut other = postgres::connection(&url);
    other.batch_execute("SELECT pg_advisory_lock(x'636f6c69627269'::bigint)").expect("it is free");
    let asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND query LIKE 'SELECT pg%advisory_lock%' AND pid <> pg_backend_pid()";
    let migrated = std::thread::scope(|scope| {
        let migrating = scope.spawn(|| postgres::connect(&url).migrate());
        while postgres::number(&url, asked) < 2.0 {
            assert!(!migrating.is_finished(), "it waits");
            std::thread::yield_now();
        }
        drop(other);
        migrating.join().expect("it did not panic")
    });
    assert!(migrated.expect("it has its turn") > 0);
}

#[actix_web::test]
async fn every_check_refuses_an_invalid_row() {
    let app = App::start().await;
    app.set_texts(&["A text that is long enough to be raced through in a test of the tables."]);
    let (rows, refused) = include_str!("constraints.sql").split_once("\n-- users\n").expect("it has both");
    postgres::connection(&app.database_url).batch_execute(rows).expect("they are valid");
    // Whatever breaks it also breaks another constraint, or divides by zero.
    let mut broken = BTreeSet::from(["user_stats_races_total_positive", "language_stats_races_total_positive"]);
    for line in refused.lines().filter(|line| !line.is_empty() && !line.starts_with("--")) {
        let (sql, constraint) = line.split_once("; -- ").expect("it names its constraint");
        let refused = postgres::try_execute(&app.database_url, sql);
        let by = if let Err(DatabaseError(_, about)) = &refused { about.constraint_name() } else { None };
        assert_eq!(by, Some(constraint), "{sql}: {refused:?}");
        broken.insert(constraint);
    }
    let checks = postgres::texts(&app.database_url, CHECKS);
    let missing: Vec<_> = checks.iter().filter(|check| !broken.contains(check.as_str())).collect();
    assert!(missing.is_empty(), "no row in constraints.sql breaks {missing:?}");
}

/// Returns the address of a migrated database whose default collation has the rules of Turkish, in which the small form of
/// I is a dotless i.
fn turkish_database() -> String {
    let create = "CREATE DATABASE test_turkish TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR'";
    postgres::execute(&postgres::server_url(), create);
    let url = postgres::server_url().replace("/postgres?", "/test_turkish?");
    assert_eq!(postgres::texts(&url, "SELECT lower('IRMAK')"), ["ırmak"]);
    postgres::connect(&url).migrate().expect("they run");
    url
}

#[actix_web::test]
async fn names_and_addresses_are_compared_alike_in_a_database_of_any_locale() {
    let url = turkish_database();
    let collations = "SELECT table_name || '.' || column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'";
    assert_eq!(postgres::texts(&url, collations), [""; 0], "a column of text needs COLLATE \"C\"");
    let app = App::start_on(url, None).await;
    let form = with(&signup_form("IRMAK"), "email", "IRMAK@EXAMPLE.ORG");
    let token = app.post("/api/signup", &form).await.token();
    for email in ["IRMAK@EXAMPLE.ORG", "irmak@example.org"] {
        let login = json!({ "email": email, "password": PASSWORD });
        assert_eq!(app.post("/api/login", &login).await.status, 200, "{email}");
    }
    let twin = with(&signup_form("irmak"), "email", "other@example.org");
    app.post("/api/signup", &twin).await.refuses(409, "taken; field=username");
    let twin = with(&signup_form("other"), "email", "irmak@example.org");
    app.post("/api/signup", &twin).await.refuses(409, "taken; field=email");
    api::admin::grant(&app.database, "irmak").expect("there is such a user");
    assert_eq!(app.post("/api/admin", &json!({ "token": token })).await.status, 200);
    assert_eq!(app.post("/api/getstats", &json!({ "username": "Irmak" })).await.status, 200);
    app.post("/api/account/forgot", &json!({ "email": "irmak@example.org" })).await.json();
    app.post("/api/account/forgot", &json!({ "email": "IRMAK@example.org" })).await.json();
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE kind = 'password_reset'"), 1.0);
    app.post("/api/deleteaccount", &json!({ "token": token, "confirmationText": "IRREVERSIBLE" })).await.json();
    assert_eq!(app.number("SELECT count(*) FROM mails"), 0.0);
}

#[test]
fn a_pooler_that_shares_sessions_is_refused() {
    let pooler = PgBouncer::start("transaction");
    let error = Database::connect(&pooler.url, 4).err().expect("it is refused");
    assert!(error.to_string().contains("pool_mode = session"), "{error}");
}

#[test]
fn a_pooler_with_a_session_for_each_connection_works() {
    let pooler = PgBouncer::start("session");
    assert!(Database::connect(&pooler.url, 4).expect("it works").migrate().expect("they run") > 0);
}

#[actix_web::test]
async fn every_connection_has_timeouts() {
    let app = App::start().await;
    // Recorded by Postgres itself, in the middle of a call.
    app.execute("CREATE TABLE noted (name text, setting text)");
    app.execute(
        "CREATE RULE note AS ON INSERT TO users DO ALSO
            INSERT INTO noted SELECT name, current_setting(name) FROM pg_settings",
    );
    app.signup("ana").await;
    let setting = |name| app.text(&format!("SELECT setting FROM noted WHERE name = '{name}'"));
    let expected = [
        ("statement_timeout", "5s"),
        ("lock_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("TimeZone", "UTC"),
    ];
    for (name, value) in expected {
        assert_eq!(setting(name), value, "{name}");
    }
}

#[actix_web::test]
async fn a_call_times_out_waiting_for_a_lock_or_a_connection() {
    let (app, _) = App::with_ana().await;
    let mut other = postgres::connection(&app.database_url);
    other.begin_test_transaction().expect("it begins");
    other.batch_execute("LOCK TABLE user_stats").expect("it is free");
    let stats = json!({ "username": "ana" });
    let answers = futures_util::future::join_all((0..40).map(|_| app.post("/api/getstats", &stats))).await;
    for answer in answers {
        answer.refuses(503, "unavailable");
    }
    drop(other);
    app.post("/api/getstats", &stats).await.json();
}
