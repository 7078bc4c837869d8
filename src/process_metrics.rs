//! What this process takes of the machine, under the name that Prometheus's own client libraries use. On Linux only.
//! <https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>

use std::fs;

/// Brings the number up to date.
pub(crate) fn measure() {
    if let Some(bytes) = resident() {
        metrics::gauge!("process_resident_memory_bytes").set(bytes);
    }
}

/// Memory that is in use and not swapped out, in bytes (proc(5)).
fn resident() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes * 1024.0)
}
