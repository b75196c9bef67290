/** Stands where something was that is nobody's business. */
const HIDDEN = '[hidden]';

/** Fields whose values are secrets or a person's, and the parts of an address that may carry them. */
const secretKey =
  /pass|token|secret|authorization|cookie|e-?mail|api_?key|(^|[._])(query|query_string|fragment|search)$/i;

/** What is a secret or a person's inside a text, wherever it stands. */
const secretTexts: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // `"password":"…"` in a body, cut or whole; `access_token=…` in a message.
  [/((?:pass\w{0,40}|\w{0,40}token|secret|authorization)["']?\s*[:=]\s*)(["'])(?:(?!\2).)*\2?/gi, `$1$2${HIDDEN}$2`],
  [/((?:pass\w{0,40}|\w{0,40}token|secret|authorization)["']?\s*[:=]\s*)(?!["'\s])[^\s,;&}]+/gi, `$1${HIDDEN}`],
  [/\bBearer\s+\S+/gi, `Bearer ${HIDDEN}`],
  // The query and the hash of an address.
  [/((?:https?:\/\/|\/)[^\s?#"'<>]{0,2000})[?#][^\s"'<>]*/g, `$1?${HIDDEN}`],
  [/[^\s"'<>()[\]{}:;,=/\\@]{1,64}(?:@|%40)[^\s"'<>()[\]{}:;,=/\\@]+\.[^\s"'<>()[\]{}:;,=/\\@?&]+/g, HIDDEN],
  // A JWT, and what is as long as our opaque tokens; ids of 32 characters stay.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  [/(?<![\w-])[\w-]{40,}(?![\w-])/g, HIDDEN],
];

/** Characters of a text that are looked at, and leave at all. */
const LONGEST_TEXT = 20_000;

const scrubbedText = (text: string): string =>
  secretTexts.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text.slice(0, LONGEST_TEXT));

/** A copy of a value without tokens, passwords, mail addresses and queries of addresses, at any depth. */
export const scrubbed = <T>(value: T): T => copyOf(value, new Set()) as T;

const copyOf = (value: unknown, above: ReadonlySet<unknown>): unknown => {
  if (typeof value === 'string') return scrubbedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return HIDDEN;
  const within = new Set([...above, value]);
  if (Array.isArray(value)) return value.map(item => copyOf(item, within));
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [
      scrubbedText(key),
      secretKey.test(key) && below !== null && below !== undefined ? HIDDEN : copyOf(below, within),
    ]),
  );
};
