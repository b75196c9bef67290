import { listGtinVariants } from '#contract/barcode.ts';
import { type Field, getInitialValue } from '#contract/fields.ts';
import type { ImportMapping } from '#contract/importMapping.ts';
import { describeIssue } from '#i18n/issues.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { translateImport, translateValidation } from '../translate.ts';
import { parseCell } from './cells.ts';
import type { Column } from './columns.ts';
import { getImportLabel, type Importable, identifiers, importableFields } from './importable.ts';
import type { FilledCell, Lookups, ParseError } from './parseResult.ts';
import { productNumberColumn } from './productNumber.ts';
import { isBlank, type TableRow, toShortText } from './row.ts';
import { findShift } from './shiftedRow.ts';

export interface RowError {
  row: number;
  column?: string;
  value?: string;
  text: string;
}

/** Values by field. Empty cells are omitted, so that they do not change the record. */
export type RowValues = Readonly<Record<string, unknown>>;
export interface DoubtfulValue {
  field: string;
  fault: RowError;
}
/**
 * `isUnknown`: the only errors are unknown reference names. `doubted`: the only errors are doubts, so the row may still
 * be valid.
 */
export type ReadRow =
  | { values: RowValues }
  | { faults: RowError[]; isUnknown?: boolean; doubted?: { values: RowValues; doubts: DoubtfulValue[] } };

export const describeError = ({ kind, values }: ParseError): string => translateImport(`fault.${kind}`, values);

/**
 * Parses and validates rows against the contract. A row that repeats an earlier row's key is rejected, since it is
 * unclear which of the two rows should win.
 */
export const createRowReader = (
  columns: readonly Column[],
  lookups: Lookups,
  fields: Importable = importableFields,
  { clears, key }: Pick<ImportMapping, 'clears' | 'key'> = { clears: false, key: [...identifiers] },
): ((row: TableRow) => ReadRow) => {
  const boundColumns = columns.flatMap(({ index, header, field: name }) => {
    const field = name && fields.get(name);
    return name && field
      ? [
          {
            index,
            header,
            name,
            takesAnyText: getStoredKind(field).takesAnyText,
            read: createCellReader(field, lookups),
            empty: readEmptyCell(field, clears),
          },
        ]
      : [];
  });
  const registerKeys = createKeyRegister(columns, fields, key);

  return ({ row, cells, isOverfull }) => {
    if (isOverfull) return { faults: [{ row, text: describeError({ kind: 'overfull' }) }] };
    const values: Record<string, unknown> = {};
    const errors: RowError[] = [];
    const faultyIndexes: number[] = [];
    const doubts: DoubtfulValue[] = [];
    let isUnknown = true;
    for (const [columnIndex, { index, header, name, read, empty }] of boundColumns.entries()) {
      const cell = cells[index];
      const result = isBlank(cell) ? empty : read(cell as FilledCell);
      if (!result) continue;
      if ('value' in result) values[name] = result.value;
      if (result.text === undefined) continue;
      const error = { row, column: header, value: toShortText(cell), text: result.text };
      errors.push(error);
      faultyIndexes.push(columnIndex);
      if ('value' in result) doubts.push({ field: name, fault: error });
      isUnknown &&= !('value' in result) && result.isUnknown === true;
    }
    const [first] = errors;
    const reason = first && findShift(boundColumns, cells, faultyIndexes);
    if (first && reason) return { faults: [{ ...first, text: describeError(reason) }] };
    if (errors.length > 0) {
      const isDoubted = doubts.length === errors.length;
      // Registers the row's keys anyway (except doubtful keys), because the row may turn out to be valid.
      const certainValues = isDoubted ? omitDoubted(values, doubts) : {};
      const keyErrors = identifiers.some(name => (certainValues[name] ?? null) !== null)
        ? registerKeys(row, certainValues)
        : [];
      if (keyErrors.length > 0) return { faults: keyErrors };
      return { faults: errors, ...(isUnknown && { isUnknown }), ...(isDoubted && { doubted: { values, doubts } }) };
    }
    errors.push(...registerKeys(row, values));
    return errors.length > 0 ? { faults: errors } : { values };
  };
};

