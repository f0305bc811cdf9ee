//! `fairshare mcp`: a conversation by the Model Context Protocol, the answers of each tool, and mistakes of an assistant.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::*;
use serde_json::{Value, json};

/// A client of the protocol, and the number of its last request.
struct Client {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    id: u64,
}

impl Client {
    fn start(options: &[&str]) -> Self {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fairshare"));
        command.arg("mcp").args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        let mut client = Client { child, to, from, id: 0 };
        let about = json!({ "name": "test", "version": "1" });
        let begun = client.request(
            "initialize",
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about }),
        );
        assert_eq!(begun["result"]["serverInfo"]["name"], "fairshare");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params }));
    }

    /// The answer to the last request.
    fn answer(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server ended");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == self.id {
                return message;
            }
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params);
        self.answer()
    }

    /// The text of a tool's answer, or of its error.
    fn call(&mut self, tool: &str, arguments: Value) -> Result<String, String> {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        if answer["result"]["isError"] == true { Err(text) } else { Ok(text) }
    }

    fn end(mut self) {
        drop(self.to);
        assert!(self.child.wait().unwrap().success());
    }
}

/// The link at the end of an answer.
fn last_link(answer: &str) -> &str {
    answer.rsplit_once("To see and check it: ").unwrap().1.trim()
}

#[test]
fn each_tool_answers_with_what_the_command_prints_and_a_link_to_it() {
    let mut client = Client::start(&["--page", "https://lab.example/"]);
    let tools = client.request("tools/list", json!({}));
    let names: Vec<&str> = tools["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names, ["run", "compare", "sweep", "explain", "link", "schema"]);

    let set = "network.forward.rate=5M";
    let ran = client.call("run", json!({ "scenario": "near-far", "set": [set] })).unwrap();
    let expected = succeeds(&fairshare(&["run", "near-far", "--set", set, "--json"]));
    assert!(ran.starts_with(&expected), "{ran}");
    // The link opens the changed scenario: its run has the same result ID.
    let link = last_link(&ran);
    assert!(link.starts_with("https://lab.example/#"), "{link}");
    assert_eq!(succeeds(&fairshare(&["run", link, "--json"])), expected);

    let queue = json!(["network.forward.queue=fq_codel"]);
    let compared = client.call("compare", json!({ "a": "near-far", "set": queue, "seeds": 3 })).unwrap();
    let numbers: Value = serde_json::from_str(compared.split("\nTo see").next().unwrap()).unwrap();
    assert_eq!(numbers["seeds"], 3);
    assert!(numbers["numbers"].as_array().unwrap().iter().any(|number| number["verdict"] == "differ"));
    assert_eq!(compared.matches("To see and check it").count(), 2);

    let vary = json!(["network.forward.rate=1M,2M"]);
    let swept = client.call("sweep", json!({ "scenario": "sawtooth", "vary": vary, "seeds": 2 })).unwrap();
    let cells: Value = serde_json::from_str(swept.split("\nTo see").next().unwrap()).unwrap();
    assert_eq!(cells["cells"].as_array().unwrap().len(), 2);

    assert_eq!(
        client.call("explain", json!({ "name": "cubic" })).unwrap(),
        succeeds(&fairshare(&["catalog", "cubic"]))
    );
    let document = json!({ "v": 1, "flows": [{ "id": "a" }] });
    assert!(client.call("link", json!({ "scenario": document })).unwrap().contains("\"valid\": true"));
    assert!(
        client.call("schema", json!({ "path": "/properties/seed" })).unwrap().contains("9007199254740991")
    );
    client.end();
}

#[test]
fn mistakes_are_answered_with_what_to_do() {
    let mut client = Client::start(&[]);
    let long = json!({ "v": 1, "duration": 86400, "flows": [{ "id": "a" }] });
    let misspelt = json!({ "v": 1, "flows": [{ "id": "a", "algoritm": "cubic" }] });
    for (tool, arguments, said) in [
        ("run", json!({}), "scenario: is missing."),
        ("run", json!({ "scenario": "nearfar" }), "Did you mean the example `near-far`?"),
        ("run", json!({ "scenario": "-" }), "names no scenario"),
        ("run", json!({ "scenario": 3 }), "must be a scenario document"),
        ("run", json!({ "scenario": "near-far", "sed": 1 }), "The arguments are scenario, set, seed."),
        ("run", json!({ "scenario": "near-far", "set": "a=b" }), "set: must be a list of texts."),
        ("run", json!({ "scenario": misspelt }), "Did you mean `algorithm`?"),
        ("compare", json!({ "a": "near-far" }), "Name a second scenario"),
        ("explain", json!({ "name": "--help" }), "Unknown name `--help`"),
        ("schema", json!({ "path": "/nothing" }), "Try /properties."),
    ] {
        let error = client.call(tool, arguments).unwrap_err();
        assert!(error.contains(said), "{tool}: {error}");
    }
    let unknown = client.request("tools/call", json!({ "name": "delete", "arguments": {} }));
    assert_eq!(unknown["error"]["message"], "There is no tool delete.");

    // A cancelled call ends, and the next one is answered.
    client.ask("tools/call", json!({ "name": "run", "arguments": { "scenario": long } }));
    let cancelled = json!({ "requestId": client.id });
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    assert!(client.call("explain", json!({})).unwrap().starts_with("Algorithms"));
    client.end();

    let mut hurried = Client::start(&["--limit", "1"]);
    let error = hurried.call("run", json!({ "scenario": long })).unwrap_err();
    assert!(error.contains("more than 1 s"), "{error}");
    hurried.end();
}
