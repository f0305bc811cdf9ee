//! Sweeps in parts: shards, killed shards, merged results, stores that cannot be written, and cells that
//! cannot run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::{Folder, TWO_FLOWS, fairshare, status, stderr, stdout, succeeds};

const RATES: &str = "network.forward.rate=2M,3M,4M,5M";

/// The arguments of a command for the sweep of these tests: four rates and three seeds.
fn sweep_of<'a>(command: &'a str, file: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    let definition = [command, file, "--vary", RATES, "--set", "duration=60", "--seeds", "3"];
    definition.into_iter().chain(rest.iter().copied()).collect()
}

/// The names of all files in a store.
fn stored_files(store: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![Path::new(store).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
    }
    names
}

fn stored_runs(store: &str) -> usize {
    stored_files(store).iter().filter(|name| name.ends_with(".json")).count()
}

#[test]
fn merged_shards_equal_the_sweep_after_a_shard_was_killed() {
    let folder = Folder::new("shards");
    let scenario = folder.file("two.json", TWO_FLOWS);
    let (common, whole, other) = (folder.path("common"), folder.path("whole"), folder.path("other"));
    let whole_csv = succeeds(&fairshare(&sweep_of("sweep", &scenario, &["--csv", "--store", &whole])));
    let shard =
        |part, store| sweep_of("sweep", &scenario, &["--shard", part, "--jobs", "1", "--store", store]);

    let text = succeeds(&fairshare(&shard("1/3", &common)));
    assert!(text.starts_with("Shard 1 of 3: 4 runs are stored in "), "{text}");
    // The second part is killed after its first result.
    let mut killed = Command::new(env!("CARGO_BIN_EXE_fairshare"))
        .args(shard("2/3", &common))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while stored_runs(&common) < 5 {
        assert!(killed.try_wait().unwrap().is_none(), "the shard ended without a second result");
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success());
    assert!(stored_runs(&common) < 8, "the shard was complete before it was killed");
    // The third part is made elsewhere, with a store of its own.
    succeeds(&fairshare(&shard("3/3", &other)));

    let stores = ["--csv", "--store", common.as_str(), "--store", other.as_str()];
    let merged = |more: &[&str]| fairshare(&sweep_of("merge", &scenario, &[&stores[..], more].concat()));
    let incomplete = merged(&[]);
    assert_eq!((status(&incomplete), stdout(&incomplete).as_str()), (1, ""));
    let message = stderr(&incomplete);
    assert!(message.contains("of 4 cells have runs without a stored result"), "{message}");
    let partial = merged(&["--partial"]);
    assert_eq!(status(&partial), 1);
    assert!(stdout(&partial).lines().count() < whole_csv.lines().count());

    succeeds(&fairshare(&shard("2/3", &common)));
    assert_eq!(succeeds(&merged(&[])), whole_csv);
    // Runs with stored results are not computed again, and the order of the stores has no effect.
    assert_eq!(stored_runs(&common) + stored_runs(&other), 12);
    let reversed = ["--csv", "--store", other.as_str(), "--store", common.as_str()];
    assert_eq!(succeeds(&fairshare(&sweep_of("merge", &scenario, &reversed))), whole_csv);
}

#[test]
fn cells_that_cannot_run_are_named_and_the_others_are_kept() {
    let folder = Folder::new("failing-cells");
    let scenario = folder.file("two.json", TWO_FLOWS);
    let store = folder.path("store");
    let warmups = |command: &str, more: &[&str]| {
        let vary = [
            command,
            scenario.as_str(),
            "--vary",
            "warmup=2,20,4",
            "--seeds",
            "2",
            "--csv",
            "--store",
            store.as_str(),
        ];
        fairshare(&[&vary[..], more].concat())
    };
    let output = warmups("sweep", &[]);
    assert_eq!(status(&output), 1);
    let message = stderr(&output);
    assert!(message.contains("2 runs have no result") && message.contains("20"), "{message}");
    let rows = stdout(&output);
    let cells: std::collections::BTreeSet<&str> =
        rows.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(cells, ["2", "4"].into());
    assert_eq!(stored_runs(&store), 4);
    // `merge` gives the same rows, and names the cell.
    let again = warmups("merge", &[]);
    assert_eq!((status(&again), stdout(&again)), (1, rows));
    assert!(stderr(&again).contains("1 cell cannot run and is left out."), "{}", stderr(&again));
}

#[test]
fn a_misspelt_algorithm_is_refused_before_the_first_run() {
    let folder = Folder::new("misspelt");
    let scenario = folder.file("two.json", TWO_FLOWS);
    let store = folder.path("store");
    let vary = ["--vary", "flows.far.algorithm=newreno,cubci", "--store", &store];
    let output = fairshare(&[&["sweep", scenario.as_str()][..], &vary[..]].concat());
    assert!(stderr(&output).contains("Did you mean `cubic`?"), "{}", stderr(&output));
    assert!(!Path::new(&store).exists());
}

#[test]
fn a_store_that_cannot_be_made_is_named_before_the_first_run() {
    let folder = Folder::new("no-store");
    let scenario = folder.file("two.json", TWO_FLOWS);
    let store = format!("{}/below", folder.file("file", ""));
    let output = fairshare(&sweep_of("sweep", &scenario, &["--csv", "--store", &store]));
    assert_eq!((status(&output), stdout(&output).as_str()), (1, ""));
    assert!(stderr(&output).contains("below could not be written"), "{}", stderr(&output));
}

/// A limit of the size of files has the effect of a full disk: a part of a result is written, and then an
/// error is reported.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_written_result() {
    let folder = Folder::new("full-disk");
    let scenario = folder.file("two.json", TWO_FLOWS);
    let store = folder.path("store");
    let arguments = sweep_of("sweep", &scenario, &["--csv", "--store", &store]);
    let limited = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_fairshare")])
        .args(&arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!((status(&limited), stdout(&limited).as_str()), (1, ""), "{}", stderr(&limited));
    assert!(stderr(&limited).contains("could not be written"), "{}", stderr(&limited));
    let left = stored_files(&store);
    assert!(left.iter().all(|name| name.ends_with(".seconds")), "{left:?}");
    // With room again, the same command completes.
    succeeds(&fairshare(&arguments));
}
