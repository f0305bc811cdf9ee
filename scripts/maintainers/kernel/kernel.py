#!/usr/bin/env python3
"""Runs cases of linux-reference.json in a Linux kernel in QEMU. README.md describes the network, the commands and the fields of a case."""
import argparse, fnmatch, json, lzma, os, pathlib, re, shutil, statistics, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
REFERENCE = ROOT / "sim-core/simulation/tests/data/linux-reference.json"
WORK = pathlib.Path(os.environ.get("KERNEL_WORK", ROOT / "target/kernel"))
WIRE, PAYLOAD = 1514, 1448
MODULES = ["drivers/net/veth.ko", *(f"net/sched/sch_{name}.ko" for name in "netem htb cake codel pie fq_pie red fq".split()),
           *(f"net/ipv4/tcp_{name}.ko" for name in "bbr bic dctcp highspeed htcp hybla illinois scalable vegas westwood yeah".split())]
MACHINE = """qemu-system-x86_64 -accel tcg,thread=single -icount shift=0,sleep=off -cpu max,-rdrand,-rdseed -smp 1 -m 1024
 -rtc clock=vm,base=2026-01-01T00:00:00 -nographic -nodefaults -no-reboot""".split()
BOOT = "console=ttyS0 quiet loglevel=3 panic=-1 mitigations=off tsc=reliable clocksource=tsc random.trust_cpu=off nokaslr audit=0"
START = """#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc - /proc; mount -t sysfs - /sys; mount -t tmpfs - /run; mkdir /run/netns
for turn in 1 2; do for module in /modules/*; do insmod $module 2> /dev/null; done; done
sh /case > /result 2>&1
cat /result
poweroff -f
"""


def say(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout


def archive(folder, target):
    """Packs a folder as an initial file system."""
    names = say("find", ".", cwd=folder)
    with open(target, "wb") as file:
        subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], input=names.encode(), stdout=file, cwd=folder, check=True)


def unpacked(image):
    """The kernel within a bootable image, which takes some seconds to unpack itself. Documentation/x86/boot.rst describes the header."""
    start = (image[0x1F1] + 1) * 512 + int.from_bytes(image[0x248:0x24C], "little")
    return lzma.decompress(image[start:start + int.from_bytes(image[0x24C:0x250], "little") - 4])


