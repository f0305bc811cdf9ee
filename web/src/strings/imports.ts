// The texts about measured data that are drawn with a run, and about rates that a link follows. They are loaded when a file is opened.
import { localized } from "./localized.ts";

export const I = localized("imports", {
  title: "Measured data",
  menu: "Measured data\u2026",
  menuHint: "Draw a file of flent, iperf3 or tcpdump, a qlog or a table over the run.",
  intro:
    "Open a result of flent, the JSON of iperf3, a qlog, a capture of tcpdump or Wireshark (pcap, pcapng), or a table (CSV) with times and rates. gzip is unpacked. You can also drop files onto the page.",
  notInLink:
    "Measured data stay in this tab. They are not part of the scenario or its link, and a reload removes them.",
  open: "Open a file\u2026",
  close: "Close",
  reading: (file: string) => `Reading ${file}\u2026`,
  drawn: "Drawn series",
  legend: (file: string, series: string, quantity: string) => `${file}: ${series}, ${quantity}`,
  remove: (name: string) => `Remove ${name}`,
  dismiss: "Dismiss the message",
  adjust: (file: string) => `Adjust ${file}`,
  shift: "Start at",
  shiftHelp: "The simulated time at which the first sample of the file is drawn.",
  factor: "Multiply rates by",
  factorHelp: "A factor for the rates of the file. Delays stay as they are.",
  series: "Series of the file",
  seriesMean: (name: string, quantity: string, mean: string) => `${name}, ${quantity}, mean ${mean}`,
  full: (limit: number) => `At most ${limit} series are drawn at a time. Remove one to draw another.`,
  removeFile: "Remove this file",
  showChart: (name: string) => `Show the chart \u201c${name}\u201d`,
  queueInTime: "Delays are drawn in the queue chart while it shows milliseconds.",
  quantities: { rate: "rate", rtt: "round trip", delay: "delay" },
  formats: {
    flent: "flent",
    iperf3: "iperf3",
    qlog: "qlog",
    csv: "table",
    pcap: "pcap",
    pcapng: "pcapng",
  },
  names: {
    sum: "sum of the streams",
    reverseSum: "sum of the reverse streams",
    stream: (number: number) => `stream ${number}`,
    streamReceived: (number: number) => `stream ${number}, received`,
    sent: (who: string) => (who === "" ? "sent packets" : `sent by the ${who}`),
    received: (who: string) => (who === "" ? "received packets" : `received by the ${who}`),
    fragments: (flow: string) => `${flow}, fragments`,
  },
  notes: {
    endsEarly: (byte: string, packets: string) =>
      `The capture ends within a packet, at byte ${byte}. The ${packets} packets before it were read.`,
    moreFlows: (shown: string, all: string) =>
      `The capture has ${all} flows. The ${shown} with the most bytes are listed.`,
    moreSeries: (shown: string, all: string) => `The file has ${all} series. The first ${shown} are listed.`,
    skipped: (packets: string) =>
      `${packets} packets were passed over, because they are not IP or have no time.`,
    skippedLines: (lines: string, first: string) =>
      `${lines} records are not JSON and were passed over, the first in line ${first}.`,
    assumedUnit: (column: string, unit: string) =>
      `Column \u201c${column}\u201d states no unit. It was read as ${unit}.`,
  },
  trace: {
    use: (name: string, link: string) => `Let link \u201c${link}\u201d follow ${name}`,
    made: (link: string, rate: string, seconds: string) =>
      `Link \u201c${link}\u201d now delivers packets at the times of a trace with a mean rate of ${rate}, which is repeated after ${seconds}. The trace is part of the scenario. Undo removes it.`,
    outside:
      "No value of this series is within the run. Change \u201cStart at\u201d, or make the run longer.",
    idle: "The series stands for less than one packet of 1500 bytes. Multiply the rates, or choose another series.",
    long: (limit: string) =>
      `The trace would have more than ${limit} lines, which the simulator does not accept. Make the run shorter, or multiply the rates by a smaller number.`,
  },
  failed: (file: string) => `${file} was not read. Everything else is as before.`,
  rates: {
    builtIn: "Built-in, made up by us",
    kinds: { cellular: "Cellular link", wifi: "Wi-Fi link", satellite: "Satellite link" },
    about: {
      cellular:
        "A made-up user who moves through a cell: every half second the rate changes by up to a quarter, sometimes with a tenth of it in a shadow.",
      wifi: "A made-up Wi-Fi station: every 0.2 s its rate moves by one step of 802.11n, and others use 20 to 60\u202f% of the channel.",
      satellite:
        "A made-up satellite in a low orbit: every 15 s another one takes over, after 0.1 s without service.",
    },
    file: "File",
    open: "Open a file\u2026",
    openHelp: "A table (CSV) with times and rates, or a trace of Mahimahi.",
    follows: (rates: string) => `The link follows ${rates}.`,
    followsTrace: (trace: string) =>
      `The link follows a ${trace}, which is then repeated. The setting \u201cRate\u201d is not used.`,
    points: (n: string) => `The ${n} points`,
    tooMany: (n: string) => `${n} points are too many to edit here. Edit the file and open it again.`,
    missing: "The built-in rates could not be loaded. Check the network connection and choose again.",
  },
  place: {
    line: (line: string) => `line ${line}`,
    column: (name: string) => `column \u201c${name}\u201d`,
    byte: (byte: string) => `byte ${byte}`,
    field: (path: string) => `field ${path}`,
  },
  at: (places: string) => ` Place: ${places}.`,
  found: (text: string) => ` Found: ${text}`,
  problems: {
    empty: "The file is empty. Was the measurement complete when the file was copied?",
    tooLarge:
      "The file is too large; at most 64 MB can be read. Shorten it, for example with editcap or head.",
    unpacksTooLarge: "The file unpacks to more than 128 MB. Unpack and shorten it.",
    damagedGzip: "The compressed file is damaged or ends early. Copy or download it again.",
    unknownFormat:
      "This is none of the formats that can be read: flent, iperf3 JSON, qlog, pcap, pcapng, or a table with times.",
    damagedJson:
      "The JSON has an error or ends early. Was the measurement complete when the file was copied?",
    wrongField: "A field has a value of another kind than the measuring tool writes. Was the file edited?",
    missingField: "A field is missing that the measuring tool writes. Was the file edited?",
    toolError: "The measuring tool reports that the measurement failed. Measure again.",
    noSeries: "The file contains no rates and no delays.",
    notANumber: "A cell is neither a number nor empty. Correct the cell, or put # before the line.",
    noTimeColumn: "No column has the times. Name one \u201ctime (s)\u201d.",
    noValueColumn:
      "No column has rates or delays. Name one for example \u201crate (Mbit/s)\u201d or \u201crtt (ms)\u201d.",
    timesDecrease: "A time is smaller than the one before it. Sort the rows by time.",
    tooManyRows: "The file has more than 1 000 000 rows or samples. Shorten it, or take longer steps.",
    damagedCapture: "The capture is damaged here, or is no capture. Capture or copy it again.",
    linkType:
      "This link type is not read. Ethernet, raw IP, Linux cooked captures and loopback are; capture on another interface.",
    noPackets: "The capture contains no IP packets. Was the filter right?",
    tooLong: "Reading took too long and was ended. Shorten the file.",
    rateFileTooLarge: "The file is too large; a file with rates over time has at most 2 MB. Shorten it.",
    timesRepeat: "A time is not larger than the one before it. Give each row a later time.",
    noRate: "A rate is missing. Write 0 where nothing is sent, or leave out the line.",
    badRate: "This is not a rate from 0 to 1 Tb/s. Correct it, or put # before the line.",
    tooManyPoints: "The table has more than 10 000 rows. Shorten it, or take longer steps.",
    notMilliseconds:
      "Each line of a Mahimahi file is a time in whole milliseconds, at most a day, and not smaller than the one before it; the last one is above 0.",
    traceTooLong: "The file has more lines than the simulator accepts. Shorten it. The limit is",
    failed: "The file could not be read.",
  },
} as const);
