// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "loading": string;
readonly "cut": (args: { readonly t: string | number }) => string;
readonly "elsewhere": string;
readonly "failed": (args: { readonly message: string | number }) => string;
readonly "zoom": string;
readonly "zoomHint": string;
};
export default texts;
