// The texts of en.json with their arguments. Written by `npm run gen -- texts`.
declare const texts: {
readonly "openInFull": string;
readonly "refused": string;
readonly "embed": string;
readonly "embedIntro": string;
readonly "face": string;
readonly "panels": string;
readonly "network": string;
readonly "fairness": string;
readonly "controls": string;
readonly "controlsHelp": string;
readonly "size": string;
readonly "sizes": {
readonly "small": string;
readonly "medium": string;
readonly "large": string;
};
readonly "width": string;
readonly "height": string;
readonly "autoplay": string;
readonly "theme": string;
readonly "themes": {
readonly "system": string;
readonly "light": string;
readonly "dark": string;
};
readonly "form": string;
readonly "forms": {
readonly "iframe": string;
readonly "element": string;
readonly "link": string;
};
readonly "snippet": string;
readonly "preview": string;
readonly "tooLong": (args: { readonly n: string | number }) => string;
readonly "noPanels": string;
readonly "messages": string;
};
export default texts;
