//! The log: lines on standard error, for people or for programs.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Logging};

/// Libraries that log nothing unless the filter names them. The HTTP layer logs an error for every invalid request, so
/// anyone could flood the log. The NATS client's events are logged by the `cluster` crate.
const SILENT: &str = "actix_http=off,async_nats=off";

/// The longest wait for a reader that does not keep up.
const READER_TIMEOUT: Timespec = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };
const NO_TIME: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// The most bytes that a pipe takes without a wait once it has room (`PIPE_BUF`, pipe(7)).
const AT_ONCE: usize = 4096;

/// Standard error, for which nothing waits: not for a reader that has stopped, such as a pager or a terminal, either. What
/// it does not take is lost.
pub(crate) struct StandardError;

impl Write for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        /// True after a wait for the reader in vain. Then nobody waits again until it reads on.
        static HAS_STOPPED: AtomicBool = AtomicBool::new(false);
        let mut stderr = io::stderr().lock();
        let timeout = if HAS_STOPPED.load(Ordering::Relaxed) { NO_TIME } else { READER_TIMEOUT };
        // An error counts as room: the write has the same one, or works.
        let has_room = poll(&mut [PollFd::new(&stderr, PollFlags::OUT)], Some(&timeout)) != Ok(0);
        HAS_STOPPED.store(!has_room, Ordering::Relaxed);
        if has_room { stderr.write(&bytes[..bytes.len().min(AT_ONCE)]) } else { Err(io::ErrorKind::WouldBlock.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts logging for the whole process.
pub(crate) fn start(settings: &Logging) {
    let filter = EnvFilter::new(format!("{SILENT},{}", settings.log.as_str()));
    // A line that cannot be written is lost. The library would report that on standard error, too, and panic if that fails,
    // in whichever task logs.
    let lines =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| StandardError).log_internal_errors(false);
    match settings.log_format {
        LogFormat::Text => lines.with_target(false).init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
}
