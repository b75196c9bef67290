import { headings as english } from '#i18n/en/headings.ts';
import { headings as russian } from '#i18n/ru/headings.ts';
import { foldHeader } from './foldHeader.ts';
import type { Importable } from './importable.ts';

interface Synonym {
  field: string;
  /** The place among the field's synonyms: of two columns that could be the name, the more usual one is. */
  rank: number;
}

const commonSynonyms: ReadonlyMap<string, Synonym> = new Map(
  [russian, english].flatMap(headings =>
    Object.entries<readonly string[]>(headings).flatMap(([field, all]) =>
      all.map((heading, rank) => [foldHeader(heading), { field, rank }] as const),
    ),
  ),
);

/**
 * The field that other people's tables give this heading. Of a field with parts, such as the categories of each
 * platform, only a single part can be meant.
 */
export const findSynonym = (heading: string, fields: Importable): Synonym | null => {
  const found = commonSynonyms.get(foldHeader(heading));
  if (!found) return null;
  if (fields.has(found.field)) return found;
  const [part, ...others] = [...fields.keys()].filter(name => name.startsWith(`${found.field}.`));
  return part !== undefined && others.length === 0 ? { ...found, field: part } : null;
};
