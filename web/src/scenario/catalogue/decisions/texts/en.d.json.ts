// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "decisions": Readonly<Record<string, unknown>>;
};
export default texts;
