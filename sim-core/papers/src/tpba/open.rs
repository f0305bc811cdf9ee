//! What the text of the paper about TPBA leaves open.

use crate::open_questions::OpenQuestion;

pub fn questions() -> Vec<OpenQuestion> {
    Vec::new()
}
