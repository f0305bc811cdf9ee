//! The Markdown files with the texts of algorithms, queue disciplines and traffic sources. The file of a
//! module is next to it: `cubic.md` next to `cubic.rs`. A paragraph is one line. The title of the file is the
//! name, and its first paragraph is the summary of an algorithm. The explanation follows, and then sections:
//!
//! - `## Picture`, once for each picture: the caption, a paragraph `Charts:` with each chart in backticks, and
//!   the document in a code block `json`. A picture of `pictures.md` is named by a link,
//!   `[with_tcp](pictures.md#with_tcp)`. Paragraphs after the link replace its parts;
//! - `## References`, a list of links.

use super::{AlgorithmInfo, KindInfo, Picture, Reference};

impl AlgorithmInfo {
    /// The entry with the texts of the algorithm's Markdown file. `shared` is the file `pictures.md`.
    // Inlined, so that a build without the feature `tools` does not contain it.
    #[inline]
    pub fn described(mut self, file: &'static str, shared: &'static str) -> Self {
        if cfg!(feature = "tools") {
            for (heading, text) in sections(file) {
                match heading {
                    "Picture" => self.pictures.push(picture(text, shared)),
                    "References" => self.references = text.lines().filter_map(reference).collect(),
                    title => {
                        debug_assert_eq!(title.trim_start_matches("# "), self.name, "the title of the file");
                        (self.summary, self.doc) = text.split_once("\n\n").unwrap_or_default();
                    }
                }
            }
        }
        self
    }
}

impl KindInfo {
    /// The entry with its text in a Markdown file.
    #[inline]
    pub fn described(mut self, file: &'static str) -> Self {
        if cfg!(feature = "tools") {
            let text = sections(file).find(|(title, _)| title.trim_start_matches("# ") == self.name);
            debug_assert!(text.is_some(), "{} has no text", self.name);
            self.doc = text.map_or("", |(_, text)| text);
        }
        self
    }
}

/// The headings of a file with the texts below them.
fn sections(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.split("\n## ").map(|section| {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        (heading, text.trim())
    })
}

fn picture(text: &'static str, shared: &'static str) -> Picture {
    let mut picture = Picture::default();
    for part in text.split("\n\n") {
        if let Some((_, link)) = part.split_once("](pictures.md#") {
            let linked = sections(shared).find(|(name, _)| link.split(')').next() == Some(*name));
            picture = linked.map(|(_, text)| self::picture(text, "")).unwrap_or_default();
        } else if let Some(charts) = part.strip_prefix("Charts: ") {
            picture.charts = charts.split('`').skip(1).step_by(2).collect();
        } else if let Some(document) = part.strip_prefix("```json\n") {
            picture.document = document.trim_end_matches("\n```");
        } else {
            picture.caption = part;
        }
    }
    picture
}

/// The link of a line `- [title](url)`.
fn reference(line: &'static str) -> Option<Reference> {
    let (title, url) = line.strip_prefix("- [")?.strip_suffix(')')?.rsplit_once("](")?;
    Some(Reference { title, url })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::Family;

    const FILE: &str = "# AIMD\n\nOne sentence.\n\nThe first paragraph.\n\nThe second.\n\n## Picture\n\nA caption.\n\n\
        Charts: `cwnd peak`, `queue`.\n\n```json\n{\"v\": 1,\n \"flows\": []}\n```\n\n## Picture\n\nThe run of \
        [alone](pictures.md#alone).\n\nCharts: `rate`.\n\n## References\n\n- [A (1) paper](https://a.org/x_(1))\n";
    const SHARED: &str = "# Pictures\n\n## alone\n\nAlone.\n\nCharts: `cwnd`.\n\n```json\n{}\n```\n";

    #[test]
    fn a_file_gives_texts_pictures_and_references() {
        let info = AlgorithmInfo::new("aimd", "AIMD", Family::Window, Vec::new, Vec::new, Vec::new)
            .described(FILE, SHARED);
        assert_eq!((info.summary, info.doc), ("One sentence.", "The first paragraph.\n\nThe second."));
        let document = "{\"v\": 1,\n \"flows\": []}";
        let own = Picture { caption: "A caption.", document, charts: vec!["cwnd peak", "queue"] };
        let shared = Picture { caption: "Alone.", document: "{}", charts: vec!["rate"] };
        assert_eq!(info.pictures, [own, shared]);
        assert_eq!(info.references, [Reference { title: "A (1) paper", url: "https://a.org/x_(1)" }]);
    }

    #[test]
    fn a_kind_has_the_text_below_the_title() {
        let info = KindInfo::new("q", "Queue", Vec::new(), Vec::new()).described("# Queue\n\nFirst in.\n");
        assert_eq!(info.doc, "First in.");
    }
}
