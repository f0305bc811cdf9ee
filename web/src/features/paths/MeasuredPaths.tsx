// The measured paths in the dialog of a new scenario: the profiles that the page brings along, and a file with another one.

import { mean } from "d3-array";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { FileButton } from "../../components/FileButton.tsx";
import { Disclosure } from "../../components/surfaces.tsx";
import { usePromise } from "../../experiments/usePromise.ts";
import type { PartPlaces } from "../../extension/feature.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { type PathProfile, placeName, readPathFile, readProfile, scenarioOf } from "./profile.ts";
import { pathTexts } from "./texts/index.ts";

const SOURCE = "https://github.com/microsoft/internet-in-a-box";

type Listed = readonly (readonly [name: string, profile: PathProfile])[];

const load = async (): Promise<Listed> => {
  const { default: profiles } = await import("./profiles.json");
  return Object.entries(profiles).flatMap(([name, value]) => {
    const profile = readProfile(value);
    return profile ? [[name, profile] as const] : [];
  });
};

export default function MeasuredPaths({ open }: PartPlaces["newScenario"]): ReactNode {
  return (
    <Disclosure summary={pathTexts.paths}>
      <List open={open} />
    </Disclosure>
  );
}

function List({ open }: PartPlaces["newScenario"]): ReactNode {
  const loaded = usePromise(load, "", true);
  const [problem, setProblem] = useState("");
  const read = (file: File): void => {
    readPathFile(file).then(
      (doc) => (doc ? open(doc) : setProblem(pathTexts.noProfile({ file: file.name }))),
      (error: unknown) =>
        setProblem(pathTexts.failed({ file: file.name, why: String((error as Error).message) })),
    );
  };
  const listed = loaded && "value" in loaded ? loaded.value : [];
  const countOf = (node: string): number => listed.filter(([, profile]) => profile.node === node).length;
  let [last, number] = ["", 0];
  return (
    <div className="stack gap-2">
      <p>
        {pathTexts.about} <a href={SOURCE}>{pathTexts.source}</a>
      </p>
      {loaded && "message" in loaded && <p role="alert">{pathTexts.missing}</p>}
      <ul className="stack gap-2">
        {listed.map(([name, profile]) => {
          number = profile.node === last ? number + 1 : 1;
          last = profile.node;
          const { rate, delay, buffer, cross } = profile.measured;
          return (
            <li className="new-network grid" key={name}>
              <Button onClick={() => open(scenarioOf(profile, name))}>
                {placeName(profile.node)} {countOf(profile.node) > 1 ? number : ""}
              </Button>
              <span>
                {pathTexts.figures({
                  rate: formatQuantity(rate, "bit/s"),
                  delay: formatQuantity(delay, "s"),
                  buffer: formatQuantity(buffer, "bytes"),
                  wait: formatQuantity((buffer * 8) / rate, "s", 2),
                  cross: formatQuantity(mean(cross) ?? 0, "bit/s", 2),
                })}
              </span>
            </li>
          );
        })}
      </ul>
      <FileButton
        small
        label={pathTexts.openFile}
        accept=".json,application/json"
        onFiles={([file]) => file && read(file)}
      />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
