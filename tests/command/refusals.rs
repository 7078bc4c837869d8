//! What is refused at the start: in one line, which names what was wrong.

use crate::colibri::{Dir, command, run};

#[test]
fn a_wrong_value_is_refused_in_one_line_that_names_its_variable() {
    let wrong = [
        ("COLIBRI_LISTEN", "everywhere"),
        ("COLIBRI_PUBLIC_URL", "colibri.example"),
        ("COLIBRI_PUBLIC_URL", "https://colibri.example/path"),
        ("COLIBRI_WAITING_MS", "0"),
        ("COLIBRI_WAITING_MS", "20s"),
        ("COLIBRI_COUNTDOWN_MS", "-1"),
        ("COLIBRI_ROOM_CAPACITY", "0"),
        ("COLIBRI_ROOM_CAPACITY", "101"),
        ("COLIBRI_PING_INTERVAL_MS", "soon"),
        ("COLIBRI_PING_TIMEOUT_MS", "3600001"),
        ("COLIBRI_DATABASE_CONNECTIONS", "0"),
        ("COLIBRI_RATE_LIMITS", "maybe"),
        ("COLIBRI_LOG", "info,,=what"),
        ("COLIBRI_LOG_FORMAT", "xml"),
        ("COLIBRI_TARGET", "client"),
        ("COLIBRI_POSTGRES_BIN", "/nowhere"),
        ("COLIBRI_JWT_KEY", "/nowhere/key.pem"),
        ("DATABASE_URL_FILE", "/nowhere/url"),
        ("DATABASE_URL", "mysql://elsewhere"),
    ];
    for (variable, value) in wrong {
        let dir = Dir::new();
        let output = command(&dir, &["serve"]).env("COLIBRI_LOG", "off").env(variable, value).output();
        let output = output.expect("the command starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{variable}={value}");
        assert_eq!(stderr.lines().count(), 1, "{variable}={value}: {stderr}");
        assert!(stderr.contains(variable.trim_end_matches("_FILE")), "{variable}={value}: {stderr}");
    }
}

#[test]
fn a_database_that_is_away_is_refused_without_a_word_of_its_password() {
    let dir = Dir::new();
    let output = command(&dir, &["serve"])
        .env("DATABASE_URL", "postgres://colibri:s3cret@127.0.0.1:1/colibri")
        .output()
        .expect("the command starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("127.0.0.1"), "{said}");
    assert!(!said.contains("s3cret"), "{said}");
}

#[test]
fn one_half_alone_says_that_it_needs_nats() {
    for target in ["api", "engine"] {
        let output = run(&Dir::new(), &["serve", "--target", target]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("NATS_URL"));
    }
}

#[test]
fn help_lists_every_setting_with_its_variable_and_default() {
    let help = String::from_utf8(run(&Dir::new(), &["serve", "--help"]).stdout).expect("text");
    for (variable, default) in [
        ("COLIBRI_LISTEN", "127.0.0.1:8080"),
        ("COLIBRI_DATA_DIR", "./data"),
        ("COLIBRI_WAITING_MS", "20000"),
        ("COLIBRI_COUNTDOWN_MS", "10000"),
        ("COLIBRI_ROOM_CAPACITY", "5"),
        ("COLIBRI_DATABASE_CONNECTIONS", "16"),
        ("COLIBRI_PING_INTERVAL_MS", "25000"),
        ("COLIBRI_PING_TIMEOUT_MS", "20000"),
        ("COLIBRI_RATE_LIMITS", "on"),
        ("COLIBRI_LOG", "info"),
        ("COLIBRI_LOG_FORMAT", "text"),
        ("COLIBRI_TARGET", "all"),
        ("COLIBRI_PUBLIC_URL", "http://"),
        ("COLIBRI_JWT_KEY", "data directory"),
        ("COLIBRI_POSTGRES_BIN", "PATH"),
        ("DATABASE_URL", "private"),
        ("DATABASE_URL_FILE", "DATABASE_URL"),
        ("NATS_URL", "halves"),
    ] {
        assert!(help.contains(&format!("[env: {variable}")), "{variable} is missing");
        assert!(help.contains(default), "{variable}: {default} is missing");
    }
}
