// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "ask": string;
readonly "askFall": (args: { readonly name: string | number; readonly t: string | number }) => string;
readonly "keys": string;
readonly "at": (args: { readonly label: string | number; readonly t: string | number }) => string;
readonly "loading": string;
readonly "none": string;
readonly "earlier": (args: { readonly seconds: string | number }) => string;
readonly "failed": string;
readonly "previous": string;
readonly "next": string;
readonly "noEarlier": string;
readonly "noLater": string;
readonly "later": (args: { readonly seconds: string | number }) => string;
readonly "details": string;
readonly "so": (args: { readonly cause: string | number; readonly effect: string | number }) => string;
readonly "causes": {
readonly "full": (args: { readonly n: number }) => string;
readonly "queue": (args: { readonly n: number }) => string;
readonly "rule": (args: { readonly n: number }) => string;
readonly "receiver": (args: { readonly n: number }) => string;
};
readonly "reducedWindow": (args: { readonly flow: string | number; readonly isHalf: boolean; readonly from: string | number; readonly to: string | number }) => string;
readonly "reducedRate": (args: { readonly flow: string | number; readonly isHalf: boolean; readonly from: string | number; readonly to: string | number }) => string;
readonly "reducedFlight": (args: { readonly flow: string | number; readonly from: string | number; readonly to: string | number }) => string;
readonly "atPlayhead": (args: { readonly t: string | number }) => string;
readonly "losses": {
readonly "full": (args: { readonly link: string | number; readonly n: number }) => string;
readonly "queue": (args: { readonly link: string | number; readonly n: number }) => string;
readonly "rule": (args: { readonly link: string | number; readonly n: number }) => string;
readonly "receiver": (args: { readonly n: number }) => string;
};
readonly "about": (args: { readonly algorithm: string | number }) => string;
readonly "packet": (args: { readonly n: string | number }) => string;
};
export default texts;
