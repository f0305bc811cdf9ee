//! A web page: a browser loads a document and the objects that it names, over HTTP/1.1, HTTP/2 or HTTP/3. The
//! sizes and numbers of objects are medians of the HTTP Archive (Web Almanac 2024, chapter "Page weight"); a
//! connection serves responses by RFC 9218.

use super::client::{ClientCx, ClientRules, NewRequest};
use super::responses::{Responses, WantedResponse, sends_responses};
use super::{Offer, Ready, Source, SourceCx, SourceFacts, Transfer};
use crate::ground::convert::{narrow, whole};
use crate::ground::rng::digest_of;
use crate::ground::time::{Time, from_secs};
use crate::{choice, params};

choice! {
    /// The version of HTTP.
    pub enum HttpVersion {
        /// One response at a time on each connection. Browsers use up to six: set the flow's `count` to 6.
        Http1 "1.1" "HTTP/1.1",
        /// All responses share the byte stream of one connection: data that is lost delays all that follow it.
        Http2 "2" "HTTP/2",
        /// Each response is a stream of its own on one connection, as in QUIC: data that is lost delays its own
        /// response only. Choose the stack `quic` too.
        Http3 "3" "HTTP/3",
    }
}

choice! {
    /// Which objects a page has.
    pub enum PageModel {
        /// The medians of pages for desktop computers in 2024: 2 documents, 8 style sheets, 24 scripts, 4 fonts and
        /// 18 images with 1.9 MB in total.
        Desktop2024 "desktop_2024" "Median page of 2024, desktop",
        /// The medians of pages for phones in 2024: 2 documents, 8 style sheets, 22 scripts, 3 fonts and 16 images with
        /// 1.7 MB in total.
        Mobile2024 "mobile_2024" "Median page of 2024, phone",
        /// A small document, and objects of one size that it names.
        Equal "equal" "Equal objects",
    }
}

params! {
    pub struct Params {
        /// The version of HTTP with which the browser loads the page.
        http: HttpVersion = HttpVersion::Http2, label "HTTP version", cite "RFC 9112, RFC 9113, RFC 9114";
        /// Which objects the page has.
        page: PageModel = PageModel::Desktop2024, label "Page", cite "Web Almanac 2024";
        /// Number of objects of a page with equal objects.
        objects: u32 = 64, range 1..=1000, label "Objects";
        /// Size of an object of a page with equal objects.
        object_size: f64 = 10_000.0, unit "bytes", range 1.0..=1e8, scale log, label "Size of an object";
        /// Bytes of the server's part of the TLS handshake, which takes another round trip on each connection over TCP.
        /// With 0, the connections use no TLS.
        tls: f64 = 4000.0, unit "bytes", range 0.0..=100_000.0, label "TLS handshake", cite "RFC 8446";
        /// Pause after the page is complete, until the browser loads it again over fresh connections.
        pause: f64 = 5.0, unit "s", range 0.001..=10_000.0, scale log, label "Pause";
    }
}

/// What an object of a page is. The values are the urgencies of RFC 9218 with which the browser requests it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ObjectKind {
    Document = 0,
    StyleSheet = 1,
    Font = 2,
    Script = 3,
    Image = 4,
}

/// Number of kinds of objects.
pub const KINDS: usize = 5;

/// The part of a page that has arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrived {
    /// The share of the objects of each kind, in the order of their urgencies; 1 for a kind without objects.
    pub shares: [f64; KINDS],
    /// When the browser began to load the page.
    pub began: Time,
}

#[derive(Clone, Copy, Debug)]
struct Object {
    kind: ObjectKind,
    bytes: u64,
    /// The object whose content names this one.
    named_by: Option<u32>,
}

/// Numbers and total bytes of objects, with 1 kB of 1024 bytes as in the HTTP Archive.
struct Medians {
    style_sheets: (u32, u64),
    fonts: (u32, u64),
    scripts: (u32, u64),
    images: (u32, u64),
    documents: (u32, u64),
}

const DESKTOP_2024: Medians = Medians {
    documents: (2, 18),
    style_sheets: (8, 78),
    fonts: (4, 131),
    scripts: (24, 613),
    images: (18, 1054),
};
const MOBILE_2024: Medians = Medians {
    documents: (2, 18),
    style_sheets: (8, 73),
    fonts: (3, 111),
    scripts: (22, 558),
    images: (16, 900),
};

