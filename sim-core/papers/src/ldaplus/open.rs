//! What the text of the paper about LDA+ leaves open.

use crate::open_questions::OpenQuestion;

pub fn questions() -> Vec<OpenQuestion> {
    Vec::new()
}
