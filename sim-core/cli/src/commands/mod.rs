//! The commands of every build. Each has a file with its arguments and what it does; those of features are in `features`.

mod bench;
mod catalog;
mod compare;
mod digest;
mod from_template;
pub mod generate;
mod link;
mod model;
mod run;
mod shell;
mod validate;

use crate::shared::command::Command;

pub const COMMANDS: &[Command] = &[
    Command::of::<run::RunArgs>(),
    Command::of::<validate::ValidateArgs>(),
    Command::of::<compare::CompareArgs>(),
    Command::of::<link::LinkArgs>(),
    Command::of::<link::OpenArgs>(),
    Command::of::<digest::DigestArgs>(),
    Command::of::<catalog::CatalogArgs>(),
    Command::of::<catalog::SchemaArgs>(),
    Command::of::<shell::CompletionsArgs>(),
    Command::of::<shell::ManArgs>(),
    Command::of::<generate::GenerateArgs>(),
    Command::of::<bench::BenchArgs>(),
    Command::of::<from_template::ProtocolArgs>(),
    Command::of::<from_template::QueueArgs>(),
    Command::of::<model::ModelArgs>(),
    Command::of::<generate::FigureDataArgs>(),
    Command::of::<bench::one::BenchOneArgs>(),
];
