// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "question": string;
readonly "driveByHand": string;
readonly "instead": string;
readonly "inLessons": string;
};
export default texts;
