// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "buffer": string;
readonly "quality": string;
readonly "starts": string;
readonly "stalls": string;
readonly "now": string;
readonly "phases": {
readonly "before": string;
readonly "starting": (args: { readonly time: string | number; readonly buffer: string | number }) => string;
readonly "playing": (args: { readonly rate: string | number; readonly buffer: string | number }) => string;
readonly "stalled": (args: { readonly time: string | number; readonly buffer: string | number }) => string;
readonly "after": string;
};
readonly "total": (args: { readonly stalls: number; readonly stalled: string | number; readonly rate: string | number }) => string;
readonly "helpTitle": string;
readonly "help": string;
};
export default texts;
