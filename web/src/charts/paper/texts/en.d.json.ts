// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "stored": string;
readonly "storedValue": (args: { readonly value: string | number }) => string;
readonly "byPaper": string;
readonly "paper": (args: { readonly text: string | number }) => string;
readonly "fair": (args: { readonly value: string | number }) => string;
readonly "fairValue": (args: { readonly value: string | number }) => string;
readonly "pointAt": (args: { readonly y: string | number; readonly x: string | number }) => string;
readonly "timeAxis": string;
};
export default texts;