/// Bytes of the document of a page with equal objects.
const SMALL_DOCUMENT: u64 = 2000;
/// The number of the TLS handshake among the responses.
const TLS: u32 = u32::MAX;

/// The first document names the style sheets, the scripts and the images. The style sheets name the fonts, and the last
/// script the second document. All objects of a kind have the same size.
fn objects(params: &Params) -> Vec<Object> {
    let medians = match params.page {
        PageModel::Desktop2024 => DESKTOP_2024,
        PageModel::Mobile2024 => MOBILE_2024,
        PageModel::Equal => {
            let document = Object { kind: ObjectKind::Document, bytes: SMALL_DOCUMENT, named_by: None };
            let object = Object {
                kind: ObjectKind::Image,
                bytes: whole::<u64>(params.object_size),
                named_by: Some(0),
            };
            return [vec![document], vec![object; params.objects as usize]].concat();
        }
    };
    let size = |(number, kilobytes): (u32, u64)| kilobytes * 1024 / u64::from(number);
    let document = Object { kind: ObjectKind::Document, bytes: size(medians.documents), named_by: None };
    let mut page = vec![document];
    let named_by_document = [
        (ObjectKind::StyleSheet, medians.style_sheets),
        (ObjectKind::Script, medians.scripts),
        (ObjectKind::Image, medians.images),
    ];
    for (kind, (number, kilobytes)) in named_by_document {
        let object = Object { kind, bytes: size((number, kilobytes)), named_by: Some(0) };
        page.extend((0..number).map(|_| object));
    }
    // The style sheets are the objects from 1 on.
    page.extend((0..medians.fonts.0).map(|font| Object {
        kind: ObjectKind::Font,
        bytes: size(medians.fonts),
        named_by: Some(1 + font % medians.style_sheets.0),
    }));
    let last_script = medians.style_sheets.0 + medians.scripts.0;
    page.extend((1..medians.documents.0).map(|_| Object { named_by: Some(last_script), ..document }));
    page
}

#[derive(Clone, Debug)]
pub struct Page {
    responses: Responses,
}

impl Source for Page {
    type Params = Params;
    const ID: &'static str = "page";
    const NAME: &'static str = "Web page";
    const USES_FRESH_CONNECTIONS: bool = true;
    const RECORDS_TRANSFERS: bool = true;

    fn build(params: &Params, _: &SourceFacts) -> Self {
        Page { responses: Responses::new(params.http != HttpVersion::Http3) }
    }

    fn offers(params: &Params) -> Offer {
        Offer::Rate(
            objects(params).iter().map(|object| object.bytes).sum::<u64>() as f64 * 8.0 / params.pause,
        )
    }

    fn units_per_second(params: &Params, _: f64) -> f64 {
        objects(params).len() as f64 / params.pause
    }

    sends_responses!();
}

/// The state of one of the browser's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionState {
    Closed,
    /// The TLS handshake is under way.
    Opening,
    /// Requests can be sent.
    Ready,
    /// HTTP/1.1: a response is under way.
    Busy,
}

/// The browser that loads the page.
#[derive(Clone, Debug)]
pub struct PageBrowser {
    params: Params,
    objects: Vec<Object>,
    usable: Vec<bool>,
    connections: Vec<ConnectionState>,
    /// The objects that the browser knows of and has not requested, in the order of its requests.
    to_request: Vec<u32>,
    /// Number of objects that have not arrived, and of those of each kind.
    missing: usize,
    missing_of: [u32; KINDS],
    began: Time,
    /// Number of pages begun.
    pages: u64,
}

impl PageBrowser {
    pub fn new(params: &Params) -> Self {
        PageBrowser {
            objects: objects(params),
            params: params.clone(),
            usable: Vec::new(),
            connections: Vec::new(),
            to_request: Vec::new(),
            missing: 0,
            missing_of: [0; KINDS],
            began: 0,
            pages: 0,
        }
    }

    fn load(&mut self, cx: &mut ClientCx) {
        self.connections = vec![ConnectionState::Closed; self.usable.len()];
        (self.to_request, self.missing) = (vec![0], self.objects.len());
        (self.began, self.pages, cx.begun) = (cx.now, self.pages + 1, 1);
        self.missing_of = self.numbers();
        cx.arrived = Some(self.arrived());
        self.send_requests(cx);
    }

