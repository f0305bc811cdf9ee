// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "paths": string;
readonly "about": string;
readonly "source": string;
readonly "places": {
readonly "brazil": string;
readonly "china": string;
readonly "colombia": string;
readonly "india": string;
readonly "mexico": string;
readonly "stanford": string;
};
readonly "figures": (args: { readonly rate: string | number; readonly delay: string | number; readonly buffer: string | number; readonly wait: string | number; readonly cross: string | number }) => string;
readonly "cross": string;
readonly "title": (args: { readonly direction: string | number; readonly place: string | number }) => string;
readonly "note": (args: { readonly place: string | number; readonly direction: string | number; readonly peer: string | number; readonly name: string | number; readonly source: string | number }) => string;
readonly "openFile": string;
readonly "noProfile": (args: { readonly file: string | number }) => string;
readonly "failed": (args: { readonly file: string | number; readonly why: string | number }) => string;
readonly "badNumber": (args: { readonly path: string | number; readonly least: string | number; readonly most: string | number }) => string;
readonly "badText": (args: { readonly path: string | number }) => string;
readonly "badList": (args: { readonly path: string | number; readonly most: string | number }) => string;
readonly "badDirection": (args: { readonly path: string | number }) => string;
readonly "missing": string;
};
export default texts;
