//! Ctrl-C: the run ends at its next check, so that the processes it started end too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The error of a run that was interrupted.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// Makes SIGINT and SIGTERM visible to [`check`], and without any other effect, from now on.
pub(crate) fn watch() -> std::io::Result<()> {
    let asked = ASKED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(asked))?;
    }
    Ok(())
}

/// # Errors
/// Fails when the run was interrupted.
pub(crate) fn check() -> Result<(), Interrupted> {
    match ASKED.get() {
        Some(asked) if asked.load(Ordering::Relaxed) => Err(Interrupted),
        _ => Ok(()),
    }
}
