//! Resource use of this process, under the names that Prometheus's own client libraries use. Linux only.
//! <https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>

use std::fs;

pub(crate) fn measure() {
    if let Some(bytes) = resident() {
        metrics::gauge!("process_resident_memory_bytes").set(bytes);
    }
}

/// Returns the resident memory of this process in bytes (`VmRSS`, proc(5)), or `None` if the system does not report it.
fn resident() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes * 1024.0)
}
