//! Tests of the commands `gen`, `new-protocol`, `new-queue`, `catalog` and `schema`, and of a short
//! measurement of `bench`.

use super::*;
use serde_json::Value;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// A folder with the files of the repository that the commands need.
fn small_repository(name: &str) -> Folder {
    let folder = Folder::new(name);
    for registry in ["sim-core/engine/src/protocols", "sim-core/engine/src/net/queues"] {
        std::fs::create_dir_all(folder.0.join(registry)).unwrap();
        let file = format!("{registry}/mod.rs");
        folder.file(&file, std::fs::read(repository().join(&file)).unwrap());
    }
    folder
}

/// Checks the generated pages of algorithms.
fn assert_that_every_algorithm_page_has_a_figure_with_curves(folder: &Folder) {
    let data: Value = serde_json::from_str(&succeeds(&fairshare(&["figure-data"]))).unwrap();
    let figures = data.as_array().unwrap();
    let mut pages = 0;
    for entry in std::fs::read_dir(folder.path("docs/algorithms")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|kind| kind != "md") || name == "README" {
            continue;
        }
        let page = std::fs::read_to_string(&path).unwrap();
        let files: Vec<&str> =
            page.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(!files.is_empty(), "{name}");
        for file in files {
            let figure = figures.iter().find(|figure| figure["file"] == file).unwrap();
            let panels = figure["panels"].as_array().unwrap();
            assert!(panels.len() >= 2, "{file}: {} panels", panels.len());
            for panel in panels {
                let curves = panel["curves"].as_array().unwrap();
                let is_drawn = |curve: &Value| curve["points"].as_array().unwrap().len() > 10;
                assert!(!curves.is_empty() && curves.iter().all(is_drawn), "{file}: {}", panel["name"]);
            }
        }
        pages += 1;
    }
    assert!(pages >= 18);
}

#[test]
fn gen_reports_and_updates_stale_files() {
    let folder = small_repository("gen");
    let root = folder.path("");
    let check = fairshare(&["gen", "--check", "--root", &root]);
    assert_eq!(status(&check), 1);
    assert!(stderr(&check).contains("web/src/generated/catalogue.json"));
    assert!(!folder.0.join("web").exists(), "--check wrote a file");
    succeeds(&fairshare(&["gen", "--root", &root]));
    assert_that_every_algorithm_page_has_a_figure_with_curves(&folder);
    folder.file("web/src/generated/types.ts", "edited by hand");
    let stale = fairshare(&["gen", "--check", "--root", &root]);
    assert!(stderr(&stale).ends_with("  web/src/generated/types.ts\n"), "{}", stderr(&stale));
    succeeds(&fairshare(&["gen", "--root", &root]));
    let text = succeeds(&fairshare(&["gen", "--check", "--root", &root]));
    assert!(text.contains("up to date"));
}

#[test]
fn gen_and_new_protocol_require_the_repository() {
    let folder = Folder::new("elsewhere");
    for arguments in [
        &["gen", "--root"][..],
        &["new-protocol", "made_by_test", "--root"],
        &["new-queue", "made_by_test", "--root"],
    ] {
        let output = fairshare(&[arguments, &[&folder.path("")]].concat());
        assert_eq!(status(&output), 2);
        assert!(stderr(&output).contains("is not Fairshare's repository"));
    }
}

/// Except for its name, a created file equals the template that the tests of the registry cover. The name
/// differs from the names in the guides, so that the test also passes after a reader has followed a guide.
#[test]
fn a_created_file_is_the_renamed_template() {
    let folder = small_repository("from-template");
    let root = folder.path("");
    let commands = [
        ("new-protocol", "sim-core/engine/src/protocols", "Template"),
        ("new-queue", "sim-core/engine/src/net/queues", "TemplateQueue"),
    ];
    for (command, place, template_type) in commands {
        let read = |file: &str| std::fs::read_to_string(folder.path(&format!("{place}/{file}"))).unwrap();
        let text = succeeds(&fairshare(&[command, "made_by_test", "--root", &root]));
        assert!(text.contains("made_by_test.rs") && text.contains("npm run new"));
        let template = repository().join(place).join("template.rs");
        let template = std::fs::read_to_string(template).unwrap().replace(template_type, "Template");
        let written =
            read("made_by_test.rs").replace("MadeByTest", "Template").replace("\"made_by_test", "\"template");
        assert_eq!(written, template);
        assert!(read("made_by_test.md").starts_with("# MadeByTest\n"));
        let registry = read("mod.rs");
        assert!(registry.ends_with("    made_by_test::MadeByTest,\n}\n"), "{registry}");

        let again = fairshare(&[command, "made_by_test", "--root", &root]);
        assert_eq!(status(&again), 2);
        assert!(stderr(&again).contains("already exists"));
        for bad in ["cubic", "red", "Mine", "../mine", "type", "template", ""] {
            let output = fairshare(&[command, bad, "--root", &root]);
            assert_eq!(status(&output), 2, "{bad}");
            assert!(stderr(&output).contains("cannot be the name of a"), "{bad}");
        }
        assert_eq!(read("mod.rs"), registry);
    }
}

#[test]
fn catalogue_and_schema_are_json() {
    let catalogue: Value = serde_json::from_str(&succeeds(&fairshare(&["catalog", "--json"]))).unwrap();
    let ids: Vec<&str> = catalogue["algorithms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|algorithm| algorithm["id"].as_str().unwrap())
        .collect();
    assert!(ids.contains(&"cubic") && !ids.contains(&"template"));
    let schema: Value = serde_json::from_str(&succeeds(&fairshare(&["schema"]))).unwrap();
    assert!(schema["properties"]["flows"].is_object());
    let list = succeeds(&fairshare(&["catalog"]));
    assert!(ids.iter().all(|id| list.contains(&format!("\n  {id} "))));
    assert!(succeeds(&fairshare(&["catalog", "cubic"])).contains("fast_convergence"));
    assert!(succeeds(&fairshare(&["catalog", "drop_tail"])).contains("limit"));
    let document = succeeds(&fairshare(&["catalog", "near-far"]));
    let [of_document, of_name] =
        [fairshare_reading(&document, &["digest", "-"]), fairshare(&["digest", "near-far"])]
            .map(|output| succeeds(&output).split_whitespace().next().unwrap().to_owned());
    assert_eq!(of_document, of_name);
}

#[test]
fn a_measurement_reports_time_packet_hops_and_the_result_id() {
    let document = TWO_FLOWS.replace("\"duration\": 12", "\"duration\": 3");
    let measure = |further_arguments: &[&str]| -> Value {
        let output = fairshare(&[&["bench-one", &document], further_arguments].concat());
        serde_json::from_str(&succeeds(&output)).unwrap()
    };
    let (bare, recorded, setup) = (measure(&[]), measure(&["--recorded"]), measure(&["--setup-only"]));
    assert!(bare["packet_hops"].as_f64().unwrap() > 1000.0);
    assert!(bare["run_s"].as_f64().unwrap() > 0.0);
    assert_eq!(bare["result_id"], recorded["result_id"]);
    assert_eq!(setup["packet_hops"], 0);
}
