//! `fairshare mcp`: the commands as tools of an assistant, by the Model Context Protocol on standard input and output
//! (docs/command-line.md). A tool runs a command of this program in a process of its own, so that a call can be cancelled
//! and ends after a limit of time. Answers about scenarios end with a link with which a person can check them.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _};
use serde_json::{Map, Value, json};
use sim_core::catalogue::json_schema;
use sim_core::scenario::share_link::{ShareLink, encode, examples};
use sim_core::simulation::{VERSION, kinds};
use tokio::io::AsyncWriteExt as _;
use tokio::process;

use crate::features::Feature;
use crate::shared::command::{Command, Run};
use crate::shared::error::CommandError;
use crate::shared::input::ScenarioInput;

pub const FEATURE: Feature = Feature::with(&[Command::of::<McpArgs>()]);

/// Offer the commands to an assistant, by the Model Context Protocol on standard input and output
#[derive(clap::Parser)]
#[command(
    name = "mcp",
    after_help = "Example of an assistant's settings:\n  { \"command\": \"fairshare\", \"args\": [\"mcp\"] }"
)]
pub struct McpArgs {
    /// The address of the page, for the links in answers
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:4173/")]
    page: String,
    /// The longest time of a call
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    limit: u64,
}

/// The most characters of an answer. A longer one would fill an assistant's memory.
const MAX_ANSWER: usize = 200_000;
/// How many levels of the schema an answer contains.
const SCHEMA_LEVELS: usize = 5;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Scenario,
    Text,
    Texts,
    Count,
}

/// An argument of a tool, and how the command takes it: `None` is a positional argument.
struct Argument {
    name: &'static str,
    flag: Option<&'static str>,
    kind: Kind,
    required: bool,
    help: &'static str,
}

const fn argument(
    name: &'static str,
    flag: Option<&'static str>,
    kind: Kind,
    help: &'static str,
) -> Argument {
    Argument { name, flag, kind, required: false, help }
}

const fn required(argument: Argument) -> Argument {
    Argument { required: true, ..argument }
}

const SCENARIO: Argument = required(argument(
    "scenario",
    None,
    Kind::Scenario,
    "A scenario document, a share link, the name of an example, or a file.",
));
const SET: Argument = argument(
    "set",
    Some("--set"),
    Kind::Texts,
    "Settings to change first, as PATH=VALUE: network.forward.rate=5M, network.forward.queue=fq_codel, flows.near.algorithm=bbr, flows.*.algorithm=cubic.",
);
const SEEDS: Argument = argument("seeds", Some("--seeds"), Kind::Count, "The number of seeds.");

struct ToolInfo {
    name: &'static str,
    description: &'static str,
    /// The command that it runs. The tool `schema` has none: this process answers it.
    command: &'static [&'static str],
    arguments: &'static [Argument],
}

const TOOLS: &[ToolInfo] = &[
    ToolInfo {
        name: "run",
        description: "Run a scenario of congestion control in a packet-level simulator, and return its summary: goodput, loss, delay, utilisation and fairness of each flow and link, and the result ID.",
        command: &["run", "--json"],
        arguments: &[SCENARIO, SET, argument("seed", Some("--seed"), Kind::Count, "The seed of the run.")],
    },
    ToolInfo {
        name: "compare",
        description: "Run two scenarios with the same seeds, and say for each number whether it differs or may be chance. Without b, the second scenario is a with the changed settings.",
        command: &["compare", "--json"],
        arguments: &[
            required(argument("a", None, Kind::Scenario, "The first scenario, as in run.")),
            argument("b", None, Kind::Scenario, "The second scenario."),
            SET,
            SEEDS,
        ],
    },
    ToolInfo {
        name: "sweep",
        description: "Run a scenario with several values of its settings and several seeds each, and return means with 95 % intervals.",
        command: &["sweep", "--json"],
        arguments: &[
            SCENARIO,
            required(argument(
                "vary",
                Some("--vary"),
                Kind::Texts,
                "Settings and their values: network.forward.rate=1M,2M,5M, or =1M..20M/8 for 8 values at equal distances, /8log at equal ratios.",
            )),
            SET,
            SEEDS,
        ],
    },
    ToolInfo {
        name: "explain",
        description: "Describe an algorithm, source, queue or loss rule with its settings and sources, or list all of them.",
        command: &["catalog"],
        arguments: &[argument("name", None, Kind::Text, "Its name, such as cubic, bbr3, fq_codel.")],
    },
    ToolInfo {
        name: "link",
        description: "Check a scenario, and return the link that opens it in the page, where a person can see its run.",
        command: &["validate", "--json"],
        arguments: &[SCENARIO, SET],
    },
    ToolInfo {
        name: "schema",
        description: "Return a part of the JSON schema of scenario documents.",
        command: &[],
        arguments: &[argument(
            "path",
            None,
            Kind::Text,
            "A JSON pointer into the schema, such as /properties/network, or /$defs/link for a reference #/$defs/link.",
        )],
    },
];

