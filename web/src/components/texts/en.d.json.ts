// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "close": string;
readonly "notInSavedFile": string;
readonly "help": (args: { readonly label: string | number }) => string;
readonly "helpFailed": string;
readonly "revert": (args: { readonly label: string | number; readonly value: string | number }) => string;
readonly "changed": string;
readonly "exact": (args: { readonly label: string | number }) => string;
readonly "notANumber": (args: { readonly example: string | number | null }) => string;
readonly "or": (args: { readonly one: string | number; readonly other: string | number }) => string;
readonly "between": (args: { readonly min: string | number; readonly max: string | number }) => string;
readonly "above": (args: { readonly min: string | number }) => string;
readonly "atLeast": (args: { readonly min: string | number }) => string;
readonly "atMost": (args: { readonly max: string | number }) => string;
readonly "notWhole": string;
readonly "unit": (args: { readonly label: string | number }) => string;
readonly "varies": string;
readonly "from": string;
readonly "to": string;
readonly "none": string;
readonly "moreFields": (args: { readonly n: number }) => string;
readonly "changedFields": (args: { readonly n: number }) => string;
readonly "specify": (args: { readonly label: string | number }) => string;
readonly "atMostItems": (args: { readonly n: string | number }) => string;
readonly "add": string;
readonly "remove": string;
};
export default texts;
