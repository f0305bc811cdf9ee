import type { LessonTexts } from "../../translation.ts";

export const media: LessonTexts = {
  title: "Des médias en concurrence avec TCP",
  point: "La régularité, l’équité envers TCP et un faible délai tirent dans des sens différents.",
  learn: "ce qu’un flux média obtient à côté de TCP, et avec quelle régularité",
  "scenario.title": "Des médias en concurrence avec TCP",
  "scenario.flows.media.label": "médias",
  "scenario.flows.tcp.label": "TCP SACK",
  "steps.smooth.text":
    "[TFRC](curve:media) calcule son débit à partir des pertes que son récepteur rapporte et de l’équation de TCP. [Un flux TCP](curve:tcp) partage la liaison, qui perd 2\u202f% des paquets au hasard.",
  "steps.smooth.notes":
    "Demandez ce qui gêne le plus à l’écran\u00a0: un débit plus bas, ou un débit qui change toutes les quelques secondes.",
  "steps.smooth.task.ask": "Quel débit varie le moins d’une seconde à l’autre\u202f?",
  "steps.smooth.task.options.0.text": "Celui de TFRC",
  "steps.smooth.task.options.1.text": "Ils varient à peu près autant",
  "steps.smooth.task.options.2.text": "Celui de TCP",
  "steps.smooth.task.hint":
    "Le coefficient de variation sur 1\u202fs est {mediaCov} pour TFRC et {tcpCov} pour TCP.",
  "steps.friendly.text":
    "TFRC obtient {media} et TCP {tcp}\u00a0: avec les mêmes pertes, les deux obtiennent à peu près autant.",
  "steps.friendly.notes":
    "Sur le papier, RAP ressemble à TCP. Demandez quelle partie de TCP manque avant de régler les barres.",
  "steps.friendly.task.ask":
    "Comme TCP, RAP augmente son débit de façon additive et le divise par deux après une perte, mais il n’a pas d’expirations. Combien chaque flux obtient-il si le flux de médias utilise RAP\u202f?",
  "steps.friendly.task.what.label": "Débit utile moyen",
  "steps.friendly.task.what.bars.0.label": "flux de médias avec RAP",
  "steps.friendly.task.what.bars.1.label": "TCP",
  "steps.friendly.task.after":
    "Avec un taux de perte de 2\u202f%, TCP subit de temps en temps des expirations, que RAP n’imite pas. RAP obtient plus, et son débit varie plus que celui de TFRC.",
  "steps.isolate.text":
    "RAP obtient {ratio} fois le débit utile de TCP. Sans les pertes aléatoires, la liaison est pleine, et la file décide quels paquets sont perdus. Une file drop-tail rejette ceux qui la trouvent pleine. DRR (deficit round robin) sert les flux à tour de rôle.",
  "steps.isolate.task.ask":
    "Supprimez les [pertes aléatoires](control), et faites en sorte que RAP obtienne moins de 1.15 fois le débit utile de TCP.",
  "steps.isolate.task.hint":
    "Dans votre exécution, RAP obtient {ratio} fois le débit utile de TCP. Laquelle des files connaît le flux d’un paquet\u202f?",
  "steps.isolate.task.control.label": "Pertes",
  "steps.isolate.task.control.options.0.label": "2\u202f% au hasard",
  "steps.isolate.task.control.options.1.label": "seulement celles d’une file drop-tail",
  "steps.isolate.task.control.options.2.label": "seulement celles d’une file DRR",
  freePlay: "Essayez TFWC, LDA+ et TPBA comme flux de médias, face à un puis à cinq flux TCP.",
  "reading.0.text": "TCP Friendly Rate Control (TFRC). RFC 5348.",
  "reading.1.text": "R. Rejaie, M. Handley, D. Estrin: RAP. INFOCOM 1999.",
  "reading.2.text":
    "S. Floyd, M. Handley, J. Padhye: A Comparison of Equation-Based and AIMD Congestion Control. 2000.",
};
