// Shows the panel of measured data below the charts while it is open.
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { lazyPart } from "../../components/lazyPart.tsx";
import { measuredStore } from "./measured.ts";

const MeasuredPanel = lazyPart(() => import("./MeasuredPanel.tsx"));

export default function MeasuredPlace(): ReactNode {
  return useStore(measuredStore) !== null && <MeasuredPanel />;
}
