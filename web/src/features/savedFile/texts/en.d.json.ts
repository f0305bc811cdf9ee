// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "files": string;
readonly "saveFile": string;
readonly "saveFileHelp": string;
readonly "saving": string;
readonly "saveFailed": string;
readonly "saveOutdated": string;
};
export default texts;
