/** The catalogue without help texts, which the build generates (scenario/forms.ts). */
declare module "virtual:forms" {
  const forms: import("./generated/types.ts").Catalogue;
  export default forms;
}
