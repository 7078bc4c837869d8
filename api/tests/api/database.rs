//! The migrations, and the constraints of the tables.

use std::{env, fs};

use api::database::MIGRATIONS;
use diesel::Connection as _;
use diesel::connection::SimpleConnection as _;
use diesel::result::DatabaseErrorKind::{CheckViolation, ForeignKeyViolation, NotNullViolation, UniqueViolation};
use diesel::result::Error::DatabaseError;
use diesel_migrations::MigrationHarness as _;
use serde_json::json;

use crate::support::{App, postgres};

const TABLES: &str = "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations' ORDER BY 1";
const INDEXES: &str = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1";
const CONSTRAINTS: &str = "SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace ORDER BY 1";

const TABLES_FOR_DIESEL: &str = r"SELECT format(E'diesel::table! {\n    %s (%s) {\n%s\n    }\n}\n\n', table_name,
        (SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) FROM information_schema.key_column_usage key
            WHERE key.table_name = c.table_name AND constraint_name = c.table_name || '_pkey'),
        string_agg(format(CASE is_nullable WHEN 'YES' THEN '        %s -> Nullable<%s>,' ELSE '        %s -> %s,' END,
            column_name, CASE udt_name WHEN 'int4' THEN 'Integer' WHEN 'int8' THEN 'BigInt' WHEN 'float8' THEN 'Double'
            ELSE initcap(udt_name) END), E'\n' ORDER BY ordinal_position))
    FROM information_schema.columns c WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations'
    GROUP BY table_name ORDER BY table_name";

#[test]
fn migrations_can_be_reverted_and_run_again() {
    let url = postgres::empty_database("migrations");
    let database = postgres::connect(&url);
    let n_migrations = database.migrate().expect("they run");
    assert!(n_migrations >= 5);
    let shape = || [TABLES, INDEXES, CONSTRAINTS].map(|sql| postgres::texts(&url, sql));
    let n_texts = || postgres::number(&url, "SELECT count(*) FROM texts");
    let before = (shape(), n_texts());
    let mut connection = postgres::connection(&url);
    let taken_back = connection.revert_all_migrations(MIGRATIONS).expect("they can be taken back").len();
    assert_eq!(taken_back, n_migrations);
    assert_eq!(postgres::texts(&url, TABLES), Vec::<String>::new());
    assert_eq!(database.migrate().expect("they run again"), n_migrations);
    assert_eq!((shape(), n_texts()), before);
    assert_eq!(database.migrate().expect("nothing is left to do"), 0);
}

