// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "now": string;
readonly "notBegun": string;
readonly "load": (args: { readonly number: string | number; readonly name: string | number | null }) => string;
readonly "blank": (args: { readonly time: string | number }) => string;
readonly "partly": (args: { readonly time: string | number; readonly text: string | number; readonly images: string | number; readonly scripts: string | number }) => string;
readonly "text": string;
readonly "paleText": string;
readonly "all": (args: { readonly time: string | number }) => string;
readonly "unknown": (args: { readonly time: string | number }) => string;
readonly "complete": (args: { readonly time: string | number }) => string;
readonly "incomplete": string;
readonly "helpTitle": string;
readonly "help": string;
};
export default texts;
