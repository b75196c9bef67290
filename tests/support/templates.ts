import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '#server/records/getStoredKind.ts';
import { type Batch, inspectTable, readBatches } from '#server/table/batches.ts';
import { importableFields } from '#server/table/importable.ts';
import { openTable } from '#server/table/openTable.ts';
import type { Lookups } from '#server/table/parseResult.ts';
import { makeTemplate } from '#server/table/template.ts';
import { mappedAsProposed } from './mapped.ts';
import { fileOf } from './tables.ts';

/**
 * Reads the example row of a template with a column of this field, as an import reads it.
 * @param names what can be chosen where the field refers to something
 */
export const exampleRow = async (field: Field, names: readonly string[], lookups: Lookups): Promise<Batch | null> => {
  const fields = new Map<string, Field>([
    ...importableFields,
    ['own', { ...field, label: 'Своё поле', headings: ['Своё поле'] }],
  ]);
  const bytes = await makeTemplate(fields, ['sku', 'own'], new Map([['own', getStoredKind(field).names ? names : []]]));
  const table = await openTable(fileOf(bytes), cells => cells.length);
  const mapped = await mappedAsProposed(table, fields, lookups);
  await inspectTable(mapped, fields, lookups);
  for await (const batch of readBatches(mapped, { fields, lookups, size: 100 })) return batch;
  return null;
};
