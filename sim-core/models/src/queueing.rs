//! The M/D/1 queue: packets of one size arrive independently of each other at a link (Kleinrock 1975,
//! section 5.8).

/// Mean number of waiting packets, without the packet in service, at load `rho`: `rho^2 / (2 (1 - rho))`.
/// `None` unless the load is at least 0 and below 1.
#[must_use]
pub fn waiting(rho: f64) -> Option<f64> {
    (0.0..1.0).contains(&rho).then(|| rho * rho / (2.0 * (1.0 - rho)))
}

/// Mean wait in service times: `rho / (2 (1 - rho))`.
#[must_use]
pub fn wait(rho: f64) -> Option<f64> {
    (0.0..1.0).contains(&rho).then(|| rho / (2.0 * (1.0 - rho)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_equal_values_computed_by_hand() {
        // Load 0.8: 0.8 / 0.4 = 2 services, and by Little's law 0.8 * 2 = 1.6 packets.
        assert!((wait(0.8).unwrap() - 2.0).abs() < 1e-12);
        assert!((waiting(0.8).unwrap() - 1.6).abs() < 1e-12);
        assert_eq!(waiting(1.0), None);
        assert_eq!(wait(f64::NAN), None);
    }
}
