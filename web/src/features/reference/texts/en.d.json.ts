// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
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
export default texts;
