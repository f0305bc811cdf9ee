#!/usr/bin/env python3
"""Makes the series of sim-core/fit/tests/data/kernel.json again: what TCP_INFO says every 100 ms of each flow. README.md describes the networks."""
import json, re
import kernel

FILE = kernel.ROOT / "sim-core/fit/tests/data/kernel.json"
SAMPLE = re.compile(r"TRACE (\d+) (\S+) .*? rtt (\S+) .*? retrans (\d+) acked \d+ delivered (\d+) minrtt (\S+)")


def series(network):
    """The times of the first flow, and of each flow the samples from one of these times on."""
    samples = [[] for _ in network["flows"]]
    for flow, *values in SAMPLE.findall(kernel.run(network, 1, True)):
        samples[int(flow)].append([float(value) for value in values])
    times = [sample[0] for sample in samples[0]]
    nearest = lambda time: min(range(len(times)), key=lambda index: abs(times[index] - time))
    return times, [{"from": nearest(flow[0][0]), "least": flow[-1][4], "rtt": [sample[1] for sample in flow],
                    "delivered": [int(sample[3]) for sample in flow], "again": [int(sample[2]) for sample in flow]} for flow in samples]


if __name__ == "__main__":
    stored = json.loads(FILE.read_text())
    for case in stored["cases"]:
        times, case["flows"] = series(case["network"])
        case["times"] = [round(time, 3) for time in times]
        print(case["id"], len(times), flush=True)
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in stored["cases"])
    FILE.write_text(f'{{"about": {json.dumps(stored["about"])},\n"cases": [\n{lines}\n]}}\n')
