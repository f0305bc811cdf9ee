// The link that carries the file of an opened paper: the address of the paper's page with the packed text
// (scenario/packed.ts). Nothing is fetched: the file is a part of the address.
import { type ReactNode, useEffect, useState } from "react";
import { pageBase } from "../../../address/pageAddress.ts";
import { addressOf, queryOf, watchAddress, withQuery } from "../../../address/route.ts";
import { MAX_INFLATED, pack, unpack } from "../../../scenario/packed.ts";
import { paperTexts } from "../texts/index.ts";
import { openText } from "./openedPapers.ts";

const PARAMETER = "file";

interface LinkedPaper {
  readonly isReading: boolean;
  /** Why the paper of the link cannot be opened. Empty without a problem. */
  readonly problem: string;
}

async function openPacked(packed: string): Promise<string> {
  const unpacked = await unpack(packed);
  if (unpacked === "broken") return paperTexts.files.linkBroken;
  if (unpacked === "too-big") return paperTexts.files.linkTooLong;
  return openText(unpacked.text).then(
    () => "",
    (error) => (error instanceof Error ? error.message : String(error)),
  );
}

/** Opens the paper that the address carries, also when the address changes. */
export function useLinkedPaper(): LinkedPaper {
  const [linked, setLinked] = useState({ isReading: queryOf(location.hash).has(PARAMETER), problem: "" });
  useEffect(() => {
    let last: string | null = null;
    const read = async (): Promise<void> => {
      const packed = queryOf(location.hash).get(PARAMETER);
      if (packed === last) return;
      last = packed;
      setLinked({ isReading: packed !== null, problem: "" });
      if (packed === null) return;
      const problem = await openPacked(packed);
      if (packed === last) setLinked({ isReading: false, problem });
    };
    void read();
    return watchAddress(() => void read());
  }, []);
  return linked;
}

interface PaperLinkProps {
  readonly paper: string;
  readonly file: string;
}

/** The link to an opened paper. */
export function PaperLink({ paper, file }: PaperLinkProps): ReactNode {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const isTooLong = new TextEncoder().encode(file).length > MAX_INFLATED;
    const packed = isTooLong ? Promise.resolve("") : pack(file);
    packed.then((text) => {
      const query = new URLSearchParams([[PARAMETER, text]]);
      if (isCurrent) setLink(text && pageBase() + withQuery(addressOf("papers", paper), query));
    }, console.warn);
    return () => {
      isCurrent = false;
    };
  }, [paper, file]);
  if (link === null) return null;
  if (link === "") return <p className="faint text-s">{paperTexts.files.linkTooLong}</p>;
  return (
    <a className="text-m" href={link}>
      {paperTexts.files.link}
    </a>
  );
}
