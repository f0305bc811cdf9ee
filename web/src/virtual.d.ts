/** The catalogue without its texts: scenario/forms.ts. */
declare module "virtual:forms" {
  const forms: unknown;
  export default forms;
}
