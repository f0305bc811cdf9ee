"""Opens the exported files of a folder with the tools for their formats, and compares their sums with the summary."""

import csv
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from flent import resultset

folder = Path(sys.argv[1])
summary = json.loads((folder / "summary.json").read_text())
scenario = json.loads((folder / "scenario.json").read_text())
start, end = summary["window"]
flows, link = summary["flows"], summary["links"][0]
failures = []


def compare(name, measured, expected, tolerance=1e-6):
    if abs(measured - expected) > tolerance:
        failures.append(f"{name}: {measured} instead of {expected}")


def delivered(flow):
    return flow["goodput_bps"] * (end - start) / 8


def check_csv():
    with open(folder / "run.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    rows = [row for row in rows if float(row["t"]) >= start]
    for flow in flows:
        of_flow = (float(r["value"]) for r in rows if r["id"] == flow["id"] and r["signal"] == "delivered")
        compare(f"bytes of {flow['id']} in CSV", sum(of_flow), delivered(flow))
    drops = sum(float(r["value"]) for r in rows if r["id"] == "forward" and r["signal"] == "drops")
    compare("drops in CSV", drops, link["drops"] + link["losses"])
    return f"{len(rows)} rows"


def check_flent():
    run = resultset.load(str(folder / "run.flent.gz"))
    width = run.metadata["STEP_SIZE"]
    for number, flow in enumerate(flows, 1):
        rates = zip(run.x_values, run[f"TCP upload::{number}"])
        total = sum(rate * width * 1e6 / 8 for t, rate in rates if t >= start - 1e-9)
        compare(f"bytes of {flow['id']} in flent", total, delivered(flow), 1e-3)
    if not any(value for value in run["Ping (ms) ICMP"]):
        failures.append("flent has no round-trip times")
    program = Path(sys.executable).with_name("flent")
    result = subprocess.run(
        [program, "--format", "summary", "--input", folder / "run.flent.gz"], capture_output=True, text=True
    )
    if result.returncode != 0 or "TCP upload sum" not in result.stdout:
        failures.append(f"flent does not print its summary: {result.stdout}{result.stderr}")
    return f"flent's loader and summary, {len(run.x_values)} steps"


def check_ns2():
    if shutil.which("awk") is None:
        return "not checked: there is no awk"
    rate = scenario["network"]["forward"]["rate"]
    program = """
        $3 != 0 || $4 != 1 { next }
        $1 == "d" && $2 >= from && $2 < to { drops++ }
        # A packet has been sent when its last bit has left.
        $1 == "-" { departs = $2 + 8 * $6 / rate; if (departs >= from && departs < to) bytes[$8] += $6 }
        END { printf "%d", drops; for (flow = 0; flow < flows; flow++) printf " %d", bytes[flow] }
    """
    options = {"from": start, "to": end, "rate": rate, "flows": len(flows)}
    arguments = [word for name, value in options.items() for word in ("-v", f"{name}={value}")]
    result = subprocess.run(
        ["awk", *arguments, program, folder / "run.tr"], capture_output=True, text=True, check=True
    )
    drops, *totals = map(int, result.stdout.split())
    compare("drops in the ns-2 trace", drops, link["drops"] + link["losses"])
    for flow, total in zip(flows, totals):
        compare(f"bytes of {flow['id']} in the ns-2 trace", total, flow["throughput_bps"] * (end - start) / 8)
    return f"awk, {drops} drops"


def check_pcapng():
    if shutil.which("tshark") is None:
        return "not checked: tshark is not installed"
    names = ["frame.time_epoch", "frame.len", "ip.src", "ip.checksum.status", "tcp.flags.syn", "tcp.len", "rtp.seq", "rtcp.pt"]
    names += ["_ws.malformed", "tcp.options.sack_le", "ip.dsfield.ecn", "tcp.analysis.retransmission"]
    names += ["tcp.analysis.fast_retransmission", "tcp.analysis.out_of_order"]
    fields = [word for name in names for word in ("-e", name)]
    decode = ["-d", "udp.port==5004,rtp", "-d", "udp.port==5005,rtcp", "-o", "ip.check_checksum:TRUE"]
    result = subprocess.run(
        ["tshark", "-r", folder / "run.pcapng", *decode, "-T", "fields", *fields],
        capture_output=True,
        text=True,
        check=True,
    )
    frames = [dict(zip(names, line.split("\t"))) for line in result.stdout.splitlines()]
    seen = Counter()
    sums = Counter()
    for frame in frames:
        seen["malformed"] += frame["_ws.malformed"] != ""
        seen["wrong checksums"] += frame["ip.checksum.status"] not in ("1", "Good")
        seen["SACK blocks"] += frame["tcp.options.sack_le"] != ""
        seen["RTP"] += frame["rtp.seq"] != ""
        seen["RTCP"] += frame["rtcp.pt"] != ""
        seen["marks"] += frame["ip.dsfield.ecn"] == "3"
        seen["retransmissions"] += any(frame[name] for name in names[-3:])
        if start <= float(frame["frame.time_epoch"]) < end:
            sums[frame["ip.src"]] += int(frame["frame.len"])
    for name in ("malformed", "wrong checksums"):
        compare(f"{name} frames in pcapng", seen[name], 0)
    for name in ("SACK blocks", "RTP", "RTCP", "marks", "retransmissions"):
        if seen[name] == 0:
            failures.append(f"tshark finds no {name}")
    for number, flow in enumerate(flows, 1):
        # The handshake is before the measurement window, so the options of SYNs do not count.
        expected = flow["throughput_bps"] * (end - start) / 8
        compare(f"bytes of {flow['id']} in pcapng", sums[f"10.1.0.{number}"], expected)
    version = subprocess.run(["tshark", "--version"], capture_output=True, text=True).stdout.splitlines()[0].split(" (Git")[0]
    return f"{version}, {len(frames)} frames, {dict(seen)}"


for check in (check_csv, check_flent, check_ns2, check_pcapng):
    print(f"  {check.__name__.removeprefix('check_')}: {check()}")
for failure in failures:
    print(f"  {failure}")
sys.exit(1 if failures else 0)
