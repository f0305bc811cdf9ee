// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "pending": string;
readonly "span": (args: { readonly from: string | number; readonly to: string | number }) => string;
readonly "draw": string;
readonly "drawLabel": (args: { readonly label: string | number }) => string;
readonly "drawPoint": (args: { readonly time: string | number; readonly value: string | number }) => string;
readonly "notDrawn": string;
readonly "notSet": string;
readonly "drawnCount": (args: { readonly n: string | number; readonly all: string | number }) => string;
readonly "level": string;
readonly "clear": string;
readonly "reveal": string;
readonly "setAll": string;
readonly "you": string;
readonly "classMedian": string;
readonly "run": string;
readonly "past": string;
readonly "closeness": {
readonly "close": string;
readonly "roughly": string;
readonly "partly": string;
readonly "far": string;
};
readonly "judgedHow": string;
readonly "rules": {
readonly "bars": (args: { readonly right: string | number; readonly rightAxis: string | number; readonly roughly: string | number; readonly roughlyAxis: string | number }) => string;
readonly "curve": (args: { readonly rightAxis: string | number; readonly roughlyAxis: string | number; readonly period: string | number; readonly height: string | number; readonly time: string | number; readonly turn: string | number; readonly same: string | number }) => string;
};
readonly "judgements": {
readonly "right": string;
readonly "high": string;
readonly "low": string;
};
readonly "levelIs": (args: { readonly judgement: string | number; readonly values: string | number }) => string;
readonly "drawnAndRan": (args: { readonly drawn: string | number; readonly ran: string | number }) => string;
readonly "drawnAndRanOnAverage": (args: { readonly drawn: string | number; readonly ran: string | number }) => string;
readonly "bar": (args: { readonly label: string | number; readonly judgement: string | number; readonly values: string | number }) => string;
readonly "onlyBar": {
readonly "right": string;
readonly "high": string;
readonly "low": string;
};
readonly "directionRight": string;
readonly "directionOther": (args: { readonly drawn: string | number; readonly ran: string | number }) => string;
readonly "direction": {
readonly "rises": string;
readonly "falls": string;
readonly "stays": string;
};
readonly "shapeRight": string;
readonly "shapeOther": (args: { readonly drawn: string | number; readonly ran: string | number }) => string;
readonly "risingOther": (args: { readonly drawn: string | number; readonly ran: string | number }) => string;
readonly "turns": {
readonly "none": string;
readonly "peak": string;
readonly "dip": string;
readonly "swings": string;
};
readonly "periodOther": (args: { readonly drawn: string | number; readonly ran: string | number }) => string;
readonly "heightOther": (args: { readonly low: string | number; readonly high: string | number; readonly runLow: string | number; readonly runHigh: string | number }) => string;
readonly "timeRight": string;
readonly "timeLate": (args: { readonly by: string | number }) => string;
readonly "timeEarly": (args: { readonly by: string | number }) => string;
readonly "worst": (args: { readonly place: string | number; readonly drawn: string | number; readonly actual: string | number }) => string;
readonly "at": (args: { readonly time: string | number }) => string;
};
export default texts;
