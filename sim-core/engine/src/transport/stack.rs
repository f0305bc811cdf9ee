//! The TCP stacks that a flow can imitate. A stack determines the defaults of settings; docs/scenario.md lists
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
        /// RFC 2581 and RFC 2582: an initial window of 2 packets, timeouts of at least 1 s in steps of 0.5 s.
        NewReno1999 "newreno_1999" "NewReno of 1999",
        /// An initial window of 1 packet, no timestamps, timeouts of at least 1 s in steps of 0.5 s.
        Tahoe1988 "tahoe_1988" "Tahoe of 1988",
    }
}

// The names of stacks that share a default.
pub const ALL: &[&str] = &["linux", "windows", "freebsd", "apple", "newreno_1999", "tahoe_1988"];
pub const TODAY: &[&str] = &["linux", "windows", "freebsd", "apple"];
pub const WITH_RACK: &[&str] = &["linux", "windows", "apple"];
pub const WINDOWS: &[&str] = &["windows"];
pub const APPLE: &[&str] = &["apple"];
pub const RFC_6298: &[&str] = &["windows", "newreno_1999", "tahoe_1988"];
pub const OLD: &[&str] = &["newreno_1999", "tahoe_1988"];
pub const NEWRENO_1999: &[&str] = &["newreno_1999"];
pub const TAHOE_1988: &[&str] = &["tahoe_1988"];
