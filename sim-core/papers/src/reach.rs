//! The two parts of the verdict on a claim: whether it agrees under the most plausible reading of the text, and
//! under how many of all readings.

use serde_json::{Value, json};

use crate::judge::{ClaimVerdict, Judgement};
use crate::model::Claim;

/// The name of the experiment's own runs among the readings.
const OWN: &str = "The experiment as it runs";

/// The verdict on a claim and how far it carries. `readings` are the judgements under the other readings, `None` for
/// those whose runs were not made.
pub fn reach(claim: &Claim, own: &Judgement, readings: &[Option<Judgement>]) -> Value {
    let best = claim.readings.iter().position(|reading| reading.best);
    let others = claim.readings.iter().zip(readings);
    let judged: Vec<(&str, &Judgement)> = std::iter::once((OWN, own))
        .chain(others.filter_map(|(reading, judged)| Some((reading.what, judged.as_ref()?))))
        .collect();
    let agrees = |judged: &Judgement| judged.verdict == ClaimVerdict::Agrees;
    let count = judged.iter().filter(|(_, judged)| agrees(judged)).count();
    let mut out = json!({ "agree": [count, judged.len()] });
    let (name, plausible) = match best {
        None => (OWN, Some(own)),
        Some(index) => (claim.readings[index].what, readings[index].as_ref()),
    };
    let Some(plausible) = plausible else { return out };
    let is_open = claim.unknown && (1..judged.len()).contains(&count);
    let verdict = if is_open { ClaimVerdict::Depends } else { plausible.verdict };
    out["verdict"] = claim.stated(verdict).text().into();
    let holding = plausible.values.iter().filter(|value| value.holds).count();
    out["values"] = json!([holding, plausible.values.len()]);
    out["class"] = match count {
        0 => "none",
        n if n == judged.len() => "all",
        n if agrees(plausible) && 3 * n >= 2 * judged.len() && !is_open => "most",
        _ => "some",
    }
    .into();
    let (field, listed) = if agrees(plausible) { ("not_in", false) } else { ("only_in", true) };
    let names: Vec<&str> =
        judged.iter().filter(|(_, judged)| agrees(judged) == listed).map(|(name, _)| *name).collect();
    if !names.is_empty() {
        out[field] = names.into();
    }
    if best.is_some() {
        out["plausible"] = name.into();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::CheckedValue;

    fn judged(holds: &[bool]) -> Judgement {
        let value = |&holds: &bool| CheckedValue { check: 0, at: json!({}), value: Some(1.0), holds };
        let verdict = match holds.iter().filter(|holds| **holds).count() {
            0 => ClaimVerdict::Differs,
            n if n == holds.len() => ClaimVerdict::Agrees,
            _ => ClaimVerdict::Partly,
        };
        Judgement { verdict, values: holds.iter().map(value).collect() }
    }

    #[test]
    fn the_most_plausible_reading_decides_and_the_others_show_the_reach() {
        let mut claim = crate::find("trabol-tcp-tcp").unwrap().claims[0].clone();
        claim.readings.truncate(2);
        let readings = [Some(judged(&[true])), Some(judged(&[false]))];
        let out = reach(&claim, &judged(&[true, true]), &readings);
        assert_eq!((&out["verdict"], &out["class"]), (&json!("agrees"), &json!("most")));
        assert_eq!((&out["agree"], &out["values"]), (&json!([2, 3]), &json!([2, 2])));
        assert_eq!(out["not_in"], json!([claim.readings[1].what]));

        let out = reach(&claim, &judged(&[true, false]), &readings);
        assert_eq!((&out["verdict"], &out["class"]), (&json!("partly"), &json!("some")));
        assert_eq!(out["only_in"], json!([claim.readings[0].what]));

        claim.unknown = true;
        assert_eq!(reach(&claim, &judged(&[true]), &readings)["verdict"], "depends on the reading");
        assert_eq!(reach(&claim, &judged(&[true]), &readings[..1])["verdict"], "agrees");

        claim.readings[1].best = true;
        claim.unknown = false;
        let out = reach(&claim, &judged(&[true]), &readings);
        assert_eq!((&out["verdict"], &out["plausible"]), (&json!("differs"), &json!(claim.readings[1].what)));
        // Without the runs of the most plausible reading there is no verdict.
        assert!(reach(&claim, &judged(&[true]), &[None, None])["verdict"].is_null());
    }
}
