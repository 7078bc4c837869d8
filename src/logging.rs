//! The log: lines on standard error, for people or for programs.

use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Logging};

/// Libraries that log nothing unless the filter names them. The HTTP layer logs an error for every invalid request, so
/// anyone could flood the log. The NATS client's events are logged by the `cluster` crate.
const SILENT: &str = "actix_http=off,async_nats=off";

/// Starts logging for the whole process.
pub(crate) fn start(settings: &Logging) {
    let filter = EnvFilter::new(format!("{SILENT},{}", settings.log.as_str()));
    // A line that cannot be written is lost. The library would report that on standard error, too, and panic if that fails,
    // in whichever task logs.
    let lines =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    match settings.log_format {
        LogFormat::Text => lines.with_target(false).init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
}
