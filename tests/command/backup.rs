//! Backups of a site, and sites that are restored from them.

use std::fs::{read, read_dir, write};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::process::{Output, Stdio};

use diesel::connection::SimpleConnection as _;
use rustix::process::{Signal, geteuid};
use serde_json::json;
use tempfile::TempDir;

use crate::colibri::{Colibri, Dir, Process, Reached as _, command, output, run, until};
use crate::postgres;
use crate::racer::{PASSWORD, call, error_of, sign_up};

/// Runs a command on a backup with the passphrase in the environment.
fn with_passphrase(dir: &Dir, args: &[&str], passphrase: &str) -> Output {
    output(command(dir, args).env("COLIBRI_BACKUP_PASSPHRASE", passphrase))
}

fn succeed(dir: &Dir, args: &[&str]) -> String {
    let done = with_passphrase(dir, args, "correct horse");
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("it is text")
}

/// Requires a refusal in one line, and returns it.
fn refusal(refused: &Output) -> String {
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    let lines: Vec<_> = error.lines().filter(|line| line.starts_with("colibri: ")).collect();
    assert_eq!((refused.status.code(), lines.len()), (Some(1), 1), "{error}");
    lines[0].to_owned()
}

fn dir_with_empty_database(name: &str) -> Dir {
    Dir::without_database().with_database(postgres::empty_database(name))
}

fn names_in(dir: &Dir) -> Vec<String> {
    let entries = read_dir(dir.path()).expect("it exists");
    entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect()
}

/// A backup of a site that was started once, and its name.
fn backup_of_new_site() -> (TempDir, String) {
    let (dir, files) = (Dir::new(), TempDir::new().expect("it can be made"));
    let file = files.path().join("backup").to_str().expect("a name in UTF-8").to_owned();
    run(&dir, &["keys", "public"]);
    succeed(&dir, &["backup", &file]);
    (files, file)
}

#[tokio::test]
async fn a_restored_site_has_the_accounts_and_ends_logins_and_api_keys() {
    let (dir, restored) = (Dir::new(), dir_with_empty_database("restored_site"));
    let backup = dir.path().join("backup");
    let file = backup.to_str().expect("a name in UTF-8");
    let site = Colibri::serve(&dir);
    let token = sign_up(&site, "ana").await;
    let made = call(&site, "/api/makeapikey", &json!({ "token": token, "keyName": "Class board" })).await;
    let login = json!({ "email": "ana@example.org", "password": PASSWORD });

    succeed(&dir, &["backup", file]);
    assert_eq!(backup.metadata().expect("it exists").permissions().mode() & 0o777, 0o600);
    assert!(succeed(&dir, &["verify", file]).lines().any(|line| line.trim() == "1 users"));
    site.end(Signal::TERM);
    succeed(&restored, &["restore", file]);

    let site = Colibri::serve(&restored);
    let session = call(&site, "/api/isloggedin", &json!({ "token": token })).await;
    assert_eq!(session["loggedin"], false);
    let new = call(&site, "/api/login", &login).await;
    let session = call(&site, "/api/isloggedin", &json!({ "token": new["token"] })).await;
    assert_eq!((&session["loggedin"], &session["username"]), (&true.into(), &"ana".into()));
    let keys = call(&site, "/api/apikeys", &json!({ "token": new["token"] })).await;
    assert_eq!(keys["keys"], json!([]));
    let answer = reqwest::Client::new()
        .get(format!("{}/api/v1/leaderboard", site.url()))
        .bearer_auth(made["key"].as_str().expect("it is text"));
    assert_eq!(answer.send().await.expect("it answers").status(), 401);
}

#[tokio::test]
async fn a_username_that_was_given_up_stays_reserved_after_a_restore() {
    let (dir, restored) = (Dir::new(), dir_with_empty_database("restored_names"));
    let backup = dir.path().join("backup");
    let file = backup.to_str().expect("a name in UTF-8");
    let site = Colibri::serve(&dir);
    let token = sign_up(&site, "ana").await;
    call(&site, "/api/changeusername", &json!({ "token": token, "username": "anabel" })).await;
    succeed(&dir, &["backup", file]);
    site.end(Signal::TERM);
    succeed(&restored, &["restore", file]);
    let site = Colibri::serve(&restored);
    let account = json!({
        "username": "ana", "email": "other@example.org", "country": "CR", "password": PASSWORD, "passwordConfirm": PASSWORD,
    });
    assert_eq!(error_of(&site, "/api/signup", &account).await.0, 409);
}

#[test]
fn a_file_that_is_no_whole_backup_is_refused_in_one_line_and_changes_nothing() {
    let (files, whole) = backup_of_new_site();
    let dir = Dir::without_database();
    let content = read(&whole).expect("it exists");
    let refused = with_passphrase(&dir, &["restore", &whole], "battery staple");
    assert_eq!(refusal(&refused), format!("colibri: {whole}: the passphrase is wrong"));
    let cut = files.path().join("cut").to_str().expect("a name in UTF-8").to_owned();
    for length in [0, 100, 300, content.len() / 2, content.len() - 1] {
        write(&cut, &content[..length]).expect("it can be written");
        for of in ["verify", "restore"] {
            let refused = refusal(&with_passphrase(&dir, &[of, &cut], "correct horse"));
            let why = if length < 200 { "it is not a backup of Colibri" } else { "it is cut off or damaged" };
            assert_eq!(refused, format!("colibri: {cut}: {why}"), "{of} of {length} bytes");
        }
    }
    assert_eq!(names_in(&dir), Vec::<String>::new());
}

