#!/usr/bin/env python3
"""Grades one hand-in with `fairshare check --json`, for Gradescope and for GitHub Classroom.

    grade.py ASSIGNMENT SUBMISSION RESULTS       writes the results.json of Gradescope
    grade.py ASSIGNMENT SUBMISSION --question 2  exits with 0 if the answer to question 2 is right, else with 1

ASSIGNMENT is the lecturer's file, SUBMISSION the folder with the hand-in. The variable FAIRSHARE names the program; without it, it is
`fairshare` next to this file.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def report_of(assignment, submission):
    """What the check found about the only hand-in of the folder, or a sentence that says why there is none."""
    files = [path for path in sorted(Path(submission).rglob("*.json")) if not path.name.startswith(".")]
    if len(files) != 1:
        return f"Hand in exactly one file, the .json that the page saved. There are {len(files)}."
    program = os.environ.get("FAIRSHARE", str(HERE / "fairshare"))
    done = subprocess.run([program, "check", assignment, str(files[0]), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        return f"The check failed. Tell your lecturer: {done.stderr.strip()}"
    [report] = json.loads(done.stdout)
    if not report["answers"]:
        return " ".join(finding["text"] for finding in report["findings"]) or "The file is no hand-in of this assignment."
    return report


def results_of(report):
    """The results.json of Gradescope. Texts get no points here, because the lecturer marks them."""
    if isinstance(report, str):
        return {"score": 0, "output": report}
    tests = [
        {
            "name": f"Question {i}",
            "score": answer["points"] or 0,
            "max_score": answer["worth"] or 0,
            "output": f"{answer['answer']}: {answer['state']}",
        }
        for i, answer in enumerate(report["answers"], 1)
        if answer["state"] != "to read"
    ]
    findings = "\n".join(finding["text"] for finding in report["findings"])
    if findings:
        tests.append({"name": "Findings", "score": 0, "max_score": 0, "output": findings, "visibility": "hidden"})
    return {"tests": tests, "output": f"Result ID {report['result']}, computed again with version {report['version']}."}


def main(arguments):
    assignment, submission, *rest = arguments
    report = report_of(assignment, submission)
    if rest[0] != "--question":
        Path(rest[0]).write_text(json.dumps(results_of(report), indent=2), encoding="utf8")
        return 0
    if isinstance(report, str):
        print(report)
        return 1
    answer = report["answers"][int(rest[1]) - 1]
    print(f"Question {rest[1]}: {answer['answer']}: {answer['state']}")
    return 0 if answer["state"] == "right" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
