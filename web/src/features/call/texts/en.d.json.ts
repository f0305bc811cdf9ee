// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "which": string;
readonly "sender": string;
readonly "receiver": string;
readonly "receiverNow": string;
readonly "receiverIn": (args: { readonly run: string | number }) => string;
readonly "sends": (args: { readonly rate: string | number }) => string;
readonly "moves": string;
readonly "perSecond": (args: { readonly shown: string | number; readonly frames: string | number }) => string;
readonly "missed": (args: { readonly missed: string | number; readonly frames: string | number }) => string;
readonly "frozen": string;
readonly "frozenFor": (args: { readonly time: string | number }) => string;
readonly "late": (args: { readonly time: string | number }) => string;
readonly "spare": (args: { readonly time: string | number }) => string;
readonly "nothing": string;
readonly "phases": {
readonly "before": string;
readonly "after": string;
};
readonly "total": (args: { readonly frozen: string | number; readonly of: string | number }) => string;
readonly "within": (args: { readonly share: string | number; readonly delay: string | number }) => string;
readonly "helpTitle": string;
readonly "help": string;
};
export default texts;
