//! The figures of this process, under the names that Prometheus' clients give them
//! (<https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>).

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use metrics::{counter, gauge};
use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

shared::metrics! {
    describe_counter Seconds CPU = "process_cpu_seconds_total", "Time on processors, of the user and of the system";
    describe_gauge Bytes RESIDENT = "process_resident_memory_bytes", "Memory in use";
    describe_gauge Bytes VIRTUAL = "process_virtual_memory_bytes", "Addresses in use, most of them without memory";
    describe_gauge Count THREADS = "process_threads", "Threads";
    describe_gauge Count OPEN_FILES = "process_open_fds", "Open files, connections among them";
    describe_gauge Count MAX_OPEN_FILES = "process_max_fds", "The most files that may be open";
    describe_gauge Seconds STARTED = "process_start_time_seconds", "Time of the start, since 1970";
}

/// Notes the time of the start. Called once, when the process starts.
pub(crate) fn started() {
    gauge!(STARTED).set(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
}

/// Brings the figures up to date, where there is a `/proc`.
pub(crate) fn update() {
    if let Some(stat) = fs::read_to_string("/proc/self/stat").ok().as_deref().and_then(Stat::parse) {
        counter!(CPU).absolute(stat.cpu_ticks / clock_ticks_per_second());
        gauge!(RESIDENT).set((stat.resident_pages * page_size() as u64) as f64);
        gauge!(VIRTUAL).set(stat.virtual_bytes as f64);
        gauge!(THREADS).set(stat.threads as f64);
    }
    if let Ok(open_files) = fs::read_dir("/proc/self/fd") {
        // The directory itself is open while it is read.
        gauge!(OPEN_FILES).set((open_files.count() - 1) as f64);
    }
    gauge!(MAX_OPEN_FILES).set(getrlimit(Resource::Nofile).current.map_or(f64::INFINITY, |limit| limit as f64));
}

/// The fields of a line of `/proc/PID/stat` that are reported (`man 5 proc`).
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    cpu_ticks: u64,
    threads: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

impl Stat {
    fn parse(line: &str) -> Option<Self> {
        // The second field is the name of the program, in parentheses, which may hold spaces and parentheses.
        let (_, after_name) = line.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            cpu_ticks: number(14)? + number(15)?,
            threads: number(20)?,
            virtual_bytes: number(23)?,
            resident_pages: number(24)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_whatever_the_program_is_called() {
        let line = "1209 (a) 1 (b) S 1 1209 1209 0 -1 4194560 7412 51 3 0 250 131 2 1 20 0 9 0 8117 402489344 12085 \
            18446744073709551615 1 1 0 0 0 0 0 4096 17474 0 0 0 17 1 0 0 0 0 0";
        let expected = Stat { cpu_ticks: 381, threads: 9, virtual_bytes: 402_489_344, resident_pages: 12_085 };
        assert_eq!(Stat::parse(line), Some(expected));
        assert_eq!(Stat::parse("1209 (cut) S 1"), None);
    }
}
