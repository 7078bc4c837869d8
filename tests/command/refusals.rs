//! Settings that are refused at startup, in one line that names the mistake.

use crate::colibri::{Dir, command, output, run};

#[test]
fn an_invalid_value_is_refused_in_one_line_with_its_variable() {
    let wrong = [
        ("COLIBRI_LISTEN", "everywhere"),
        ("COLIBRI_PUBLIC_URL", "colibri.example"),
        ("COLIBRI_PUBLIC_URL", "https://colibri.example/path"),
        ("COLIBRI_TRUSTED_PROXIES", "everybody"),
        ("COLIBRI_TRUSTED_PROXIES", "10.0.0.0/8,10.0.0.0/33"),
        ("COLIBRI_FORWARDED_HEADER", "x-real-ip"),
        ("COLIBRI_WAITING_MS", "0"),
        ("COLIBRI_ROOM_CAPACITY", "0"),
        ("COLIBRI_ROOM_CAPACITY", "101"),
        ("COLIBRI_PING_TIMEOUT_MS", "3600001"),
        ("COLIBRI_DATABASE_CONNECTIONS", "0"),
        ("COLIBRI_RATE_LIMITS", "maybe"),
        ("COLIBRI_GUESTS", "maybe"),
        ("COLIBRI_LOG", "info,,=what"),
        ("COLIBRI_LOG", ""),
        ("COLIBRI_LOG_FORMAT", "xml"),
        ("COLIBRI_TARGET", "client"),
        ("NATS_URL", "nats://127.0.0.1:1"),
        ("NATS_URL", "http://127.0.0.1"),
        ("NATS_URL", ""),
        ("NATS_URL_FILE", "/nowhere/url"),
        ("COLIBRI_NATS_PREFIX", "two.parts"),
        ("COLIBRI_NATS_PREFIX", ""),
        ("COLIBRI_POSTGRES_BIN", "/nowhere"),
        ("COLIBRI_JWT_KEY", "/nowhere/key.pem"),
        ("DATABASE_URL_FILE", "/nowhere/url"),
        ("DATABASE_URL", "mysql://elsewhere"),
        ("SMTP_URL", "mail.example"),
        ("SMTP_URL", "https://mail.example"),
        ("SMTP_URL", "smtp://mail.example?tls=maybe"),
        ("SMTP_URL_FILE", "/nowhere/url"),
        ("COLIBRI_MAIL_FROM", "nobody"),
        ("COLIBRI_PAYMENTS", "cash"),
        ("PAYPAL_CLIENT_ID", "an-app-without-its-secret"),
        ("PAYPAL_SECRET_FILE", "/nowhere/secret"),
        ("COLIBRI_MAIL_REPLY_TO", ""),
        ("COLIBRI_SITE_PRODUCT", " "),
        ("COLIBRI_SITE_AUTHORS", "Ana Solano"),
        ("COLIBRI_SITE_SUPPORT", "Help <help@site.example>"),
        ("COLIBRI_SITE_SOURCE", "javascript:alert(1)"),
    ];
    // Numbers are given without units.
    let settings = include_str!("../../.env.sample").lines().filter_map(|line| line.strip_prefix('#')?.split_once('='));
    let numbers = settings.filter(|(_, default)| default.parse::<u64>().is_ok()).map(|(variable, _)| (variable, "20s"));
    for (variable, value) in numbers.chain(wrong) {
        let dir = Dir::without_database();
        let output = output(command(&dir, &["serve"]).env("COLIBRI_LOG", "off").env(variable, value));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{variable}={value}");
        assert_eq!(stderr.lines().count(), 1, "{variable}={value}: {stderr}");
        assert!(stderr.contains(variable.trim_end_matches("_FILE")), "{variable}={value}: {stderr}");
    }
}

#[test]
fn a_paypal_account_must_be_complete_and_reached_by_https() {
    let whole = [("PAYPAL_CLIENT_ID", "app"), ("PAYPAL_SECRET", "s3cret")];
    let cases = [
        (("PAYPAL_BASE_URL", "http://api-m.paypal.com"), "PAYPAL_BASE_URL"),
        (("PAYPAL_BASE_URL", "paypal"), "PAYPAL_BASE_URL"),
        (("PAYPAL_SECRET", ""), "PAYPAL_SECRET"),
        (("PAYPAL_CLIENT_ID", ""), "PAYPAL_CLIENT_ID"),
    ];
    for ((variable, value), named) in cases {
        let dir = Dir::without_database();
        let output = output(command(&dir, &["serve"]).env("COLIBRI_LOG", "off").envs(whole).env(variable, value));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(named) && !said.contains("s3cret"), "{variable}: {said}");
    }
}

#[test]
fn an_unreachable_database_is_reported_without_its_password() {
    let dir = Dir::without_database();
    let unreachable = "postgres://colibri:s3cret@127.0.0.1:1/colibri";
    let output = output(command(&dir, &["serve"]).env("DATABASE_URL", unreachable));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("127.0.0.1"), "{said}");
    assert!(!said.contains("s3cret"), "{said}");
}

#[test]
fn a_malformed_database_url_is_refused_without_its_password() {
    let malformed = [
        "\"postgres://colibri:s3cret@127.0.0.1:1/colibri\"",
        "postgres:/colibri:s3cret@127.0.0.1:1/colibri",
        "colibri:s3cret@127.0.0.1:1/colibri",
        "postgres://colibri:s3cret/colibri",
        "postgres://colibri:x@s3cret@127.0.0.1:1/colibri",
        "postgres://colibri:x/s3cret@127.0.0.1:1/colibri",
        "postgres://colibri:x%s3cret@127.0.0.1:1/colibri",
        "postgres://colibri@127.0.0.1:s3cret/colibri",
        "postgres://127.0.0.1:1/colibri?user=colibri&password=x&s3cret",
        "host=127.0.0.1 port=1 user=colibri password='x' s3cret",
    ];
    for url in malformed {
        let dir = Dir::without_database();
        let output = output(command(&dir, &["serve"]).env("COLIBRI_LOG", "off").env("DATABASE_URL", url));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("DATABASE_URL"), "{url}: {said}");
        assert!(!said.contains("s3cret"), "{url}: {said}");
    }
}

#[test]
fn a_single_half_is_refused_without_nats() {
    for target in ["api", "engine"] {
        let output = run(&Dir::without_database(), &["serve", "--target", target]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("NATS_URL"));
    }
}
