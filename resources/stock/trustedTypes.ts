import DOMPurify from 'dompurify';

/** The text that react-admin writes below an input to keep the line free; cleaning would turn it into a character. */
const EMPTY_LINE = '&#8203;';

interface Factory {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown;
}

/** Markup that a library writes as text is cleaned first. Text that would become a script is refused as before. */
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
trustedTypes?.createPolicy('default', {
  createHTML: text => (text === EMPTY_LINE ? text : DOMPurify.sanitize(text, { RETURN_TRUSTED_TYPE: false })),
});
