// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "models": string;
readonly "tip": string;
readonly "hint": string;
};
export default texts;
