const HIDDEN_TEXT = '[hidden]';

/** Field names whose values are secret or personal, and URL parts that may contain such values. */
const secretKeyPattern =
  /pass|token|secret|authorization|cookie|e-?mail|api_?key|(^|[._])(query|query_string|fragment|search)$/i;

const secretPatterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /((?:pass\w{0,40}|\w{0,40}token|secret|authorization)["']?\s*[:=]\s*)(["'])(?:(?!\2).)*\2?/gi,
    `$1$2${HIDDEN_TEXT}$2`,
  ],
  [/((?:pass\w{0,40}|\w{0,40}token|secret|authorization)["']?\s*[:=]\s*)(?!["'\s])[^\s,;&}]+/gi, `$1${HIDDEN_TEXT}`],
  [/\bBearer\s+\S+/gi, `Bearer ${HIDDEN_TEXT}`],
  [/((?:https?:\/\/|\/)[^\s?#"'<>]{0,2000})[?#][^\s"'<>]*/g, `$1?${HIDDEN_TEXT}`],
  [/[^\s"'<>()[\]{}:;,=/\\@]{1,64}(?:@|%40)[^\s"'<>()[\]{}:;,=/\\@]+\.[^\s"'<>()[\]{}:;,=/\\@?&]+/g, HIDDEN_TEXT],
  // JWTs, and any string at least as long as our opaque tokens. Ids have only 32 characters, so they stay readable, and
  // so do the digests in the paths of stored files.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN_TEXT],
  [/(?<![\w-])(?!(?<=\/)[\da-f]{64}(?![\w-]))[\w-]{40,}(?![\w-])/g, HIDDEN_TEXT],
];

/** Longer texts are truncated before the patterns are applied, to limit the time that this takes. */
const MAX_TEXT_LENGTH = 20_000;

/** Hides in a text what is secret or personal, for reports and the log. */
export const scrubText = (text: string): string =>
  secretPatterns.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text.slice(0, MAX_TEXT_LENGTH),
  );

/** A copy of a value without what is secret or personal, wherever it is in it. */
export const scrub = <T>(value: T): T => copyScrubbed(value, new Set()) as T;

const copyScrubbed = (value: unknown, ancestors: ReadonlySet<unknown>): unknown => {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.has(value)) return HIDDEN_TEXT;
  const ancestorsAndSelf = new Set([...ancestors, value]);
  if (Array.isArray(value)) return value.map(item => copyScrubbed(item, ancestorsAndSelf));
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      scrubText(key),
      secretKeyPattern.test(key) && child !== null && child !== undefined
        ? HIDDEN_TEXT
        : copyScrubbed(child, ancestorsAndSelf),
    ]),
  );
};