impl ToolInfo {
    fn tool(&self) -> Tool {
        let properties = self.arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema()));
        let required: Vec<&str> = self
            .arguments
            .iter()
            .filter(|argument| argument.required)
            .map(|argument| argument.name)
            .collect();
        let schema = json!({
            "type": "object",
            "properties": properties.collect::<Map<_, _>>(),
            "required": required,
            "additionalProperties": false,
        });
        let schema = schema.as_object().cloned().unwrap_or_default();
        let hints = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
        Tool::new(self.name, self.description, Arc::new(schema)).with_annotations(hints)
    }

    fn takes_scenario(&self) -> bool {
        self.arguments.iter().any(|argument| argument.kind == Kind::Scenario)
    }
}

impl Argument {
    fn schema(&self) -> Value {
        match self.kind {
            Kind::Scenario => {
                let names: Vec<String> = examples().into_iter().map(|(name, _)| name).collect();
                let help = format!("{} Examples: {}.", self.help, names.join(", "));
                json!({ "type": ["object", "string"], "description": help })
            }
            Kind::Text => json!({ "type": "string", "description": self.help }),
            Kind::Texts => {
                json!({ "type": "array", "items": { "type": "string" }, "description": self.help })
            }
            Kind::Count => json!({ "type": "integer", "minimum": 0, "description": self.help }),
        }
    }

    /// The value as texts: one for each entry of a list, otherwise one.
    fn texts(&self, value: &Value) -> Result<Vec<String>, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let found = match self.kind {
            Kind::Texts => value.as_array().and_then(|list| list.iter().map(text).collect()),
            Kind::Count => value.as_u64().map(|count| vec![count.to_string()]),
            Kind::Text | Kind::Scenario => text(value).map(|text| vec![text]),
        };
        let wanted = match self.kind {
            Kind::Texts => "a list of texts",
            Kind::Count => "a whole number from 0 on",
            Kind::Text => "a text",
            Kind::Scenario => "a scenario document, or a text that names one",
        };
        found.ok_or_else(|| format!("{}: must be {wanted}.", self.name))
    }

    fn scenario(&self, value: &Value) -> Result<ScenarioInput, String> {
        if value.is_object() {
            return Ok(ScenarioInput { name: self.name.to_owned(), link: ShareLink::of(value.clone()) });
        }
        match self.texts(value)?.remove(0) {
            // Standard input has the messages of the protocol.
            text if text == "-" => Err(format!("{}: names no scenario.", self.name)),
            text => ScenarioInput::read(&text).map_err(|error| error.text()),
        }
    }
}

/// A call of a tool: the arguments of a command, its input, and the links of its answer.
struct Call {
    arguments: Vec<String>,
    input: String,
    links: Vec<String>,
}

impl Call {
    fn of(info: &ToolInfo, given: &Map<String, Value>, page: &str) -> Result<Self, String> {
        if let Some(unknown) =
            given.keys().find(|key| info.arguments.iter().all(|argument| argument.name != **key))
        {
            let known: Vec<&str> = info.arguments.iter().map(|argument| argument.name).collect();
            return Err(format!("{unknown}: unknown argument. The arguments are {}.", known.join(", ")));
        }
        let mut scenarios = Vec::new();
        let mut arguments: Vec<String> = info.command.iter().map(|&word| word.to_owned()).collect();
        let mut positional = Vec::new();
        for argument in info.arguments {
            let Some(value) = given.get(argument.name).filter(|value| !value.is_null()) else {
                if argument.required {
                    return Err(format!("{}: is missing.", argument.name));
                }
                continue;
            };
            match (argument.kind, argument.flag) {
                (Kind::Scenario, _) => scenarios.push(argument.scenario(value)?),
                (_, Some(flag)) => {
                    arguments.extend(argument.texts(value)?.iter().map(|text| format!("{flag}={text}")));
                }
                (_, None) => positional.extend(argument.texts(value)?),
            }
        }
        let sets: Vec<String> = match given.get(SET.name) {
            Some(value) if !value.is_null() => SET.texts(value)?,
            _ => Vec::new(),
        };
        if info.name == "compare"
            && !sets.is_empty()
            && let [ScenarioInput { name, link }] = &scenarios[..]
        {
            scenarios.push(ScenarioInput { name: name.clone(), link: ShareLink::of(link.scenario.clone()) });
        }
        let input = scenarios.first().map_or_else(String::new, |one| one.link.scenario.to_string());
        if info.takes_scenario() {
            positional.push("-".to_owned());
            positional.extend(
                scenarios.iter().skip(1).map(|one| encode(&ShareLink::of(one.link.scenario.clone()))),
            );
        }
        if info.name == "sweep" {
            let store = std::env::temp_dir().join("fairshare-mcp");
            arguments.push(format!("--store={}", store.display()));
        }
        // Settings change the last scenario.
        if let Some(last) = scenarios.last_mut() {
            last.apply_settings(&sets, given.get("seed").and_then(Value::as_u64), kinds())
                .map_err(|error| error.text())?;
        }
        let link = |one: ScenarioInput| {
            format!("{}{}", page.trim_end_matches('#'), encode(&ShareLink::of(one.link.scenario)))
        };
        arguments.push("--".to_owned());
        arguments.append(&mut positional);
        Ok(Self { arguments, input, links: scenarios.into_iter().map(link).collect() })
    }

