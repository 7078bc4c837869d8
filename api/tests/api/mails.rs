//! The outbox and its worker, against a real mail server.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use api::mail::{Delivery, Files, Mailbox, Smtp, Transport};
use api::{Schedule, Worker};
use serde_json::json;

use crate::support::App;
use crate::support::app::signup_form;
use crate::support::post::{AppWithMail, SCHEDULE, delivery_through};
use crate::support::smtp::{Certificate, QUIET, SmtpServer, silent_in_front_of};

fn mailbox(text: &str) -> Mailbox {
    text.parse().expect("it is a mailbox")
}

fn to(server: &SmtpServer) -> Delivery {
    delivery_through(at(&server.url()))
}

fn at(url: &str) -> Smtp {
    Smtp::from_url(url, None).expect("it is a server")
}

/// Queues mails to these addresses, each of an account of its own.
async fn write(app: &App, addresses: &[impl AsRef<str>]) {
    for address in addresses.iter().map(AsRef::as_ref) {
        let name = address.split('@').next().expect("there is a name");
        app.execute(&format!(
            "WITH account AS (
                INSERT INTO users (username, email, password_hash) VALUES ('{name}', '{address}', '!') RETURNING id
            ) INSERT INTO mails (kind, user_id, recipient, details)
            SELECT 'password_changed', id, '{address}', '{{\"kind\": \"password_changed\"}}' FROM account"
        ));
    }
}

/// Returns an api with queued mails to these addresses, and the server that will receive them.
async fn outbox(addresses: &[impl AsRef<str>]) -> (App, SmtpServer) {
    let app = App::start().await;
    write(&app, addresses).await;
    (app, SmtpServer::start(&[]).await)
}

fn addresses(n: usize) -> Vec<String> {
    (0..n).map(|n| format!("ana{n:02}@example.org")).collect()
}

/// Returns the addresses of the mails that arrive from now on, in alphabetical order.
async fn arrived(server: &mut SmtpServer) -> Vec<String> {
    let mut to: Vec<String> = server.rest().await.into_iter().flat_map(|mail| mail.to).collect();
    to.sort_unstable();
    to
}

fn count(app: &App, state: &str) -> f64 {
    app.number(&format!("SELECT count(*) FROM mails WHERE state = '{state}'"))
}

async fn until(app: &App, state: &str, expected: usize) {
    app.until(&format!("SELECT count(*) = {expected} FROM mails WHERE state = '{state}'")).await;
}

#[actix_web::test]
async fn a_mail_has_both_parts_and_the_headers_of_automatic_mail() {
    let mut server = SmtpServer::start(&[]).await;
    let app = App::start().await;
    let reply_to = Some(mailbox("help@colibri.example"));
    let _delivery = app.api.deliver_mails(Delivery { reply_to, ..to(&server) });
    app.signup("ana").await;
    let mail = server.next().await;
    assert_eq!(
        (mail.from.as_str(), mail.to.as_slice()),
        ("flights@colibri.example", &["ana@example.org".to_owned()][..])
    );
    let parsed = mail.parsed();
    let header = |name: &str| parsed.header_raw(name).unwrap_or_default().trim().to_owned();
    assert_eq!(header("From"), "Colibri <flights@colibri.example>");
    assert_eq!(header("Reply-To"), "help@colibri.example");
    assert_eq!(header("To"), "ana@example.org");
    assert_eq!(header("Subject"), "Verify your email address");
    assert_eq!(header("Auto-Submitted"), "auto-generated");
    assert!(header("Message-ID").ends_with("@colibri.example>"), "{}", header("Message-ID"));
    assert!(parsed.date().is_some(), "{}", mail.raw);
    assert!(header("Content-Type").starts_with("multipart/alternative"), "{}", mail.raw);
    let html = parsed.body_html(0).expect("there is a page");
    let link = mail.link();
    assert!(link.starts_with("https://colibri.example/account/verify?user=ana&code="), "{link}");
    assert!(html.contains(&link.replace('&', "&#38;")), "{html}");
    assert!(mail.raw.is_ascii() && mail.raw.lines().all(|line| line.len() <= 998), "{}", mail.raw);
}

