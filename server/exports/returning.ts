import { isDeepStrictEqual } from 'node:util';
import type { ColumnFormat, ExportColumn, ExportContent } from '#contract/exportProfiles.ts';
import type { ColumnRule, ImportMapping, MappingProposal } from '#contract/importMapping.ts';
import { tableIdentifiers } from '#contract/importMapping.ts';
import { isSame } from '#contract/values.ts';
import type { Database } from '../db/database.ts';
import { invalidField } from '../http/errors.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { readHeadings } from '../table/headings.ts';
import { getImportableFields, type Importable } from '../table/importable.ts';
import { DEFAULT_SEPARATOR } from '../table/multiValue.ts';
import { parseProductNumber, productNumberColumn } from '../table/productNumber.ts';
import { buildHeadingKey } from '../table/profileHeader.ts';
import { listColumnsOnce } from '../table/proposeJoin.ts';
import { translateExport } from '../translate.ts';
import { fitFormat } from './layout.ts';

/** How to recognise and read tables that were exported with a profile and are now being imported. */

type ProfileColumns = Pick<ExportContent, 'columns'>;

export const listProfileHeadings = ({ columns }: ProfileColumns): string[] => columns.map(({ heading }) => heading);

/** The layout of such a table. An exported table has its headings in the first row. */
type TableLayout = Pick<ImportMapping, 'sheet' | 'header'>;
const exportedLayout: TableLayout = { sheet: null, header: { row: 1, rows: 1 } };

/**
 * How an import reads tables exported with a profile. Columns without an importable field are left out, and so are
 * further columns with the same field.
 * @param closed the fields that the user may not import
 */
const toReturningMapping = (
  { columns }: ProfileColumns,
  fields: Importable,
  { closed = [], layout = exportedLayout }: { closed?: readonly string[]; layout?: TableLayout } = {},
): ImportMapping => {
  const takenFields = new Set(closed);
  const rules = readHeadings(listProfileHeadings({ columns })).map(({ index, header, nth }): ColumnRule => {
    const { field: name, format } = columns[index] as ExportColumn;
    const field = name === null || takenFields.has(name) ? undefined : fields.get(name);
    if (name !== null) takenFields.add(name);
    return {
      field: field ? name : null,
      sources: [{ header, nth }],
      constant: null,
      ...(field ? readFormat(fitFormat(format, field)) : verbatim),
    };
  });
  return {
    ...layout,
    columns: rules,
    sections: null,
    key: [...tableIdentifiers],
    creates: true,
    changes: true,
    clears: false,
  };
};

type Reading = Pick<ColumnRule, 'conversions' | 'values'>;
const verbatim: Reading = { conversions: [], values: {} };

/** Other formats need no conversion, because every kind can read them. */
const readFormat = (format: ColumnFormat | null): Reading => {
  if (format?.kind === 'flag')
    return {
      ...verbatim,
      values: { [format.yes]: translateExport('yes'), [format.no]: translateExport('no') },
    };
  if (format?.kind === 'list' && format.separator !== DEFAULT_SEPARATOR)
    return { ...verbatim, conversions: [{ kind: 'list', separator: format.separator }] };
  return verbatim;
};

/** The profile whose headings a table has, and how to read the table with this profile. */
export const findReturningProfile = (
  profiles: readonly ProfileColumns[],
  proposal: MappingProposal,
  { fields, closed }: { fields: Importable; closed: readonly string[] },
) => {
  const headings = listColumnsOnce(proposal).flatMap(({ sources }) => sources.map(({ header }) => header));
  const key = buildHeadingKey(headings);
  const profile = profiles.find(({ columns }) => buildHeadingKey(listProfileHeadings({ columns })) === key);
  if (!profile) return null;
  const layout = { sheet: proposal.sheet, header: proposal.header };
  const mapping = toReturningMapping(profile, fields, { closed, layout });
  return { mapping, isOwn: hasOwnNumbers(mapping, proposal) };
};

/** The profile that corresponds to a mapping, i.e. assigns the same headings to the same fields. */
export const findAppliedProfile = <Profile extends ProfileColumns>(
  profiles: readonly Profile[],
  mapping: ImportMapping,
  { fields, closed }: { fields: Importable; closed: readonly string[] },
): Profile | undefined => {
  const assignments = collectAssignments(mapping);
  return profiles.find(profile =>
    isDeepStrictEqual(collectAssignments(toReturningMapping(profile, fields, { closed })), assignments),
  );
};

const collectAssignments = ({ columns }: ImportMapping): Set<string> =>
  new Set(
    columns.map(({ field, sources }) =>
      JSON.stringify([field, ...sources.flatMap(({ header, nth }) => [header, nth])]),
    ),
  );

/** A column of product numbers proves that Vitrina exported the table, whatever the column's heading is. */
const hasOwnNumbers = ({ columns }: ImportMapping, proposal: MappingProposal): boolean => {
  const [source] = columns.find(({ field }) => field === productNumberColumn)?.sources ?? [];
  const samples = proposal.columns.find(({ sources }) => sources.some(one => isSame(one, source)))?.samples ?? [];
  return samples.length > 0 && samples.every(text => parseProductNumber(text) !== null);
};

/**
 * Tables are recognised only by their headings, so tables with equal headings have to be read in the same way.
 * @throws {ApiFailure} 400
 */
export const assertHeadingsUnambiguous = async (
  db: Database,
  content: ProfileColumns,
  others: readonly (ProfileColumns & { name: string })[],
): Promise<void> => {
  const fields = getImportableFields(await readTableSources(db));
  const key = buildHeadingKey(listProfileHeadings(content));
  const describe = ({ columns }: ProfileColumns) =>
    new Map(toReturningMapping({ columns }, fields).columns.map(rule => [JSON.stringify(rule.sources), rule]));
  const rules = describe(content);
  const other = others.find(
    profile =>
      buildHeadingKey(listProfileHeadings(profile)) === key &&
      ![...describe(profile)].every(([source, rule]) => isSame(rule, rules.get(source))),
  );
  if (other) throw invalidField('columns', translateExport('sameHeadings', { name: other.name }));
};
