//! The log: lines on standard error, for people or for machines.

use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Logging};

/// Starts logging for the whole process.
pub(crate) fn start(settings: &Logging) {
    let filter = EnvFilter::new(settings.log.as_str());
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Text => lines.with_target(false).init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
}
