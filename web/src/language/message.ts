// Texts with arguments, in the notation of ICU messages: `{name}`, `{n, plural, one {1 flow} other {{n} flows}}` and
// `{kind, select, data {data} other {acknowledgement}}`. `{names, list}` is "a, b and c", and `{names, list, ; }` is "a; b; c".

/** An argument of a text. In `select`, one that is null or empty selects the form `none`. */
export type Argument = string | number | boolean | null | readonly string[];

interface Place {
  readonly name: string;
  readonly kind: string;
  /** Between the entries of a list. */
  readonly separator: string | undefined;
  readonly forms: Readonly<Record<string, Message>>;
}

export type Message = readonly (string | Place)[];

const PLACE = /\{(\w+)(?:, (plural|select), |, (list)(?:, ([^}]*))?)?/y;
const FORM = / ?(=?[\w-]+) \{/y;

export function readMessage(source: string): Message {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (!found) throw new Error(`The text "${source}" is not a message from character ${at} on.`);
    at += found[0].length;
    return found;
  };
  const readPlace = (): Place => {
    const [, name = "", choice, list, separator] = match(PLACE);
    const forms: Record<string, Message> = {};
    while (choice !== undefined && source[at] !== "}") {
      const [, form = ""] = match(FORM);
      forms[form] = readParts();
      match(/\}/y);
    }
    match(/\}/y);
    return { name, kind: choice ?? list ?? "value", separator, forms };
  };
  const readParts = (): Message => {
    const parts: (string | Place)[] = [];
    while (at < source.length && source[at] !== "}")
      parts.push(source[at] === "{" ? readPlace() : match(/[^{}]+/y)[0]);
    return parts;
  };
  const message = readParts();
  if (at < source.length) throw new Error(`The text "${source}" has a "}" too many.`);
  return message;
}

const rules = new Map<string, Intl.PluralRules>();

function pluralForm(n: number, locale: string): string {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, known);
  return known.select(n);
}

function formOf({ kind, forms }: Place, value: Argument | undefined, locale: string): Message {
  const exact = kind === "plural" ? `=${value}` : String(value ?? "") || "none";
  const form = kind === "plural" && !(exact in forms) ? pluralForm(Number(value), locale) : exact;
  return forms[form] ?? forms.other ?? [];
}

const formatList = (entries: readonly string[], separator: string | undefined, locale: string): string =>
  separator === undefined ? new Intl.ListFormat(locale).format(entries) : entries.join(separator);

/** Writes a message in a language. `number` gives the text of a number. */
export function formatMessage(
  message: Message,
  args: Readonly<Record<string, Argument>>,
  locale: string,
  number: (value: number) => string = String,
): string {
  const formatted = (part: string | Place): string => {
    if (typeof part === "string") return part;
    const value = args[part.name];
    if (part.kind === "list") return formatList(value as readonly string[], part.separator, locale);
    if (part.kind === "value") return typeof value === "number" ? number(value) : String(value);
    return formatMessage(formOf(part, value, locale), args, locale, number);
  };
  return message.map(formatted).join("");
}
