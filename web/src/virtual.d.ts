/** The catalogue without help texts, which the build generates (scenario/forms.ts). */
declare module "virtual:forms" {
  const forms: import("./generated/types.ts").Catalogue;
  export default forms;
}

/** The results of the table "Which one wins", which the build packs (features/algorithms/matrix.ts). */
declare module "virtual:matrix" {
  const packed: import("./features/algorithms/matrix.ts").PackedMatrix;
  export default packed;
}
