//! Tests of the `fairshare` program as a process: its output, the files that it writes, and its exit status.

mod bad_input;
mod features;
mod generate;
mod own;
mod results;
mod tools;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A scenario with two flows, a warm-up, and a forward link with random loss.
const TWO_FLOWS: &str = r#"{ "v": 1, "title": "Two", "duration": 12, "warmup": 2,
    "network": { "forward": { "rate": 5000000, "loss": [{ "kind": "random", "probability": 0.002 }] } },
    "flows": [ { "id": "near", "access": { "sender": 0.005, "receiver": 0.005 } },
               { "id": "far", "algorithm": "cubic", "access": { "sender": 0.02, "receiver": 0.02 }, "start": 0.5 } ] }"#;

/// Runs the program without standard input.
fn fairshare(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fairshare")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs the program with a text as standard input.
fn fairshare_reading(input: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairshare"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may reject its input without reading all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The standard output of a command that must succeed.
fn succeeds(output: &Output) -> String {
    assert_eq!(status(output), 0, "{}", stderr(output));
    stdout(output)
}

/// A folder for one test, initially empty and removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
