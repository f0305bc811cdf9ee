// Replaces ExportForm in a saved file, which does not contain the code for other formats.
import type { ReactNode } from "react";

export default function ExportElsewhere(): ReactNode {
  return null;
}
