//! Tests of `fairshare export`: files, standard output, and options that do not fit.

use super::*;

#[test]
fn a_run_is_written_to_a_file_or_to_standard_output() {
    let folder = Folder::new("exports");
    let path = folder.0.join("run.csv");
    let file = path.to_str().unwrap();
    let arguments = ["export", "-", "--as", "csv", "--bin", "1"];
    let printed = succeeds(&fairshare_reading(TWO_FLOWS, &arguments));
    assert!(printed.starts_with("t,width,of,id,signal,unit,value,min,max\n0,1,flow,"), "{printed}");
    succeeds(&fairshare_reading(TWO_FLOWS, &[&arguments[..], &["--output", file]].concat()));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), printed);
}

#[test]
fn a_citation_contains_result_id_and_link() {
    let arguments = ["export", "-", "--as", "bibtex", "--page", "https://example.org/fairshare/"];
    let entry = succeeds(&fairshare_reading(TWO_FLOWS, &arguments));
    let id = succeeds(&fairshare_reading(TWO_FLOWS, &["digest", "-"]));
    assert!(entry.contains(&format!("result ID {}", id.split_whitespace().next().unwrap())), "{entry} {id}");
    let link = entry.split("url = {").nth(1).and_then(|rest| rest.split('}').next()).unwrap();
    assert_eq!(
        succeeds(&fairshare(&["digest", link])).split_whitespace().next(),
        id.split_whitespace().next()
    );
}

#[test]
fn nothing_is_written_if_an_option_does_not_fit() {
    let folder = Folder::new("unfit-exports");
    let path = folder.0.join("run.out");
    let file = path.to_str().unwrap();
    for (arguments, message) in [
        (["--as", "csv", "--flow", "near"], "--flow applies to qlog and pcapng only, not to csv."),
        (["--as", "csv", "--link", "forward"], "--link applies to pcapng and ns2 only, not to csv."),
        (["--as", "ns2", "--bin", "1"], "--bin applies to csv, flent and iperf3 only, not to ns2."),
        (["--as", "ns2", "--link", "back"], "There is no link \"back\". The links are forward, reverse."),
        (["--as", "qlog", "--flow", "back"], "There is no flow \"back\". The flows are near, far."),
        (["--as", "xls", "--seed", "1"], "the formats are csv, flent, iperf3, qlog, ns2, pcapng, bibtex"),
    ] {
        let arguments = [&["export", "-", "--output", file], &arguments[..]].concat();
        let output = fairshare_reading(TWO_FLOWS, &arguments);
        assert_eq!(status(&output), 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "a file is left");
}
