//! `fairshare model`: the window that TCP's models allow at given loss rates. The pictures of
//! docs/validation.md compare results with these models.

use serde_json::json;
use sim_core::analysis::equation::{P_MIN, ThroughputEquation, mathis_constant, mathis_window, pftk_full};

use crate::shared::command::Run;
use crate::shared::error::CommandError;
use crate::shared::output;

/// Print the window that TCP's models allow at given loss rates
///
/// Prints a JSON list with an object for each loss rate: the packets per round trip by the square-root law
/// (`square_root`), by Padhye's full model (`padhye`) and by TFRC's equation (`tfrc`). Each packet is
/// acknowledged, and the receiver's window has no limit.
#[derive(clap::Parser)]
#[command(name = "model", hide = true)]
pub struct ModelArgs {
    /// The round-trip time in seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    rtt: f64,
    /// The first retransmission timeout of Padhye's model in seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    timeout: f64,
    /// Loss rates, separated by commas
    #[arg(long, value_name = "P,...", required = true, value_delimiter = ',', value_parser = parse_loss_rate)]
    p: Vec<f64>,
}

fn parse_time(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a time is a number of seconds above 0".to_owned()),
    }
}

fn parse_loss_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if (P_MIN..=1.0).contains(&p) => Ok(p),
        _ => Err(format!("a loss rate is a number from {P_MIN:e} to 1")),
    }
}

impl Run for ModelArgs {
    fn run(&self) -> Result<(), CommandError> {
        let ModelArgs { rtt, timeout, .. } = *self;
        let rows: Vec<_> = self
            .p
            .iter()
            .map(|&p| {
                json!({
                    "p": p,
                    "square_root": mathis_window(p, mathis_constant(1.0)),
                    "padhye": rtt * pftk_full(p, rtt, timeout, 1.0, f64::INFINITY),
                    "tfrc": ThroughputEquation::TFRC.window(p, rtt),
                })
            })
            .collect();
        output::print(&format!("{:#}\n", serde_json::Value::from(rows)))
    }
}
