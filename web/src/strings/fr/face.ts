// The French texts of the page that shows one question about a scenario.
import type { Translation } from "../translation.ts";

export const face: Translation["face"] = {
  showEverything: "Tout afficher",
  simple: "Simple",
  simpleTip: "Afficher une question avec ses images et un seul r\u00e9glage",
  startOver: "Recommencer",
  anotherQuestion: "Autre question",
  menu: "Menu",
  network: "R\u00e9seau",
  answer: "R\u00e9ponse",
  overWholeRun: "sur toute l\u2019ex\u00e9cution",
  between: (from, to) => `de ${from} \u00e0 ${to}`,
  answers: {
    more: (name, times, other) => `${name} re\u00e7oit ${times} fois plus que ${other}`,
    most: (name, times, other) =>
      `${name} re\u00e7oit le plus\u202f: ${times} fois plus que ${other}, qui re\u00e7oit le moins`,
    same: (name, other) => `${name} et ${other} re\u00e7oivent \u00e0 peu pr\u00e8s autant`,
    all: "Tous re\u00e7oivent \u00e0 peu pr\u00e8s autant",
    takes: (name, percent) => `${name} occupe ${percent} de la liaison`,
    varies: (name, percent) => `${name} varie de ${percent}`,
    use: (percent) => `La liaison est occup\u00e9e \u00e0 ${percent}`,
    wait: (time) => `Un paquet attend ${time} dans la file`,
  },
  before: (answer) => `Avant\u202f: ${answer}`,
  asBefore: "Comme avant",
  changed: "Le sc\u00e9nario a \u00e9t\u00e9 modifi\u00e9.",
  now: (changes) => `Maintenant\u202f: ${changes}.`,
  questions: {
    "near-far": [
      "Qui re\u00e7oit le plus\u202f?",
      "Deux t\u00e9l\u00e9chargements partagent une liaison. L\u2019aller-retour vers \u00ab\u202ffar\u202f\u00bb est quatre fois plus long.",
      "Aller-retour de \u00ab\u202ffar\u202f\u00bb",
      "Plus l\u2019aller-retour est court, plus la fen\u00eatre cro\u00eet vite apr\u00e8s une perte.",
    ],
    bufferbloat: [
      "Combien de temps l\u2019appel attend-il\u202f?",
      "Un t\u00e9l\u00e9chargement et un appel partagent une liaison, devant laquelle 400 paquets peuvent attendre.",
      "Paquets qui peuvent attendre",
      "L\u2019appel attend derri\u00e8re chaque paquet de la file.",
    ],
    "bbr-cubic": [
      "BBR ou CUBIC\u202f?",
      "Deux r\u00e8gles pour choisir son d\u00e9bit se rencontrent sur une liaison.",
      "Tampon",
      "CUBIC remplit le tampon jusqu\u2019\u00e0 une perte\u202f; BBR suit ce qu\u2019il mesure.",
    ],
    codel: [
      "Une longue file peut-elle \u00eatre rapide\u202f?",
      "CoDel rejette un paquet de temps en temps, pour qu\u2019un appel n\u2019attende pas derri\u00e8re un t\u00e9l\u00e9chargement.",
      "Paquets qui peuvent attendre",
      "CoDel limite la dur\u00e9e d\u2019attente, drop-tail le nombre de paquets.",
    ],
    unresponsive: [
      "Et si l\u2019un ne c\u00e8de pas\u202f?",
      "Deux flux TCP partagent une liaison. De 15\u202fs \u00e0 45\u202fs, UDP \u00e9met \u00e0 son propre d\u00e9bit.",
      "D\u00e9bit d\u2019UDP",
      "TCP ralentit apr\u00e8s une perte, UDP non.",
    ],
    sawtooth: [
      "Quel tampon occupe une liaison\u202f?",
      "Un flux \u00e9met de plus en plus jusqu\u2019\u00e0 remplir le tampon, puis divise sa fen\u00eatre par deux.",
      "Tampon",
      "Apr\u00e8s une perte, seul le contenu du tampon occupe la liaison.",
    ],
    "random-loss": [
      "Que co\u00fbte une liaison perturb\u00e9e\u202f?",
      "La liaison perd un paquet sur cent, m\u00eame si sa file est vide.",
      "Part des paquets perdus",
      "Un flux prend chaque perte pour une file pleine et ralentit.",
    ],
    "fq-codel": [
      "Peut-on contenir une inondation\u202f?",
      "Chaque flux a sa propre file. De 20\u202fs \u00e0 40\u202fs, UDP inonde la liaison.",
      "D\u00e9bit de l\u2019inondation",
      "Dans une file commune, tous attendent derri\u00e8re l\u2019inondation.",
    ],
    "parking-lot": [
      "Que co\u00fbte un chemin plus long\u202f?",
      "Le flux long traverse trois liaisons, et chacun des autres en traverse une.",
      "D\u00e9bit de la liaison du milieu",
      "Chaque liaison travers\u00e9e peut rejeter des paquets et allonge l\u2019aller-retour.",
    ],
    tfrc: [
      "Aussi rapide que TCP, mais plus r\u00e9gulier\u202f?",
      "C\u2019est la promesse de TFRC\u202f: Floyd, Handley, Padhye et Widmer, 2000.",
      "D\u00e9bit de la liaison",
      "TCP divise sa fen\u00eatre par deux apr\u00e8s une perte\u202f; TFRC fait une moyenne.",
    ],
    "cubic-newreno": [
      "La r\u00e8gle plus r\u00e9cente re\u00e7oit-elle plus\u202f?",
      "CUBIC et NewReno partagent un chemin long et rapide.",
      "D\u00e9bit de la liaison",
      "NewReno cro\u00eet d\u2019un paquet par aller-retour, CUBIC avec le temps.",
    ],
    twenty: [
      "Quel petit tampon suffit\u202f?",
      "Vingt flux partagent une liaison avec un quart du tampon dont un flux a besoin.",
      "Tampon",
      "Des flux qui ralentissent \u00e0 des moments diff\u00e9rents ont une somme stable.",
    ],
  },
};
