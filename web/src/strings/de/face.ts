// The German texts of the page that shows one question about a scenario.
import type { Translation } from "../translation.ts";

export const face: Translation["face"] = {
  showEverything: "Alles zeigen",
  simple: "Einfach",
  simpleTip: "Eine Frage mit ihren Bildern und einem Regler zeigen",
  startOver: "Von vorn",
  anotherQuestion: "Andere Frage",
  menu: "Men\u00fc",
  network: "Netz",
  answer: "Antwort",
  overWholeRun: "\u00fcber den ganzen Lauf",
  between: (from, to) => `von ${from} bis ${to}`,
  answers: {
    more: (name, times, other) => `${name} bekommt ${times}-\u2060mal so viel wie ${other}`,
    most: (name, times, other) =>
      `${name} bekommt am meisten: ${times}-\u2060mal so viel wie ${other} mit dem wenigsten`,
    same: (name, other) => `${name} und ${other} bekommen etwa gleich viel`,
    all: "Alle bekommen etwa gleich viel",
    takes: (name, percent) => `${name} belegt ${percent} der Leitung`,
    varies: (name, percent) => `${name} schwankt um ${percent}`,
    use: (percent) => `Die Leitung ist zu ${percent} ausgelastet`,
    wait: (time) => `Ein Paket wartet ${time} in der Warteschlange`,
  },
  before: (answer) => `Vorher: ${answer}`,
  asBefore: "Genauso wie vorher",
  changed: "Das Szenario wurde ge\u00e4ndert.",
  now: (changes) => `Jetzt: ${changes}.`,
  questions: {
    "near-far": [
      "Wer bekommt mehr?",
      "Zwei Downloads teilen sich eine Leitung. Pakete zu \u201efar\u201c und zur\u00fcck sind viermal so lange unterwegs.",
      "Umlaufzeit von \u201efar\u201c",
      "Mit k\u00fcrzerer Umlaufzeit w\u00e4chst ein Fenster nach jedem Verlust schneller.",
    ],
    bufferbloat: [
      "Wie lange wartet der Anruf?",
      "Ein Download und ein Anruf teilen sich eine Leitung, vor der 400 Pakete warten k\u00f6nnen.",
      "Pakete, die warten k\u00f6nnen",
      "Der Anruf wartet hinter jedem Paket in der Warteschlange.",
    ],
    "bbr-cubic": [
      "BBR oder CUBIC?",
      "Zwei Regeln, wie schnell man sendet, treffen auf einer Leitung zusammen.",
      "Puffer",
      "CUBIC f\u00fcllt den Puffer bis zum Verlust; BBR folgt dem, was es misst.",
    ],
    codel: [
      "Kann eine lange Schlange schnell sein?",
      "CoDel verwirft ab und zu ein Paket, damit ein Anruf nicht hinter einem Download warten muss.",
      "Pakete, die warten k\u00f6nnen",
      "CoDel begrenzt, wie lange Pakete warten, Drop-Tail, wie viele.",
    ],
    unresponsive: [
      "Was, wenn einer nicht nachgibt?",
      "Zwei TCP-Fl\u00fcsse teilen sich eine Leitung. Von 15\u202fs bis 45\u202fs sendet UDP mit eigener Rate.",
      "Rate von UDP",
      "TCP wird nach einem Verlust langsamer, UDP nicht.",
    ],
    sawtooth: [
      "Wie viel Puffer lastet eine Leitung aus?",
      "Ein Fluss sendet immer mehr, bis der Puffer voll ist, und halbiert dann sein Fenster.",
      "Puffer",
      "Nach einem Verlust lastet nur der Vorrat im Puffer die Leitung aus.",
    ],
    "random-loss": [
      "Was kostet eine gest\u00f6rte Leitung?",
      "Die Leitung verliert eines von hundert Paketen, auch wenn die Warteschlange leer ist.",
      "Anteil verlorener Pakete",
      "Ein Fluss h\u00e4lt jeden Verlust f\u00fcr eine volle Warteschlange und bremst.",
    ],
    "fq-codel": [
      "L\u00e4sst sich eine Flut aufhalten?",
      "Jeder Fluss hat eine eigene Warteschlange. Von 20\u202fs bis 40\u202fs \u00fcberflutet UDP die Leitung.",
      "Rate der Flut",
      "In einer gemeinsamen Warteschlange warten alle hinter der Flut.",
    ],
    "parking-lot": [
      "Was kostet ein l\u00e4ngerer Weg?",
      "Der lange Fluss durchquert drei Leitungen, jeder andere eine davon.",
      "Rate der mittleren Leitung",
      "Jede Leitung am Weg kann Pakete verwerfen und verl\u00e4ngert den Umlauf.",
    ],
    tfrc: [
      "So schnell wie TCP, aber ruhiger?",
      "Das verspricht TFRC: Floyd, Handley, Padhye und Widmer, 2000.",
      "Rate der Leitung",
      "TCP halbiert sein Fenster bei einem Verlust; TFRC mittelt \u00fcber mehrere.",
    ],
    "cubic-newreno": [
      "Bekommt die neuere Regel mehr?",
      "CUBIC und NewReno teilen sich einen langen, schnellen Weg.",
      "Rate der Leitung",
      "NewReno w\u00e4chst um ein Paket je Umlauf, CUBIC mit der Zeit.",
    ],
    twenty: [
      "Wie wenig Puffer gen\u00fcgt?",
      "Zwanzig Fl\u00fcsse teilen sich eine Leitung mit einem Viertel des Puffers, den ein Fluss braucht.",
      "Puffer",
      "Fl\u00fcsse, die zu verschiedenen Zeiten halbieren, gl\u00e4tten ihre Summe.",
    ],
  },
};
