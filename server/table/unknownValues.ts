import type { Field } from '#contract/fields.ts';
import { MAX_UNKNOWN_VALUES, preparedLimits, type UnknownValuesPage } from '#contract/preparing.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { isReferenceField, listUnknownNames } from './cells.ts';
import type { Column } from './columns.ts';
import type { Importable } from './importable.ts';
import type { FilledCell, Lookups } from './parseResult.ts';
import { readCell } from './reader.ts';
import { isBlank, type TableRow, toFullText } from './row.ts';

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
      for (const tally of tallies) {
        const { index, field, counts, known } = tally;
        const cell = cells[index];
        if (isBlank(cell)) continue;
        const text = toFullText(cell);
        // A text that no correction may replace; its row is faulty.
        if (text.length > preparedLimits.textLength) continue;
        const before = counts.get(text);
        if (before !== undefined) counts.set(text, before + 1);
        else if (known.has(text)) continue;
        else if (!('value' in readCell(cell as FilledCell, field, lookups))) addWithinLimit(tally, text);
        else if (known.size < MAX_UNKNOWN_VALUES && text.length <= CACHED_LENGTH) known.add(text);
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
const createTally = () => ({ counts: new Map<string, number>(), known: new Set<string>(), characters: 0 });
const CACHED_LENGTH = 200;

/** Texts stay in the server's memory for as long as their preview. No column of short texts reaches this limit. */
const MAX_CHARACTERS = MAX_UNKNOWN_VALUES * 200;

const addWithinLimit = (tally: ReturnType<typeof createTally>, text: string): void => {
  if (tally.counts.size >= MAX_UNKNOWN_VALUES || tally.characters + text.length > MAX_CHARACTERS) return;
  tally.counts.set(text, 1);
  tally.characters += text.length;
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
