import { type ExportContent, type ExportField, exportProfileLimits } from '#contract/exportProfiles.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { readProjects } from '../categories/readTree.ts';
import type { Database } from '../db/database.ts';
import { extendWithAttributes } from '../records/attributes.ts';
import { readExportGroups } from '../records/exporting.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { readIds } from '../records/readRecords.ts';
import { getBinding, narrowBinding, type TableBinding } from '../records/tableBinding.ts';
import { formatCellText } from '../table/formats.ts';
import { identifiers, importedResource } from '../table/importable.ts';
import { listMeasureWords } from '../table/units.ts';
import { createProfileLayout, type ExportFields, getExportLabel, listExportFields } from './layout.ts';

/** The fields that the caller may export. */
export const readExportFields = async (
  db: Database,
  resource: string,
  caller: Caller,
): Promise<{ binding: TableBinding; fields: ExportFields }> => {
  const binding = await extendWithAttributes(db, narrowBinding(getBinding(resource), caller));
  return { binding, fields: listExportFields(binding, caller, await readProjects(db)) };
};

export const presentExportFields = (resource: string, fields: ExportFields): ExportField[] =>
  [...fields].map(([name, field]) => ({
    name,
    label: getExportLabel(resource, name, field),
    format: getColumnFormat(listMeasureWords(field), getStoredKind(field).columnFormat),
    words: [...listMeasureWords(field)],
    is_key: resource === importedResource && identifiers.some(identifier => identifier === name),
  }));

/** For a number without a unit, there is nothing to choose. */
const getColumnFormat = (words: readonly string[], format: ExportField['format']): ExportField['format'] =>
  format === 'measure' && words.length === 0 ? null : format;

/** The first records as a profile would write them. */
export const readSample = async (db: Database, content: ExportContent, caller: Caller): Promise<string[][]> => {
  const { binding, fields } = await readExportFields(db, content.resource, caller);
  const { columns } = createProfileLayout({ name: '', ...content }, fields);
  const query = { sort: 'id', order: 'asc' } as const;
  const ids = await readIds(db, binding, query, { from: 0, limit: exportProfileLimits.sampleRows });
  const sample: string[][] = [];
  for await (const rows of readExportGroups(db, binding, ids, { columns, caller }))
    sample.push(
      ...rows.map(row => columns.map((column, index) => formatCellText(row[index] ?? null, column, content.file.mark))),
    );
  return sample;
};
