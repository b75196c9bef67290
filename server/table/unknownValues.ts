import type { Field } from '#contract/fields.ts';
import { MAX_UNKNOWN_VALUES, type UnknownValuesPage } from '#contract/preparing.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { isReferenceField, listUnknownNames } from './cells.ts';
import type { Column } from './columns.ts';
import type { Importable } from './importable.ts';
import type { FilledCell, Lookups } from './parseResult.ts';
import { readCell } from './reader.ts';
import { isBlank, type TableRow, toShortText } from './row.ts';

/** By field, the texts that are not values of the field. */
export type UnknownValues = Readonly<Record<string, readonly UnknownValuesPage['items'][number][]>>;

/** Counts unknown texts. A text that occurs in many rows is looked up only once. */
export const tallyUnknownValues = (columns: readonly Column[], fields: Importable, lookups: Lookups) => {
  const tallies = columns.flatMap(({ index, field: name }) => {
    const field = name ? fields.get(name) : undefined;
    return name && field && hasKnownValues(field) ? [{ index, name, field, ...createTally() }] : [];
  });
  return {
    scan: ({ cells }: TableRow): void => {
      for (const { index, field, counts, known } of tallies) {
        const cell = cells[index];
        if (isBlank(cell)) continue;
        const text = toShortText(cell);
        const before = counts.get(text);
        if (before !== undefined) counts.set(text, before + 1);
        else if (known.has(text)) continue;
        else if (!('value' in readCell(cell as FilledCell, field, lookups))) addWithinLimit(counts, text);
        else if (known.size < MAX_UNKNOWN_VALUES) known.add(text);
      }
    },
    found: (): UnknownValues =>
      Object.fromEntries(
        tallies
          .map(({ name, field, counts }) => [name, listUnknown(counts, field, lookups)] as const)
          .filter(([, list]) => list.length > 0),
      ),
  };
};

/** Known texts are cached only to save time. */
const createTally = () => ({ counts: new Map<string, number>(), known: new Set<string>() });

const addWithinLimit = (counts: Map<string, number>, text: string): void => {
  if (counts.size < MAX_UNKNOWN_VALUES) counts.set(text, 1);
};

const hasKnownValues = (field: Field): boolean =>
  getStoredKind(field).names !== null || ['choice', 'status', 'flag'].includes(field.kind);

const listUnknown = (counts: ReadonlyMap<string, number>, field: Field, lookups: Lookups) =>
  [...counts]
    .toSorted(([, rows], [, otherRows]) => otherRows - rows)
    .map(([text, rows]) => ({
      text,
      rows,
      can_be_new: isReferenceField(field) && listUnknownNames(text, field, lookups).length > 0,
    }));
