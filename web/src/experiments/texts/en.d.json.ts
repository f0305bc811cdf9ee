// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "kept": (args: { readonly runs: number }) => string;
readonly "discard": string;
readonly "loading": string;
readonly "progress": (args: { readonly finished: string | number; readonly total: string | number }) => string;
readonly "progressLabel": string;
readonly "left": (args: { readonly unit: string | number; readonly n: number }) => string;
readonly "pausing": string;
readonly "paused": string;
readonly "pause": string;
readonly "resume": string;
readonly "cancel": string;
readonly "notStored": string;
readonly "failed": string;
readonly "values": string;
readonly "plusMinus": string;
readonly "open": string;
readonly "openRun": (args: { readonly what: string | number }) => string;
readonly "paperSays": (args: { readonly text: string | number }) => string;
readonly "saveSvg": string;
readonly "savePng": string;
readonly "moreRows": (args: { readonly count: string | number }) => string;
readonly "notice": {
readonly "from": (args: { readonly place: string | number }) => string;
readonly "value": (args: { readonly label: string | number; readonly value: string | number }) => string;
readonly "ofSeeds": (args: { readonly seeds: string | number; readonly value: string | number }) => string;
readonly "same": string;
readonly "different": string;
readonly "running": string;
readonly "edited": string;
readonly "back": string;
readonly "close": string;
readonly "sweep": {
readonly "same": string;
readonly "different": string;
readonly "back": string;
};
readonly "table": {
readonly "same": string;
readonly "different": string;
readonly "back": string;
};
};
};
export default texts;