    /// Numbers of objects of each kind.
    fn numbers(&self) -> [u32; KINDS] {
        let mut numbers = [0; KINDS];
        self.objects.iter().for_each(|object| numbers[object.kind as usize] += 1);
        numbers
    }

    fn arrived(&self) -> Arrived {
        let mut shares = [1.0; KINDS];
        for (share, (&missing, number)) in shares.iter_mut().zip(self.missing_of.iter().zip(self.numbers())) {
            *share -= f64::from(missing) / f64::from(number.max(1));
        }
        Arrived { shares, began: self.began }
    }

    fn response(&self, id: u32) -> WantedResponse {
        let Object { kind, bytes, .. } = self.objects[id as usize];
        WantedResponse {
            id,
            bytes: bytes.max(1),
            urgency: kind as u8,
            incremental: kind == ObjectKind::Image,
        }
    }

    fn tls(&self) -> Option<WantedResponse> {
        let bytes = whole::<u64>(self.params.tls);
        let uses_tls = bytes > 0 && self.params.http != HttpVersion::Http3;
        uses_tls.then_some(WantedResponse { id: TLS, bytes, urgency: 0, incremental: false })
    }

    fn find(&self, state: ConnectionState) -> Option<usize> {
        let is_found = |&index: &usize| self.usable[index] && self.connections[index] == state;
        (0..self.connections.len()).find(is_found)
    }

    /// Sends the requests that can be sent, and opens connections for the others.
    fn send_requests(&mut self, cx: &mut ClientCx) {
        let after_request = match self.params.http {
            HttpVersion::Http1 => ConnectionState::Busy,
            HttpVersion::Http2 | HttpVersion::Http3 => ConnectionState::Ready,
        };
        while let Some(&id) = self.to_request.first() {
            let opening = self.connections.iter().filter(|&&s| s == ConnectionState::Opening).count();
            let (connection, opens) = if let Some(ready) = self.find(ConnectionState::Ready) {
                (ready, false)
            } else if opening < self.to_request.len()
                && (after_request == ConnectionState::Busy || opening == 0)
                && let Some(closed) = self.find(ConnectionState::Closed)
            {
                (closed, true)
            } else {
                return;
            };
            if opens && let Some(response) = self.tls() {
                self.connections[connection] = ConnectionState::Opening;
                cx.requests.push(NewRequest { connection, opens, response });
                continue;
            }
            self.connections[connection] = after_request;
            self.to_request.remove(0);
            cx.requests.push(NewRequest { connection, opens, response: self.response(id) });
        }
    }
}

impl ClientRules for PageBrowser {
    fn start(&mut self, usable: &[bool], cx: &mut ClientCx) {
        self.usable = usable.to_vec();
        self.load(cx);
    }

    fn on_change(&mut self, usable: &[bool], cx: &mut ClientCx) {
        self.usable = usable.to_vec();
        self.send_requests(cx);
    }

    fn on_response(&mut self, connection: usize, id: u32, cx: &mut ClientCx) {
        self.connections[connection] = ConnectionState::Ready;
        if id == TLS {
            return self.send_requests(cx);
        }
        let named = (0..narrow::<u32>(self.objects.len()))
            .filter(|&object| self.objects[object as usize].named_by == Some(id));
        self.to_request.extend(named);
        self.to_request.sort_by_key(|&object| self.objects[object as usize].kind as u8);
        self.missing -= 1;
        self.missing_of[self.objects[id as usize].kind as usize] -= 1;
        cx.arrived = Some(self.arrived());
        if self.missing > 0 {
            return self.send_requests(cx);
        }
        let bytes = self.objects.iter().map(|object| object.bytes).sum();
        cx.completed.push(Transfer { took: cx.now - self.began, bytes });
        cx.wake = Some(cx.now + from_secs(self.params.pause).max(1));
    }

    fn on_timer(&mut self, cx: &mut ClientCx) {
        self.load(cx);
    }

    fn digest(&self) -> u64 {
        digest_of(&[self.pages, self.missing as u64, self.to_request.len() as u64])
    }
}
