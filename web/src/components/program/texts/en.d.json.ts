// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": (args: { readonly flow: string | number }) => string;
readonly "label": (args: { readonly flow: string | number }) => string;
readonly "keys": string;
readonly "begin": string;
readonly "beginHint": string;
readonly "begins": {
readonly "empty": string;
readonly "reno": string;
readonly "aimd": string;
readonly "cubic": string;
readonly "vegas": string;
readonly "delay-target": string;
readonly "dctcp": string;
readonly "bbr": string;
readonly "lda-plus": string;
readonly "tfrc": string;
};
readonly "works": string;
readonly "checking": string;
readonly "broken": (args: { readonly count: number }) => string;
readonly "stopped": string;
readonly "place": (args: { readonly line: string | number; readonly column: string | number }) => string;
readonly "faults": string;
readonly "onlyIn": (args: { readonly handlers: string | number }) => string;
readonly "values": string;
readonly "settings": string;
readonly "signals": string;
readonly "showSignal": (args: { readonly name: string | number }) => string;
readonly "race": string;
readonly "names": string;
readonly "handlers": string;
readonly "inputs": string;
readonly "controls": string;
readonly "functions": string;
readonly "sentences": Readonly<Record<string, unknown>>;
};
export default texts;
