//! Fairshare simulator core.