#[test]
fn a_restore_needs_a_stopped_site_and_a_backup_does_not() {
    let dir = Dir::without_database();
    let files = TempDir::new().expect("it can be made");
    let file = files.path().join("backup").to_str().expect("a name in UTF-8").to_owned();
    let site = Colibri::serve(&dir);
    succeed(&dir, &["backup", &file]);
    let refused = refusal(&with_passphrase(&dir, &["restore", &file], "correct horse"));
    assert!(refused.starts_with("colibri: a restore needs a stopped site: "), "{refused}");
    site.end(Signal::TERM);
    succeed(&dir, &["restore", &file]);
}

#[test]
fn root_leaves_nothing_in_the_data_directory_of_another_account() {
    const NOBODY: u32 = 65_534;
    if !geteuid().is_root() {
        return;
    }
    let dir = Dir::without_database();
    run(&dir, &["keys", "public"]);
    chown(dir.path(), Some(NOBODY), None).expect("root may");
    let file = dir.path().join("backup").to_str().expect("a name in UTF-8").to_owned();
    for args in [["backup", &file], ["admin", "list"]] {
        let refused = refusal(&with_passphrase(&dir, &args, "correct horse"));
        assert!(refused.contains("belongs to another account"), "{refused}");
    }
    assert_eq!(read_dir(dir.path()).expect("it is there").count(), 1, "the key");
}

#[tokio::test]
async fn a_restore_that_is_killed_leaves_what_was_there() {
    let (dir, to) = (Dir::new(), dir_with_empty_database("killed"));
    let backup = dir.path().join("backup");
    let file = backup.to_str().expect("a name in UTF-8");
    for dir in [&dir, &to] {
        run(dir, &["keys", "public"]);
    }
    let many = "INSERT INTO users (username, email, password_hash) VALUES ('ana', 'ana@example.org', '!');
        INSERT INTO feedback (user_id, words) SELECT id, repeat('word ', 200) FROM users, generate_series(1, 50000)";
    postgres::connection(dir.database_url()).batch_execute(many).expect("they are valid");
    succeed(&dir, &["backup", file]);
    let key = to.path().join("jwt-key.pem");
    let before = read(&key).expect("it was made");

    let mut restore = command(&to, &["restore", file]);
    restore.env("COLIBRI_BACKUP_PASSPHRASE", "correct horse").stdin(Stdio::null()).stderr(Stdio::null());
    let restoring = Process(restore.spawn().expect("it starts"));
    let session = |what: &str| {
        let name = "datname = 'test_killed' AND usesysid IS NOT NULL";
        let of = format!("SELECT count(*) FROM pg_stat_activity WHERE {name} AND query LIKE '{what}'");
        postgres::number(&postgres::server_url(), &of) > 0.0
    };
    until("it inserts rows", async || session("INSERT INTO \"feedback\"%")).await;
    restoring.signal(Signal::KILL);
    until("the server has noticed", async || !session("%")).await;
    assert!(
        postgres::texts(to.database_url(), "SELECT tablename FROM pg_tables WHERE schemaname = 'public'").is_empty()
    );
    assert_eq!(read(&key).expect("it stays"), before);

    succeed(&to, &["restore", file]);
    assert_eq!(postgres::number(to.database_url(), "SELECT count(*) FROM feedback"), 50_000.0);
    assert_ne!(read(&key).expect("it is replaced"), before);
    let kept = to.path().join("jwt-key.pem.before-restore");
    assert_eq!(read(kept).expect("it stays beside the new one"), before);
}

#[test]
fn a_backup_overwrites_nothing_and_leaves_nothing_unfinished() {
    let dir = Dir::new();
    let backup = dir.path().join("backup");
    let file = backup.to_str().expect("a name in UTF-8");
    let missing = with_passphrase(&dir, &["backup", file], "correct horse");
    assert!(refusal(&missing).contains("there is no token key of a site at"));
    let key = dir.path().join("jwt-key.pem");
    write(&key, "no key").expect("it can be written");
    let useless = with_passphrase(&dir, &["backup", file], "correct horse");
    assert!(refusal(&useless).contains("COLIBRI_JWT_KEY: "));
    std::fs::remove_file(key).expect("it was written");
    run(&dir, &["keys", "public"]);

    write(&backup, "an earlier one").expect("it can be written");
    let refused = refusal(&with_passphrase(&dir, &["backup", file], "correct horse"));
    assert_eq!(refused, format!("colibri: {file} exists already; give the backup another name"));
    assert_eq!(read(&backup).expect("it stays"), b"an earlier one");

    let other = dir.path().join("other");
    let other = other.to_str().expect("a name in UTF-8");
    let untold = refusal(&run(&dir, &["backup", other]));
    assert!(untold.contains("COLIBRI_BACKUP_PASSPHRASE"), "{untold}");
    let full = ["-c", "ulimit -f 8; trap '' XFSZ; exec \"$0\" backup \"$1\"", env!("CARGO_BIN_EXE_colibri"), other];
    let mut limited = std::process::Command::new("sh");
    limited.args(full).envs(dir.settings()).env("COLIBRI_BACKUP_PASSPHRASE", "correct horse");
    let refused = refusal(&output(&mut limited));
    assert!(refused.starts_with(&format!("colibri: {other}: File too large")), "{refused}");
    assert!(
        names_in(&dir).iter().all(|name| ["backup", "jwt-key.pem"].contains(&name.as_str())),
        "{:?}",
        names_in(&dir)
    );
}