    /// Runs the command. Dropping the future ends it.
    async fn run(self) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("The command could not be run: {error}.");
        let mut child = process::Command::new(std::env::current_exe().map_err(failed)?)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        if let Some(mut pipe) = child.stdin.take() {
            // A command that finds a mistake in its arguments does not read its input.
            let _ = pipe.write_all(self.input.as_bytes()).await;
        }
        let output = child.wait_with_output().await.map_err(failed)?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let mut answer = String::from_utf8_lossy(&output.stdout).into_owned();
        if answer.len() > MAX_ANSWER {
            return Err(format!(
                "The answer has {} characters, more than {MAX_ANSWER}. Ask for fewer flows, values or seeds.",
                answer.len()
            ));
        }
        for link in self.links {
            answer.push_str(&format!("\nTo see and check it: {link}\n"));
        }
        Ok(answer)
    }
}

/// The part of the schema at a pointer. What is below the last level has only its type.
fn schema(given: &Map<String, Value>) -> Result<String, String> {
    let path = given.get("path").and_then(Value::as_str).unwrap_or_default();
    let whole = json_schema(kinds());
    let part = whole.pointer(path.trim_start_matches('#'));
    let part = part.ok_or_else(|| format!("path: the schema has nothing at {path}. Try /properties."))?;
    Ok(format!("{:#}\n", shortened(part, SCHEMA_LEVELS)))
}

fn shortened(value: &Value, levels: usize) -> Value {
    match value {
        Value::Object(entries) if levels == 0 => {
            entries.get("type").or(entries.get("$ref")).cloned().unwrap_or_default()
        }
        Value::Object(entries) => {
            let below = |(key, value): (&String, &Value)| (key.clone(), shortened(value, levels - 1));
            entries.iter().map(below).collect::<Map<_, _>>().into()
        }
        Value::Array(list) => list.iter().map(|value| shortened(value, levels)).collect(),
        _ => value.clone(),
    }
}

#[derive(Clone)]
struct Assistant {
    page: Arc<str>,
    limit: Duration,
}

impl Assistant {
    async fn answer(
        &self,
        info: &ToolInfo,
        given: Map<String, Value>,
        context: &RequestContext<RoleServer>,
    ) -> Result<String, String> {
        let call = Call::of(info, &given, &self.page)?;
        if info.command.is_empty() {
            return schema(&given);
        }
        tokio::select! {
            answer = call.run() => answer,
            () = context.ct.cancelled() => Err("The call was cancelled.".to_owned()),
            () = tokio::time::sleep(self.limit) => Err(format!(
                "The command took more than {} s. Ask for a shorter duration, fewer seeds or fewer values.",
                self.limit.as_secs()
            )),
        }
    }
}

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("fairshare", VERSION))
            .with_instructions("Fairshare simulates how congestion control schemes share a network, packet by packet. Results are exact for a scenario and a seed: state the result ID and give people the link. One seed shows one run: use compare or sweep before saying that something is better.")
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(ToolInfo::tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(info) = TOOLS.iter().find(|info| info.name == request.name) else {
            return Err(ErrorData::invalid_params(format!("There is no tool {}.", request.name), None));
        };
        let answer = self.answer(info, request.arguments.unwrap_or_default(), &context).await;
        Ok(match answer {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Err(text) => CallToolResult::error(vec![ContentBlock::text(text)]),
        }
        .into())
    }
}

impl Run for McpArgs {
    fn run(&self) -> Result<(), CommandError> {
        let assistant = Assistant { page: self.page.as_str().into(), limit: Duration::from_secs(self.limit) };
        let failed = |error: &dyn std::fmt::Display| CommandError::Run(format!("The server ended: {error}."));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| failed(&error))?;
        let served = runtime.block_on(async {
            let server = assistant.serve(rmcp::transport::stdio()).await.map_err(|error| failed(&error))?;
            server.waiting().await.map(drop).map_err(|error| failed(&error))
        });
        // A read of standard input cannot be cancelled.
        runtime.shutdown_background();
        served
    }
}
