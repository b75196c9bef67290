/**
 * Suffixes of filter parameters, such as `price_from`. A code that ends in such a suffix would be ambiguous in a query.
 */
const RESERVED_SUFFIX = /_(from|to|empty|none)$/;

/**
 * Validates a code for use in URLs, queries and stored values: Latin letters, digits, `-` and `_`, starting with a
 * letter.
 * @returns a message key below `validation`, or null when the code is valid
 */
export const validateCode = (code: string): string | null => {
  if (!/^[a-z][a-z0-9_-]*$/.test(code)) return 'code.letters';
  return RESERVED_SUFFIX.test(code) ? 'code.ending' : null;
};

/** Validates a role slug. Unlike a code it may start with a digit, since §6 has `1c_client`. */
export const validateSlug = (slug: string): string | null => (/^[a-z0-9][a-z0-9_-]*$/.test(slug) ? null : 'code.slug');
