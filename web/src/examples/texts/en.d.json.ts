// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "questions": {
readonly "near-far": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "call-download": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "film-download": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "bufferbloat": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "bbr-cubic": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "codel": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "unresponsive": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "sawtooth": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "random-loss": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "page-loss": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "wifi-slow": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "satellite": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "fq-codel": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "parking-lot": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "tfrc": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "cubic-newreno": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
readonly "twenty": {
readonly "question": string;
readonly "setup": string;
readonly "label": string;
readonly "reason": string;
};
};
readonly "examples": Readonly<Record<string, unknown>>;
readonly "names": Readonly<Record<string, unknown>>;
};
export default texts;
