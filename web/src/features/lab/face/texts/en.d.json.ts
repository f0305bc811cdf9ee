// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "showEverything": string;
readonly "simple": string;
readonly "simpleTip": string;
readonly "startOver": string;
readonly "anotherQuestion": string;
readonly "menu": string;
readonly "network": string;
readonly "control": string;
readonly "backTo": (args: { readonly chart: string | number }) => string;
readonly "answer": string;
readonly "overWholeRun": string;
readonly "between": (args: { readonly from: string | number; readonly to: string | number }) => string;
readonly "oneSeed": (args: { readonly span: string | number }) => string;
readonly "ofFormer": string;
readonly "answers": {
readonly "more": (args: { readonly name: string | number; readonly times: string | number; readonly other: string | number }) => string;
readonly "most": (args: { readonly name: string | number; readonly times: string | number; readonly other: string | number }) => string;
readonly "same": (args: { readonly name: string | number; readonly other: string | number }) => string;
readonly "all": string;
readonly "gets": (args: { readonly name: string | number; readonly rate: string | number }) => string;
readonly "getsNothing": (args: { readonly name: string | number; readonly other: string | number; readonly rate: string | number }) => string;
readonly "nothing": string;
readonly "varies": (args: { readonly name: string | number; readonly percent: string | number }) => string;
readonly "use": (args: { readonly percent: string | number; readonly link: string | number | null }) => string;
readonly "wait": (args: { readonly time: string | number; readonly link: string | number | null }) => string;
readonly "media": (args: { readonly share: string | number; readonly delay: string | number }) => string;
};
readonly "before": (args: { readonly answer: string | number }) => string;
readonly "asBefore": string;
readonly "changed": string;
readonly "now": (args: { readonly changes: string | number }) => string;
readonly "nowAndReset": (args: { readonly changes: string | number; readonly reverted: string | number }) => string;
readonly "revertedTo": (args: { readonly what: string | number; readonly value: string | number }) => string;
};
export default texts;
