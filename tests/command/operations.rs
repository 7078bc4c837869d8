//! The operators' commands besides `serve`, including while the site runs.

use crate::colibri::{Colibri, Dir, command, output, run};
use crate::postgres;
use crate::racer::call;

fn lines(dir: &Dir, args: &[&str]) -> Vec<String> {
    let output = run(dir, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn load_test_users_have_valid_tokens() {
    let dir = Dir::new();
    let key = dir.path().join("named-key.pem");
    std::fs::write(&key, api::TokenIssuer::generate()).expect("the directory is writable");
    let key = [("COLIBRI_JWT_KEY", key.to_str().expect("a name in UTF-8"))];
    for settings in [&[][..], &key] {
        let colibri = Colibri::serve_with(&dir, settings);
        let made = output(command(&dir, &["load-users", "--count", "3"]).envs(settings.iter().copied()));
        let users = String::from_utf8(made.stdout).expect("text");
        assert_eq!(users.lines().count(), 3);
        for user in users.lines() {
            let user: serde_json::Value = serde_json::from_str(user).expect("a line of JSON each");
            let session = call(&colibri, "/api/isloggedin", &serde_json::json!({ "token": user["token"] })).await;
            assert_eq!((&session["username"], &session["verified"]), (&user["username"], &true.into()), "{settings:?}");
        }
    }
}

#[test]
fn load_test_users_in_an_external_database_need_its_sites_key() {
    let dir = Dir::new();
    let refused = run(&dir, &["load-users", "--count", "1"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("COLIBRI_JWT_KEY: users of the site at DATABASE_URL"));
}

#[test]
fn admins_are_granted_listed_and_revoked() {
    let dir = Dir::new();
    // Creates the key of the site.
    lines(&dir, &["keys", "public"]);
    let user = lines(&dir, &["load-users", "--count", "1"]).remove(0);
    let user: serde_json::Value = serde_json::from_str(&user).expect("a line of JSON");
    let username = user["username"].as_str().expect("a name");

    assert!(lines(&dir, &["admin", "list"]).is_empty());
    lines(&dir, &["admin", "grant", username]);
    assert_eq!(lines(&dir, &["admin", "list"]), [username]);
    lines(&dir, &["admin", "revoke", username]);
    assert!(lines(&dir, &["admin", "list"]).is_empty());

    let unknown = run(&dir, &["admin", "grant", "nobody-here"]);
    assert!(!unknown.status.success());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("nobody-here"));
}

/// Runs a command that must fail, and returns its message.
fn refused(dir: &Dir, args: &[&str]) -> String {
    let output = run(dir, args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn users_are_banned_unbanned_and_renamed_by_command() {
    let dir = Dir::new();
    lines(&dir, &["keys", "public"]);
    lines(&dir, &["load-users", "--count", "1"]);
    lines(&dir, &["admin", "rename", "load-000001", "racer_17", "--reason", "Rude."]);
    lines(&dir, &["admin", "ban", "racer_17", "--days", "7", "--reason", "Cheats."]);
    for (args, message) in [
        (&["ban", "racer_17", "--reason", "Cheats."][..], "banned already"),
        (&["ban", "load-000001", "--reason", "Cheats."], "no user with this name"),
        (&["ban", "racer_17", "--days", "0", "--reason", "Cheats."], "the number of days"),
        (&["ban", "racer_17", "--reason", " "], "the reason"),
        (&["rename", "racer_17", "a b", "--reason", "Rude."], "the new name"),
    ] {
        let refused = refused(&dir, &[&["admin"], args].concat());
        assert!(refused.contains(message), "{args:?}: {refused}");
    }
    lines(&dir, &["admin", "unban", "racer_17", "--reason", "We were wrong."]);
    assert!(refused(&dir, &["admin", "unban", "racer_17", "--reason", "Again."]).contains("not banned"));
    let acts =
        "SELECT act || ' by ' || coalesce(nullif(admin, ''), 'command') || ': ' || reason FROM admin_acts ORDER BY id";
    let written = ["rename by command: Rude.", "ban by command: Cheats.", "unban by command: We were wrong."];
    assert_eq!(postgres::texts(dir.database_url(), acts), written);

    lines(&dir, &["admin", "grant", "racer_17"]);
    assert!(refused(&dir, &["admin", "ban", "racer_17", "--reason", "Cheats."]).contains("an admin"));
}

#[test]
fn reports_are_printed_one_per_line_without_what_controls_a_terminal() {
    let dir = Dir::new();
    lines(&dir, &["keys", "public"]);
    lines(&dir, &["load-users", "--count", "2"]);
    assert!(lines(&dir, &["admin", "reports"]).is_empty());
    let report = "INSERT INTO reports (reporter_id, kind, user_id, username, words)
        SELECT reporter.id, 'name', reported.id, reported.username, E'Rude.\n\x1b[2J' FROM users reporter, users reported
        WHERE reporter.username = 'load-000001' AND reported.username = 'load-000002'";
    postgres::execute(dir.database_url(), report);
    assert_eq!(lines(&dir, &["admin", "reports"]), ["1\tname\tload-000002\t\t1\tRude.  [2J"]);
}

#[test]
fn the_speeds_of_all_users_are_worked_out_by_command() {
    let dir = Dir::new();
    lines(&dir, &["keys", "public"]);
    lines(&dir, &["load-users", "--count", "3"]);
    let kept = "INSERT INTO speeds (user_id, language, ran_at, text_ids, wpms, mean, variance)
        SELECT id, 'en', ARRAY[now()], ARRAY[1], ARRAY[90], 4.5, 0.01 FROM users";
    postgres::execute(dir.database_url(), kept);
    assert_eq!(lines(&dir, &["admin", "speeds"]), ["worked out the speeds of 3 users"]);
    let left = postgres::number(dir.database_url(), "SELECT count(*) FROM speeds");
    assert_eq!(left, 0.0, "no run of theirs explains a speed");
}

#[test]
fn the_private_postgres_ignores_the_variables_of_libpq() {
    let dir = Dir::without_database();
    let variables = [
        ("PGPORT", "1"),
        ("PGHOST", "127.0.0.1"),
        ("PGHOSTADDR", "127.0.0.1"),
        ("PGUSER", "nobody"),
        ("PGDATABASE", "nothing"),
        ("PGSERVICE", "nowhere"),
        ("PGOPTIONS", "-c default_transaction_read_only=on"),
        ("PGSSLMODE", "require"),
        ("PGCHANNELBINDING", "require"),
    ];
    let output = output(command(&dir, &["migrate"]).envs(variables));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_data_directory_may_have_any_name() {
    let dir = Dir::without_database();
    let odd = dir.path().join("a, b @c=d'%41?&e#é");
    let output = output(command(&dir, &["migrate"]).env("COLIBRI_DATA_DIR", odd));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn commands_that_start_together_on_a_new_directory_all_succeed() {
    let dir = Dir::without_database();
    let outputs = std::thread::scope(|scope| {
        let all: Vec<_> = (0..3).map(|_| scope.spawn(|| run(&dir, &["migrate"]))).collect();
        all.into_iter().map(|one| one.join().expect("it ran")).collect::<Vec<_>>()
    });
    for output in outputs {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
