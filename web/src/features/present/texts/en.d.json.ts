// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "open": string;
readonly "refused": string;
readonly "freeze": string;
readonly "frozen": string;
readonly "laser": string;
readonly "code": string;
readonly "wholeCode": string;
readonly "codeOf": string;
readonly "scan": string;
readonly "states": {
readonly "off": string;
readonly "waiting": string;
readonly "connected": string;
readonly "closed": string;
};
readonly "notesOf": (args: { readonly title: string | number; readonly step: string | number; readonly steps: string | number }) => string;
readonly "next": string;
readonly "noNotes": string;
readonly "expected": (args: { readonly answer: string | number }) => string;
readonly "skip": string;
readonly "last": string;
readonly "elapsed": (args: { readonly time: string | number }) => string;
};
export default texts;
