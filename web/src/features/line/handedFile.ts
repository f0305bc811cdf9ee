// The file that another part of the page hands to the page of the fit.
import { addressOf } from "../../address/route.ts";

let handed: File | null = null;

/** Opens the page of the fit with a file. */
export function fitLine(file: File): void {
  handed = file;
  location.hash = addressOf("line");
}

/** The file, once. */
export function takeFile(): File | null {
  const file = handed;
  handed = null;
  return file;
}
