import type { Translation } from "../translation.ts";

export const examples: Translation["examples"] = {
  "near-far": {
    title: "Ein naher und ein ferner Fluss teilen sich eine Leitung",
    point:
      "Der Fluss mit der kürzeren Umlaufzeit wächst nach jedem Verlust schneller und bekommt den größeren Anteil.",
    suggestions: ["Puffer für 15 Pakete", "Gleiche Umlaufzeiten", "UDP mit 2\u202fMb/s hinzufügen"],
  },
  sawtooth: {
    title: "Ein Fluss und sein Sägezahn",
    point:
      "Ein einzelner Fluss füllt den Puffer, verliert ein Paket, halbiert sein Fenster und steigt wieder; ein Puffer von einem BDP hält die Leitung gerade ausgelastet.",
    suggestions: ["Puffer von 0.25\u202fBDP", "Puffer von 4\u202fBDP", "CUBIC statt NewReno"],
  },
  bufferbloat: {
    title: "Ein großer Puffer heißt langes Warten",
    point:
      "Flüsse, die erst bei Verlusten langsamer werden, füllen jeden Puffer, und ein Anruf muss hinter ihnen warten.",
    suggestions: ["Puffer von einem BDP", "100\u202fMb/s", "Vier Downloads"],
  },
  "cubic-newreno": {
    title: "CUBIC und NewReno auf einem langen, schnellen Pfad",
    point:
      "Bei großem Fenster ist ein Paket mehr je Umlauf wenig: CUBIC erholt sich in Sekunden und nimmt sich den größeren Anteil.",
    suggestions: ["RTT von 20\u202fms", "5\u202fMb/s", "Puffer von zwei BDP"],
  },
  unresponsive: {
    title: "Ein Fluss, der nicht nachgibt",
    point:
      "UDP sendet unbeirrt mit fester Rate; die Flüsse mit Überlastkontrolle teilen sich den Rest der Kapazität.",
    suggestions: ["UDP mit 9\u202fMb/s", "UDP in Schüben", "Ohne UDP"],
  },
  generations: {
    title: "Vier Generationen der Verlustbehebung",
    point:
      "Jeder Fluss verliert vier Pakete auf einmal: Tahoe fängt von vorn an, Reno wartet auf einen Timeout, NewReno ersetzt ein Paket je Umlauf, und SACK ersetzt alle auf einmal.",
    suggestions: ["Ein verlorenes Paket", "Zehn verlorene Pakete", "SACK für alle vier"],
  },
  staircase: {
    title: "Flüsse kommen und gehen",
    point:
      "Jeder neue Fluss nimmt sich seinen Anteil von den vorhandenen Flüssen und gibt ihn zurück, wenn er endet.",
    suggestions: ["CUBIC für alle", "RTT von 120\u202fms", "Ein Puffer von 10 Paketen"],
  },
  "rate-drop": {
    title: "Die Leitung wird eine Weile langsamer",
    point:
      "Fällt die Rate auf ein Fünftel, brauchen die Pakete in der Warteschlange fünfmal so lange, um sie zu verlassen; also warten alle.",
    suggestions: [
      "Ein Ausfall von einer Sekunde",
      "Ein Puffer von 20 Paketen",
      "Stattdessen eine höhere Rate",
    ],
  },
  "random-loss": {
    title: "Verluste ohne Überlast",
    point:
      "Ein Fenster, das sich bei jedem Verlust halbiert, kann eine Leitung, die selbst Pakete verliert, nicht füllen, so leer die Warteschlange auch ist.",
    suggestions: ["0.1\u202f% zufälliger Verlust", "Kein zufälliger Verlust", "RTT von 200\u202fms"],
  },
  twenty: {
    title: "Zwanzig Flüsse brauchen weniger Puffer als einer",
    point:
      "Viele versetzte Sägezähne lassen wenige Lücken: Mit einem Puffer von einem Viertel BDP halten zwanzig Flüsse die Leitung ausgelastet, einer nicht.",
    suggestions: ["Nur ein Fluss", "Gleiche Umlaufzeiten", "Puffer von 0.125\u202fBDP"],
  },
  "short-transfer": {
    title: "Eine kurze Übertragung während einer langen",
    point:
      "Ein Megabyte ist gesendet, bevor das Fenster seinen Anteil gefunden hat: Es erhält die Hälfte der fairen Rate, zehn Megabyte erhalten fast die ganze.",
    suggestions: ["10\u202fMB", "RTT von 200\u202fms", "Fünf Übertragungen"],
  },
  red: {
    title: "Früh verworfen, kurz gewartet",
    point:
      "RED verwirft ab und zu ein Paket, bevor der Puffer voll ist: Acht Flüsse lasten die Leitung ebenso aus, bei einem Viertel der Wartezeit.",
    suggestions: ["Drop-Tail statt RED", "Adaptives RED", "Dreißig Flüsse"],
  },
  codel: {
    title: "CoDel: großer Puffer ohne Warten",
    point:
      "CoDel verwirft Pakete, wenn die Wartezeit über ihrem Zielwert bleibt; so hält der Download die Leitung ausgelastet, und der Anruf wartet kaum.",
    suggestions: ["Drop-Tail statt CoDel", "PIE statt CoDel", "Zielwert von 20\u202fms"],
  },
  "fq-codel": {
    title: "Eine eigene Warteschlange",
    point:
      "FQ-CoDel bedient alle Flüsse reihum: Eine UDP-Flut verliert die meisten ihrer Pakete, und die anderen Flüsse behalten ihre Anteile.",
    suggestions: ["CoDel für alle Flüsse", "Drop-Tail statt FQ-CoDel", "Flut mit 20\u202fMb/s"],
  },
  "home-cake": {
    title: "Drei Rechner zu Hause",
    point:
      "CAKE teilt die Leitung erst zwischen den Rechnern und dann zwischen ihren Downloads: Ein einziger Download bekommt etwa so viel wie sechzehn.",
    suggestions: ["Nur zwischen Downloads teilen", "FQ-CoDel statt CAKE", "Drop-Tail statt CAKE"],
  },
  ecn: {
    title: "Markierungen statt Verluste",
    point:
      "Die Warteschlange markiert die Pakete des Flusses mit ECN und verwirft die des anderen: Beide werden etwa gleich oft langsamer, aber nur einer muss Pakete erneut senden.",
    suggestions: ["ECN für beide", "Zehn Flüsse ohne ECN", "CoDel statt RED"],
  },
  tfrc: {
    title: "So viel wie TCP, aber gleichmäßiger",
    point:
      "Bei denselben Verlusten senden TFRC und TCP auf Dauer mit derselben Rate; TFRC folgt der mittleren Verlustrate, seine Rate schwankt also weniger.",
    suggestions: ["TFWC statt TFRC", "Verluste in Schüben", "Nur Verluste der Warteschlange"],
  },
  "slow-link": {
    title: "Vier Regeln auf einer langsamen Leitung",
    point:
      "Wo ein faires Fenster nur wenige Pakete groß ist, lebt TCP von Timeout zu Timeout, und RAP, das seine Rate nur halbiert, nimmt sich die halbe Leitung.",
    suggestions: ["5\u202fMb/s", "RED", "Eine Warteschlange je Fluss"],
  },
  radio: {
    title: "Eine Rate, die kommt und geht",
    point:
      "Auf einer Funkstrecke schwankt die Rate, und ein Puffer, der zur höchsten Rate passt, lässt Pakete bei der niedrigsten eine halbe Sekunde warten.",
    suggestions: ["CoDel", "Ein Puffer von 50 Paketen", "Stufen, fünfmal so schnell"],
  },
  "bursty-loss": {
    title: "Verluste, die zusammen kommen",
    point:
      "Beide Flüsse verlieren eines von hundert Paketen: Der Fluss, dessen Verluste in Schüben kommen, wird halb so oft langsamer und erreicht die doppelte Rate.",
    suggestions: ["Schübe von zwei Paketen", "NewReno für beide", "Keine einzelnen Verluste"],
  },
  "bbr-cubic": {
    title: "BBR und CUBIC: Der Puffer entscheidet",
    point:
      "BBR reagiert nicht auf Verluste und nimmt daher bei kurzem Puffer den größten Teil der Leitung; in einem tiefen Puffer füllt CUBIC die Warteschlange und bekommt mehr.",
    suggestions: ["Puffer von acht BDP", "Puffer von 0.2\u202fBDP", "BBR v3 statt BBR v1"],
  },
  "bbr-many": {
    title: "Vier BBR-Flüsse gegen einen CUBIC-Fluss",
    point:
      "Vier BBR-Flüsse füllen einen Puffer von einem BDP und beachten seine Verluste nicht, sodass der CUBIC-Fluss dazwischen kaum durchkommt.",
    suggestions: ["BBR v3 statt BBR v1", "Puffer von acht BDP", "Eine Warteschlange je Fluss"],
  },
  "bbr-one": {
    title: "Ein BBR-Fluss gegen viele",
    point:
      "In einem tiefen Puffer behält ein BBR-Fluss seine zwei BDP unterwegs und damit ein Drittel der Leitung, ob neben ihm ein CUBIC-Fluss sendet oder acht.",
    suggestions: ["Ein CUBIC-Fluss", "Sechzehn CUBIC-Flüsse", "Puffer von einem Fünftel BDP"],
  },
  "bbr-loss": {
    title: "Zufällige Verluste bremsen BBR nicht",
    point:
      "BBR misst, was der Pfad liefert; ein Verlust von einem Paket in hundert kostet BBR daher wenig und CUBIC den größten Teil seiner Rate.",
    suggestions: ["5\u202f% zufällige Verluste", "Westwood+ statt CUBIC", "BBR v3 statt BBR v1"],
  },
  "vegas-newreno": {
    title: "Ein höflicher Fluss gegen einen gierigen",
    point:
      "Vegas hält wenige Pakete in der Warteschlange und NewReno füllt sie, sodass NewReno bei einem Puffer von einem BDP achtmal so viel bekommt.",
    suggestions: ["Ein Puffer von 10 Paketen", "Vegas für beide", "Eine Warteschlange je Fluss"],
  },
  "quiet-download": {
    title: "Ein Download, der einen Anruf vorbeilässt",
    point:
      "Copa erkennt die Warteschlange an den Umlaufzeiten und hält sie bei wenigen Paketen, sodass der Anruf daneben 3\u202fms wartet.",
    suggestions: ["CUBIC statt Copa", "BBR statt Copa", "LEDBAT statt Copa"],
  },
  "copa-cubic": {
    title: "Copa wechselt den Modus",
    point:
      "Wenn ein Fluss die Warteschlange voll hält, bemerkt Copa, dass sie nie leer wird, und konkurriert; ohne diesen Modus bekäme Copa ein Zehntel der Leitung.",
    suggestions: ["Ohne Wechsel des Modus", "Vegas statt Copa", "Copa für beide"],
  },
  "copa-rtts": {
    title: "Copa mit ungleichen Umlaufzeiten",
    point:
      "Vier Copa-Flüsse mit ungleichen Umlaufzeiten halten einander für Flüsse, die die Warteschlange füllen, und füllen sie: Pakete warten 200\u202fms statt 5.",
    suggestions: ["40\u202fms Umlaufzeit für alle", "Ohne Wechsel des Modus", "Vegas statt Copa"],
  },
  "ledbat-yields": {
    title: "Eine Übertragung im Hintergrund macht Platz",
    point:
      "LEDBAT nutzt die Leitung, solange sie frei ist, überlässt sie von 20 bis 40\u202fs dem CUBIC-Fluss und kehrt danach zurück.",
    suggestions: ["Ein Puffer von 40 Paketen", "LEDBAT++ statt LEDBAT", "CoDel"],
  },
  "ledbat-latecomer": {
    title: "Der Vorteil des Nachzüglers",
    point:
      "Der zweite LEDBAT-Fluss hält die Warteschlange des ersten für den leeren Pfad und zielt auf mehr, sodass der erste weicht.",
    suggestions: ["LEDBAT++ für beide", "Ein Ziel von 25\u202fms", "Beide von Anfang an"],
  },
  "radio-queues": {
    title: "Vier Regler auf einer Funkstrecke",
    point:
      "Jeder Fluss hat eine eigene Warteschlange, daher bekommen alle dieselbe Rate, während die Leitung schwankt; die Pakete von CUBIC warten aber Sekunden und die von Vegas einige ms.",
    suggestions: ["Eine Warteschlange für alle", "FQ-CoDel", "Stufen statt Rampen"],
  },
  cellular: {
    title: "Alle auf einer Mobilfunkstrecke",
    point:
      "Auf einer Leitung, deren Rate sich jede Sekunde ändert, bekommen Vegas und Copa fast so viel wie CUBIC bei einem Hundertstel seiner Wartezeit, und GCC lässt den größten Teil seines Anteils ungenutzt.",
    suggestions: ["Eine Warteschlange für alle", "FQ-CoDel", "Rampen statt Stufen"],
  },
  "late-not-lost": {
    title: "Verspätet ist nicht verloren",
    point:
      "Jedes hundertste Paket nimmt einen Umweg von 8\u202fms: SACK hält es für verloren und halbiert sein Fenster, RACK-TLP wartet etwas länger und bekommt die sechsfache Rate.",
    suggestions: ["Keine Umwege", "RACK-TLP für beide", "Ein Umweg von 30\u202fms"],
  },
  prr: {
    title: "Das halbe Fenster ohne Pause",
    point:
      "Jeder Fluss verliert ein Paket: SACK schweigt, bis die Hälfte der übrigen Pakete angekommen ist, PRR sendet für je zwei angekommene Pakete eines.",
    suggestions: ["Zwanzig Pakete verloren", "PRR für beide", "Umlaufzeit von 200\u202fms"],
  },
  hystart: {
    title: "Slow Start mit Voraussicht",
    point:
      "HyStart++ bemerkt längere Umlaufzeiten und bremst das Wachstum, sodass der Slow Start mit einem Drittel der Verluste endet.",
    suggestions: ["Ohne HyStart++", "Puffer von 1\u202fBDP", "Umlaufzeit von 20\u202fms"],
  },
  "fat-path": {
    title: "Ein Paket je Umlauf ist zu langsam",
    point:
      "Bei 100\u202fMb/s und 200\u202fms braucht ein NewReno-Fluss nach einem Verlust Minuten, um sein Fenster zurückzugewinnen; H-TCP wird schneller und nimmt die Leitung.",
    suggestions: ["CUBIC statt H-TCP", "Scalable TCP statt H-TCP", "5\u202fMb/s"],
  },
  "dctcp-incast": {
    title: "Zwanzig Antworten auf einmal",
    point:
      "Die Markierungen von DCTCP halten die Warteschlange zweier langer Flüsse kurz, sodass zwanzig Antworten, die zugleich beginnen, alle innerhalb von 50\u202fms ankommen.",
    suggestions: ["CUBIC ohne Markierungen", "Ein Puffer von 100 Paketen", "Vierzig Antworten"],
  },
  "prague-cubic": {
    title: "Kurzes Warten neben CUBIC",
    point:
      "DualPI2 hat für Prague eine zweite Warteschlange: Pakete von Prague warten eine halbe Millisekunde, die von CUBIC 15, und beide Flüsse bekommen etwa dieselbe Rate.",
    suggestions: [
      "Eine Warteschlange ohne Markierungen",
      "Eine Warteschlange mit Markierungen",
      "DCTCP statt Prague",
    ],
  },
  "parking-lot": {
    title: "Der längere Weg durch drei Leitungen",
    point:
      "Der Fluss über drei Leitungen trifft an jeder auf eine Warteschlange und hat die längste Umlaufzeit, deshalb bekommt er einen Bruchteil dessen, was die Flüsse über eine Leitung bekommen.",
    suggestions: ["CUBIC für alle", "BBR v3 für den langen Fluss", "Ohne den zweiten Fluss"],
  },
};

export const exampleNames: Translation["exampleNames"] = {
  near: "nah",
  far: "fern",
  "one flow": "ein Fluss",
  flow: "Fluss",
  download: "Download",
  call: "Anruf",
  flood: "Flut",
  first: "erster",
  second: "zweiter",
  third: "dritter",
  long: "langer",
  late: "später",
  "with ECN": "mit ECN",
  "without ECN": "ohne ECN",
  "single losses": "einzelne Verluste",
  bursts: "Schübe",
  servers: "Server",
};
