import { expect, it } from 'vitest';
import { MAX_UNKNOWN_VALUES } from '#contract/preparing.ts';
import { importableFields } from '#server/table/importable.ts';
import { tallyUnknownValues } from '#server/table/unknownValues.ts';

it('[I845] however many values the field knows, an unknown one in the last rows is counted', () => {
  const known = Array.from({ length: 12 * MAX_UNKNOWN_VALUES }, (_, at) => `бренд ${at}`);
  const lookups = { brand: new Map(known.map((name, at) => [name, at + 1])) };
  const columns = [{ header: 'Бренд', index: 0, field: 'brand_id' }];
  const tally = tallyUnknownValues(columns, importableFields, lookups);
  const texts = [...known, 'Ромашка', ...known.slice(-2), 'Ромашка'];
  for (const [at, text] of texts.entries()) tally.scan({ row: at + 2, cells: [text] });
  expect(tally.found()).toEqual({ brand_id: [{ text: 'Ромашка', rows: 2, can_be_new: true }] });
});
