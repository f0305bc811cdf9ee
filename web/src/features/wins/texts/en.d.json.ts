// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "lead": string;
readonly "method": (args: { readonly version: string | number }) => string;
readonly "caution": string;
readonly "hint": string;
readonly "network": string;
readonly "networks": {
readonly "bdp": string;
readonly "deep": string;
readonly "codel": string;
};
readonly "quantity": string;
readonly "quantities": {
readonly "share": string;
readonly "utilisation": string;
readonly "wait": string;
readonly "loss": string;
};
readonly "meanings": {
readonly "share": string;
readonly "utilisation": string;
readonly "wait": string;
readonly "loss": string;
};
readonly "families": string;
readonly "order": string;
readonly "orders": {
readonly "family": string;
readonly "name": string;
readonly "mean": string;
};
readonly "valuesAgainst": string;
readonly "mean": string;
readonly "meanOf": (args: { readonly row: string | number; readonly value: string | number }) => string;
readonly "against": (args: { readonly row: string | number; readonly column: string | number }) => string;
readonly "sentence": (args: { readonly pair: string | number; readonly quantity: string | number; readonly value: string | number }) => string;
readonly "shareSentence": (args: { readonly pair: string | number; readonly value: string | number; readonly seeds: string | number }) => string;
readonly "shareOf": (args: { readonly algorithm: string | number }) => string;
readonly "none": string;
readonly "save": string;
readonly "saveAs": (args: { readonly format: string | number }) => string;
readonly "wins": string;
};
export default texts;
