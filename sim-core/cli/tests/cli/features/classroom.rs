//! `fairshare serve` and `fairshare class`: the addresses, the page, and a question with its answers.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpStream;
use std::process::Child;

use super::*;

/// A server that runs until the end of the test, with the lines that it printed first.
struct Running {
    child: Child,
    lines: Vec<String>,
}

impl Running {
    fn start(arguments: &[&str], lines: usize) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairshare"));
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let lines = output.lines().take(lines).map(Result::unwrap).collect();
        Running { child, lines }
    }

    /// The host and port, and the rest, of the address in a line.
    fn address(&self, line: usize) -> (&str, &str) {
        let (_, address) = self.lines[line].split_once("http://").unwrap();
        address.split_once('/').unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status and the body of the answer to a request.
fn request(host: &str, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// The next event of a stream that was opened before.
fn event(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    lines.find_map(|line| line.strip_prefix("data: ").map(str::to_owned)).unwrap()
}

fn page(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    folder.file("index.html", "<title>Fairshare</title>");
    let path = folder.path("");
    (folder, path)
}

#[test]
fn serve_gives_the_files_of_the_page() {
    let (_folder, path) = page("serve-page");
    let server = Running::start(&["serve", "--page", &path, "--port", "0"], 1);
    let (host, _) = server.address(0);
    assert_eq!(request(host, "GET", "/", ""), (200, "<title>Fairshare</title>".to_owned()));
    assert_eq!(request(host, "GET", "/missing.js", "").0, 404);
    assert_eq!(request(host, "GET", "/class/ABCDE/events", "").0, 404);
}

#[test]
fn a_class_answers_and_only_its_lecturer_sees_the_answers() {
    let (_folder, path) = page("class-page");
    let server = Running::start(&["class", "--page", &path, "--port", "0", "--host", "127.0.0.1"], 2);
    let (host, lead) = server.address(0);
    let (_, join) = server.address(1);
    let (code, key) = lead.strip_prefix("#/class/").unwrap().split_once('/').unwrap();
    assert_eq!(join, format!("#/class/{code}"));
    let lead = format!("/class/{code}/lead/{key}");

    let question = r#"{"count":1,"low":0,"high":2,"whole":true,"ask":"Which?"}"#;
    assert_eq!(request(host, "POST", &format!("/class/{code}/lead/{}/ask", "0".repeat(32)), question).0, 403);
    assert_eq!(request(host, "POST", &format!("{lead}/ask"), "{}").0, 422);
    assert_eq!(request(host, "POST", &format!("{lead}/ask"), question).0, 204);

    let answer = |values: &str| format!(r#"{{"question":1,"person":"abcdefgh","values":{values}}}"#);
    let send = |body: &str| request(host, "POST", &format!("/class/{code}/answer"), body);
    assert_eq!(send(&answer("[1]")).0, 204);
    assert_eq!(send(&answer("[3]")).0, 422);
    assert_eq!(send("no JSON").0, 409);
    assert_eq!(send(&"x".repeat(5000)).0, 413);
    assert!(event(host, &format!("{lead}/events")).contains(r#""answers":[[1.0]]"#));
    let shown = event(host, &format!("/class/{code}/events"));
    assert!(shown.contains("Which?") && !shown.contains("answers"), "{shown}");

    assert_eq!(request(host, "POST", &format!("{lead}/reveal"), r#"{"right":[1]}"#).0, 204);
    let closed = send(&answer("[2]"));
    assert_eq!(closed.0, 409);
    assert!(closed.1.contains("The question is closed."), "{}", closed.1);
}

#[test]
fn a_program_without_the_page_says_how_to_name_it() {
    let output = fairshare(&["serve", "--page", env!("CARGO_MANIFEST_DIR")]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("npm run build"), "{}", stderr(&output));
    let output = fairshare(&["class", "--address", "example.org", "--page", "."]);
    assert_eq!(status(&output), 2);
}
