// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "line": string;
readonly "question": string;
};
export default texts;
