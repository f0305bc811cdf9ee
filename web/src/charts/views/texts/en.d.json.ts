// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "window": (args: { readonly from: string | number; readonly to: string | number }) => string;
readonly "over": (args: { readonly interval: string | number }) => string;
readonly "nothingYet": string;
readonly "joined": (args: { readonly parts: readonly string[] }) => string;
readonly "better": string;
readonly "more": (args: { readonly n: string | number }) => string;
readonly "others": (args: { readonly n: string | number }) => string;
readonly "shares": {
readonly "title": (args: { readonly link: string | number }) => string;
readonly "hint": string;
readonly "used": string;
readonly "lastLink": string;
readonly "noLink": string;
readonly "describe": (args: { readonly title: string | number; readonly span: string | number; readonly parts: readonly string[]; readonly used: string | number }) => string;
readonly "part": (args: { readonly name: string | number; readonly share: string | number }) => string;
readonly "time": string;
};
readonly "phase": {
readonly "hint": string;
readonly "across": string;
readonly "up": string;
readonly "rateOf": (args: { readonly name: string | number }) => string;
readonly "fair": string;
readonly "efficient": string;
readonly "needsTwo": string;
readonly "describe": (args: { readonly span: string | number; readonly x: string | number; readonly xRate: string | number; readonly y: string | number; readonly yRate: string | number }) => string;
readonly "together": (args: { readonly share: string | number }) => string;
readonly "equalPerFlow": string;
readonly "ratio": (args: { readonly more: string | number; readonly factor: string | number; readonly less: string | number }) => string;
readonly "ratioOfFlows": (args: { readonly more: string | number; readonly factor: string | number; readonly less: string | number }) => string;
readonly "near": (args: { readonly share: string | number }) => string;
readonly "say": (args: { readonly t: string | number; readonly x: string | number; readonly xRate: string | number; readonly y: string | number; readonly yRate: string | number }) => string;
readonly "time": string;
readonly "total": string;
};
readonly "delay": {
readonly "hint": string;
readonly "wait": string;
readonly "rtt": string;
readonly "which": string;
readonly "waitAxis": string;
readonly "rttAxis": string;
readonly "rateAxis": string;
readonly "points": (args: { readonly interval: string | number }) => string;
readonly "describe": (args: { readonly span: string | number; readonly parts: readonly string[] }) => string;
readonly "part": (args: { readonly name: string | number; readonly rate: string | number; readonly delay: string | number }) => string;
readonly "say": (args: { readonly name: string | number; readonly rate: string | number; readonly rateSd: string | number; readonly delay: string | number; readonly delaySd: string | number }) => string;
readonly "columns": {
readonly "flow": string;
readonly "rate": string;
readonly "rateSd": string;
readonly "delay": string;
readonly "delaySd": string;
readonly "correlation": string;
readonly "points": string;
};
};
readonly "spread": {
readonly "hint": {
readonly "cdf": string;
readonly "hist": string;
readonly "tail": string;
};
readonly "form": string;
readonly "forms": {
readonly "cdf": string;
readonly "hist": string;
readonly "tail": string;
};
readonly "quantity": string;
readonly "quantities": {
readonly "wait": string;
readonly "occupancy": string;
readonly "rtt": string;
readonly "rate": string;
readonly "transfer": string;
readonly "frame": string;
};
readonly "upTo": string;
readonly "above": string;
readonly "within": string;
readonly "limit": string;
readonly "cut": (args: { readonly largest: string | number }) => string;
readonly "noTransfers": string;
readonly "noFrames": string;
readonly "everyBin": (args: { readonly width: string | number }) => string;
readonly "everyLinkBin": (args: { readonly width: string | number }) => string;
readonly "byBytes": string;
readonly "completed": (args: { readonly n: string | number }) => string;
readonly "sampled": (args: { readonly n: string | number; readonly of: string | number }) => string;
readonly "percentiles": string;
readonly "describe": (args: { readonly title: string | number; readonly span: string | number; readonly parts: readonly string[] }) => string;
readonly "part": (args: { readonly name: string | number; readonly median: string | number; readonly p95: string | number }) => string;
readonly "say": (args: { readonly name: string | number; readonly share: string | number; readonly value: string | number }) => string;
readonly "columns": {
readonly "flow": string;
readonly "samples": string;
readonly "mean": string;
readonly "min": string;
readonly "max": string;
readonly "percentile": (args: { readonly n: string | number }) => string;
};
};
readonly "scales": {
readonly "hint": string;
readonly "axis": string;
readonly "index": string;
readonly "all": string;
readonly "between": string;
readonly "within": (args: { readonly name: string | number }) => string;
readonly "band": string;
readonly "needsTwo": string;
readonly "describe": (args: { readonly span: string | number; readonly parts: readonly string[] }) => string;
readonly "part": (args: { readonly name: string | number; readonly first: string | number; readonly firstScale: string | number; readonly last: string | number; readonly lastScale: string | number }) => string;
readonly "say": (args: { readonly name: string | number; readonly index: string | number; readonly scale: string | number; readonly intervals: number }) => string;
readonly "columns": {
readonly "line": string;
readonly "scale": string;
readonly "mean": string;
readonly "low": string;
readonly "high": string;
readonly "intervals": string;
};
};
readonly "live": {
readonly "packets": string;
readonly "queues": string;
readonly "thin": string;
readonly "dot": (args: { readonly packets: string | number }) => string;
readonly "mixed": string;
readonly "still": string;
readonly "slow": string;
readonly "slowTip": (args: { readonly times: string | number }) => string;
readonly "colours": string;
readonly "colourOf": {
readonly "flow": string;
readonly "kind": string;
readonly "age": string;
};
readonly "kinds": {
readonly "data": string;
readonly "acknowledgement": string;
readonly "retransmission": string;
readonly "marked": string;
};
readonly "legend": {
readonly "data": string;
readonly "acknowledgement": string;
readonly "retransmission": string;
readonly "marked": string;
readonly "dropped": string;
};
readonly "young": string;
readonly "old": string;
readonly "follow": string;
readonly "card": string;
readonly "close": string;
readonly "sequence": string;
readonly "packet": (args: { readonly flow: string | number; readonly kind: string | number; readonly number: string | number }) => string;
readonly "of": (args: { readonly n: string | number; readonly flow: string | number }) => string;
readonly "onWay": (args: { readonly time: string | number; readonly data: number; readonly acknowledgements: number; readonly retransmissions: number; readonly marked: number }) => string;
readonly "waits": (args: { readonly link: string | number; readonly n: number; readonly flows: string | number }) => string;
readonly "falls": (args: { readonly n: number }) => string;
readonly "life": {
readonly "sent": string;
readonly "sentAgain": string;
readonly "waited": (args: { readonly time: string | number; readonly link: string | number }) => string;
readonly "marked": (args: { readonly link: string | number }) => string;
readonly "dropped": (args: { readonly link: string | number }) => string;
readonly "delivered": string;
readonly "overrun": string;
readonly "duplicates": string;
readonly "partial": string;
readonly "selective": string;
readonly "age": (args: { readonly rtt: string | number; readonly window: string | number }) => string;
readonly "numbers": string;
readonly "time": string;
readonly "timeout": (args: { readonly time: string | number }) => string;
readonly "probe": (args: { readonly time: string | number }) => string;
readonly "timer": string;
readonly "acknowledged": string;
readonly "echoed": string;
readonly "notAgain": (args: { readonly isFeedback: boolean }) => string;
readonly "open": (args: { readonly repeats: boolean; readonly time: string | number }) => string;
readonly "why": string;
readonly "whyAt": (args: { readonly time: string | number }) => string;
readonly "failed": (args: { readonly message: string | number }) => string;
};
};
readonly "sequence": {
readonly "hint": string;
readonly "flow": string;
readonly "unit": string;
readonly "nothing": string;
readonly "series": {
readonly "sent": string;
readonly "retransmitted": string;
readonly "lost": string;
readonly "acknowledged": string;
readonly "sacks": string;
readonly "edge": string;
};
readonly "say": (args: { readonly t: string | number; readonly sent: string | number; readonly acknowledged: string | number; readonly edge: string | number }) => string;
readonly "describe": (args: { readonly flow: string | number; readonly span: string | number; readonly sent: string | number; readonly again: string | number; readonly lost: string | number }) => string;
readonly "columns": {
readonly "time": string;
readonly "what": string;
readonly "seq": string;
readonly "after": string;
};
readonly "picked": (args: { readonly what: string | number; readonly n: string | number }) => string;
readonly "noMark": string;
};
readonly "packets": {
readonly "title": (args: { readonly link: string | number }) => string;
readonly "hint": string;
readonly "unit": string;
readonly "waiting": string;
readonly "sending": string;
readonly "events": {
readonly "arrived": string;
readonly "started": string;
readonly "departed": string;
readonly "dropped": string;
readonly "marked": string;
};
readonly "goTo": string;
readonly "stepKinds": {
readonly "arrived": string;
readonly "dropped": string;
readonly "marked": string;
};
readonly "previous": {
readonly "arrived": string;
readonly "dropped": string;
readonly "marked": string;
};
readonly "next": {
readonly "arrived": string;
readonly "dropped": string;
readonly "marked": string;
};
readonly "noMore": string;
readonly "say": (args: { readonly t: string | number; readonly sender: string | number | null; readonly seq: string | number; readonly waiting: string | number; readonly parts: readonly string[] }) => string;
readonly "describe": (args: { readonly title: string | number; readonly span: string | number; readonly arrivals: string | number; readonly drops: string | number; readonly marks: string | number; readonly most: string | number }) => string;
readonly "columns": {
readonly "time": string;
readonly "event": string;
readonly "flow": string;
readonly "seq": string;
readonly "ordinal": string;
readonly "size": string;
readonly "marked": string;
readonly "waiting": string;
};
};
};
export default texts;
