//! PgBouncer, a pooler between the site and Postgres.

use std::fs::Permissions;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use diesel::{Connection as _, PgConnection};
use tempfile::TempDir;

use super::postgres;

/// The longest time that it takes to start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A running PgBouncer in front of a database of its own.
pub(crate) struct PgBouncer {
    pub(crate) url: String,
    process: Child,
    _dir: TempDir,
}

impl PgBouncer {
    /// Starts one with this `pool_mode`.
    pub(crate) fn start(mode: &str) -> Self {
        let name = format!("pooled_by_{mode}");
        let direct = postgres::empty_database(&name);
        let dir =
            tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir().expect("there is space");
        let port =
            TcpListener::bind(("127.0.0.1", 0)).and_then(|free| free.local_addr()).expect("a port is free").port();
        let (host, user) = (parameter(&direct, "host"), parameter(&direct, "user"));
        let file = dir.path().join("pgbouncer.ini");
        let settings = format!(
            "[databases]\n* = host={host} user={user}\n[pgbouncer]\npool_mode = {mode}\nauth_type = any\n\
             listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nignore_startup_parameters = options\n"
        );
        std::fs::write(&file, settings).expect("there is space");
        let mut command = Command::new(program());
        // It refuses to run as root, and only the owner of the socket may connect to Postgres.
        if std::fs::metadata("/proc/self").expect("it is Linux").uid() == 0 {
            let owner = std::fs::metadata(&host).expect("Postgres is running").uid();
            command.args(["-u", &account(owner)]);
        }
        let process = command.arg(&file).stderr(Stdio::null()).spawn().expect("pgbouncer starts");
        let url = format!("postgres://{user}@127.0.0.1:{port}/test_{name}");
        let until = Instant::now() + START_TIMEOUT;
        while PgConnection::establish(&url).is_err() {
            assert!(Instant::now() < until, "pgbouncer does not answer");
            // It sends no event for that.
            std::thread::sleep(Duration::from_millis(50));
        }
        Self { url, process, _dir: dir }
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

fn program() -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/sbin")]);
    let mut programs = folders.map(|folder| folder.join("pgbouncer"));
    programs.find(|program| program.exists()).expect("pgbouncer is installed (Debian: apt-get install pgbouncer)")
}

/// Returns a parameter of a URL of the private Postgres.
fn parameter(url: &str, name: &str) -> String {
    let url = url::Url::parse(url).expect("it is a URL");
    let found = url.query_pairs().find(|(known, _)| known == name);
    found.expect("it is in every URL").1.into_owned()
}

fn account(uid: u32) -> String {
    let accounts = std::fs::read_to_string(Path::new("/etc/passwd")).expect("it is readable");
    let is_it = |line: &&str| line.split(':').nth(2) == Some(&uid.to_string());
    accounts.lines().find(is_it).and_then(|line| line.split(':').next()).expect("it has a name").to_owned()
}
