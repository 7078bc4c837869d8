//! The log: lines on standard error, for people or for machines.

use tracing_subscriber::EnvFilter;

use crate::settings::{LogFormat, Logging};

/// The HTTP layer writes an error for each request that it cannot read, so that anybody could fill the log. What it
/// refuses is answered; who wants to see it says so after this.
const CLIENTS_FAULTS: &str = "actix_http=off";

/// Starts logging for the whole process.
pub(crate) fn start(settings: &Logging) {
    let filter = EnvFilter::new(format!("{CLIENTS_FAULTS},{}", settings.log.as_str()));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Text => lines.with_target(false).init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
}
