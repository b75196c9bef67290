import DOMPurify from 'dompurify';

/** react-admin puts this text below an input to reserve a line. Sanitizing would turn it into a visible character. */
const EMPTY_LINE = '&#8203;';

interface PolicyFactory {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown;
}

/** Sanitizes markup that libraries assign as text. Text that would become a script is still rejected. */
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
trustedTypes?.createPolicy('default', {
  createHTML: text => (text === EMPTY_LINE ? text : DOMPurify.sanitize(text, { RETURN_TRUSTED_TYPE: false })),
});
