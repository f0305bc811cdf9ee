// The two ways to give a measurement: a file, and three numbers.
import { type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { FileButton } from "../../components/FileButton.tsx";
import { parseQuantity } from "../../scenario/units.ts";
import { sampleFile } from "./fits.ts";
import { SAMPLES } from "./sample.ts";
import { lineTexts } from "./texts/index.ts";

/** What makes a file, one command for each kind. */
const COMMANDS = [
  [() => lineTexts.makeFlent, "flent rrul -l 20 -H SERVER --socket-stats"],
  [() => lineTexts.makeIperf3, "iperf3 -c SERVER -t 20 -i 0.1 --json > test.json"],
  [() => lineTexts.makeCapture, "tcpdump -i eth0 -s 96 -w test.pcap host SERVER"],
  [() => lineTexts.makeSs, "while sleep 0.1; do date +%s.%N; ss -tin dst SERVER; done > test.txt"],
] as const;

export function FileForm({ onFile }: { readonly onFile: (file: File) => void }): ReactNode {
  return (
    <section
      className="drop-zone stack gap-2"
      aria-label={lineTexts.open}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    >
      <div className="cluster gap-3">
        <FileButton primary label={lineTexts.open} onFiles={([file]) => file && onFile(file)} />
        <span className="field-note">{lineTexts.drop}</span>
      </div>
      <details>
        <summary>{lineTexts.make}</summary>
        <ul className="bullets">
          {COMMANDS.map(([text, command]) => (
            <li key={command}>
              {text()}
              <pre className="line-code">{command}</pre>
            </li>
          ))}
        </ul>
      </details>
      <div className="cluster gap-2">
        <span className="field-note">{lineTexts.samples}</span>
        {SAMPLES.map(({ format, name }) => (
          <Button key={format} small onClick={() => void sampleFile(format, name).then(onFile)}>
            {format}
          </Button>
        ))}
      </div>
    </section>
  );
}

export function NumbersForm({
  onNumbers,
}: {
  readonly onNumbers: (numbers: readonly [number, number, number]) => void;
}): ReactNode {
  const [texts, setTexts] = useState(["48 Mb/s", "24 ms", "310 ms"]);
  const [isBad, setBad] = useState(false);
  const labels = [lineTexts.rate, lineTexts.ping, lineTexts.loadedPing];
  const estimate = (): void => {
    const [rate, ping, loaded] = [
      parseQuantity(texts[0] ?? "", "bit/s", 1e6),
      parseQuantity(texts[1] ?? "", "s", 1e-3),
      parseQuantity(texts[2] ?? "", "s", 1e-3),
    ];
    setBad(rate === null || ping === null || loaded === null);
    if (rate !== null && ping !== null && loaded !== null) onNumbers([rate, ping, loaded]);
  };
  return (
    <form
      className="stack gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        estimate();
      }}
    >
      <h2>{lineTexts.numbers}</h2>
      <div className="cluster gap-3">
        {labels.map((label, index) => (
          <label key={label} className="stack gap-0">
            {label}
            <input
              className="text-box line-number"
              inputMode="text"
              maxLength={20}
              value={texts[index]}
              onChange={(event) => setTexts(texts.with(index, event.target.value))}
            />
          </label>
        ))}
        <button type="submit" className="button">
          {lineTexts.estimate}
        </button>
      </div>
      {isBad && <p role="alert">{lineTexts.badNumber}</p>}
    </form>
  );
}
