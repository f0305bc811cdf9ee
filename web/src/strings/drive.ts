// The texts of the page on which a person drives a flow by hand. The page is loaded when it is opened; only the
// names of its entries are in the texts of a first visit (face.ts, main.ts).
import { localized } from "./localized.ts";

export const DRIVE = localized("drive", {
  title: "You are the controller",
  lead: "Keep the link busy, the queue short and the shares fair: you set the window, the number of packets in flight, while the run goes on in real time.",
  documentTitle: (rival: string) => `Driven by hand against ${rival}`,
  labTitle: "Driven by hand",
  you: "You",
  setup: "What you drive against",
  rival: "Against",
  course: "On",
  courses: {
    home: "a home link",
    deep: "a deep buffer",
    changing: "a rate that changes",
  },
  courseNotes: {
    home: "10\u202fMb/s, a round trip of 100\u202fms, a buffer of as many packets as the pipe holds.",
    deep: "The same link with a buffer that holds four times as much.",
    changing: "From 10 to 20\u202fs, the link has a quarter of its rate.",
  },
  raced: "Network of the race",
  notRaced: "none",
  racedNote:
    "The first seed of the network. At the end, your drive gets the points of this network and stands in the table of its algorithms.",
  racing: "The drive is computed for the race\u2026",
  raceResult: "Your drive in the race",
  raceDone: (score: string, place: number, of: number) =>
    `Your drive has ${score} of 100 points: place ${place} of ${of} on this network.`,
  handInHelp:
    "The file contains the pseudonym, your moves and their result. Give it to your teacher. Nothing is sent anywhere.",
  raceNote:
    "Points of this network alone, by the rules of the race. The algorithms have the mean of three seeds, and your drive has the first seed. If you finished early, your last window stays to the end.",
  labNote: "The scenario of your Lab, at most 60\u202fs of it. You move one of its flows.",
  starting: "Starting the simulator\u2026",
  failed: "The simulator could not start.",
  problem: (message: string) => `This scenario cannot be driven: ${message}`,
  start: "Start",
  pause: "Pause",
  goOn: "Go on",
  finish: "Finish",
  again: "Drive again",
  howTo:
    "Drag the slider, or use the arrow keys: \u2191 and \u2192 for more, \u2193 and \u2190 for fewer, with Shift ten at a time. H halves the window, Space pauses.",
  window: "Your window, in packets",
  windowIs: (packets: number) => (packets === 1 ? "1 packet" : `${packets} packets`),
  halve: "Halve",
  fewer: (n: number) => `${n} fewer`,
  more: (n: number) => `${n} more`,
  double: "Double",
  charts: "Charts of the drive",
  windows: "Windows",
  queueDelay: "Wait in the queue",
  now: "Now",
  time: "Time",
  shareNow: "Your share",
  waitNow: "Wait",
  lossNow: "You lost",
  ofSeconds: (t: string, duration: string) => `${t} of ${duration}\u202fs`,
  /** A sentence for screen readers every few seconds. */
  report: (t: string, window: number, share: string, wait: string) =>
    `${t}\u202fs: your window ${window}, your share ${share}, wait ${wait}.`,
  noMoves: (most: number) => `${most} moves are recorded. The window stays as it is.`,
  moves: (n: number) => (n === 0 ? "You did not move the window." : n === 1 ? "1 move" : `${n} moves`),
  result: "Your drive",
  computing: "Computing the score\u2026",
  shares: {
    little: (share: string) => `You got only ${share} of what all flows got.`,
    even: (share: string) => `You got a fair share: ${share} of what all flows got.`,
    most: (share: string) => `You took more than your share: ${share} of what all flows got.`,
  },
  uses: {
    full: (use: string) => `The link was busy almost all the time: ${use}.`,
    busy: (use: string) => `The link was busy most of the time: ${use}.`,
    idle: (use: string) => `A good part of the link stayed unused: it was busy ${use} of the time.`,
  },
  delays: {
    short: (time: string) => `The queue stayed short: 95\u202f% of your packets waited less than ${time}.`,
    half: (time: string) =>
      `The queue was half full at times: 95\u202f% of your packets waited less than ${time}.`,
    long: (time: string) =>
      `The queue was full or nearly so: 95\u202f% of your packets waited less than ${time}.`,
  },
  losses: (loss: string) => `${loss} of your packets were lost.`,
  noLoss: "None of your packets was lost.",
  compare: "The same run with an algorithm in your place",
  who: "Who",
  share: "Share",
  utilisation: "Link busy",
  delay95: "Wait, 95\u202f%",
  loss: "Lost",
  inYourPlace: (name: string) => `${name} in your place`,
  resultId: "Result ID",
  resultNote:
    "The drive is a document with your moves as its timeline. Whoever opens the link computes the same run.",
  shareDrive: "Share your drive",
  copyLink: "Copy the link",
  link: "Link to your drive",
  copied: "Copied",
  copyBlocked: "The browser does not let the page copy. Select the link and copy it.",
  openInLab: "Open in the Lab",
  differs: "The recorded moves give another result than the drive. Please report this.",
});
