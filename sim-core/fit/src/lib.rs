//! Estimates the network of a measurement.
