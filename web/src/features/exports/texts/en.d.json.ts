// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "intro": string;
readonly "format": string;
readonly "flow": string;
readonly "link": string;
readonly "save": string;
readonly "cancel": string;
readonly "running": string;
readonly "failed": string;
readonly "formats": {
readonly "csv": string;
readonly "flent": string;
readonly "qlog": string;
readonly "ns2": string;
readonly "pcapng": string;
readonly "bibtex": string;
};
readonly "help": {
readonly "csv": string;
readonly "flent": string;
readonly "qlog": string;
readonly "ns2": string;
readonly "pcapng": string;
readonly "bibtex": string;
};
};
export default texts;
