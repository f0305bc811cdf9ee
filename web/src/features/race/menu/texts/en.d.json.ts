// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "race": string;
readonly "ofAll": string;
};
export default texts;
