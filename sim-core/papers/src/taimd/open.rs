//! What the text of the paper about TAIMD leaves open.

use crate::open_questions::OpenQuestion;

pub fn questions() -> Vec<OpenQuestion> {
    Vec::new()
}
