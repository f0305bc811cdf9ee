//! The page and the room over HTTP. People follow the room by server-sent events, which browsers open again by themselves
//! after a lost connection or a sleep, and send answers by POST.
//!
//! | request | who | what |
//! | --- | --- | --- |
//! | `GET /class/CODE/events` | everyone | the question and the result, now and after each change |
//! | `POST /class/CODE/answer` | everyone | an answer to the open question |
//! | `GET /class/CODE/lead/KEY/events` | the lecturer | the same, with all answers and the number of people |
//! | `POST /class/CODE/lead/KEY/ask`, `.../reveal` | the lecturer | opens a question; closes it and shows a result |

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::unfold;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::answers::{AnswerError, MAX_PEOPLE};
use crate::room::Room;
use crate::site::Site;

/// Maximum size of a message in bytes. A question with its texts and the curve before it is the largest one.
const MAX_MESSAGE: usize = 64_000;
const MAX_ANSWER: usize = 4_000;
/// The lecturer gets the answers at most once in this time.
const PAUSE: Duration = Duration::from_millis(150);

/// What a server serves. Without a room, only the page.
pub struct Server {
    pub site: Site,
    pub room: Option<Arc<Room>>,
}

#[derive(Clone)]
struct Shared {
    site: Arc<Site>,
    room: Option<Arc<Room>>,
    started: Instant,
}

/// Serves until the program ends.
pub fn listen(server: Server, listener: TcpListener) -> Result<(), String> {
    let text = |error: std::io::Error| format!("The server ended: {error}.");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(text)?;
    runtime.block_on(async {
        listener.set_nonblocking(true).map_err(text)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(text)?;
        axum::serve(listener, routes(server)).await.map_err(text)
    })
}

fn routes(Server { site, room }: Server) -> Router {
    let shared = Shared { site: Arc::new(site), room, started: Instant::now() };
    let lead = Router::new()
        .route("/events", get(lead_events))
        .route("/ask", post(ask))
        .route("/reveal", post(reveal))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE));
    let room = Router::new()
        .route("/events", get(events))
        .route("/answer", post(answer).layer(DefaultBodyLimit::max(MAX_ANSWER)))
        .nest("/lead/{key}", lead);
    Router::new().nest("/class/{code}", room).fallback(get(file)).with_state(shared)
}

/// A refusal: what the page acts on, and a sentence for people who read the answer of the server.
struct Refusal(StatusCode, &'static str, String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self(status, reason, text) = self;
        let body = json!({ "error": reason, "text": text }).to_string();
        (status, [(CONTENT_TYPE, "application/json")], body).into_response()
    }
}

impl From<AnswerError> for Refusal {
    fn from(error: AnswerError) -> Self {
        let (status, reason) = match error {
            AnswerError::Unreadable => (StatusCode::UNPROCESSABLE_ENTITY, "unreadable"),
            AnswerError::Closed => (StatusCode::CONFLICT, "closed"),
            AnswerError::Full => (StatusCode::SERVICE_UNAVAILABLE, "full"),
            AnswerError::TooFast => (StatusCode::TOO_MANY_REQUESTS, "tooFast"),
        };
        Self(status, reason, error.to_string())
    }
}

impl Shared {
    fn room(&self, code: &str) -> Result<&Arc<Room>, Refusal> {
        let no_room = || Refusal(StatusCode::NOT_FOUND, "noRoom", format!("There is no room {code} here."));
        self.room.as_ref().filter(|room| room.codes.room == code).ok_or_else(no_room)
    }

    fn led(&self, code: &str, key: &str) -> Result<&Arc<Room>, Refusal> {
        let room = self.room(code)?;
        // The key is too long to be guessed, also by measuring how long a comparison takes.
        if room.codes.key == key {
            return Ok(room);
        }
        Err(Refusal(StatusCode::FORBIDDEN, "noKey", "This is not the lecturer's key.".to_owned()))
    }
}

/// A message of the page. `Null` if it is not JSON, which no reader accepts.
fn message(body: &Bytes) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

async fn events(State(shared): State<Shared>, Path(code): Path<String>) -> Result<Response, Refusal> {
    let room = shared.room(&code)?;
    let presence = room.enter(MAX_PEOPLE).ok_or(AnswerError::Full)?;
    let mut shown = room.follow();
    shown.mark_changed();
    let stream = unfold((shown, presence), |(mut shown, presence)| async {
        shown.changed().await.ok()?;
        let event = Event::default().data(shown.borrow_and_update().as_str());
        Some((Ok::<_, Infallible>(event), (shown, presence)))
    });
    Ok(live(Sse::new(stream).keep_alive(KeepAlive::default())))
}

async fn lead_events(
    State(shared): State<Shared>,
    Path((code, key)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let room = shared.led(&code, &key)?.clone();
    let mut changes = room.follow_answers();
    changes.mark_changed();
    let stream = unfold((changes, room, true), |(mut changes, room, is_first)| async move {
        changes.changed().await.ok()?;
        if !is_first {
            sleep(PAUSE).await;
        }
        changes.mark_unchanged();
        let event = Event::default().data(room.overview());
        Some((Ok::<_, Infallible>(event), (changes, room, false)))
    });
    Ok(live(Sse::new(stream).keep_alive(KeepAlive::default())))
}

fn live(stream: impl IntoResponse) -> Response {
    ([(CACHE_CONTROL, "no-store")], stream).into_response()
}

async fn answer(
    State(shared): State<Shared>,
    Path(code): Path<String>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let now = shared.started.elapsed().as_secs_f64();
    shared.room(&code)?.answer(&message(&body), now)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn ask(
    State(shared): State<Shared>,
    Path((code, key)): Path<(String, String)>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let asked = shared.led(&code, &key)?.ask(message(&body));
    let refuse = |text: &str| Refusal(StatusCode::UNPROCESSABLE_ENTITY, "unreadable", text.to_owned());
    asked.map(|()| StatusCode::NO_CONTENT).map_err(refuse)
}

async fn reveal(
    State(shared): State<Shared>,
    Path((code, key)): Path<(String, String)>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    shared.led(&code, &key)?.reveal(message(&body));
    Ok(StatusCode::NO_CONTENT)
}

async fn file(State(shared): State<Shared>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(file) = shared.site.file(uri.path()) else {
        return (StatusCode::NOT_FOUND, "There is no such file.").into_response();
    };
    let kept = if file.is_fixed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let shared_headers = [(CONTENT_TYPE, file.kind), (CACHE_CONTROL, kept), (VARY, "Accept-Encoding")];
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepted.contains("gzip") {
        return (shared_headers, [(CONTENT_ENCODING, "gzip")], file.gzipped()).into_response();
    }
    (shared_headers, file.plain()).into_response()
}