#[actix_web::test]
async fn mails_are_in_the_language_that_the_user_used_last() {
    let mut post = AppWithMail::start().await;
    let in_language = |tag| [("Content-Type", "application/json"), ("Accept-Language", tag)];
    let signup = signup_form("ana").to_string();
    let token = post.app.post_with("/api/signup", &in_language("es-CR,es;q=0.9,en;q=0.8"), signup).await.token();
    assert_eq!(post.server.next().await.subject(), "Verifica tu correo");
    let session = json!({ "token": token }).to_string();
    for (tag, subject) in
        [("fr", "Restablece tu contraseña"), ("en", "Reset your password"), ("es", "Restablece tu contraseña")]
    {
        post.app.post_with("/api/isloggedin", &in_language(tag), session.clone()).await.json();
        post.app.post_with("/api/account/forgot", &in_language("en"), r#"{ "email": "ana@example.org" }"#).await.json();
        assert_eq!(post.server.next().await.subject(), subject, "{tag}");
        post.until_recorded().await;
    }
}

#[actix_web::test]
async fn details_are_deleted_when_a_mail_is_sent_and_codes_never_stored() {
    let mut post = AppWithMail::start().await;
    let (_, code) = post.signup("ana").await;
    let app = &post.app;
    until(app, "sent", 1).await;
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE details IS NOT NULL"), 0.0);
    let rows = "SELECT mails::text FROM mails UNION ALL SELECT account_codes::text FROM account_codes";
    let found =
        app.number(&format!("SELECT count(*) FROM ({rows}) AS all_rows (content) WHERE content LIKE '%{code}%'"));
    assert_eq!(found, 0.0);
}

#[actix_web::test]
async fn a_server_that_was_down_gets_every_mail_once() {
    let app = App::start().await;
    let addresses = addresses(40);
    let mut server = SmtpServer::start(&[]).await;
    let _delivery = app.api.deliver_mails(to(&server));
    write(&app, &addresses[..20]).await;
    // A mail that the server accepts just as it stops may arrive twice, so it stops while none is being sent.
    until(&app, "sent", 20).await;
    let before = arrived(&mut server).await;
    let port = server.port;
    drop(server);
    write(&app, &addresses[20..]).await;
    app.until("SELECT count(*) = 20 FROM mails WHERE state = 'due' AND last_error LIKE 'connect: %'").await;
    let mut server = SmtpServer::start_on(port, &[]).await;
    until(&app, "sent", 40).await;
    assert_eq!([before, arrived(&mut server).await].concat(), addresses);
}

#[actix_web::test]
async fn a_server_that_hangs_up_after_each_mail_gets_every_mail_once() {
    let app = App::start().await;
    let mut server = SmtpServer::start(&["--hang-up"]).await;
    let addresses = addresses(12);
    write(&app, &addresses).await;
    let _delivery = app.api.deliver_mails(to(&server));
    until(&app, "sent", 12).await;
    assert_eq!(arrived(&mut server).await, addresses);
}

#[actix_web::test]
async fn a_server_that_stops_responding_delays_no_mail_for_long() {
    let app = App::start().await;
    let mut server = SmtpServer::start(&[]).await;
    const REPLIES: [&str; 4] = ["220 hello\r\n", "250 hello\r\n", "250 yes\r\n", "250 yes\r\n"];
    let steps = ["the greeting", "EHLO", "MAIL", "RCPT", "DATA"];
    for (index, step) in steps.into_iter().enumerate() {
        let url = silent_in_front_of(&server, 6, &REPLIES[..index]).await;
        let addresses: Vec<String> = (0..10).map(|n| format!("ana{index}{n}@example.org")).collect();
        write(&app, &addresses).await;
        let mut smtp = at(&url);
        smtp.step_timeout = Duration::from_millis(400);
        // So long that only the step's timeout can have ended an attempt.
        smtp.send_timeout = Duration::from_secs(3600);
        let delivery = app.api.deliver_mails(delivery_through(smtp));
        until(&app, "sent", 10 * (index + 1)).await;
        delivery.stop().await;
        assert_eq!(arrived(&mut server).await, addresses, "each once, after silence at {step}");
        let tries = app.number("SELECT sum(attempts) FROM mails");
        assert!(tries >= 16.0 * (index + 1) as f64, "all connections were attempted: {tries}");
    }
}

#[actix_web::test]
async fn the_answer_to_a_whole_mail_may_take_longer_than_others() {
    let (app, mut server) = outbox(&["held@example.org"]).await;
    let mut smtp = at(&server.url());
    smtp.step_timeout = QUIET / 4;
    let _delivery = app.api.deliver_mails(delivery_through(smtp));
    assert_eq!(server.next().await.to, ["held@example.org"]);
    assert_eq!(server.rest().await.len(), 0);
    assert_eq!(count(&app, "due"), 1.0);
}

#[actix_web::test]
async fn several_processes_send_each_mail_once() {
    let addresses = addresses(60);
    let (app, mut server) = outbox(&addresses).await;
    let _deliveries: Vec<Worker> = (0..3).map(|_| app.api.deliver_mails(to(&server))).collect();
    until(&app, "sent", 60).await;
    assert_eq!(arrived(&mut server).await, addresses);
    assert_eq!(app.number("SELECT max(attempts) FROM mails"), 1.0);
}

#[actix_web::test]
async fn a_mail_that_is_refused_temporarily_is_retried() {
    let (app, mut server) = outbox(&["busy2@example.org"]).await;
    let _delivery = app.api.deliver_mails(to(&server));
    assert_eq!(server.next().await.to, ["busy2@example.org"]);
    until(&app, "sent", 1).await;
    assert_eq!(app.number("SELECT attempts FROM mails"), 3.0);
}

#[actix_web::test]
async fn a_mail_that_is_refused_permanently_is_parked_at_once() {
    let (app, mut server) = outbox(&["unknown@example.org", "ana@example.org"]).await;
    let _delivery = app.api.deliver_mails(to(&server));
    assert_eq!(server.next().await.to, ["ana@example.org"]);
    until(&app, "parked", 1).await;
    assert_eq!(app.number("SELECT attempts FROM mails WHERE state = 'parked'"), 1.0);
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE last_error LIKE 'RCPT: %no such user%'"), 1.0);
}

#[actix_web::test]
async fn a_mail_that_fails_for_a_day_is_parked() {
    let (app, server) = outbox(&["busy99@example.org", "busy98@example.org"]).await;
    app.execute("UPDATE mails SET created_at = now() - interval '24 hours' WHERE recipient LIKE 'busy99%'");
    let _delivery = app.api.deliver_mails(to(&server));
    until(&app, "parked", 1).await;
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE state = 'parked' AND recipient LIKE 'busy99%'"), 1.0);
    assert_eq!(count(&app, "due"), 1.0);
}

#[actix_web::test]
async fn a_server_that_rejects_the_site_parks_no_mail() {
    let (app, mut server) = outbox(&["ana@example.org"]).await;
    let banned = Delivery { from: mailbox("banned@colibri.example"), ..to(&server) };
    let delivery = app.api.deliver_mails(banned);
    app.until("SELECT attempts >= 2 FROM mails").await;
    delivery.stop().await;
    assert_eq!(count(&app, "due"), 1.0);
    let _delivery = app.api.deliver_mails(to(&server));
    assert_eq!(server.next().await.to, ["ana@example.org"]);
}

#[actix_web::test]
async fn the_server_gets_the_password_and_a_wrong_one_parks_no_mail() {
    let app = App::start().await;
    let certificate = Certificate::new();
    let [tls, cert, key] = certificate.options();
    let mut server = SmtpServer::start(&[&tls, "--login", &cert, &key, "colibri", "s3cr@t"]).await;
    write(&app, &["ana@example.org"]).await;
    let url = |password| format!("smtp+starttls://colibri:{password}@localhost:{}", server.port);
    let smtp = |password| Smtp::from_url(&url(password), Some(certificate.pem.as_bytes())).expect("it is a server");
    let (wrong, right) = (smtp("wrong"), smtp("s3cr%40t"));
    let delivery = app.api.deliver_mails(delivery_through(wrong));
    app.until("SELECT count(*) > 0 FROM mails WHERE last_error LIKE 'AUTH: %'").await;
    delivery.stop().await;
    assert_eq!(count(&app, "due"), 1.0);
    let _delivery = app.api.deliver_mails(delivery_through(right));
    assert!(server.next().await.secure);
}

#[actix_web::test]
async fn mails_are_sent_by_tls_to_trusted_servers_only() {
    let certificate = Certificate::new();
    let [tls, cert, key] = certificate.options();
    let trusted = Some(certificate.pem.as_bytes());
    let cases =
        [("smtp+starttls", &[tls.as_str(), &cert, &key][..]), ("smtps", &[tls.as_str(), &cert, &key, "--implicit"])];
    for (scheme, options) in cases {
        let app = App::start().await;
        let mut server = SmtpServer::start(options).await;
        let url = format!("{scheme}://localhost:{}", server.port);
        write(&app, &["ana@example.org"]).await;
        let delivery = app.api.deliver_mails(delivery_through(Smtp::from_url(&url, None).expect("it is a server")));
        app.until("SELECT count(*) > 0 FROM mails WHERE last_error LIKE '%certificate%'").await;
        delivery.stop().await;
        let _delivery = app.api.deliver_mails(delivery_through(Smtp::from_url(&url, trusted).expect("it is a server")));
        let mail = server.next().await;
        assert!(mail.secure, "{scheme}");
        assert_eq!(server.rest().await.len(), 0, "{scheme}");
    }
}

#[actix_web::test]
async fn a_server_without_starttls_gets_nothing_if_it_is_required() {
    let (app, mut server) = outbox(&["ana@example.org"]).await;
    let url = |tls| format!("smtp://localhost:{}?tls={tls}", server.port);
    let smtp = |tls| Smtp::from_url(&url(tls), None).expect("it is a server");
    let (required, opportunistic) = (smtp("required"), smtp("opportunistic"));
    let delivery = app.api.deliver_mails(delivery_through(required));
    app.until("SELECT count(*) > 0 FROM mails WHERE last_error LIKE 'STARTTLS: %'").await;
    delivery.stop().await;
    assert_eq!(server.rest().await.len(), 0);
    let _delivery = app.api.deliver_mails(delivery_through(opportunistic));
    assert!(!server.next().await.secure);
}

#[actix_web::test]
async fn a_worker_that_dies_while_sending_costs_one_duplicate_with_the_same_id() {
    let (app, mut server) = outbox(&["held@example.org"]).await;
    let short = Schedule { lease: Duration::from_millis(1500), ..SCHEDULE };
    // Its own runtime, so that the worker can be killed rather than stopped.
    let doomed = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("it starts");
    let entered = doomed.enter();
    let delivery = app.api.deliver_mails(Delivery { schedule: short, ..to(&server) });
    drop(entered);
    let first = server.next().await;
    doomed.shutdown_background();
    drop(delivery);
    assert_eq!(server.rest().await.len(), 0, "its lease is not over");
    app.execute("UPDATE mails SET recipient = 'ana@example.org'");
    let _delivery = app.api.deliver_mails(Delivery { schedule: short, ..to(&server) });
    let second = server.next().await;
    assert_eq!(first.parsed().message_id(), second.parsed().message_id());
    until(&app, "sent", 1).await;
    assert_eq!(server.rest().await.len(), 0);
}

#[actix_web::test]
async fn without_a_mail_server_mails_are_files_for_their_owner_only() {
    let app = App::start().await;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mails-{}", std::process::id()));
    let server = SmtpServer::start(&[]).await;
    let transport = Transport::Files(Files::new(&dir));
    let _delivery = app.api.deliver_mails(Delivery { transport, ..to(&server) });
    app.signup("ana").await;
    until(&app, "sent", 1).await;
    let files: Vec<_> = std::fs::read_dir(&dir).expect("it was made").map(|file| file.expect("it is there")).collect();
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((files.len(), mode(&dir), mode(&files[0].path())), (1, 0o700, 0o600));
    assert!(files[0].file_name().to_string_lossy().ends_with(".eml"), "{files:?}");
    let raw = std::fs::read(files[0].path()).expect("it is there");
    std::fs::remove_dir_all(&dir).expect("it is ours");
    let mail = mail_parser::MessageParser::default().parse(&raw).expect("it is a mail");
    assert_eq!(mail.subject(), Some("Verify your email address"));
}

#[actix_web::test]
async fn a_mail_is_sent_at_once_however_rarely_the_outbox_is_checked() {
    let mut server = SmtpServer::start(&[]).await;
    let app = App::start().await;
    let seldom = Schedule { poll: Duration::from_secs(3600), ..SCHEDULE };
    let _delivery = app.api.deliver_mails(Delivery { schedule: seldom, ..to(&server) });
    app.signup("ana").await;
    assert_eq!(server.next().await.to, ["ana@example.org"]);
}

#[actix_web::test]
async fn a_mail_of_an_unknown_kind_waits_for_a_day() {
    let (app, server) = outbox(&["ana@example.org", "bob@example.org"]).await;
    app.execute("UPDATE mails SET details = '{\"kind\": \"greeting_card\"}'");
    app.execute("UPDATE mails SET created_at = now() - interval '24 hours' WHERE recipient LIKE 'bob%'");
    let _delivery = app.api.deliver_mails(to(&server));
    app.until("SELECT count(*) = 2 FROM mails WHERE last_error LIKE '%greeting_card%'").await;
    assert_eq!(app.number("SELECT count(*) FROM mails WHERE state = 'due' AND due_at > now()"), 1.0);
    assert_eq!(app.text("SELECT string_agg(recipient, ' ') FROM mails WHERE state = 'parked'"), "bob@example.org");
}

#[actix_web::test]
async fn old_settled_mails_and_expired_rows_are_deleted() {
    let (app, server) = outbox(&["ana@example.org", "bob@example.org"]).await;
    app.execute("UPDATE mails SET state = 'sent', details = NULL, settled_at = now() - interval '29 days'");
    app.execute("UPDATE mails SET settled_at = now() - interval '31 days' WHERE recipient LIKE 'bob%'");
    app.execute("INSERT INTO account_codes SELECT id, 'reset', sha256('code'), now() - interval '1 minute' FROM users");
    app.execute("INSERT INTO held_names VALUES (sha256('cho'), NULL, now() - interval '1 minute')");
    app.execute(
        "INSERT INTO token_revocations VALUES (1, 2, now() - interval '29 days'), (2, 2, now() - interval '31 days')",
    );
    let _delivery = app.api.deliver_mails(to(&server));
    app.until("SELECT count(*) = 0 FROM held_names").await;
    app.until("SELECT array_agg(user_id) = '{1}' FROM token_revocations").await;
    assert_eq!(app.number("SELECT count(*) FROM account_codes"), 0.0);
    assert_eq!(app.number("SELECT count(*) FROM mails"), 1.0);
}

#[actix_web::test]
async fn parked_mails_are_sent_again_by_the_operators_statement() {
    let (app, mut server) = outbox(&["ana@example.org", "bob@example.org"]).await;
    app.execute("UPDATE mails SET state = 'parked', settled_at = now(), attempts = 3, last_error = 'RCPT: no'");
    app.execute("UPDATE mails SET created_at = now() - interval '2 days'");
    // As docs/operations.md says.
    app.execute(
        "UPDATE mails SET state = 'due', settled_at = NULL, attempts = 0, due_at = now(), created_at = now()
        WHERE state = 'parked' AND recipient = 'bob@example.org'",
    );
    let _delivery = app.api.deliver_mails(to(&server));
    assert_eq!(server.next().await.to, ["bob@example.org"]);
    until(&app, "sent", 1).await;
    assert_eq!(count(&app, "parked"), 1.0);
}
