// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "flow": string;
readonly "compute": (args: { readonly flow: string | number }) => string;
readonly "computing": string;
readonly "stopped": string;
readonly "caption": (args: { readonly flow: string | number }) => string;
readonly "number": string;
readonly "alone": string;
readonly "among": string;
readonly "harm": string;
readonly "harmTip": string;
};
export default texts;
