//! Files that have another name until they are complete, so that nobody reads a part of one.

use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// Makes an empty file beside `path`, which only its owner may read. Dropping it removes it.
pub(crate) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().suffix(".partial").tempfile_in(dir_of(path))
}

/// Returns the directory of a file.
pub(crate) fn dir_of(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
