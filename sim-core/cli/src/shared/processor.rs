//! Processor time and memory of processes, where the operating system reports them.

use std::time::Duration;

#[cfg(unix)]
mod system {
    use super::Duration;
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::time::{ClockId, clock_gettime};

    pub fn process() -> Option<Duration> {
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok().map(Duration::from)
    }

    pub fn thread() -> Option<Duration> {
        clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
    }

    pub fn children() -> Option<Duration> {
        let time = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?.user_time();
        let (seconds, micros) = (u64::try_from(time.tv_sec()).ok()?, u64::try_from(time.tv_usec()).ok()?);
        Some(Duration::from_secs(seconds) + Duration::from_micros(micros))
    }
}

#[cfg(not(unix))]
mod system {
    use super::Duration;

    pub fn process() -> Option<Duration> {
        None
    }

    pub fn thread() -> Option<Duration> {
        None
    }

    pub fn children() -> Option<Duration> {
        None
    }
}

/// The user and system time of this process. If the operating system does not report it, the wall-clock time
/// since `start`.
pub fn process_time(start: crate::shared::progress::WallClock) -> Duration {
    system::process().unwrap_or_else(|| start.elapsed())
}

/// The processor time of this thread, if the operating system reports it.
pub fn thread_time() -> Option<Duration> {
    system::thread()
}

/// The user time of all child processes that have ended.
pub fn children_time() -> Option<Duration> {
    system::children()
}

/// The peak memory of this process in bytes, if the operating system reports it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
