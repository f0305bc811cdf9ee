// A switch of the page that the browser stores.
import { useState } from "react";
import { browserStorage, readPreference, savePreference } from "../../../storage/storage.ts";

/** Whether the switch is on, and the function that changes it. It is on at first. */
export function useStoredSwitch(name: string): readonly [boolean, (on: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readPreference(browserStorage(), name) !== "off");
  const set = (on: boolean): void => {
    setIsOn(on);
    savePreference(browserStorage(), name, on ? "on" : "off");
  };
  return [isOn, set];
}
