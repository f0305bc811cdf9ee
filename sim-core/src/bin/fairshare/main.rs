//! The command line: runs scenario documents as the page does.

use std::io::Read;
use std::process::ExitCode;

use sim_core::record::Settings;
use sim_core::scenario::Scenario;
use sim_core::sim::{Simulation, kinds};

fn main() -> ExitCode {
    let mut text = String::new();
    if std::io::stdin().read_to_string(&mut text).is_err() {
        eprintln!("The scenario could not be read from standard input.");
        return ExitCode::from(2);
    }
    let scenario = Scenario::from_text(&text, &kinds());
    match scenario.and_then(|scenario| Simulation::new(scenario, Settings::nothing())) {
        Ok(mut simulation) => match simulation.run() {
            Ok(()) => {
                println!("{:#}", simulation.summary());
                ExitCode::SUCCESS
            }
            Err(failure) => {
                eprintln!("{failure}");
                ExitCode::FAILURE
            }
        },
        Err(issues) => {
            for issue in issues {
                eprintln!("{issue}");
            }
            ExitCode::from(2)
        }
    }
}
