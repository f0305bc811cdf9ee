// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "pinned": (args: { readonly name: string | number }) => string;
readonly "intro": string;
readonly "legend": (args: { readonly name: string | number }) => string;
readonly "pin": string;
readonly "pinBefore": string;
readonly "unpin": string;
readonly "back": string;
readonly "settings": string;
readonly "results": string;
readonly "setting": string;
readonly "result": string;
readonly "difference": string;
readonly "seeds": string;
readonly "noSettings": string;
readonly "seedsRunning": (args: { readonly done: string | number; readonly all: string | number }) => string;
readonly "cancel": string;
readonly "overSeeds": (args: { readonly n: string | number }) => string;
readonly "differ": string;
readonly "chance": string;
readonly "same": string;
readonly "verdictNone": string;
readonly "better": (args: { readonly run: string | number; readonly names: string | number }) => string;
readonly "differsToo": (args: { readonly names: string | number }) => string;
readonly "exceeds": (args: { readonly n: number }) => string;
};
export default texts;
