//! Ctrl-C: the run ends at the next moment at which it looks, so that what it started is ended too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Somebody asked for the end of the run.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// From now on SIGINT and SIGTERM are noticed by [`check`] and do nothing else.
pub(crate) fn watch() -> std::io::Result<()> {
    let asked = ASKED.get_or_init(Arc::default);
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(asked))?;
    }
    Ok(())
}

/// # Errors
/// When the run was interrupted.
pub(crate) fn check() -> Result<(), Interrupted> {
    match ASKED.get() {
        Some(asked) if asked.load(Ordering::Relaxed) => Err(Interrupted),
        _ => Ok(()),
    }
}
