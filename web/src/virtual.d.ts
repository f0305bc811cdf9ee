/**
 * The catalogue without help texts and without the parameters of the algorithms, which the build generates
 * (scenario/forms.ts).
 */
declare module "virtual:forms" {
  const forms: import("./generated/types.ts").Catalogue;
  export default forms;
}

/** The parameters of the algorithms without help texts, which the build generates (scenario/forms.ts). */
declare module "virtual:parameters" {
  const parameters: import("./scenario/forms.ts").ParametersById;
  export default parameters;
}

/**
 * The sentences of the decisions of each algorithm and queue discipline, by its ID, from the catalogue
 * (scripts/lib/generatedJson.mjs).
 */
declare module "virtual:sentences" {
  export interface DecisionSentence {
    /** `{name}` is replaced by the value of an input. */
    readonly template: string;
    /** Name and unit of each input. */
    readonly inputs: readonly (readonly [string, string])[];
  }
  const sentences: Readonly<Record<string, readonly DecisionSentence[]>>;
  export default sentences;
}
