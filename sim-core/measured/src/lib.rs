//! Reads measurements of other tools (docs/imports.md): `read` determines the format of a file by its content. A reader gives the
//! series of a file for charts (`series`), and its flows in intervals of equal length (`measurement`), which are
//! compared with runs. A file that cannot be read has a `problem` with its place.

mod capture;
mod json_files;
pub mod measurement;
mod packed;
mod pairs;
pub mod problem;
pub mod read;
pub mod series;
mod ss;
mod table;

pub use json_files::speed_test::SpeedTest;
