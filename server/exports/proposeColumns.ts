import { type ExportColumn, type ExportContent, type ExportResource, stockFile } from '#contract/exportProfiles.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ServerDeps } from '../http/deps.ts';
import { proposeMapping } from '../imports/propose.ts';
import { runInUserTurn } from '../imports/turns.ts';
import { recogniseField } from '../table/columns.ts';
import { detectEncoding } from '../table/encoding.ts';
import { importedResource } from '../table/importable.ts';
import { recogniseTableType } from '../table/openTable.ts';
import { listColumnsOnce } from '../table/proposeJoin.ts';
import type { ExportFields } from './layout.ts';

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Proposes the columns of a partner's table with their headings. For products, columns are matched as in an import, by
 * headings and values; for other resources, only by headings. A column without a field is kept and stays empty.
 * @throws {TableRefusal} when it is not a table
 */
export const proposeExportColumns = async (
  deps: ServerDeps,
  { path, resource, fields, caller }: { path: string; resource: ExportResource; fields: ExportFields; caller: Caller },
): Promise<ExportContent> => {
  const proposal = await runInUserTurn(caller.id, () => proposeMapping(deps, { path, user: caller }));
  const takenFields = new Set<string>();
  const columns = listColumnsOnce(proposal).flatMap(({ sources, field: importedField, samples }) =>
    sources.map(({ header }, index): ExportColumn => {
      const proposedField = resource === importedResource ? importedField : recogniseField(header, fields);
      const field = index === 0 && proposedField && fields.has(proposedField) ? proposedField : null;
      const isFree = field !== null && !takenFields.has(field);
      if (isFree) takenFields.add(field);
      const isIso = samples.length > 0 && samples.every(text => ISO_DATE.test(text));
      return {
        heading: header,
        field: isFree ? field : null,
        constant: '',
        format: isFree && isIso ? { kind: 'date', order: 'ymd' } : null,
      };
    }),
  );
  return { resource, file: await detectFile(path), columns };
};

const detectFile = async (path: string): Promise<ExportContent['file']> => {
  if ((await recogniseTableType(path)) !== 'text') return { ...stockFile, type: 'xlsx' };
  const encoding = (await detectEncoding(path)) === 'windows-1251' ? 'windows-1251' : stockFile.encoding;
  return { ...stockFile, type: 'csv', encoding };
};