#[test]
fn diesels_schema_matches_the_migrations() {
    let tables = postgres::texts(&postgres::new_database(), TABLES_FOR_DIESEL).concat();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/database/schema.rs");
    let written = fs::read_to_string(path).expect("it is readable");
    let (start, end) = written.find("diesel::table!").zip(written.find("diesel::joinable!")).expect("it has both");
    if env::var_os("REGENERATE").is_some() {
        fs::write(path, [&written[..start], &tables, &written[end..]].concat()).expect("it is writable");
    } else {
        assert_eq!(written[start..end], tables, "REGENERATE=1 cargo test --test api diesels_schema regenerates it");
    }
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

#[actix_web::test]
async fn the_tables_refuse_invalid_rows() {
    let app = App::start().await;
    app.set_texts(&["A text that is long enough to be raced through in a test of the tables."]);
    let setup = [
        "INSERT INTO users (username, email, password_hash) VALUES ('ana', 'ana@example.org', '!')",
        "INSERT INTO races (id, room, text_id, racers, started_at)
            SELECT '00000000-0000-0000-0000-000000000001', 'k3f9wq2m', min(id), 2, now() FROM texts",
        "INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy)
            SELECT races.id, users.id, 1, true, 30000, 60, 98 FROM races, users",
        "INSERT INTO mails (kind, user_id, recipient, details) SELECT 'verify', id, email, '{}' FROM users",
        "INSERT INTO account_codes SELECT id, 'reset', sha256('code'), now() FROM users",
        "INSERT INTO owned_skins SELECT id, 'snowcap' FROM users",
        "INSERT INTO text_requests (user_id, text, author, url)
            SELECT id, 'Suggested.', 'A', 'https://example.org' FROM users",
        "INSERT INTO purchases (provider, user_id, skin, price_cents, payment_id, payer_id, executed_at, settled_at, state, invoice)
            SELECT 'paypal', id, 'coquette', 199, 'PAYID-0123456789', 'PAYER12345', now(), now(), 'paid', 1 FROM users",
    ];
    for sql in setup {
        app.execute(sql);
    }
    let user = |columns: &str, values: &str| {
        format!("INSERT INTO users (username, email, password_hash{columns}) VALUES ({values})")
    };
    let text = |text: &str| format!("INSERT INTO texts (author, text, source) VALUES ('A', {text}, 'S')");
    let result = |values: &str| {
        format!(
            "WITH made AS (
                INSERT INTO users (username, email, password_hash) VALUES ('bob', 'bob@example.org', '!') RETURNING id
            ) INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy)
            SELECT races.id, made.id, {values} FROM races, made"
        )
    };
    let stats = |values: &str| {
        format!(
            "INSERT INTO user_stats (user_id, member_since, races_total, races_won, wpm_sum, accuracy_sum, best_wpm, time_ms)
            SELECT id, {values} FROM users"
        )
    };
    let mail = |values: &str| {
        format!("INSERT INTO mails (kind, user_id, recipient, details, state, settled_at) SELECT {values} FROM users")
    };
    let code = |values: &str| format!("INSERT INTO account_codes SELECT id, {values}, now() FROM users");
    let owned = |skin: &str| format!("INSERT INTO owned_skins SELECT id, {skin} FROM users");
    let skin = |name: &str, values: &str| {
        format!(
            "INSERT INTO skins (filename, description, name, unlock, threshold, price_cents) VALUES ({name}, {values})"
        )
    };
    let feedback = |words: &str| format!("INSERT INTO feedback (user_id, words) SELECT id, {words} FROM users");
    let text_request = |columns: &str, values: &str| {
        format!("INSERT INTO text_requests (user_id, text, author, url{columns}) SELECT id, {values} FROM users")
    };
    let bare_purchase = |values: &str| format!("INSERT INTO purchases (provider, skin, price_cents) VALUES ({values})");
    let purchase = |columns: &str, values: &str| {
        format!(
            "INSERT INTO purchases (provider, user_id, skin, price_cents, {columns})
            SELECT 'paypal', id, 'coquette', 199, {values} FROM users"
        )
    };
    let paid = "payment_id, payer_id, executed_at";
    let bought = format!("{paid}, settled_at, state, invoice");
    let paid_now = |values: &str| format!("'PAYID-1111111111', 'PAYER12345', now(), {values}");
    let cases = [
        ("a name in another case", user("", "'ANA', 'other@example.org', '!'"), UniqueViolation),
        ("an address in another case", user("", "'bob', 'ANA@example.org', '!'"), UniqueViolation),
        ("a short name", user("", "'bo', 'bo@example.org', '!'"), CheckViolation),
        ("a name with a space", user("", "'bob bob', 'bob@example.org', '!'"), CheckViolation),
        ("no address", user("", "'bob', 'bob', '!'"), CheckViolation),
        ("no hash", user("", "'bob', 'bob@example.org', NULL"), NotNullViolation),
        ("an empty hash", user("", "'bob', 'bob@example.org', ''"), CheckViolation),
        ("a long country", user(", country", "'bob', 'bob@example.org', '!', 'CRI'"), CheckViolation),
        ("a skin that is a path", user(", skin", "'bob', 'bob@example.org', '!', '../x'"), CheckViolation),
        ("an unknown role", user(", role", "'bob', 'bob@example.org', '!', 'king'"), CheckViolation),
        ("an unknown language", user(", language", "'bob', 'bob@example.org', '!', 'xx'"), CheckViolation),
        ("a short text", text("'Too short.'"), CheckViolation),
        ("a long text", text("repeat('x', 601)"), CheckViolation),
        ("a text of two lines", text("repeat('x', 60) || E'\\n' || 'y'"), CheckViolation),
        ("a text with two spaces", text("repeat('x', 60) || '  y'"), CheckViolation),
        ("a text with a space at its end", text("repeat('x', 60) || ' '"), CheckViolation),
        ("a text that is not NFC", text("repeat('x', 60) || U&'e\\0301'"), CheckViolation),
        (
            "a text that exists",
            "INSERT INTO texts (author, text, source) SELECT author, text, source FROM texts".into(),
            UniqueViolation,
        ),
        (
            "a second result in a race",
            "INSERT INTO results (race_id, user_id, place, won, time_ms, wpm, accuracy)
                SELECT race_id, user_id, 2, false, 40000, 50, 90 FROM results"
                .into(),
            UniqueViolation,
        ),
        ("a winner who is second", result("2, true, 30000, 60, 98"), CheckViolation),
        ("place 0", result("0, false, 30000, 60, 98"), CheckViolation),
        ("no time", result("2, false, 0, 60, 98"), CheckViolation),
        ("an impossible speed", result("2, false, 30000, 350.5, 98"), CheckViolation),
        ("a speed that is not a number", result("2, false, 30000, 'NaN', 98"), CheckViolation),
        ("an impossible accuracy", result("2, false, 30000, 60, 100.5"), CheckViolation),
        ("stats of less than one race", stats("created_at, -1, 0, 0, 0, 0, 1"), CheckViolation),
        ("more wins than races", stats("created_at, 1, 2, 60, 98, 60, 30000"), CheckViolation),
        (
            "stats with another date",
            stats("created_at - interval '1 day', 1, 0, 60, 98, 60, 30000"),
            ForeignKeyViolation,
        ),
        ("a race without its text", "DELETE FROM texts".into(), ForeignKeyViolation),
        ("a mail of an unknown kind", mail("'greeting', id, email, '{}', 'due', NULL"), CheckViolation),
        ("a mail about nobody", mail("'verify', NULL, email, '{}', 'due', NULL"), CheckViolation),
        ("a mail to no address", mail("'verify', id, 'ana', '{}', 'due', NULL"), CheckViolation),
        ("a mail in an unknown state", mail("'verify', id, email, '{}', 'lost', now()"), CheckViolation),
        ("a sent mail whose details are kept", mail("'verify', id, email, '{}', 'sent', now()"), CheckViolation),
        ("a sent mail without its time", mail("'verify', id, email, NULL, 'sent', NULL"), CheckViolation),
        ("a mail that waits and has no details", mail("'verify', id, email, NULL, 'due', NULL"), CheckViolation),
        (
            "a second verification mail that waits",
            mail("'verify', id, 'ANA@example.org', '{}', 'due', NULL"),
            UniqueViolation,
        ),
        ("a code for nothing", code("'greeting', sha256('x')"), CheckViolation),
        ("a code that is not a hash", code("'verify', 'x'"), CheckViolation),
        ("a second code for the same", code("'reset', sha256('x')"), UniqueViolation),
        ("a held name that is not a hash", "INSERT INTO held_names VALUES ('ana', NULL, now())".into(), CheckViolation),
        ("a skin that is a path", owned("'../x'"), CheckViolation),
        ("a skin that is owned twice", owned("'snowcap'"), UniqueViolation),
        ("an owned skin that does not exist", owned("'dodo'"), ForeignKeyViolation),
        ("a worn skin that does not exist", "UPDATE users SET skin = 'dodo'".into(), ForeignKeyViolation),
        ("the deletion of an owned skin", "DELETE FROM skins WHERE filename = 'snowcap'".into(), ForeignKeyViolation),
        ("a skin with the name of another", skin("'x', 'A bird.'", "'SNOWCAP', 'shop', NULL, 99"), UniqueViolation),
        ("a skin whose file differs in case", skin("'SnowCap', 'A bird.'", "'X', 'shop', NULL, 99"), UniqueViolation),
        ("a skin with the file of another", skin("'snowcap', 'A bird.'", "'X', 'shop', NULL, 99"), UniqueViolation),
        ("a skin whose file is a path", skin("'../x', 'A bird.'", "'X', 'shop', NULL, 99"), CheckViolation),
        ("a skin without a description", skin("'x', ''", "'X', 'shop', NULL, 99"), CheckViolation),
        ("a skin with an unknown rule", skin("'x', 'A bird.'", "'X', 'luck', NULL, NULL"), CheckViolation),
        ("a skin for a speed without a threshold", skin("'x', 'A bird.'", "'X', 'wpm', NULL, NULL"), CheckViolation),
        ("a skin for no races", skin("'x', 'A bird.'", "'X', 'races', 0, NULL"), CheckViolation),
        ("a threshold for an easter egg", skin("'x', 'A bird.'", "'X', 'egg', 5, NULL"), CheckViolation),
        ("a skin in the shop without a price", skin("'x', 'A bird.'", "'X', 'shop', NULL, NULL"), CheckViolation),
        ("a skin in the shop for nothing", skin("'x', 'A bird.'", "'X', 'shop', NULL, 0"), CheckViolation),
        ("a skin that is a reward and sold", skin("'x', 'A bird.'", "'X', 'feedback', NULL, 99"), CheckViolation),
        ("a skin of nobody", "INSERT INTO owned_skins VALUES (-1, 'snowcap')".into(), ForeignKeyViolation),
        ("a limit under a name", "INSERT INTO rate_limits (key) VALUES ('ana@example.org')".into(), CheckViolation),
        (
            "a negative number of attempts",
            "INSERT INTO rate_limits (key, count) VALUES (sha256('x'), -1)".into(),
            CheckViolation,
        ),
        ("empty feedback", feedback("''"), CheckViolation),
        ("feedback that is too long", feedback("repeat('x', 4001)"), CheckViolation),
        ("the same text pending twice", text_request("", "'Suggested.', 'B', 'http://b.example'"), UniqueViolation),
        ("a request with the address of a script", text_request("", "'T', 'A', 'javascript:alert(1)'"), CheckViolation),
        ("a request without a text", text_request("", "'', 'A', 'https://example.org'"), CheckViolation),
        (
            "a decision without its time",
            text_request(", state", "'T', 'A', 'https://example.org', 'approved'"),
            CheckViolation,
        ),
        (
            "an unknown decision",
            text_request(", state, decided_at", "'T', 'A', 'https://example.org', 'later', now()"),
            CheckViolation,
        ),
        ("a purchase from an unknown provider", bare_purchase("'cash', 'coquette', 199"), CheckViolation),
        ("a purchase of a skin that does not exist", bare_purchase("'paypal', 'dodo', 199"), ForeignKeyViolation),
        ("a purchase for nothing", bare_purchase("'paypal', 'coquette', 0"), CheckViolation),
        ("a purchase in another currency", purchase("currency", "'EUR'"), CheckViolation),
        ("a purchase in an unknown state", purchase("state", "'lost'"), CheckViolation),
        ("an open purchase without a payment", purchase("state", "'open'"), CheckViolation),
        ("a payment that is a path", purchase("payment_id", "'../../payment'"), CheckViolation),
        ("a payment of two purchases", purchase("state, payment_id", "'open', 'PAYID-0123456789'"), UniqueViolation),
        (
            "an executing payment that is never checked",
            purchase(&format!("{paid}, state"), &paid_now("'executing'")),
            CheckViolation,
        ),
        (
            "a payment without a payer",
            purchase("payment_id, settled_at, state, invoice", "'PAYID-1111111111', now(), 'paid', 2"),
            CheckViolation,
        ),
        ("money without an invoice", purchase(&bought, &paid_now("now(), 'paid', NULL")), CheckViolation),
        ("a skin that is bought twice", purchase(&bought, &paid_now("now(), 'paid', 2")), UniqueViolation),
        (
            "a skin that is bought at two providers",
            purchase(&bought, &paid_now("now(), 'paid', 2")).replace("'paypal'", "'simulator'"),
            UniqueViolation,
        ),
        (
            "money that moves for what is bought",
            purchase(&format!("{paid}, look_at, state"), &paid_now("now(), 'executing'")),
            UniqueViolation,
        ),
        ("an invoice of two purchases", purchase(&bought, &paid_now("now(), 'refunded', 1")), UniqueViolation),
        ("a settled purchase without its time", purchase("state", "'expired'"), CheckViolation),
        ("an invalid room code", "UPDATE races SET room = 'NOPE'".into(), CheckViolation),
    ];
    for (case, sql, expected) in cases {
        let refused = postgres::try_execute(&app.database_url, &sql);
        let kind = match &refused {
            Err(DatabaseError(kind, _)) => format!("{kind:?}"),
            other => format!("{other:?}"),
        };
        assert_eq!(kind, format!("{expected:?}"), "{case}: {refused:?}");
    }
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
        answer.refuses(503, "The server is busy. Please try again in a moment.");
    }
    drop(other);
    app.post("/api/getstats", &stats).await.json();
}
