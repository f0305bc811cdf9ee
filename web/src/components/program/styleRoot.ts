// The root that the editor sees. It makes the editor put its styles into a constructed style sheet.

/**
 * The document without its head. The editor adds its styles as elements to the head of its root if there is one, which
 * the page's policy forbids (docs/hosting.md), and otherwise as a constructed style sheet, which the policy allows.
 */
export function rootWithoutHead(): Document {
  return new Proxy(document, {
    get(target, name) {
      if (name === "head") return null;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
