#!/usr/bin/env python3
"""Writes linux-reference.json from cases/*.json and results/NAME.SEED.json: means over the kernel's seeds, and bands."""
import glob, json, os, statistics as st
HERE = os.path.dirname(os.path.abspath(__file__))
OUT = HERE + "/../../../sim-core/simulation/tests/data/linux-reference.json"
NAMES = "reno bbr cubic bic dctcp highspeed htcp hybla illinois scalable vegas westwood yeah".split()
QUEUES = "netem pfifo cake codel fq_codel pie fq_pie".split()
WIRE, PAYLOAD = 1514, 1448
BANDS = {"utilisation": lambda a: .02, "share": lambda a: .05, "rtt": lambda a: max(1, .05 * a), "lost": lambda a: max(3, .1 * a), "done": lambda a: max(2, .05 * a)}

def values(x, r):
    flows = r["flows"]; total = sum(f["goodput"] for f in flows)
    v = {"utilisation": total * WIRE / PAYLOAD / (x["rate_mbit"] * 1e6), "share": flows[0]["goodput"] / max(1, total),
         "rtt": st.mean(f["rtt_mean"] for f in flows), "lost": sum(f["retrans"] for f in flows)}
    done = [f["done_ms"] - g.get("start_ms", 0) for f, g in zip(flows, x["flows"]) if g.get("bytes") and f["done_ms"]]
    return {**v, "done": st.mean(done)} if done else v

cases = []
for file in sorted(glob.glob(HERE + "/cases/*.json")):
    name = os.path.basename(file)[:-5]; x = json.load(open(file)); results = sorted(glob.glob(f"{HERE}/results/{name}.[0-9]*.json"))
    if not results or any(f["cc"] not in NAMES for f in x["flows"]) or x["queue"]["kind"] not in QUEUES: continue
    seeds = [values(x, json.load(open(r))) for r in results]; metrics = {}
    if any(f.get("bytes") for f in x["flows"]): names = ("done", "lost")
    else: names = ("utilisation", "rtt", "lost") if len(x["flows"]) == 1 else ("utilisation", "share", "rtt", "lost")
    for metric in names:
        all = [v[metric] for v in seeds if metric in v]
        if not all: continue
        mean = st.mean(all); band = max(BANDS[metric](mean), 2 * st.stdev(all) if len(all) > 2 else 0)
        metrics[metric] = {"mean": float(f"{mean:.6g}"), "band": float(f"{band:.4g}")}
    cases.append({"id": name, "network": x, "seeds": len(seeds), "metrics": metrics})
about = json.load(open(OUT))["about"]
lines = ",\n".join("  " + json.dumps(c, separators=(",", ":")) for c in cases)
open(OUT, "w").write(f' {{"about": {json.dumps(about)},\n "cases": [\n{lines}\n ]\n}}\n'.lstrip())
