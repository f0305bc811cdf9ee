//! Processor time and memory of processes, as far as the operating system tells.

use std::time::Duration;

#[cfg(unix)]
mod system {
    use super::Duration;
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::time::{ClockId, clock_gettime};

    pub fn own() -> Option<Duration> {
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

    pub fn own() -> Option<Duration> {
        None
    }

    pub fn thread() -> Option<Duration> {
        None
    }

    pub fn children() -> Option<Duration> {
        None
    }
}

/// Time that this process has had a processor, user and system; wall-clock time since `start` where that is not told.
pub fn own_time(start: crate::progress::Clock) -> Duration {
    system::own().unwrap_or_else(|| start.elapsed())
}

/// Time that this thread has had a processor, if that is told.
pub fn thread_time() -> Option<Duration> {
    system::thread()
}

/// User time of all children that have ended.
pub fn children_time() -> Option<Duration> {
    system::children()
}

/// The most memory that this process has had, in bytes.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