/** Reads only the identifiers of a row. Used for rows that are not imported but still refer to products. */
export const createIdentifierReader = (
  columns: readonly Column[],
  fields: Importable,
): ((cells: TableRow['cells']) => RowValues) => {
  const boundColumns = columns.flatMap(({ index, field: name }) => {
    const field = identifiers.some(identifier => identifier === name) && name ? fields.get(name) : undefined;
    return name && field ? [{ index, name, field }] : [];
  });
  return cells =>
    Object.fromEntries(
      boundColumns.flatMap(({ index, name, field }) => {
        const cell = cells[index];
        const result = isBlank(cell) ? null : readCell(cell as FilledCell, field, {});
        return result && 'value' in result && (result.value ?? null) !== null ? [[name, result.value]] : [];
      }),
    );
};

const omitDoubted = (values: RowValues, doubts: readonly DoubtfulValue[]): RowValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !doubts.some(({ field }) => field === name)));

/** Only importable rows register their keys, so that a valid row does not count as a duplicate of a faulty row. */
const createKeyRegister = (
  columns: readonly Column[],
  fields: Importable,
  findingBy: readonly string[],
): ((row: number, values: RowValues) => RowError[]) => {
  const keys = identifiers.map(name => ({
    name,
    column: columns.find(({ field }) => field === name)?.header ?? getImportLabel(fields, name),
    rows: new Map<unknown, number>(),
  }));
  return (row, values) => {
    const givenKeys = keys.filter(({ name }) => (values[name] ?? null) !== null);
    if (!givenKeys.some(({ name }) => findingBy.includes(name)))
      return [{ row, text: describeError({ kind: 'noKey' }) }];
    const errors = givenKeys.flatMap(({ name, column, rows }): RowError[] => {
      const earlierRow = rows.get(toCanonicalSpelling(values[name]));
      if (earlierRow === undefined) return [];
      const kind = name === productNumberColumn ? 'twiceNumber' : 'twice';
      return [{ row, column, value: String(values[name]), text: describeError({ kind, values: { row: earlierRow } }) }];
    });
    if (errors.length === 0) for (const { name, rows } of givenKeys) rows.set(toCanonicalSpelling(values[name]), row);
    return errors;
  };
};

/** Barcodes that differ only by leading zeros count as equal. */
const toCanonicalSpelling = (value: unknown): unknown =>
  typeof value === 'string' ? listGtinVariants(value).at(-1) : value;

type ReadCell = { value: unknown; text?: string } | { text: string; isUnknown?: boolean };

const readEmptyCell = (field: Field, clears: boolean): ReadCell | null => {
  if (!clears) return null;
  if (field.required) return { text: describeError({ kind: 'cannotClear' }) };
  // A field that is never empty, such as a status, cannot be cleared.
  const initial = getInitialValue(field);
  const isNothing = initial === null || initial === false || Array.isArray(initial);
  // An attribute without values is stored as absent rather than as an empty list.
  return isNothing ? { value: field.label !== undefined && field.kind === 'references' ? null : initial } : null;
};

/**
 * Maximum number of cached results per column. Caching pays off because columns such as status, brand and price repeat
 * few values.
 */
const MAX_CACHED_CELLS = 1000;

const createCellReader = (field: Field, lookups: Lookups): ((cell: FilledCell) => ReadCell) => {
  const cachedCells = new Map<FilledCell, ReadCell>();
  return cell => {
    const before = cachedCells.get(cell);
    if (before) return before;
    const result = readCell(cell, field, lookups);
    if (cachedCells.size < MAX_CACHED_CELLS) cachedCells.set(cell, result);
    return result;
  };
};

/** Parses and validates a cell for a field. */
export const readCell = (cell: FilledCell, field: Field, lookups: Lookups): ReadCell => {
  const parsedCell = parseCell(cell, field, lookups);
  if ('fault' in parsedCell)
    return { text: describeError(parsedCell.fault), isUnknown: parsedCell.fault.kind === 'unknownValue' };
  const checkResult = field.schema.safeParse(parsedCell.value, { reportInput: true });
  if (checkResult.success)
    return { value: checkResult.data, ...(parsedCell.doubt && { text: describeError(parsedCell.doubt) }) };
  const [issue] = checkResult.error.issues;
  return { text: issue ? describeIssue(issue, translateValidation) : translateValidation('type') };
};
