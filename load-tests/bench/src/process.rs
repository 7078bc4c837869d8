//! The resource use of a process, as the kernel counts it (proc(5)).

use std::fs;
use std::num::NonZeroU64;
use std::time::Duration;

use anyhow::Context as _;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity, set_current_timer_slack};
use rustix::time::{ClockId, clock_gettime};

/// The CPU time of a process.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Cpu {
    pub(crate) user: Duration,
    pub(crate) kernel: Duration,
}

impl Cpu {
    /// Returns the CPU time of the process `pid` so far, in steps of 10 ms.
    pub(crate) fn of(pid: Pid) -> anyhow::Result<Self> {
        let path = format!("/proc/{}/stat", pid.as_raw_nonzero());
        let stat = fs::read_to_string(&path).context(path)?;
        // The name is in parentheses and may contain anything; the third field follows it.
        let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |field: usize| -> anyhow::Result<Duration> {
            let ticks: f64 = fields.get(field - 3).context("a field of stat")?.parse()?;
            Ok(Duration::from_secs_f64(ticks / rustix::param::clock_ticks_per_second() as f64))
        };
        Ok(Self { user: ticks(14)?, kernel: ticks(15)? })
    }

    /// Returns the time since `earlier`.
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self { user: self.user.saturating_sub(earlier.user), kernel: self.kernel.saturating_sub(earlier.kernel) }
    }

    /// Returns the sum of user and kernel time.
    pub(crate) fn total(self) -> Duration {
        self.user + self.kernel
    }
}

/// Returns the time for which all cores were busy so far, with any process.
pub(crate) fn machine_busy() -> anyhow::Result<Duration> {
    let stat = fs::read_to_string("/proc/stat").context("/proc/stat")?;
    let line = stat.lines().find_map(|line| line.strip_prefix("cpu ")).context("no line for all cores")?;
    let ticks = line.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
    // user, nice, system, then idle and iowait, then irq, softirq and steal; later fields are included in these.
    let busy: f64 = ticks.iter().take(8).enumerate().filter(|(field, _)| ![3, 4].contains(field)).map(|(_, n)| n).sum();
    Ok(Duration::from_secs_f64(busy / rustix::param::clock_ticks_per_second() as f64))
}

/// Returns the CPU time of this thread.
pub(crate) fn own_cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Returns the resident memory of the process `pid`, in bytes.
pub(crate) fn resident(pid: Pid) -> anyhow::Result<u64> {
    let path = format!("/proc/{}/status", pid.as_raw_nonzero());
    let status = fs::read_to_string(&path).context(path)?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").trim().parse()?;
    Ok(kibibytes * 1024)
}

/// Binds this thread, and all threads and processes that it starts from now on, to one core.
pub(crate) fn pin(core: usize) -> anyhow::Result<()> {
    let mut cores = CpuSet::new();
    cores.set(core);
    sched_setaffinity(None, &cores).with_context(|| format!("no core {core} to run on"))
}

/// Runs `work`, such as starting a process, on one core, and restores the cores of this thread.
pub(crate) fn on_core<T>(core: usize, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let before = sched_getaffinity(None)?;
    pin(core)?;
    let done = work();
    sched_setaffinity(None, &before)?;
    done
}

/// Makes timers of this thread exact: by default, the kernel adds up to 50 microseconds to save wake-ups.
pub(crate) fn wake_on_time() -> anyhow::Result<()> {
    set_current_timer_slack(Some(NonZeroU64::MIN)).context("asking for exact timers")
}

/// Raises the limit of open files for this process and its children to the maximum, and returns it.
pub(crate) fn raise_open_files() -> anyhow::Result<u64> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).context("raising the limit of open files")?;
    Ok(maximum.unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_sees_its_own_resource_use() {
        let me = rustix::process::getpid();
        let before = own_cpu();
        while own_cpu() - before < Duration::from_millis(30) {}
        assert!(Cpu::of(me).expect("stat").total() >= Duration::from_millis(20));
        assert!(machine_busy().expect("stat") >= Duration::from_millis(20));
        assert!(resident(me).expect("status") > 1024 * 1024);
    }
}
