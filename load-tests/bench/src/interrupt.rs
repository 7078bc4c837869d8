//! Ctrl-C ends the run at its next check, so that the processes it started end too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};

static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The error of a run that was interrupted.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// Makes SIGINT and SIGTERM visible to [`check`], with no other effect.
pub(crate) fn watch() -> std::io::Result<()> {
    let interrupted = INTERRUPTED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(interrupted))?;
    }
    Ok(())
}

/// Checks for an interrupt.
///
/// # Errors
/// Returns [`Interrupted`] if the run was interrupted.
pub(crate) fn check() -> Result<(), Interrupted> {
    match INTERRUPTED.get() {
        Some(interrupted) if interrupted.load(Ordering::Relaxed) => Err(Interrupted),
        _ => Ok(()),
    }
}
