// German texts about measured data that are drawn with a run, and about rates that a link follows.
import type { Translation } from "../translation.ts";

export const imports: Translation["imports"] = {
  title: "Messdaten",
  menu: "Messdaten\u2026",
  menuHint: "Eine Datei von flent, iperf3 oder tcpdump, ein qlog oder eine Tabelle über den Lauf zeichnen.",
  intro:
    "Öffnen Sie ein Ergebnis von flent, das JSON von iperf3, ein qlog, einen Mitschnitt von tcpdump oder Wireshark (pcap, pcapng) oder eine Tabelle (CSV) mit Zeiten und Raten. gzip wird entpackt. Du kannst Dateien auch auf die Seite ziehen.",
  notInLink:
    "Messdaten bleiben in diesem Tab. Sie gehören weder zum Szenario noch zu seinem Link, und ein Neuladen entfernt sie.",
  open: "Datei öffnen\u2026",
  close: "Schließen",
  reading: (file) => `${file} wird gelesen\u2026`,
  drawn: "Gezeichnete Reihen",
  legend: (file, series, quantity) => `${file}: ${series}, ${quantity}`,
  remove: (name) => `${name} entfernen`,
  dismiss: "Meldung schließen",
  adjust: (file) => `${file} anpassen`,
  shift: "Beginn bei",
  shiftHelp: "Die simulierte Zeit, zu der der erste Wert der Datei gezeichnet wird.",
  factor: "Raten mal",
  factorHelp: "Ein Faktor für die Raten der Datei. Verzögerungen bleiben, wie sie sind.",
  series: "Reihen der Datei",
  seriesMean: (name, quantity, mean) => `${name}, ${quantity}, Mittel ${mean}`,
  full: (limit) =>
    `Höchstens ${limit} Reihen werden gleichzeitig gezeichnet. Entfernen Sie eine, um eine andere zu zeichnen.`,
  removeFile: "Diese Datei entfernen",
  showChart: (name) => `Diagramm „${name}“ zeigen`,
  queueInTime: "Verzögerungen stehen im Diagramm der Warteschlange, solange es Millisekunden zeigt.",
  quantities: { rate: "Rate", rtt: "Umlaufzeit", delay: "Verzögerung" },
  formats: {
    flent: "flent",
    iperf3: "iperf3",
    qlog: "qlog",
    csv: "Tabelle",
    pcap: "pcap",
    pcapng: "pcapng",
  },
  names: {
    sum: "Summe der Ströme",
    reverseSum: "Summe der Ströme zurück",
    stream: (number) => `Strom ${number}`,
    streamReceived: (number) => `Strom ${number}, empfangen`,
    sent: (who) => (who === "" ? "gesendete Pakete" : `gesendet (${who})`),
    received: (who) => (who === "" ? "empfangene Pakete" : `empfangen (${who})`),
    fragments: (flow) => `${flow}, Fragmente`,
  },
  notes: {
    endsEarly: (byte, packets) =>
      `Der Mitschnitt endet in einem Paket, bei Byte ${byte}. Die ${packets} Pakete davor wurden gelesen.`,
    moreFlows: (shown, all) =>
      `Der Mitschnitt hat ${all} Flüsse. Die ${shown} mit den meisten Bytes sind aufgeführt.`,
    moreSeries: (shown, all) => `Die Datei hat ${all} Reihen. Die ersten ${shown} sind aufgeführt.`,
    skipped: (packets) => `${packets} Pakete wurden übergangen, weil sie kein IP sind oder keine Zeit haben.`,
    skippedLines: (lines, first) =>
      `${lines} Einträge sind kein JSON und wurden übergangen, der erste in Zeile ${first}.`,
    assumedUnit: (column, unit) =>
      `Die Spalte „${column}“ nennt keine Einheit. Sie wurde als ${unit} gelesen.`,
  },
  trace: {
    use: (name, link) => `Leitung „${link}“ folgt ${name}`,
    made: (link, rate, seconds) =>
      `Die Leitung „${link}“ liefert Pakete jetzt zu den Zeiten eines Trace mit einer mittleren Rate von ${rate}, der sich nach ${seconds} wiederholt. Der Trace gehört zum Szenario. „Rückgängig“ entfernt ihn.`,
    outside: "Kein Wert dieser Reihe liegt im Lauf. Ändern Sie „Beginn bei“, oder verlängern Sie den Lauf.",
    idle: "Die Reihe steht für weniger als ein Paket von 1500 Bytes. Vervielfachen Sie die Raten, oder wählen Sie eine andere Reihe.",
    long: (limit) =>
      `Der Trace hätte mehr als ${limit} Zeilen, was der Simulator nicht annimmt. Kürzen Sie den Lauf, oder multiplizieren Sie die Raten mit einer kleineren Zahl.`,
  },
  failed: (file) => `${file} wurde nicht gelesen. Alles andere ist wie zuvor.`,
  rates: {
    builtIn: "Eingebaut, von uns erfunden",
    kinds: { cellular: "Mobilfunk", wifi: "WLAN", satellite: "Satellit" },
    about: {
      cellular:
        "Ein erfundener Nutzer, der sich durch eine Funkzelle bewegt: Jede halbe Sekunde ändert sich die Rate um bis zu einem Viertel, manchmal sinkt sie im Funkschatten auf ein Zehntel.",
      wifi: "Eine erfundene WLAN-Station: Alle 0.2 s ändert sich ihre Rate um eine Stufe von 802.11n, und andere belegen 20 bis 60\u202f% des Kanals.",
      satellite:
        "Ein erfundener Satellit auf niedriger Umlaufbahn: Alle 15 s übernimmt ein anderer, nach 0.1 s ohne Verbindung.",
    },
    file: "Datei",
    open: "Datei öffnen\u2026",
    openHelp: "Eine Tabelle (CSV) mit Zeiten und Raten, oder ein Trace von Mahimahi.",
    follows: (rates) => `Die Leitung folgt: ${rates}.`,
    followsTrace: (trace) =>
      `Die Leitung folgt: ${trace}, danach von vorn. Die Einstellung \u201eRate\u201c gilt nicht.`,
    points: (n) => `Die ${n} Punkte`,
    tooMany: (n) =>
      `${n} Punkte sind zu viele, um sie hier zu bearbeiten. Bearbeiten Sie die Datei und öffnen Sie sie noch einmal.`,
    missing:
      "Die eingebauten Raten konnten nicht geladen werden. Prüfen Sie die Verbindung und wählen Sie noch einmal.",
  },
  place: {
    line: (line) => `Zeile ${line}`,
    column: (name) => `Spalte „${name}“`,
    byte: (byte) => `Byte ${byte}`,
    field: (path) => `Feld ${path}`,
  },
  at: (places) => ` Stelle: ${places}.`,
  found: (text) => ` Gefunden: ${text}`,
  problems: {
    empty: "Die Datei ist leer. War die Messung fertig, als die Datei kopiert wurde?",
    tooLarge:
      "Die Datei ist zu groß; höchstens 64 MB können gelesen werden. Kürzen Sie sie, zum Beispiel mit editcap oder head.",
    unpacksTooLarge: "Die Datei wird entpackt größer als 128 MB. Entpacken und kürzen Sie sie.",
    damagedGzip:
      "Die komprimierte Datei ist beschädigt oder endet zu früh. Kopieren oder laden Sie sie noch einmal.",
    unknownFormat:
      "Das ist keines der lesbaren Formate: flent, JSON von iperf3, qlog, pcap, pcapng oder eine Tabelle mit Zeiten.",
    damagedJson:
      "Das JSON hat einen Fehler oder endet zu früh. War die Messung fertig, als die Datei kopiert wurde?",
    wrongField:
      "Ein Feld hat einen Wert anderer Art, als das Messwerkzeug schreibt. Wurde die Datei bearbeitet?",
    missingField: "Ein Feld fehlt, das das Messwerkzeug schreibt. Wurde die Datei bearbeitet?",
    toolError: "Das Messwerkzeug meldet, dass die Messung gescheitert ist. Messen Sie noch einmal.",
    noSeries: "Die Datei enthält keine Raten und keine Verzögerungen.",
    notANumber:
      "Eine Zelle ist weder eine Zahl noch leer. Berichtigen Sie sie, oder setzen Sie # vor die Zeile.",
    noTimeColumn: "Keine Spalte enthält die Zeiten. Nennen Sie eine „time (s)“.",
    noValueColumn:
      "Keine Spalte enthält Raten oder Verzögerungen. Nennen Sie eine zum Beispiel „rate (Mbit/s)“ oder „rtt (ms)“.",
    timesDecrease: "Eine Zeit ist kleiner als die davor. Sortieren Sie die Zeilen nach der Zeit.",
    tooManyRows:
      "Die Datei hat mehr als 1 000 000 Zeilen oder Werte. Kürzen Sie sie, oder nehmen Sie längere Schritte.",
    damagedCapture:
      "Der Mitschnitt ist hier beschädigt oder ist keiner. Schneiden Sie noch einmal mit, oder kopieren Sie ihn neu.",
    linkType:
      "Diese Art von Verbindung wird nicht gelesen, nur Ethernet, reines IP, Linux cooked und Loopback. Schneiden Sie an einer anderen Schnittstelle mit.",
    noPackets: "Der Mitschnitt enthält keine IP-Pakete. War der Filter richtig?",
    tooLong: "Das Lesen dauerte zu lange und wurde beendet. Kürzen Sie die Datei.",
    rateFileTooLarge:
      "Die Datei ist zu groß; eine Datei mit Raten im Zeitverlauf hat höchstens 2 MB. Kürzen Sie sie.",
    timesRepeat: "Eine Zeit ist nicht größer als die davor. Geben Sie jeder Zeile eine spätere Zeit.",
    noRate: "Eine Rate fehlt. Schreiben Sie 0, wo nichts gesendet wird, oder lassen Sie die Zeile weg.",
    badRate: "Das ist keine Rate von 0 bis 1 Tb/s. Berichtigen Sie sie, oder setzen Sie # vor die Zeile.",
    tooManyPoints:
      "Die Tabelle hat mehr als 10 000 Zeilen. Kürzen Sie sie, oder nehmen Sie größere Schritte.",
    notMilliseconds:
      "Jede Zeile einer Datei von Mahimahi ist eine Zeit in ganzen Millisekunden, höchstens ein Tag und nicht kleiner als die davor; die letzte ist größer als 0.",
    traceTooLong: "Die Datei hat mehr Zeilen, als der Simulator annimmt. Kürzen Sie sie. Die Grenze ist",
    failed: "Die Datei konnte nicht gelesen werden.",
  },
};
