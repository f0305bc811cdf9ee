//! The stacks that a flow can imitate: TCP of today and of earlier times, and QUIC. A stack determines the defaults of settings; docs/scenario.md lists
//! them with their sources.

use crate::choice;

choice! {
    /// An operating system of today, or TCP of an earlier time.
    pub enum Stack {
        /// RACK-TLP, PRR, and a timeout of at least 200 ms above the round-trip time.
        Linux "linux" "Linux",
        /// Like Linux, but with a timeout of at least 300 ms in all, and without a restart after idle periods.
        Windows "windows" "Windows",
        /// PRR with losses found by RFC 6675; a separate stack of FreeBSD has RACK-TLP.
        FreeBsd "freebsd" "FreeBSD",
        /// RACK-TLP, PRR, and acknowledgements that wait for up to 100 ms.
        Apple "apple" "Apple",
        /// QUIC's loss recovery and timers (RFC 9002), and pacing. With NewReno, the congestion control of RFC 9002.
        Quic "quic" "QUIC",
        /// RFC 2581 and RFC 2582: an initial window of 2 packets, timeouts of at least 1 s in steps of 0.5 s.
        NewReno1999 "newreno_1999" "NewReno of 1999",
        /// An initial window of 1 packet, no timestamps, timeouts of at least 1 s in steps of 0.5 s.
        Tahoe1988 "tahoe_1988" "Tahoe of 1988",
    }
}

// The names of stacks that share a default.
pub const ALL: &[&str] = Stack::NAMES;
pub const TODAY: &[&str] = &[LINUX_NAME, WINDOWS_NAME, FREEBSD_NAME, APPLE_NAME];
pub const LINUX: &[&str] = &[LINUX_NAME];
pub const WITH_HYSTART: &[&str] = &[WINDOWS_NAME, FREEBSD_NAME, APPLE_NAME, QUIC_NAME];
pub const QUIC: &[&str] = &[QUIC_NAME];
pub const WITH_RACK: &[&str] = &[LINUX_NAME, WINDOWS_NAME, APPLE_NAME];
pub const WITH_UNDO: &[&str] = &[LINUX_NAME, FREEBSD_NAME, APPLE_NAME];
pub const WITH_F_RTO: &[&str] = &[LINUX_NAME, WINDOWS_NAME];
pub const BY_FLIGHT: &[&str] = &[LINUX_NAME, QUIC_NAME];
pub const NO_SLOW_START_LIMIT: &[&str] = &[LINUX_NAME, QUIC_NAME];
pub const WINDOWS: &[&str] = &[WINDOWS_NAME];
pub const APPLE: &[&str] = &[APPLE_NAME];
pub const RFC_6298: &[&str] = &[WINDOWS_NAME, QUIC_NAME, NEWRENO_1999_NAME, TAHOE_1988_NAME];
pub const WITHOUT_HYSTART: &[&str] = &[LINUX_NAME, NEWRENO_1999_NAME, TAHOE_1988_NAME];
pub const OLD: &[&str] = &[NEWRENO_1999_NAME, TAHOE_1988_NAME];
pub const NEWRENO_1999: &[&str] = &[NEWRENO_1999_NAME];
pub const TAHOE_1988: &[&str] = &[TAHOE_1988_NAME];

const LINUX_NAME: &str = Stack::Linux.as_str();
const WINDOWS_NAME: &str = Stack::Windows.as_str();
const FREEBSD_NAME: &str = Stack::FreeBsd.as_str();
const APPLE_NAME: &str = Stack::Apple.as_str();
const QUIC_NAME: &str = Stack::Quic.as_str();
const NEWRENO_1999_NAME: &str = Stack::NewReno1999.as_str();
const TAHOE_1988_NAME: &str = Stack::Tahoe1988.as_str();
