// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "algorithms": {
readonly "rules": string;
readonly "shownBy": string;
readonly "openRun": (args: { readonly n: string | number | null }) => string;
readonly "tryIt": string;
readonly "tryAgainst": (args: { readonly name: string | number; readonly rival: string | number }) => string;
readonly "title": string;
readonly "parameters": string;
readonly "noParameters": string;
readonly "signals": string;
readonly "decisions": string;
readonly "references": string;
readonly "name": string;
readonly "fallback": string;
readonly "givenDefault": (args: { readonly text: string | number; readonly setting: string | number; readonly choices: string | number; readonly value: string | number }) => string;
readonly "range": string;
readonly "source": string;
readonly "meaning": string;
readonly "open": string;
readonly "backToLab": string;
readonly "unknown": (args: { readonly id: string | number }) => string;
};
readonly "matrix": {
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
};
};
export default texts;
