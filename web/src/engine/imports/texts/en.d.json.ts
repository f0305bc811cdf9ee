// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "title": string;
readonly "menu": string;
readonly "menuHint": string;
readonly "intro": string;
readonly "notInLink": string;
readonly "open": string;
readonly "close": string;
readonly "reading": (args: { readonly file: string | number }) => string;
readonly "drawn": string;
readonly "legend": (args: { readonly file: string | number; readonly series: string | number; readonly quantity: string | number }) => string;
readonly "remove": (args: { readonly name: string | number }) => string;
readonly "dismiss": string;
readonly "adjust": (args: { readonly file: string | number }) => string;
readonly "shift": string;
readonly "shiftHelp": string;
readonly "factor": string;
readonly "factorHelp": string;
readonly "series": string;
readonly "seriesMean": (args: { readonly name: string | number; readonly quantity: string | number; readonly mean: string | number }) => string;
readonly "tooManySeries": (args: { readonly limit: string | number }) => string;
readonly "fitLine": string;
readonly "removeFile": string;
readonly "showChart": (args: { readonly name: string | number }) => string;
readonly "queueInTime": string;
readonly "quantities": {
readonly "rate": string;
readonly "rtt": string;
readonly "delay": string;
};
readonly "formats": {
readonly "flent": string;
readonly "iperf3": string;
readonly "qlog": string;
readonly "csv": string;
readonly "pcap": string;
readonly "pcapng": string;
};
readonly "names": {
readonly "sum": string;
readonly "reverseSum": string;
readonly "stream": (args: { readonly number: string | number }) => string;
readonly "streamReceived": (args: { readonly number: string | number }) => string;
readonly "sent": (args: { readonly who: string | number | null }) => string;
readonly "received": (args: { readonly who: string | number | null }) => string;
readonly "fragments": (args: { readonly flow: string | number }) => string;
};
readonly "notes": {
readonly "endsEarly": (args: { readonly byte: string | number; readonly packets: string | number }) => string;
readonly "moreFlows": (args: { readonly all: string | number; readonly shown: string | number }) => string;
readonly "moreSeries": (args: { readonly all: string | number; readonly shown: string | number }) => string;
readonly "skipped": (args: { readonly packets: string | number }) => string;
readonly "skippedLines": (args: { readonly lines: string | number; readonly first: string | number }) => string;
readonly "assumedUnit": (args: { readonly column: string | number; readonly unit: string | number }) => string;
};
readonly "trace": {
readonly "use": (args: { readonly link: string | number; readonly name: string | number }) => string;
readonly "made": (args: { readonly link: string | number; readonly rate: string | number; readonly seconds: string | number }) => string;
readonly "outside": string;
readonly "idle": string;
readonly "long": (args: { readonly limit: string | number }) => string;
};
readonly "failed": (args: { readonly file: string | number }) => string;
readonly "rates": {
readonly "builtIn": string;
readonly "kinds": {
readonly "cellular": string;
readonly "wifi": string;
readonly "satellite": string;
};
readonly "about": {
readonly "cellular": string;
readonly "wifi": string;
readonly "satellite": string;
};
readonly "file": string;
readonly "open": string;
readonly "openHelp": string;
readonly "follows": (args: { readonly rates: string | number }) => string;
readonly "followsTrace": (args: { readonly trace: string | number }) => string;
readonly "points": (args: { readonly n: string | number }) => string;
readonly "tooMany": (args: { readonly n: string | number }) => string;
readonly "missing": string;
};
readonly "place": {
readonly "line": (args: { readonly line: string | number }) => string;
readonly "column": (args: { readonly name: string | number }) => string;
readonly "byte": (args: { readonly byte: string | number }) => string;
readonly "field": (args: { readonly path: string | number }) => string;
};
readonly "atPlaces": (args: { readonly places: string | number }) => string;
readonly "foundText": (args: { readonly text: string | number }) => string;
readonly "problems": {
readonly "empty": string;
readonly "tooLarge": string;
readonly "unpacksTooLarge": string;
readonly "damagedGzip": string;
readonly "unknownFormat": string;
readonly "iperf3Text": string;
readonly "damagedJson": string;
readonly "wrongField": string;
readonly "missingField": string;
readonly "toolError": string;
readonly "noSeries": string;
readonly "notANumber": string;
readonly "noTimeColumn": string;
readonly "noValueColumn": string;
readonly "timesDecrease": string;
readonly "tooManyRows": string;
readonly "damagedCapture": string;
readonly "linkType": string;
readonly "noPackets": string;
readonly "tooLong": string;
readonly "rateFileTooLarge": string;
readonly "timesRepeat": string;
readonly "noRate": string;
readonly "badRate": string;
readonly "tooManyPoints": string;
readonly "notMilliseconds": string;
readonly "traceTooLong": string;
readonly "failed": string;
};
};
export default texts;