def prepare(package):
    """Unpacks the kernel, and builds the guest's file system without the case."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        say("dpkg", "-x", package, folder / "package")
        guest, modules = folder / "guest", next((folder / "package/lib/modules").iterdir()) / "kernel"
        for name in ("bin", "modules", "proc", "sys", "dev", "run"):
            (guest / name).mkdir(parents=True)
        say("gcc", "-O2", "-Wall", "-static", "-o", guest / "bin/flows", HERE / "flows.c")
        for module in MODULES:
            shutil.copy(modules / module, guest / "modules")
        shutil.copy(shutil.which("busybox"), guest / "bin")
        for name in ("ip", "tc"):
            program = os.path.realpath(shutil.which(name))
            shutil.copy(program, guest / "bin" / name)
            for library in re.findall(r"/\S+\.so\S*", say("ldd", program)):
                (guest / library[1:]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(library, guest / library[1:])
        (guest / "init").write_text(START)
        (guest / "init").chmod(0o755)
        WORK.mkdir(parents=True, exist_ok=True)
        archive(guest, WORK / "guest.cpio")
        (WORK / "vmlinux").write_bytes(unpacked(next((folder / "package/boot").glob("vmlinuz-*")).read_bytes()))


def bottleneck(case, event=None):
    """The commands of tc that make the queue of the bottleneck, or that change it at an event."""
    queue, word, now = case["queue"], "change" if event else "add", {**case, **(event or {})}
    kind, limit, options, rate = queue["kind"], queue.get("limit"), queue.get("options"), f"{now['rate_mbit']}mbit"
    if kind == "netem":
        loss = f" loss {now['loss']}%" if now.get("loss") else ""
        return [f"qdisc {word} dev out root handle 1: netem rate {rate} limit {limit}{loss}"]
    if kind == "cake":
        return [f"qdisc {word} dev out root handle 1: cake bandwidth {rate} {options or 'besteffort flows raw'}"]
    line = f"class {word} dev out parent 1: classid 1:1 htb rate {rate} ceil {rate} burst {WIRE} cburst {WIRE} quantum {WIRE}"
    if event:
        return [line]
    return ["qdisc add dev out root handle 1: htb default 1", line,
            f"qdisc add dev out parent 1:1 handle 10: {kind} " + (f"limit {limit} " if limit else "") + (options or "")]


def script(case, seed, traced):
    """The shell script of the guest: the network, its settings, and the flows."""
    lines, ends = ["set -e", 'ip() { /bin/ip "$@"; }'], range(len(case["rtts"]))
    inside = lambda name, command: lines.append(f"ip netns exec {name} {command}")
    for name in ("sender", "router", "fork", *(f"end{k}" for k in ends)):
        lines.append(f"ip netns add {name}")
        lines.append(f"ip -n {name} link set lo up")

    def cable(left, left_end, right, right_end, net):
        lines.append(f"ip link add {left_end} netns {left} mtu 1500 type veth peer name {right_end} netns {right} mtu 1500")
        for name, end, host in ((left, left_end, 1), (right, right_end, 2)):
            lines.append(f"ip -n {name} addr add {net}.{host}/24 dev {end}")
            lines.append(f"ip -n {name} link set {end} gso_max_segs 1 gso_max_size 1500 txqueuelen 1000 up")

    cable("sender", "net", "router", "in", "10.0.0")
    cable("router", "out", "fork", "in", "10.0.1")
    lines += ["ip -n sender route add default via 10.0.0.2", "ip -n router route add 10.1.0.0/16 via 10.0.1.2",
              "ip -n fork route add 10.0.0.0/24 via 10.0.1.1"]
    for k in ends:
        cable("fork", f"out{k}", f"end{k}", "net", f"10.1.{k}")
        lines.append(f"ip -n end{k} route add default via 10.1.{k}.1")
        jitter = f" {case['ack_jitter_ms']}ms rate 10gbit" if case.get("ack_jitter_ms") else ""
        loss = f" loss {case['ack_loss']}%" if case.get("ack_loss") else ""
        inside(f"end{k}", f"tc qdisc add dev net root netem delay {case['rtts'][k]}ms{jitter}{loss} limit 1000000")
    for name in ("router", "fork"):
        inside(name, "sysctl -qw net.ipv4.ip_forward=1")
    settings = {"tcp_no_metrics_save": 1, "tcp_rmem": "4096 131072 67108864", "tcp_wmem": "4096 65536 67108864",
                "tcp_ecn": 1 if case.get("ecn") else 2, **case.get("sysctl", {})}
    for name in ("sender", *(f"end{k}" for k in ends)):
        for key, value in settings.items():
            inside(name, f"sysctl -qw net.ipv4.{key}='{value}'")
    for command in bottleneck(case):
        inside("router", "tc " + command)
    dctcp = "dctcp" if any(flow["cc"] == "dctcp" for flow in case["flows"]) else ""
    for k in ends:
        inside(f"end{k}", f"flows receive {dctcp} &")
    lines.append("sleep 0.2")
    # A transfer of one packet to each end: addresses are resolved, and the code of TCP has been used.
    for k in ends:
        inside("sender", f"flows send 1 0 1000 0 reno,0,10.1.{k}.2,{PAYLOAD} > /dev/null")
    lines.append(f"usleep {seed * 1237 % 1000000}")
    for event in case.get("events", []):
        lines.append(f"(sleep {event['at']}; ip netns exec router tc {bottleneck(case, event)[0]}) &")
    flows = " ".join(",".join(str(v) for v in (f["cc"], f.get("start_ms", 0), f"10.1.{f.get('rtt', 0)}.2", f.get("bytes", 0), f.get("every_ms", 0)))
                     for f in case["flows"])
    inside("sender", f"flows send {case['duration']} {case.get('warmup', 0)} {case.get('sample_ms', 10)} {int(traced)} {flows}")
    inside("router", "tc -s qdisc show dev out")
    lines.append("cat /proc/uptime")
    return "\n".join(lines) + "\n"


def run(case, seed, traced=False):
    """What the kernel prints for a case."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "case").mkdir()
        (folder / "case/case").write_text(script(case, seed, traced))
        archive(folder / "case", folder / "case.cpio")
        (folder / "initrd").write_bytes((WORK / "guest.cpio").read_bytes() + (folder / "case.cpio").read_bytes())
        say(*MACHINE, "-serial", f"file:{folder}/out", "-kernel", WORK / "vmlinux", "-initrd", folder / "initrd", "-append", BOOT,
            stdin=subprocess.DEVNULL, timeout=7200)
        return (folder / "out").read_text(errors="replace")


