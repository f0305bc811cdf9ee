// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "save": string;
readonly "saveHelp": string;
};
export default texts;
