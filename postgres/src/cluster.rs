//! The files of the server.

use std::path::{Path, PathBuf};

use crate::owner::{Owner, run};
use crate::{Durability, PrivatePostgresError, Programs, SUPERUSER, at};

/// The longest directory name for a Unix socket: `sun_path` holds 108 bytes, including the file name and a NUL
/// (unix(7)).
const MAX_SOCKET_DIR: usize = 80;

/// A cluster on disk, ready for a server.
#[derive(Debug)]
pub(super) struct Cluster {
    home: PathBuf,
}

impl Cluster {
    /// Opens the cluster in `home`, which is created if it is missing.
    pub(super) fn open(
        home: PathBuf,
        programs: &Programs,
        owner: &Owner,
        durability: Durability,
    ) -> Result<Self, PrivatePostgresError> {
        let cluster = Self::at(home);
        if cluster.is_made() {
            cluster.check_version(programs)?;
        } else {
            cluster.make(programs, owner, durability)?;
        }
        Ok(cluster)
    }

    /// Returns the cluster in `home`, whatever its state.
    pub(super) fn at(home: PathBuf) -> Self {
        Self { home }
    }

    pub(super) fn is_in(home: &Path) -> bool {
        Self::at(home.to_owned()).is_made()
    }

    fn is_made(&self) -> bool {
        self.version_file().exists()
    }

    /// Returns the data directory (PGDATA).
    pub(super) fn data(&self) -> PathBuf {
        self.home.join("cluster")
    }

    /// Returns the log file, which has the server's output since its last start.
    pub(super) fn log(&self) -> PathBuf {
        self.home.join("postgres.log")
    }

    /// Returns the directory of the socket: beside the files, unless that path is too long for a socket, or has a comma,
    /// at which libpq would split it into several hosts.
    pub(super) fn socket_dir(&self, owner: &Owner) -> PathBuf {
        let beside = self.home.join("socket");
        let path = beside.as_os_str();
        if path.len() <= MAX_SOCKET_DIR && !path.as_encoded_bytes().contains(&b',') {
            return beside;
        }
        owner.short_socket_dir(&self.home)
    }

    /// Creates the files under another name first, so that an incomplete cluster is never used.
    fn make(&self, programs: &Programs, owner: &Owner, durability: Durability) -> Result<(), PrivatePostgresError> {
        let unfinished = self.home.join("cluster.new");
        if unfinished.exists() {
            std::fs::remove_dir_all(&unfinished).map_err(at(&unfinished))?;
        }
        owner.make_own_dir(&unfinished)?;
        let mut initdb = owner.command(&programs.program("initdb"));
        initdb.arg("--pgdata").arg(&unfinished);
        initdb.args(["--username", SUPERUSER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C"]);
        if durability == Durability::None {
            initdb.arg("--no-sync");
        }
        run("initdb", &mut initdb)?;
        std::fs::rename(&unfinished, self.data()).map_err(at(&unfinished))
    }

    /// Returns the major version that made the files, if there are any.
    pub(super) fn made_by(&self) -> Option<String> {
        std::fs::read_to_string(self.version_file()).ok().map(|version| version.trim().to_owned())
    }

    fn version_file(&self) -> PathBuf {
        self.data().join("PG_VERSION")
    }

    fn check_version(&self, programs: &Programs) -> Result<(), PrivatePostgresError> {
        let path = self.version_file();
        let made_by = std::fs::read_to_string(&path).map_err(at(&path))?.trim().to_owned();
        let found = programs.version()?;
        if found == made_by {
            return Ok(());
        }
        Err(PrivatePostgresError::Version { dir: self.data(), made_by, found })
    }
}
