import { headings as english } from '#i18n/en/headings.ts';
import { headings as russian } from '#i18n/ru/headings.ts';
import { foldHeader } from './foldHeader.ts';
import type { Importable } from './importable.ts';

interface Synonym {
  field: string;
  /** The synonym's rank, most common first. If two columns match a field, the lower rank wins. */
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
 * The field for which other senders use this heading. A field with parts, such as the categories of each platform,
 * matches only if it has a single part.
 */
export const findSynonym = (heading: string, fields: Importable): Synonym | null => {
  const synonym = commonSynonyms.get(foldHeader(heading));
  if (!synonym) return null;
  if (fields.has(synonym.field)) return synonym;
  const [partName, ...others] = [...fields.keys()].filter(name => name.startsWith(`${synonym.field}.`));
  return partName !== undefined && others.length === 0 ? { ...synonym, field: partName } : null;
};
