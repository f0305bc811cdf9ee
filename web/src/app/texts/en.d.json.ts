// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "keyNames": {
readonly "play": string;
readonly "back": string;
readonly "forward": string;
readonly "previous": string;
readonly "next": string;
readonly "decision": string;
readonly "start": string;
readonly "end": string;
readonly "faster": string;
readonly "slower": string;
readonly "fit": string;
readonly "from": string;
readonly "add": string;
readonly "new": string;
readonly "examples": string;
readonly "share": string;
readonly "present": string;
readonly "undo": string;
readonly "redo": string;
readonly "help": string;
readonly "names": {
readonly "Space": string;
readonly "Shift": string;
readonly "Ctrl": string;
readonly "Home": string;
readonly "End": string;
};
};
readonly "newScenario": {
readonly "intro": string;
readonly "networks": {
readonly "dumbbell": string;
readonly "parking_lot": string;
readonly "graph": string;
};
readonly "everyday": {
readonly "home": string;
readonly "mobile": string;
readonly "dataCentre": string;
};
readonly "everydayTips": {
readonly "home": string;
readonly "mobile": string;
readonly "dataCentre": string;
};
};
readonly "keys": {
readonly "title": string;
readonly "off": string;
readonly "enabled": string;
readonly "charts": string;
};
};
export default texts;
