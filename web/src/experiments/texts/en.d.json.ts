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
};
export default texts;
