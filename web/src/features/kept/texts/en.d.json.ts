// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "intro": string;
readonly "refused": string;
readonly "counts": {
readonly "scenarios": (args: { readonly n: number }) => string;
readonly "lessons": (args: { readonly n: number }) => string;
readonly "works": (args: { readonly n: number }) => string;
readonly "lists": (args: { readonly n: number }) => string;
};
readonly "inBrowser": string;
readonly "inFile": string;
readonly "save": string;
readonly "load": string;
readonly "problems": {
readonly "too-big": string;
readonly "not-kept": string;
readonly "newer": string;
};
readonly "conflicts": (args: { readonly n: number }) => string;
readonly "ofBrowser": string;
readonly "ofFile": string;
readonly "opens": string;
readonly "confirm": string;
readonly "unstored": (args: { readonly n: number }) => string;
readonly "notStored": string;
readonly "notStoredAdvice": string;
};
export default texts;
