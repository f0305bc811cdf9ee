// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "averages": (args: { readonly flow: string | number; readonly rate: string | number }) => string;
readonly "manyFlows": (args: { readonly n: string | number; readonly mean: string | number; readonly low: string | number; readonly slowest: string | number; readonly high: string | number; readonly fastest: string | number }) => string;
readonly "sameGoodput": string;
readonly "equalShares": string;
readonly "ratio": (args: { readonly more: string | number; readonly times: string | number; readonly less: string | number }) => string;
readonly "theLink": string;
readonly "busiestLink": (args: { readonly name: string | number }) => string;
readonly "linkUse": (args: { readonly link: string | number; readonly utilisation: string | number; readonly drops: number; readonly dropText: string | number }) => string;
readonly "wait": (args: { readonly mean: string | number; readonly p95: string | number | null }) => string;
readonly "jain": (args: { readonly n: string | number; readonly index: string | number }) => string;
readonly "jainWithin": (args: { readonly index: string | number; readonly group: string | number }) => string;
readonly "jainGroups": (args: { readonly within: string | number; readonly between: string | number | null }) => string;
readonly "groupAverages": (args: { readonly group: string | number; readonly mean: string | number; readonly spread: string | number; readonly low: string | number; readonly high: string | number; readonly total: string | number }) => string;
readonly "groupsEqual": string;
readonly "groupRatio": (args: { readonly more: string | number; readonly times: string | number; readonly less: string | number }) => string;
readonly "noTransfer": (args: { readonly label: string | number }) => string;
readonly "transfers": (args: { readonly label: string | number; readonly finished: string | number; readonly begun: string | number }) => string;
readonly "refused": (args: { readonly n: string | number }) => string;
readonly "inTime": (args: { readonly time: string | number }) => string;
readonly "half": (args: { readonly time: string | number }) => string;
readonly "most": (args: { readonly time: string | number }) => string;
readonly "longest": (args: { readonly time: string | number }) => string;
readonly "frames": (args: { readonly label: string | number; readonly share: string | number; readonly frames: string | number; readonly stalls: string | number }) => string;
readonly "noStall": string;
readonly "stalls": (args: { readonly n: number; readonly count: string | number; readonly time: string | number }) => string;
};
export default texts;
