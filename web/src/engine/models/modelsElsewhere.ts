// Replaces computeModels.ts in a saved file, which does not contain the program that computes models.
import type { ModelRequest, ModelResult } from "./types.ts";

export const computeModels = (_request: ModelRequest, _signal: AbortSignal): Promise<ModelResult> =>
  Promise.reject(new Error("A saved file does not contain the models."));
