import { splitValues } from './multiValue.ts';

/** The synonyms of a reference value, which are stored as one text. */
export const splitSynonyms = (text: unknown): string[] =>
  typeof text === 'string' ? splitValues(text, { byCommas: false }) : [];
