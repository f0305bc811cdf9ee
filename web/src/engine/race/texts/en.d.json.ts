// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "place": string;
readonly "algorithm": string;
readonly "points": string;
readonly "measured": string;
readonly "cardOf": (args: { readonly name: string | number }) => string;
readonly "networks": {
readonly "shallow": string;
readonly "deep": string;
readonly "loss": string;
readonly "cellular": string;
readonly "many": string;
readonly "itself": string;
readonly "cubic": string;
readonly "bbr": string;
readonly "short": string;
readonly "datacentre": string;
};
readonly "short": {
readonly "shallow": string;
readonly "deep": string;
readonly "loss": string;
readonly "cellular": string;
readonly "many": string;
readonly "itself": string;
readonly "cubic": string;
readonly "bbr": string;
readonly "short": string;
readonly "datacentre": string;
};
};
export default texts;
