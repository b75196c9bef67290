/** Endings that the parameters of a list's query have: a code that ended so could be taken for one. */
const TAKEN = /_(from|to|empty|none)$/;

/**
 * What is wrong with a code that addresses, queries and stored values carry: Latin letters, digits, `-` and `_`,
 * a letter first. @returns the key of the message below `validation`, null when nothing is
 */
export const codeFault = (code: string): string | null => {
  if (!/^[a-z][a-z0-9_-]*$/.test(code)) return 'code.letters';
  return TAKEN.test(code) ? 'code.ending' : null;
};

/** What is wrong with the slug of a role: as a code, and a digit may come first. */
export const slugFault = (slug: string): string | null => (/^[a-z0-9][a-z0-9_-]*$/.test(slug) ? null : 'code.slug');
