const HIDDEN = '[hidden]';

/** Field names whose values are secret or personal, and URL parts that may contain such values. */
const secretKey =
  /pass|token|secret|authorization|cookie|e-?mail|api_?key|(^|[._])(query|query_string|fragment|search)$/i;

const secretTexts: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/((?:pass\w{0,40}|\w{0,40}token|secret|authorization)["']?\s*[:=]\s*)(["'])(?:(?!\2).)*\2?/gi, `$1$2${HIDDEN}$2`],
  [/((?:pass\w{0,40}|\w{0,40}token|secret|authorization)["']?\s*[:=]\s*)(?!["'\s])[^\s,;&}]+/gi, `$1${HIDDEN}`],
  [/\bBearer\s+\S+/gi, `Bearer ${HIDDEN}`],
  [/((?:https?:\/\/|\/)[^\s?#"'<>]{0,2000})[?#][^\s"'<>]*/g, `$1?${HIDDEN}`],
  [/[^\s"'<>()[\]{}:;,=/\\@]{1,64}(?:@|%40)[^\s"'<>()[\]{}:;,=/\\@]+\.[^\s"'<>()[\]{}:;,=/\\@?&]+/g, HIDDEN],
  // JWTs, and strings as long as our opaque tokens, so that 32-character ids, which are shorter, stay readable.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  [/(?<![\w-])[\w-]{40,}(?![\w-])/g, HIDDEN],
];

/** Longer texts are truncated before the patterns run, because this bounds their cost. */
const LONGEST_TEXT = 20_000;

const scrubbedText = (text: string): string =>
  secretTexts.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text.slice(0, LONGEST_TEXT));

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
