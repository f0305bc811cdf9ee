//! The recovery study: fits of files whose networks are known.

mod cases;

#[test]
fn cases_are_valid_and_depend_on_their_number_only() {
    for number in [0, 7, 31] {
        let (one, other) = (cases::case(number), cases::case(number));
        assert_eq!((one.number, &one.document, &one.truth), (number, &other.document, &other.truth));
        assert!(one.truth.buffer.is_some() == (one.truth.queue == "drop_tail"));
    }
    for number in 0..8 {
        let (document, why) = cases::hopeless(number);
        assert!(cases::scenario(&document).duration < 21.0, "{why}");
    }
}