def measure(case, flows):
    """The metrics of a result."""
    total = sum(flow["goodput_bps"] for flow in flows)
    values = {"utilisation": total * WIRE / PAYLOAD / (case["rate_mbit"] * 1e6), "share": flows[0]["goodput_bps"] / max(1, total),
              "rtt": statistics.mean(flow["rtt_ms"] for flow in flows), "lost": sum(flow["retransmitted"] for flow in flows)}
    done = [flow["done_ms"] - asked.get("start_ms", 0) for flow, asked in zip(flows, case["flows"]) if asked.get("bytes") and flow["done_ms"]]
    return {**values, "done": statistics.mean(done)} if done else values


def chosen(reference, patterns):
    return [case for case in reference["cases"] if any(fnmatch.fnmatch(case["id"], pattern) for pattern in patterns.split(","))]


def run_all(patterns, seeds, traced):
    """Runs the cases with each seed and stores what the kernel prints. What is stored is not run again."""
    reference = json.loads(REFERENCE.read_text())
    (WORK / "results").mkdir(exist_ok=True)
    for seed in seeds:
        for case in chosen(reference, patterns):
            target = WORK / "results" / f"{case['id']}.{seed}{'.trace' if traced else ''}"
            if target.exists():
                continue
            begun = time.time()
            text = run(case["network"], seed, traced)
            if '{"flows"' not in text:
                sys.exit(f"{case['id']} has no result:\n{text[-2000:]}")
            target.write_text(text)
            print(f"{target.name}: {time.time() - begun:.0f} s", flush=True)


def metric_names(case):
    if any(flow.get("bytes") and not flow.get("every_ms") for flow in case["flows"]):
        return ["done", "lost"]
    return ["utilisation", "rtt", "lost"] if len(case["flows"]) == 1 else ["utilisation", "share", "rtt", "lost"]


def metrics(runs, names):
    """Means and bands. No band was changed after a comparison."""
    fixed = {"utilisation": lambda mean: 0.02, "share": lambda mean: 0.05, "rtt": lambda mean: max(1, 0.05 * mean),
             "lost": lambda mean: max(3, 0.1 * mean), "done": lambda mean: max(2, 0.05 * mean)}
    result = {}
    for name in names:
        values = [run[name] for run in runs if name in run]
        if values:
            mean = statistics.mean(values)
            band = max(fixed[name](mean), 2 * statistics.stdev(values) if len(values) > 2 else 0)
            result[name] = {"mean": float(f"{mean:.6g}"), "band": float(f"{band:.4g}")}
    return result


def collect():
    """Adds the stored results to linux-reference.json. A result of a seed that the file has replaces it."""
    reference = json.loads(REFERENCE.read_text())
    for case in reference["cases"]:
        network, names = case["network"], metric_names(case["network"])
        runs = {run["seed"]: run for run in case.get("runs", [])}
        for file in (WORK / "results").glob(case["id"] + ".*"):
            if re.fullmatch(r"\.\d+", file.suffix) and file.stem == case["id"]:
                found = measure(network, json.loads(re.search(r'\{"flows".*', file.read_text())[0])["flows"])
                runs[int(file.suffix[1:])] = {"seed": int(file.suffix[1:]), **{name: float(f"{found[name]:.6g}") for name in names if name in found}}
        if not runs:
            continue
        case["runs"] = [runs[seed] for seed in sorted(runs)]
        case["metrics"] = metrics(case["runs"], names)
    lines = ",\n".join("  " + json.dumps(case, separators=(",", ":")) for case in reference["cases"])
    REFERENCE.write_text(f'{{"about": {json.dumps(reference["about"], ensure_ascii=False)},\n "cases": [\n{lines}\n ]\n}}\n')


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("command", choices=["prepare", "run", "collect"])
    words.add_argument("what", nargs="?", help="the Debian package of the kernel, or patterns of cases with commas between them")
    words.add_argument("--seeds", default="1", help="with commas between them")
    words.add_argument("--trace", action="store_true", help="print each sample of TCP_INFO")
    given = words.parse_args()
    if given.command == "prepare":
        prepare(given.what)
    elif given.command == "run":
        run_all(given.what, [int(seed) for seed in given.seeds.split(",")], given.trace)
    else:
        collect()
