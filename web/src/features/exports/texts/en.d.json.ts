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
readonly "iperf3": string;
readonly "qlog": string;
readonly "ns2": string;
readonly "pcapng": string;
readonly "bibtex": string;
readonly "film": string;
};
readonly "help": {
readonly "csv": string;
readonly "flent": string;
readonly "iperf3": string;
readonly "qlog": string;
readonly "ns2": string;
readonly "pcapng": string;
readonly "bibtex": string;
readonly "film": string;
};
readonly "saved": (args: { readonly size: string | number }) => string;
readonly "filmIntro": string;
readonly "stretch": string;
readonly "stretches": {
readonly "near": string;
readonly "slow": string;
readonly "whole": string;
};
readonly "unable": string;
readonly "none": string;
readonly "foot": (args: { readonly t: string | number; readonly end: string | number; readonly result: string | number }) => string;
};
export default texts;
