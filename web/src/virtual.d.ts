/** The catalogue without its texts: scenario/forms.ts. */
declare module "virtual:forms" {
  const forms: import("./generated/types.ts").Catalogue;
  export default forms;
}
